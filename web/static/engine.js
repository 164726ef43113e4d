// An Engine sends questions to the library in a worker. To cancel them it ends the worker;
// the next question starts another.

const compiled = compile();

// compile fetches the library, which is compressed whatever the host does.
async function compile() {
  try {
    const response = await fetch(new URL("queens.wasm.gzip", import.meta.url));
    if (!response.ok) throw new Error(`the host answers ${response.status}`);
    const program = response.body.pipeThrough(new DecompressionStream("gzip"));
    return await WebAssembly.compileStreaming(new Response(program, { headers: { "Content-Type": "application/wasm" } }));
  } catch (error) {
    throw new Error(`The library cannot be loaded: ${error.message}`);
  }
}

export class Engine {
  #worker = null;
  #waiting = new Map();
  #lastId = 0;
  #cancelled = 0; // the last cancelled question

  // ask returns a promise of the answer. soFar gets partial answers before it. A cancelled
  // promise is never settled.
  async ask(name, question = {}, soFar = () => {}) {
    const id = ++this.#lastId;
    const module = await compiled;
    if (id <= this.#cancelled) return new Promise(() => {});
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed, soFar });
      this.#start(module).postMessage({ id, name, question });
    });
  }

  cancel() {
    this.#cancelled = this.#lastId;
    if (this.#waiting.size > 0) this.#end();
  }

  #start(module) {
    if (this.#worker) return this.#worker;
    this.#worker = new Worker(new URL("worker.js", import.meta.url));
    this.#worker.onmessage = ({ data }) => this.#take(data);
    this.#worker.onerror = () => this.#fail();
    this.#worker.postMessage(module);
    return this.#worker;
  }

  #take({ id, kind, value }) {
    if (kind === "ended") return this.#fail();
    const call = this.#waiting.get(id);
    if (kind === "so far") return call?.soFar(value);
    this.#waiting.delete(id);
    if (kind === "done") call?.done(value);
    else call?.failed(new Error(value));
  }

  #fail() {
    const calls = [...this.#waiting.values()];
    this.#end();
    for (const call of calls) call.failed(new Error("the library stopped, perhaps for lack of memory; try again"));
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting.clear();
  }
}

// The page has three engines: for quick answers, for counts, and for lists and puzzles.
export const library = new Engine();
export const counter = new Engine();
export const maker = new Engine();
