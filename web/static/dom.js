// Helpers for the document that all views use.

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

// piece returns a drawing from the library's pictures: queen, answer, given or blocked.
export const piece = (id) =>
  svgElement("svg", { viewBox: "0 0 40 40", "aria-hidden": "true", class: id }, svgElement("use", { href: `pieces.svg#${id}` }));

export const fileName = (col) => String.fromCharCode(97 + col);

// fillSizes adds the board sizes to a select.
export function fillSizes(select, least, most, chosen) {
  for (let n = least; n <= most; n++) select.append(new Option(`${n}`, `${n}`, n === chosen, n === chosen));
}

// say sets the text of a live region if it has changed.
export function say(region, text) {
  if (region.textContent !== text) region.textContent = text;
}

// report shows an error at the top of the page. The empty text hides it.
export function report(text) {
  const region = byId("problem");
  region.textContent = text && text.replace(/^queens: /, "");
  region.hidden = !text;
}

// tried wraps a task of a view so that its error is reported.
export const tried = (task) => async (...args) => {
  try {
    return await task(...args);
  } catch (error) {
    report(error.message);
  }
};

// title names what the page shows.
export function title(text) {
  document.title = `${text} – Eight queens`;
}
