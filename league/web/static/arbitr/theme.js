// Runs before the first paint, so that a chosen theme does not flash and nothing that is typed early
// is missed. Everything else is in app.js.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; the system's theme is then the answer.
  }
})();

// On a slow network a form is there before the scripts that listen to it. Its fields in which somebody
// has typed by then are marked with data-early, and say so again when all scripts listen.
(() => {
  const mark = (event) => event.target.setAttribute("data-early", "");

  const repeat = () => {
    document.removeEventListener("input", mark);
    for (const field of document.querySelectorAll("[data-early]")) {
      field.removeAttribute("data-early");
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
  };

  document.addEventListener("input", mark);
  // After htmx and the modules, which listen to the same event.
  document.addEventListener("DOMContentLoaded", () => setTimeout(repeat));
})();
