// What all views need of the document.

const svgSpace = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

export function svgElement(name, attributes = {}, ...children) {
  const made = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// A piece is a drawing of the library's own pictures: queen, answer, given or blocked.
export const piece = (id) =>
  svgElement("svg", { viewBox: "0 0 40 40", "aria-hidden": "true", class: id }, svgElement("use", { href: `pieces.svg#${id}` }));

export const fileName = (col) => String.fromCharCode(97 + col);

// fillSizes makes the options of a select of board sizes.
export function fillSizes(select, least, most, chosen) {
  for (let n = least; n <= most; n++) select.append(new Option(`${n}`, `${n}`, n === chosen, n === chosen));
}

// say puts text into a live region, if it is new.
export function say(region, text) {
  if (region.textContent !== text) region.textContent = text;
}

// report tells what went wrong, where everybody looks; "" takes it away.
export function report(text) {
  const region = byId("problem");
  region.textContent = text && text.replace(/^queens: /, "");
  region.hidden = !text;
}

// tried runs a task of a view and reports its error.
export const tried = (task) => async (...args) => {
  try {
    return await task(...args);
  } catch (error) {
    report(error.message);
  }
};
