// @ts-check
// Making elements without markup, so that no text of anybody becomes markup.

export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "class") made.className = value;
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

// What a finger is on stays the same element as long as it would look the same.
export function redraw(place, ...children) {
  const fresh = place.cloneNode(false);
  fresh.append(...children);
  if (!place.isEqualNode(fresh)) place.replaceChildren(...fresh.childNodes);
}

const SVG = "http://www.w3.org/2000/svg";

export function svgEl(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// A drawing from the server: its own, so that it can be trusted.
export function drawing(markup) {
  const place = document.createElement("div");
  place.innerHTML = markup;
  return place.firstElementChild;
}

// Texts with {gaps}.
export function texts(known) {
  return (key, gaps = {}) => (known[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => gaps[name] ?? whole);
}
