// Fields for the link, the text and other formats of a board, each to copy, and its picture to
// save. The library is asked only for what is seen.

import { byId, element, say } from "./dom";
import { library } from "./engine";
import { reported, t } from "./language";
import type { Attempt } from "./api";
import type { Key } from "./words";

export interface Shared { link: string; text: string; n: number; attempt: Attempt }

// share fills a section of the page, and returns what shows a board there
export function share(prefix: string): (board: Shared) => void {
  const [fields, formats, status] = [element("div"), element("div"), element("p", { role: "status" })];
  const section = byId(`${prefix}-share`);
  const details = section.closest("details");
  section.append(fields, formats, status);
  let shown: Shared;

  const field = (name: string, what: string, text: string) => {
    const id = `${prefix}-${name}`;
    const input = element(text.includes("\n") ? "textarea" : "input", { id, readOnly: true, value: text });
    const press = element("button", { type: "button", "aria-label": t("share.copyOf", { what }), onclick: () => copy(text, what, status, input) }, t("share.copy"));
    return element("div", { className: "line" }, element("label", { htmlFor: id }, what), input, press);
  };

  const more = reported(async () => {
    if (!shown || (details && !details.open)) return;
    const asked = shown;
    const found = await library.formats(asked.attempt);
    if (shown !== asked) return;
    formats.replaceChildren(...found.map(({ name, text }) => field(name, t(`format.${name}` as Key), text)));
    const svg = found.at(-1)?.text;
    if (svg) formats.append(element("button", { type: "button", onclick: () => saveFile(svg, "image/svg+xml", `queens-${asked.n}.svg`, status, "share.saved") }, t("share.save")));
    else formats.append(t("share.twoInRow"));
  });
  details?.addEventListener("toggle", more);

  return (board) => {
    shown = board;
    status.textContent = "";
    formats.replaceChildren();
    fields.replaceChildren(...(board.text ? [field("link", t("share.link"), board.link), field("text", t("share.text"), board.text)] : []));
    if (board.text) fields.append(element("button", { type: "button", onclick: () => print() }, t("sheets.print")));
    if (board.text) more();
  };
}

// copy copies a text, or leaves it selected in a field
export async function copy(text: string, what: string, region: Element, field?: any) {
  try {
    await navigator.clipboard.writeText(text);
    say(region, t("share.copied", { what }));
  } catch {
    if (field) {
      field.hidden = false;
      field.value = text;
      field.select();
    }
    say(region, t("share.selected", { what }));
  }
}

export function saveFile(text: string, type: string, file: string, region: Element, said: Key) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: file });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  say(region, t(said, { file }));
}
