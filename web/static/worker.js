// The worker that runs the library. Its first message is the compiled module. After that it
// gets { id, name, question } and posts { id, kind, value }. Above is the script of the Go
// distribution that makes the class Go.

self.answer = (id, kind, json) => postMessage({ id, kind, value: JSON.parse(json) });

let running;

async function start(module) {
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance).then(() => postMessage({ kind: "ended" }));
}

onmessage = async ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    running = start(data);
    return;
  }
  await running;
  self.ask(data.id, data.name, JSON.stringify(data.question));
};
