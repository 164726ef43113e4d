// What is printed are sheets with boards, if the view has any. A player needs this only on paper.

import { partsOf } from "./dom";
import { single } from "./sheet";
import { sheet } from "./view";

const page = partsOf(document, "page", { sheet: HTMLElement });

addEventListener("beforeprint", () => {
  const printed = sheet() ?? [];
  page.sheet.replaceChildren(...(Array.isArray(printed) ? printed : [single(printed)]));
});
addEventListener("afterprint", () => page.sheet.replaceChildren());
