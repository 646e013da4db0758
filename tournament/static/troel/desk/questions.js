// The questions of a pile of sheets from a keyboard: a digit chooses an answer, the arrow to the right skips.

const answers = [...document.querySelectorAll("[data-key]")];
const skip = document.getElementById("skip");
let answered = false;

// On a narrow screen the row is wider than the page: it begins at the bubble that is asked about.
document.querySelector(".clip-frame")?.scrollIntoView({ block: "nearest", inline: "center" });

addEventListener("keydown", (event) => {
  const other = event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.target.closest("input, .strip");
  if (other || answered) return;
  // The row of digits of an AZERTY keyboard gives "&" and "é" without Shift.
  const digit = event.code.startsWith("Digit") ? event.code.slice(5) : event.key;
  const chosen = event.key === "ArrowRight" ? skip : answers.find(({ dataset }) => dataset.key === digit);
  if (!chosen) return;
  // One key is one answer, however long the next page takes to come.
  answered = true;
  chosen.click();
});
