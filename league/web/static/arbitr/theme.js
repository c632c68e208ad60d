// Runs before the first paint, so that a chosen theme does not flash. Everything else is in app.js.
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
