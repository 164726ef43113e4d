// Fields for the link, the text and other formats of a board, each to copy, and its picture to
// save. The library is asked only for what is seen.

import { byId, copy, element, saveSVG, tried } from "./dom.js";
import { library } from "./engine.js";

/** @typedef {{ link: string, text: string, n: number, attempt: import("./api").Attempt }} Shared */

/** @type {(prefix: string) => (board: Shared) => void} fills a section of the page, and returns what shows a board there */ export function share(prefix) {
  const [fields, formats, status] = [element("div"), element("div"), element("p", { role: "status" })];
  const section = byId(`${prefix}-share`);
  const details = section.closest("details");
  section.append(fields, formats, status);
  /** @type {Shared} */ let shown;

  const field = (/** @type {string} */ name, /** @type {string} */ text) => {
    const id = `${prefix}-${name.toLowerCase()}`;
    const input = element(text.includes("\n") ? "textarea" : "input", { id, readOnly: true, value: text });
    const what = /[A-Z]$/.test(name) ? name : name.toLowerCase();
    const press = element("button", { type: "button", "aria-label": `Copy the ${what}`, onclick: () => copy(text, what, status, input) }, "Copy");
    return element("div", { className: "line" }, element("label", { htmlFor: id }, name), input, press);
  };

  const more = tried(async () => {
    if (!shown || (details && !details.open)) return;
    const asked = shown;
    const found = await library.formats(asked.attempt);
    if (shown !== asked) return;
    formats.replaceChildren(...found.map(({ name, text }) => field(name, text)));
    const svg = found.at(-1)?.text;
    if (svg) formats.append(element("button", { type: "button", onclick: () => saveSVG(svg, `queens-${asked.n}.svg`, status) }, "Save as SVG"));
    else formats.append("A vector, FEN or picture can have only one queen in each rank.");
  });
  details?.addEventListener("toggle", more);

  return (board) => {
    shown = board;
    status.textContent = "";
    formats.replaceChildren();
    fields.replaceChildren(...(board.text ? [field("Link", board.link), field("Text", board.text)] : []));
    if (board.text) more();
  };
}
