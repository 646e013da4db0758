// The rule form while one types. It works without this file: the server draws the same marks when the form is sent.
//
// Nothing is computed here. A figure that is not the one of the rule set it came from (data-was) shows that one beside
// it; the fields named in the list of what is wrong, which the server sends, are marked; Enter goes to the next field.

const form = document.querySelector(".rule-form");

// Figures are the same when their digits are: "+7" is 7, "4/5/7" is "4 / 5 / 7".
function plain(field, text) {
  const figures = field.hasAttribute("inputmode");
  return figures ? (text.match(/\d+/g) || []).map(Number).join(" ") : text.trim();
}

function standing(field) {
  return field.type === "checkbox" ? (field.checked ? field.value : "") : field.value;
}

function described(field) {
  const ids = [`fault-${field.name}`, `was-${field.name}`];
  const said = ids.filter((id) => document.getElementById(id)?.hidden === false);
  if (said.length) field.setAttribute("aria-describedby", said.join(" "));
  else field.removeAttribute("aria-describedby");
}

function compare(field) {
  const mark = document.getElementById(`was-${field.name}`);
  if (!mark) return;
  mark.hidden = plain(field, standing(field)) === plain(field, field.dataset.was);
  described(field);
}

// Faults are listed above the form, and the fields they name are marked.
function markFaults() {
  const named = new Set([...document.querySelectorAll("#faults [data-field]")].map((fault) => fault.dataset.field));
  for (const field of form.elements) {
    if (!field.name) continue;
    if (named.has(field.name)) field.setAttribute("aria-invalid", "true");
    else if (field.hasAttribute("aria-invalid")) {
      field.removeAttribute("aria-invalid");
      document.getElementById(`fault-${field.name}`)?.remove();
      described(field);
    }
  }
}

// The list of what is wrong comes and goes above the field one types in; that field stays where it is.
let stood = null;

function whereItStands() {
  const field = document.activeElement;
  return form.contains(field) ? field.getBoundingClientRect().top : null;
}

function stay() {
  if (stood !== null) window.scrollBy(0, whereItStands() - stood);
}

function goOn(event) {
  const field = event.target;
  if (event.key !== "Enter" || !field.matches("input:not([type=checkbox])")) return;
  event.preventDefault();
  const fields = [...form.querySelectorAll(".cell :is(input, select)")].filter((one) => one.offsetParent);
  const next = fields[fields.indexOf(field) + 1];
  next?.focus();
  next?.select?.();
}

form.addEventListener("input", (event) => compare(event.target));
form.addEventListener("keydown", goOn);
document.body.addEventListener("htmx:oobBeforeSwap", () => { stood = whereItStands(); });
document.body.addEventListener("htmx:oobAfterSwap", stay);
document.body.addEventListener("htmx:afterSettle", markFaults);
document.body.addEventListener("htmx:oobAfterSwap", markFaults);
// What one sees while typing is always what was typed.
form.querySelector(".recompute")?.setAttribute("hidden", "");
