// Helpers for documents, of the page and of others.

export const byId = (id: string): any => document.getElementById(id);

export function element(name: string, properties: Record<string, any> = {}, ...children: (Node | string)[]): any {
  const made: any = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

export function svgElement(name: string, attributes: Record<string, any> = {}, ...children: Node[]): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// fillSizes adds the board sizes to a select.
export function fillSizes(select: any, least: number, most: number, chosen: number) {
  select.replaceChildren();
  for (let n = least; n <= most; n++) select.append(new Option(`${n}`, `${n}`, n === chosen, n === chosen));
}

// say sets the text of a live region if it has changed
export function say(region: Element, text: string) {
  if (region.textContent !== text) region.textContent = text;
}

export const able = (element: Element, can: boolean) => element.setAttribute("aria-disabled", String(!can));
