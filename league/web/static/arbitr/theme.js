// Runs before the first paint, so that a chosen theme does not flash. Everything else is in app.js.
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
