// A photo of a sheet is sent as soon as the camera gives it: perhaps before this file is there, on a slow line.

const form = document.getElementById("photo");
const send = () => form.querySelector("input[type=file]").files.length && form.requestSubmit();
form.addEventListener("change", send);
send();
