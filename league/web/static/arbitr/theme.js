// Runs before the first paint, so that a chosen theme does not flash and nothing that is typed early is
// missed. Everything else is in app.js.
(function () {
  var root = document.documentElement;
  root.classList.add("js");
  try {
    var theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch (e) {
    // Storage may be forbidden; the system's theme is then the answer.
  }
})();

// On a slow network a form is there before the scripts that listen to it. Its fields in which somebody
// has typed by then are marked with data-early, and say so again when all scripts listen.
(function () {
  function mark(event) {
    event.target.setAttribute("data-early", "");
  }

  function repeat() {
    document.removeEventListener("input", mark);
    document.querySelectorAll("[data-early]").forEach(function (field) {
      field.removeAttribute("data-early");
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }

  document.addEventListener("input", mark);
  document.addEventListener("DOMContentLoaded", function () {
    setTimeout(repeat); // after htmx and the modules, which listen to the same event
  });
})();
