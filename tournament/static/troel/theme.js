// Light or dark, as the reader chose on this device; otherwise as the system wants. Loaded before anything is drawn, so
// that no page is first the one and then the other.
(() => {
  const KEPT = "troel.theme";
  const root = document.documentElement;
  const wished = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

  let kept = null;
  try {
    kept = localStorage.getItem(KEPT);
  } catch {
    // Storage is switched off: a choice holds as long as the page.
  }
  // A page that is always dark says so itself.
  const fixed = root.hasAttribute("data-theme");
  if (!fixed && (kept === "light" || kept === "dark")) root.dataset.theme = kept;

  function show() {
    const dark = (root.dataset.theme ?? wished()) === "dark";
    for (const button of document.querySelectorAll("button.theme")) {
      button.hidden = fixed;
      button.setAttribute("aria-pressed", String(dark));
    }
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("button.theme")) return;
    const next = (root.dataset.theme ?? wished()) === "dark" ? "light" : "dark";
    // What the system wants anyhow is no choice: the page follows it again.
    if (next === wished()) delete root.dataset.theme;
    else root.dataset.theme = next;
    try {
      if (next === wished()) localStorage.removeItem(KEPT);
      else localStorage.setItem(KEPT, next);
    } catch {
      // As above.
    }
    show();
  });
  // Where a page is put in place of another, its button is new too.
  for (const shown of ["DOMContentLoaded", "troel:page", "htmx:afterSwap"]) document.addEventListener(shown, show);
  matchMedia("(prefers-color-scheme: dark)").addEventListener?.("change", show);
})();
