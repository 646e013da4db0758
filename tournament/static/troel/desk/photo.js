// A photo of a sheet is sent as soon as the camera gives it.

const form = document.getElementById("photo");
form.addEventListener("change", ({ target }) => target.files?.length && form.requestSubmit());
