// The language of the page: that of ?lang=, which is kept like a choice on the page, or else
// the kept one, or else the first of the browser's that there is a catalogue for.

import { byId, element } from "./dom";
import { load, save } from "./store";
import { Fault, languageOf, sayFault, wordsOf, type Key } from "./words";

const address = new URL(location.href);
const asked = address.searchParams.get("lang");
if (asked) {
  save("language", languageOf(asked));
  address.searchParams.delete("lang"); // so that links from here do not carry it
  history.replaceState(null, "", address);
}
const language = languageOf(asked, load("language"), ...navigator.languages);
document.head.insertAdjacentHTML("beforeend", `<link rel="manifest" href="${language}.webmanifest">`);

/** The page's words. */
export const t = await wordsOf(language);
document.documentElement.lang = t.language;
if (t.language !== language) byId("storage").append(element("p", {}, t("page.english", { language: LANGUAGES[language] })));

for (const attribute of ["", "-aria-label", "-alt", "-content"]) {
  for (const each of document.querySelectorAll(`[data-t${attribute}]`)) {
    const text = t((each.getAttribute(`data-t${attribute}`) as Key));
    if (attribute) each.setAttribute(attribute.slice(1), text);
    else each.textContent = text;
  }
}

for (const [code, name] of Object.entries(LANGUAGES)) {
  const option = new Option(name, code, code === language, code === language);
  option.lang = code;
  byId("language").append(option);
}
byId("language").onchange = ({ target }: any) => {
  save("language", target.value);
  location.reload();
};

// report shows an error at the top of the page; the empty text hides it
export function report(text: string) {
  byId("problem").textContent = text;
  byId("problem").hidden = !text;
}

// reported reports the error of a task
export const reported = <A extends any[], R>(task: (...args: A) => R | Promise<R>): (...args: A) => Promise<R | undefined> => async (...args) => {
  try {
    return await task(...args);
  } catch (error) {
    report(sayFault(t, error));
  }
};

// tried reports the error of what the reader asks for, in place of the last one
export const tried: typeof reported = (task) => (...args) => {
  report("");
  return reported(task)(...args);
};

// onSubmit does a task when a form is sent
export function onSubmit(id: string, task: () => any) {
  byId(id).onsubmit = tried((event: Event) => {
    event.preventDefault();
    return task();
  });
}

// onFile does a task with the file of a field, or names a fault if the file is large
export function onFile(id: string, fault: string, task: (file: File) => any) {
  byId(id).onchange = tried(async ({ target }: any) => {
    const [file] = target.files;
    if (!file) return;
    try {
      if (file.size > 1e6) throw new Fault(fault, { file: file.name });
      await task(file);
    } finally {
      target.value = ""; // so that the same file can be read again
    }
  });
}

// title names what the page shows
export function title(what: string) {
  document.title = t("page.titled", { what });
}
