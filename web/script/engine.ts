// The library, in workers: one function for each question of api.d.ts. An engine whose questions are
// cancelled, or whose worker has stopped, starts another worker for the next question.

import type { Calls, PuzzleRequest } from "./api";
import { fileOf, once } from "./files";
import { Fault } from "./words";

type Name = keyof Calls;
type Ask<K extends Name> = (question: Calls[K]["question"], told?: (told: Calls[K]["told"]) => void) => Promise<Calls[K]["answer"]>;
export type Library = { [K in Name]: Ask<K> } & { cancel(): void };

interface Waiting {
  done(answer: unknown): void;
  failed(error: Error): void;
  told(told: unknown): void;
}

export let ready = false;
let compiledOnce = () => {};

// compiled is kept once the library is there.
export const compiled = new Promise<void>((done) => (compiledOnce = done));

const wasm = once(async (name) => {
  if (typeof WebAssembly === "undefined") throw new Fault("forbidden");
  const bytes = await fetchLibrary(name).catch((error) => {
    throw new Fault("library", { why: error });
  });
  const module = await WebAssembly.compileStreaming(bytes).catch((error) => {
    throw new Fault(error instanceof TypeError ? "library" : "forbidden", { why: error }); // the network, or a policy
  });
  ready = true;
  compiledOnce();
  return module;
});

// compile fetches the library, the first time it is called.
export const compile = (): Promise<WebAssembly.Module> => wasm("queens.wasm.gzip");

// prepare fetches the library ahead of the first question, unless the reader wants to save data.
export async function prepare() {
  const { connection } = navigator as { connection?: { saveData: boolean } };
  if (!connection?.saveData) await compile().catch(() => {}); // who asks hears of it
}

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
  return new Response(program, { headers: { "Content-Type": "application/wasm" } });
}

class Engine {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #last = 0;
  #cancelled = 0; // the last cancelled question
  #heard = false; // the worker has said something

  // ask never settles if it is cancelled.
  async ask(name: string, question: unknown, told: (told: unknown) => void = () => {}): Promise<unknown> {
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

  #take({ id, kind, value }: { id: number; kind: string; value: { code: string; detail: string } }) {
    this.#heard = true;
    if (kind === "ended") return this.#fail();
    const call = this.#waiting.get(id);
    if (kind === "so far") return call?.told(value);
    this.#waiting.delete(id);
    if (kind === "done") call?.done(value);
    else call?.failed(value.code === "broken" ? new Error(value.detail) : new Fault(value.code, value));
  }

  #fail() {
    const calls = [...this.#waiting.values()];
    const fault = this.#heard ? "stopped" : "forbidden"; // a policy may forbid workers
    this.#end();
    for (const call of calls) call.failed(new Fault(fault));
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
  const calls: Record<string, unknown> = { cancel: () => engine.cancel() };
  const ask = (name: string): Ask<Name> => ((question, told) => engine.ask(name, question, told as (told: unknown) => void)) as Ask<Name>;
  return new Proxy(calls, { get: (own, name) => own[String(name)] ?? ask(String(name)) }) as Library;
}

// The page has three engines: for quick answers, for counts, and for lists and puzzles.
export const library = newLibrary();
export const counter = newLibrary();
export const maker = newLibrary();

export function newPuzzle(request: Omit<PuzzleRequest, "seed">) {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return maker.make({ ...request, seed });
}
