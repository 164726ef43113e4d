// The language of the page: that of ?lang=, which is kept like a choice on the page, or else
// the kept one, or else the first of the browser's that there is a catalogue for.

import { element, partsOf } from "./dom";
import { load, save } from "./store";
import { Fault, languageOf, sayFailed, sayFault, wordsOf, type Key } from "./words";

const page = partsOf(document, "page", { language: HTMLSelectElement, storage: HTMLElement, problem: HTMLElement });

const address = new URL(location.href);
const asked = address.searchParams.get("lang");
if (asked) {
  save("language", languageOf(asked));
  address.searchParams.delete("lang"); // so that links from here do not carry it
  history.replaceState(null, "", address);
}
const language = languageOf(asked, load("language"), ...navigator.languages);
document.head.insertAdjacentHTML("beforeend", `<link rel="manifest" href="${language}.webmanifest">`);

// t says the page's words.
export const t = await wordsOf(language);
document.documentElement.lang = t.language;
if (t.language !== language) page.storage.append(element("p", {}, t("page.english", { language: LANGUAGES[language] })));

// translate fills in the texts of elements, and of their attributes, by their keys.
export function translate(root: ParentNode) {
  for (const attribute of ["", "-aria-label", "-alt", "-content", "-title"]) {
    for (const each of root.querySelectorAll(`[data-t${attribute}]`)) {
      const text = t(each.getAttribute(`data-t${attribute}`) as Key);
      if (attribute) each.setAttribute(attribute.slice(1), text);
      else each.textContent = text;
    }
  }
}
translate(document);

for (const [code, name] of Object.entries(LANGUAGES)) {
  const option = new Option(name, code, code === language, code === language);
  option.lang = code;
  page.language.append(option);
}
page.language.onchange = () => {
  address.searchParams.set("lang", page.language.value); // which is heard even where nothing can be kept
  address.hash = location.hash;
  location.href = address.href;
};

// report shows an error at the top of the page; the empty text hides it.
export function report(text: string) {
  page.problem.textContent = text;
  page.problem.hidden = !text;
}

// tried does what the reader asks for, and reports its error in place of the last one.
export const tried = <A extends unknown[]>(task: (...args: A) => unknown) => async (...args: A) => {
  report("");
  try {
    await task(...args);
  } catch (error) {
    report(sayFault(t, error));
  }
};

// ask puts a question whose answer is for a region of the page. The region says that it waits, or why
// there is no answer, with a button to ask again.
export async function ask<T>(region: HTMLElement, waiting: string, question: () => Promise<T>, answered: (answer: T) => unknown): Promise<void> {
  region.textContent = waiting;
  region.ariaBusy = "true";
  try {
    const answer = await question();
    await answered(answer);
  } catch (error) {
    sayFailed(t, region, error, () => ask(region, waiting, question, answered));
  }
  region.ariaBusy = "false";
}

// onSubmit does a task when a form is sent.
export function onSubmit(form: HTMLFormElement, task: () => unknown) {
  form.onsubmit = tried((event: Event) => {
    event.preventDefault();
    return task();
  });
}

// onFile does a task with the file of a field, or names a fault if the file is large.
export function onFile(field: HTMLInputElement, fault: string, task: (file: File) => unknown) {
  field.onchange = tried(async () => {
    const [file] = field.files ?? [];
    if (!file) return;
    try {
      if (file.size > 1e6) throw new Fault(fault, { file: file.name });
      await task(file);
    } finally {
      field.value = ""; // so that the same file can be read again
    }
  });
}
