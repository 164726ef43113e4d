// The library, in workers: one function for each question of api.d.ts. An engine whose
// questions are cancelled ends its worker; the next question starts another.

import { fileOf, once } from "./files";
import { Fault } from "./words";
import type { Calls, Wish } from "./api";

export type Library = { [K in keyof Calls]: (question: Calls[K]["question"], told?: (told: Calls[K]["told"]) => void) => Promise<Calls[K]["answer"]> } & { cancel(): void };
export interface Waiting { done: (answer: any) => void; failed: (error: Error) => void; told: (told: any) => void }

export let ready = false;

// compile fetches the library, the first time it is called
export const compile = (): Promise<WebAssembly.Module> => fetched("queens.wasm.gzip");

const fetched = once((name) => fetchLibrary(name).catch((error) => {
  throw new Fault("library", { why: error });
}));

// fetchLibrary decompresses the library, unless the host has sent it in a better form, which the
// browser decompresses.
async function fetchLibrary(name: string) {
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
  #worker: Worker | null = null;
  #waiting: Map<number, Waiting> = new Map();
  #last = 0;
  #cancelled = 0; // the last cancelled question

  // ask never settles if it is cancelled.
  async ask(name: string, question: any, told: (told: any) => void = () => {}): Promise<any> {
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

  #start(module: WebAssembly.Module) {
    if (this.#worker) return this.#worker;
    const worker = new Worker(workerAddress());
    worker.onmessage = ({ data }) => this.#take(data);
    worker.onerror = () => this.#fail();
    worker.postMessage(module);
    return (this.#worker = worker);
  }

  #take({ id, kind, value }: { id: number, kind: string, value: any }) {
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

function newLibrary(): Library {
  const engine = new Engine();
  const calls: any = { cancel: () => engine.cancel() };
  return new Proxy(calls, { get: (own, name) => own[name] ?? ((question: any, told: any) => engine.ask(String(name), question, told)) });
}

// The page has three engines: for quick answers, for counts, and for lists and puzzles.
export const library = newLibrary();
export const counter = newLibrary();
export const maker = newLibrary();

export function newPuzzle(wish: Omit<Wish, "seed">) {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return maker.make({ ...wish, seed });
}
