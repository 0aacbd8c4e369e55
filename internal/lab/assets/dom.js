// Elements from names, attributes and text. Text goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** el makes an HTML element. Children are elements or text. */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** svg makes an SVG element. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...children.filter((c) => c !== null && c !== undefined));
  return node;
}

/** byId finds an element that the page is known to have. */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error("the page has no element " + id);
  return node;
}
