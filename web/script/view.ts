// The views of the page, and how one takes the place of another.
//
// A view is a function of its address: whatever has the same address shows the same. It is waiting, ready
// or failed. Until it is ready it shows its board, and its controls are disabled; a view that failed has
// a button to ask again.

import { addressOf, readAddress, type Options, type ViewName } from "./address";
import { element, partsOf } from "./dom";
import { report, t, translate } from "./language";
import type { Sheet } from "./sheet";
import { canAskAgain, Fault, sayFault } from "./words";

export interface View<Found = unknown> {
  name: ViewName;
  find(text: string, options: Record<string, string>): Found | Promise<Found>; // what an address names
  show(found: Found): unknown;
  leave?(): void; // before another address is shown
  sheet?(): Sheet | HTMLElement[] | null; // what is printed in place of the view
}

interface Mounted {
  section: HTMLElement;
  controls: HTMLFieldSetElement;
  view: View;
}

const page = partsOf(document, "page", {
  views: HTMLElement, lost: HTMLElement, lostWhy: HTMLElement, state: HTMLElement, stateSays: HTMLElement, stateAgain: HTMLButtonElement,
});
const mounted = new Map<string, Mounted>();
const linkTo = (name: string) => page.views.querySelector(`[data-view="${name}"]`);

// mount puts the HTML of a view on the page, after the views that are there, and returns its parts.
export function mount<T extends Record<string, new () => HTMLElement>>(name: ViewName, html: string, types: T) {
  const controls = element("fieldset", { className: "view", role: "none", disabled: true, innerHTML: html });
  const section = element("section", { id: `${name}-view`, hidden: true, tabIndex: -1, "aria-label": t(`view.${name}`) }, controls);
  translate(section);
  page.lost.before(section);
  const view: View = { name, find: () => null, show: () => {} };
  mounted.set(name, { section, controls, view });
  return { section, ...partsOf(section, name, types) };
}

// addView says what a view that is mounted shows. One that has not said so has nothing but its HTML.
export function addView<Found>(view: View<Found>) {
  Object.assign(mounted.get(view.name) as Mounted, { view });
}

export const linkOf = (name: ViewName, text: string, options?: Options) => new URL(addressOf(name, text, options), location.href).href;

// otherViews fetches the views of views.ts, the first time it is called.
export const otherViews = (): Promise<unknown> => import("./views").catch((error) => {
  throw error instanceof TypeError ? new Fault("view", { why: error }) : error;
});

// The address of what the page shows. Where the location has another, the reader has just gone
// there, and its route comes next.
let shown = "";

const beginAnew: ViewName[] = ["days", "learn"]; // by their links in the navigation: this month, the next lesson

// writeAddress makes the address and the link of a view match what it shows.
export function writeAddress(name: ViewName, text: string, options?: Options) {
  const address = addressOf(name, text, options);
  if (readAddress(location.hash).view === name && location.hash === shown) {
    history.replaceState(history.state, "", address);
    shown = location.hash;
  }
  if (!beginAnew.includes(name)) linkTo(name)?.setAttribute("href", address);
}

// push adds the address of what a view shows to the history.
export function push(name: ViewName, text: string) {
  history.pushState(null, "", addressOf(name, text));
  shown = location.hash;
  revisit();
}

// title names what the page shows.
export function title(what: string) {
  document.title = t("page.titled", { what });
  current?.section.setAttribute("aria-label", what);
}

let current: Mounted | undefined;
let routes = 0;

// What is printed of the current view, if it was found.
export const sheet = () => (page.lost.hidden ? current?.view.sheet?.() : null);

// A Visit is an entry of the history: how far it was scrolled and what had the focus, as a selector.
interface Visit { scroll: number; focus: string }

const visits = new Map<string, Visit>();
let visit: Visit | undefined;
addEventListener("scroll", () => visit && (visit.scroll = scrollY), { passive: true });
addEventListener("focusin", ({ target }) => {
  if (!visit || !(target instanceof Element)) return;
  const href = target.getAttribute("href");
  visit.focus = target.id ? `#${target.id}` : href ? `#${target.closest("section[id]")?.id} a[href="${href}"]` : "";
});

// revisit returns what is known of an entry of the history that was visited before.
function revisit(): Visit | undefined {
  const known = visits.get(history.state?.visit);
  const key = known ? history.state.visit : `${Date.now()} ${Math.random()}`;
  if (!known) history.replaceState({ visit: key }, "");
  visit = { scroll: 0, focus: "", ...known };
  visits.set(key, visit);
  return known && { ...known };
}

// route shows the view of the address.
export async function route() {
  const mine = ++routes;
  const asked = shown = location.hash;
  const address = readAddress(asked);
  const before = current;
  const known = revisit();
  page.lost.hidden = true;
  report("");
  current?.view.leave?.();
  enter("waiting");
  try {
    const { view: name, text, options } = address;
    if (name !== "puzzle") await otherViews();
    if (mine !== routes) return;
    const { view } = turnTo(name);
    const found = await view.find(text, options);
    if (mine !== routes) return;
    await view.show(found);
    if (mine !== routes) return;
    enter("ready");
  } catch (error) {
    if (mine !== routes) return;
    if (canAskAgain(error)) enter("failed", sayFault(t, error));
    else lose(error instanceof Fault && error.message === "unreadable" ? new Fault("address", { text: address.text }) : error);
  }
  if (before) settle(known);
  document.documentElement.dataset.opened = asked;
}

// turnTo has a view take the place of the current one.
function turnTo(name: ViewName): Mounted {
  current = mounted.get(name) as Mounted;
  for (const each of mounted.values()) each.section.hidden = each !== current;
  for (const link of page.views.children) link.removeAttribute("aria-current");
  linkTo(name)?.setAttribute("aria-current", "page");
  title(t(`view.${name}`));
  enter("waiting");
  return current;
}

let soon: ReturnType<typeof setTimeout> | undefined;

// enter says that the current view waits, is ready, or has failed.
function enter(state: "waiting" | "ready" | "failed", words = "") {
  if (current) {
    current.section.ariaBusy = String(state === "waiting");
    current.controls.disabled = state !== "ready";
  }
  page.state.hidden = state !== "failed";
  page.stateAgain.hidden = state !== "failed";
  page.stateSays.textContent = words;
  clearTimeout(soon);
  if (state !== "waiting") return;
  soon = setTimeout(() => { // most views are ready at once
    page.state.hidden = false;
    page.stateSays.textContent = t("state.waiting");
  }, 400);
}

// lose shows why a link leads to no board, in place of the view, so that nobody takes another board
// for the one of the link.
function lose(error: unknown) {
  enter("ready");
  if (current) current.section.hidden = true;
  title(t("lost.name"));
  page.lostWhy.textContent = sayFault(t, error);
  page.lost.hidden = false;
}

// settle scrolls and moves the focus to where they were on an earlier visit, or to the beginning of
// what is new, which a screen reader then names.
function settle(known: Visit | undefined) {
  scrollTo(0, known?.scroll ?? 0);
  const target = known?.focus ? document.querySelector<HTMLElement>(known.focus) : null;
  if (target?.checkVisibility()) target.focus({ preventScroll: true });
  else (page.lost.hidden ? current?.section : page.lost)?.focus({ preventScroll: true });
}

page.stateAgain.onclick = route;
