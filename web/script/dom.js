// Helpers for the document that all views use.

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

/** @type {(text: string) => void} shows an error at the top of the page; the empty text hides it */ export function report(text) {
  byId("problem").textContent = text;
  byId("problem").hidden = !text;
}

/** @type {<A extends any[], R>(task: (...args: A) => R | Promise<R>) => (...args: A) => Promise<R | undefined>} reports the error of a task of a view */
export const tried = (task) => async (...args) => {
  try {
    return await task(...args);
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
  }
};

/** @param {string} text names what the page shows */ export function title(text) {
  document.title = `${text} – Queens`;
}

/** @type {(element: Element, can: boolean) => void} */ export const able = (element, can) => element.setAttribute("aria-disabled", String(!can));

/** @type {(text: string, what: string, region: Element, field?: any) => Promise<void>} copies a text, or leaves it selected in a field */
export async function copy(text, what, region, field) {
  try {
    await navigator.clipboard.writeText(text);
    say(region, `Copied the ${what}.`);
  } catch {
    if (field) {
      field.hidden = false;
      field.value = text;
      field.select();
    }
    say(region, `Selected the ${what}. Copy it from its field.`);
  }
}

/** @type {(svg: string, name: string, region: Element) => void} */ export function saveSVG(svg, name, region) {
  const link = element("a", { href: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  say(region, `Saved the picture as ${name}.`);
}
