// The library, in workers: one function for each question of api.d.ts. An engine whose
// questions are cancelled ends its worker; the next question starts another.

import { fileOf, once } from "./files.js";
import { Fault } from "./words.js";

/** @typedef {import("./api").Calls} Calls */
/** @typedef {{ [K in keyof Calls]: (question: Calls[K]["question"], told?: (told: Calls[K]["told"]) => void) => Promise<Calls[K]["answer"]> } & { cancel(): void }} Library */
/** @typedef {{ done: (answer: any) => void, failed: (error: Error) => void, told: (told: any) => void }} Waiting */

export let ready = false;

/** @type {() => Promise<WebAssembly.Module>} fetches the library, the first time it is called */ export const compile = () => fetched("queens.wasm.gzip");

const fetched = once((name) => fetchLibrary(name).catch((error) => {
  throw new Fault("library", { why: error });
}));

// fetchLibrary decompresses the library, unless the host has sent it in a better form, which the
// browser decompresses.
/** @param {string} name */ async function fetchLibrary(name) {
  const response = await fetch(fileOf(name));
  if (!response.ok || !response.body) throw new Error(`the host answers ${response.status}`);
  const [head, body] = response.body.tee();
  const reader = head.getReader();
  const { value } = await reader.read();
  reader.cancel();
  const program = value?.[0] === 0x1f ? body.pipeThrough(new DecompressionStream("gzip")) : body; // what gzip begins with
  const module = await WebAssembly.compileStreaming(new Response(program, { headers: { "Content-Type": "application/wasm" } }));
  ready = true;
  return module;
}

class Engine {
  /** @type {Worker | null} */ #worker = null;
  /** @type {Map<number, Waiting>} */ #waiting = new Map();
  #last = 0;
  #cancelled = 0; // the last cancelled question

  /** @type {(name: string, question: any, told?: (told: any) => void) => Promise<any>} never settled if it is cancelled */
  async ask(name, question, told = () => {}) {
    const id = ++this.#last;
    const module = await compile();
    if (id <= this.#cancelled) return new Promise(() => {});
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed, told });
      this.#start(module).postMessage({ id, name, question });
    });
  }

  cancel() {
    this.#cancelled = this.#last;
    if (this.#waiting.size > 0) this.#end();
  }

  /** @param {WebAssembly.Module} module */ #start(module) {
    if (this.#worker) return this.#worker;
    const worker = new Worker(workerAddress());
    worker.onmessage = ({ data }) => this.#take(data);
    worker.onerror = () => this.#fail();
    worker.postMessage(module);
    return (this.#worker = worker);
  }

  /** @param {{ id: number, kind: string, value: any }} message */ #take({ id, kind, value }) {
    if (kind === "ended") return this.#fail();
    const call = this.#waiting.get(id);
    if (kind === "so far") return call?.told(value);
    this.#waiting.delete(id);
    if (kind === "done") call?.done(value);
    else call?.failed(value.code === "broken" ? new Error(value.detail) : new Fault(value.code, value));
  }

  #fail() {
    const calls = [...this.#waiting.values()];
    this.#end();
    for (const call of calls) call.failed(new Fault("stopped"));
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting.clear();
  }
}

// workerAddress is that of a script of this page: a page elsewhere may only start its own.
function workerAddress() {
  const script = fileOf("worker.js");
  if (script.origin === location.origin) return script;
  return URL.createObjectURL(new Blob([`importScripts(${JSON.stringify(script.href)})`], { type: "text/javascript" }));
}

/** @type {() => Library} */ function newLibrary() {
  const engine = new Engine();
  /** @type {any} */ const calls = { cancel: () => engine.cancel() };
  return new Proxy(calls, { get: (own, name) => own[name] ?? ((/** @type {any} */ question, /** @type {any} */ told) => engine.ask(String(name), question, told)) });
}

// The page has three engines: for quick answers, for counts, and for lists and puzzles.
export const library = newLibrary();
export const counter = newLibrary();
export const maker = newLibrary();

/** @param {Omit<import("./api").Wish, "seed">} wish */ export function newPuzzle(wish) {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return maker.make({ ...wish, seed });
}
