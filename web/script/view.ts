// The views of the page, their addresses, and how one takes the place of another.
//
// The address of the board view is #text, of another view #view text: "#search n=8", "#day/328",
// "#learn/set2". The text is that of the board, as the library writes it. Without any of it, the page
// shows today's puzzle.
//
// A view is waiting, ready or failed. Until it is ready it shows its board, and its controls are
// disabled; a view that failed has a button to ask again.

import { byId, element } from "./dom";
import { report, t, translate } from "./language";
import type { Sheet } from "./sheet";
import { canAskAgain, Fault, sayFault, type Key } from "./words";

export interface View<Found = unknown> {
  name: string; // in addresses; a key of the catalogues, after "view."
  html: string;
  slash?: boolean; // a slash follows the name in addresses
  find(text: string): Found | Promise<Found>; // what the text of an address names
  show(found: Found): unknown;
  leave?(): void; // before another address is shown
  sheet?(): Sheet | HTMLElement[] | null; // what is printed in place of the view
}

interface Mounted extends View {
  section: HTMLElement;
  controls: HTMLFieldSetElement;
}

const views = new Map<string, Mounted>();
const linkTo = (name: string) => document.querySelector(`nav [data-view="${name}"]`);

// addView puts a view on the page, after those that are there.
export function addView<Found>(view: View<Found>) {
  const controls = element("fieldset", { className: "view", role: "none", disabled: true, innerHTML: view.html });
  const section = element("section", { id: `${view.name}-view`, hidden: true, tabIndex: -1, "aria-label": t(`view.${view.name}` as Key) }, controls);
  translate(section);
  byId("lost").before(section);
  views.set(view.name, { ...(view as View), section, controls });
}

export function addressOf(name: string, text = ""): string {
  if (name === "puzzle" && text.startsWith("day")) return "#" + text;
  if (views.get(name)?.slash) return `#${name}/${text}`;
  return "#" + encodeURI(name === "board" ? text : `${name} ${text}`.trim());
}

export const linkOf = (name: string, text: string) => new URL(addressOf(name, text), location.href).href;

// otherViews fetches the views of views.ts, the first time it is called.
export const otherViews = (): Promise<unknown> => import("./views").catch((error) => {
  throw error instanceof TypeError ? new Fault("view", { why: error }) : error;
});

export function readAddress(): { name: string; text: string } {
  let text = location.hash.slice(1);
  try {
    text = decodeURIComponent(text);
  } catch {
    // It is not encoded, so take it as it is.
  }
  text = text.trim();
  if (text === "" || /^day(\/|$)/.test(text)) return { name: "puzzle", text };
  const [, first, rest = ""] = /^(\w+)(?:[\s/]+(.*))?$/s.exec(text) ?? [];
  return views.has(first) ? { name: first, text: rest } : { name: "board", text };
}

// The address of what the page shows. Where the location has another, the reader has just gone
// there, and its route comes next.
let shown = "";

// writeAddress makes the address and the link of a view match what it shows.
export function writeAddress(name: string, text: string) {
  const address = addressOf(name, text);
  if (readAddress().name === name && location.hash === shown) {
    history.replaceState(history.state, "", address);
    shown = location.hash;
  }
  if (!views.get(name)?.slash) linkTo(name)?.setAttribute("href", address);
}

// push adds the address of what a view shows to the history.
export function push(name: string, text: string) {
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
export const sheet = () => (byId("lost").hidden ? current?.sheet?.() : null);

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
  const before = current;
  const known = revisit();
  byId("lost").hidden = true;
  report("");
  current?.leave?.();
  enter("waiting");
  try {
    if (!/^(#day(\/.*)?|#puzzle\b.*)?$/.test(asked)) await otherViews();
    if (mine !== routes) return;
    const { name, text } = readAddress();
    turnTo(views.get(name) as Mounted);
    const found = await current?.find(text);
    if (mine !== routes) return;
    await current?.show(found);
    if (mine !== routes) return;
    enter("ready");
  } catch (error) {
    if (mine !== routes) return;
    if (canAskAgain(error)) enter("failed", sayFault(t, error));
    else lose(error);
  }
  if (before) settle(known, before !== current);
  document.documentElement.dataset.opened = asked;
}

// turnTo has a view take the place of the current one.
function turnTo(view: Mounted) {
  current = view;
  for (const each of views.values()) each.section.hidden = each !== view;
  for (const link of byId("views").children) link.removeAttribute("aria-current");
  linkTo(view.name)?.setAttribute("aria-current", "page");
  reveal(linkTo(view.name));
  title(t(`view.${view.name}` as Key));
  enter("waiting");
}

let soon: ReturnType<typeof setTimeout> | undefined;

// enter says that the current view waits, is ready, or has failed.
function enter(state: "waiting" | "ready" | "failed", words = "") {
  if (current) {
    current.section.ariaBusy = String(state === "waiting");
    current.controls.disabled = state !== "ready";
  }
  byId("state").hidden = state !== "failed";
  byId("state-again").hidden = state !== "failed";
  byId("state-says").textContent = words;
  clearTimeout(soon);
  if (state !== "waiting") return;
  soon = setTimeout(() => { // most views are ready at once
    byId("state").hidden = false;
    byId("state-says").textContent = t("state.waiting");
  }, 400);
}

// lose shows why a link leads to no board, in place of the view, so that nobody takes another board
// for the one of the link.
function lose(error: unknown) {
  enter("ready");
  if (current) current.section.hidden = true;
  title(t("lost.name"));
  byId("lost-why").textContent = sayFault(t, error);
  byId("lost").hidden = false;
}

// settle scrolls and moves the focus to where they were on an earlier visit, or to the beginning of
// what is new, which a screen reader then names.
function settle(known: Visit | undefined, changed: boolean) {
  if (known || changed) scrollTo(0, known?.scroll ?? 0);
  const target = known?.focus ? document.querySelector<HTMLElement>(known.focus) : null;
  const lostFocus = !document.activeElement?.checkVisibility() || document.activeElement === document.body;
  if (target?.checkVisibility()) target.focus({ preventScroll: true });
  else if (changed || lostFocus) (byId("lost").hidden ? current?.section : byId("lost"))?.focus({ preventScroll: true });
}

// reveal scrolls the line of links, which may be longer than the window, to a link.
// scrollIntoView would do, but Chromium then starts the next Tab from there.
function reveal(link: Element | null) {
  if (!link) return;
  const line = byId("views");
  const [of, within] = [link.getBoundingClientRect(), line.getBoundingClientRect()];
  if (of.left < within.left) line.scrollLeft -= within.left - of.left;
  if (of.right > within.right - 24) line.scrollLeft += of.right - within.right + 24;
  more();
}

// more shows a sign if the line goes on.
function more() {
  const line = byId("views");
  const last = line.querySelector("a:last-of-type")?.getBoundingClientRect(); // the sign itself stands behind it
  line.classList.toggle("more", Boolean(last && last.right > line.getBoundingClientRect().right + 4));
}
byId("views").addEventListener("scroll", more, { passive: true });
addEventListener("resize", more);

byId("state-again").onclick = route;
