// Helpers for documents, of the page and of others.

/** @type {(id: string) => any} */ export const byId = (id) => document.getElementById(id);

/** @type {(name: string, properties?: Record<string, any>, ...children: (Node | string)[]) => any} */
export function element(name, properties = {}, ...children) {
  /** @type {any} */ const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** @type {(name: string, attributes?: Record<string, any>, ...children: Node[]) => SVGElement} */
export function svgElement(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// fillSizes adds the board sizes to a select.
/** @type {(select: any, least: number, most: number, chosen: number) => void} */ export function fillSizes(select, least, most, chosen) {
  select.replaceChildren();
  for (let n = least; n <= most; n++) select.append(new Option(`${n}`, `${n}`, n === chosen, n === chosen));
}

/** @type {(region: Element, text: string) => void} sets the text of a live region if it has changed */ export function say(region, text) {
  if (region.textContent !== text) region.textContent = text;
}

/** @type {(element: Element, can: boolean) => void} */ export const able = (element, can) => element.setAttribute("aria-disabled", String(!can));
