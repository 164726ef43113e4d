// Helpers for documents, of the page and of others.

// partsOf returns elements of a view by their ids, each of the type that is said: waysBar has the id
// board-ways-bar in the view board, or else ways-bar.
export function partsOf<T extends Record<string, new () => HTMLElement>>(root: ParentNode, view: string, types: T) {
  const found = Object.entries(types).map(([name, type]) => {
    const id = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const part = root.querySelector(`#${view}-${id}, #${id}`);
    if (!(part instanceof type)) throw new Error(`${view} has no ${type.name} with the id ${id}`);
    return [name, part];
  });
  return Object.fromEntries(found) as { [K in keyof T]: InstanceType<T[K]> };
}

type Properties = Record<string, unknown>;
type Children = (Node | string)[];

// set sets properties of an element, and as attributes those that it does not have.
function set(element: Element, properties: Properties, children: Children) {
  for (const [key, value] of Object.entries(properties)) {
    if (key in element) Object.assign(element, { [key]: value });
    else element.setAttribute(key, String(value));
  }
  element.append(...children);
}

export function element<K extends keyof HTMLElementTagNameMap>(name: K, properties: Properties = {}, ...children: Children) {
  const made = document.createElement(name);
  set(made, properties, children);
  return made;
}

export function svgElement(name: string, attributes: Properties = {}, ...children: Node[]): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

// fillSizes adds the board sizes to a select: the one chosen, or else 8, is selected.
export function fillSizes(select: HTMLSelectElement, least: number, most: number, chosen: number) {
  const selected = chosen >= least && chosen <= most ? chosen : 8;
  select.replaceChildren();
  for (let n = least; n <= most; n++) select.append(new Option(`${n}`, `${n}`, n === selected, n === selected));
}

// say sets the text of a live region if it has changed.
export function say(region: Element, text: string) {
  if (region.textContent !== text) region.textContent = text;
}

// able says whether a button can do anything now. It keeps the focus if it cannot.
export const able = (button: Element, can: boolean) => button.setAttribute("aria-disabled", String(!can));

// adopt gives a shadow root some styles.
export function adopt(root: ShadowRoot, ...styles: string[]) {
  root.adoptedStyleSheets = styles.map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
}
