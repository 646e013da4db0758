// A photo of a sheet is sent as soon as the camera gives it, or as soon as this file is there: on a slow line it is later.

const form = document.getElementById("photo");
const send = () => form.querySelector("input[type=file]").files.length && form.requestSubmit();
form.addEventListener("change", send);
send();
