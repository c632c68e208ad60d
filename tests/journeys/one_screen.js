// What is wrong with the screen that is shown, by coordinates; for test_sheet_one_screen.py.
(([parts, least]) => {
  const find = (each) => document.querySelector(each);
  const isThere = (each) => each && each.getClientRects().length && each.getBoundingClientRect().height > 0;
  const box = (each) => each.getBoundingClientRect();
  const faults = [];
  const must = (holds, fault) => holds || faults.push(fault);
  const isIn = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 &&
    inner.bottom <= outer.bottom + 1;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const bar = box(find("[data-bar]"));
  const above = { ...screen, bottom: bar.top };
  must(document.documentElement.scrollHeight <= innerHeight, "the page scrolls");
  must(box(find(".site-head")).height <= 48, "a high head");
  must(isIn(bar, screen) && bar.height <= 57, `the bar: ${bar.height}`);
  const shown = parts.map(find).filter(isThere);
  shown.forEach((each, at) => {
    must(isIn(box(each), above), `${parts[parts.map(find).indexOf(each)]} is not above the bar`);
    must(!at || box(each).top >= box(shown[at - 1]).bottom - 1, `${each.className} lies over the part before`);
    must(each.scrollHeight <= each.clientHeight + 1, `${each.className} is cut`);
  });
  for (
    const each of document.querySelectorAll(
      "[data-pad] button, [data-seats] button, [data-result] li, [data-result] .button",
    )
  ) {
    must(!isThere(each) || isIn(box(each), above), `${each.textContent} is not above the bar`);
  }
  for (const each of document.querySelectorAll("[data-bar] button")) {
    must(
      !isThere(each) || (isIn(box(each), bar) && each.scrollWidth <= each.clientWidth + 1),
      `${each.textContent} in the bar`,
    );
  }
  const sizes = [...document.querySelectorAll("[data-board] svg, [data-pad] .polyssimo-offer")].map(box);
  const across = Math.max(...sizes.map(({ width, height }) => Math.min(width, height)));
  must(across >= least, `a small board: ${across}`);
  must(isThere(find("[data-seats]")) || document.querySelectorAll(".result-list strong").length, "no points");
  return faults;
});
