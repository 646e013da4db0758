// Small helps. Every page works without them.
//
// <p hidden><input type="search" data-filter="#list"></p>   hides the rows of #list that lack what is typed;
//                                                           #list is a tbody or a ul, the paragraph appears only here
// <form method="get" data-autosubmit>                       sends itself when a choice in it changes
"use strict";

// What is compared: lower case, without accents, so that "helene" finds "Hélène".
function plain(text) {
  return text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
}

function keepMatching(rows, typed) {
  const words = plain(typed).split(/\s+/);
  for (const row of rows) {
    const text = plain(row.textContent);
    row.hidden = !words.every((word) => text.includes(word));
  }
}

for (const box of document.querySelectorAll("[data-filter]")) {
  box.closest("[hidden]")?.removeAttribute("hidden");
  box.addEventListener("input", () => {
    const list = document.querySelector(box.dataset.filter);
    keepMatching(list.children, box.value);
  });
}

document.addEventListener("change", (event) => {
  event.target.closest("form[data-autosubmit]")?.requestSubmit();
});
