// Fields for the link, the text and other formats of a board, each to copy, and its picture to
// save. The library is asked only for what is seen.

import type { Attempt } from "./api";
import { element, say } from "./dom";
import { library } from "./engine";
import { ask, t } from "./language";
import type { Key } from "./words";

export interface Shared { link: string; text: string; n: number; attempt: Attempt }

// share fills a section of the page, and returns what shows a board there.
export function share(section: HTMLElement): (board: Shared) => void {
  const [fields, formats, waiting, status] = [element("div"), element("div"), element("p"), element("p", { role: "status" })];
  const details = section.closest("details");
  section.append(fields, formats, waiting, status);
  let shown: Shared | undefined;

  const field = (name: string, what: string, text: string) => {
    const id = section.id.replace("share", name);
    const input = element(text.includes("\n") ? "textarea" : "input", { id, readOnly: true, value: text });
    const press = element("button", { type: "button", "aria-label": t("share.copyOf", { what }), onclick: () => copy(text, what, status, input) }, t("share.copy"));
    return element("div", { className: "line" }, element("label", { htmlFor: id }, what), input, press);
  };

  const more = () => {
    const asked = shown;
    if (!asked || (details && !details.open)) return;
    ask(waiting, "", () => library.formats(asked.attempt), (found) => {
      if (shown !== asked) return;
      formats.replaceChildren(...found.map(({ name, text }) => field(name, t(`format.${name}` as Key), text)));
      const svg = found.at(-1)?.text;
      const save = () => svg && saveFile(svg, "image/svg+xml", `queens-${asked.n}.svg`, status, "share.saved");
      formats.append(svg ? element("button", { type: "button", onclick: save }, t("share.save")) : t("share.twoInRow"));
    });
  };
  details?.addEventListener("toggle", more);

  return (board) => {
    shown = board;
    status.textContent = "";
    formats.replaceChildren();
    fields.replaceChildren();
    if (!board.text) return;
    fields.append(field("link", t("share.link"), board.link), field("text", t("share.text"), board.text),
      element("button", { type: "button", onclick: () => print() }, t("sheets.print")));
    more();
  };
}

// copy copies a text, or leaves it selected in a field.
export async function copy(text: string, what: string, region: Element, field: HTMLInputElement | HTMLTextAreaElement) {
  try {
    await navigator.clipboard.writeText(text);
    say(region, t("share.copied", { what }));
  } catch {
    field.hidden = false;
    field.value = text;
    field.select();
    say(region, t("share.selected", { what }));
  }
}

export function saveFile(content: string | Blob, type: string, file: string, region: Element, said: Key) {
  const link = element("a", { href: URL.createObjectURL(new Blob([content], { type })), download: file });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  say(region, t(said, { file }));
}
