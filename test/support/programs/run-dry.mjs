// Loaded before the program (NODE_OPTIONS=--import): nothing keeps its process alive any more, as if every promise that it waits
// for never settled. Only for it, not for what it starts.
delete process.env.NODE_OPTIONS

const { setTimeout: later, setInterval: every } = globalThis
globalThis.setTimeout = (...given) => later(...given).unref()
globalThis.setInterval = (...given) => every(...given).unref()
every(() => {
  for (const handle of process._getActiveHandles()) handle.unref?.()
}, 1).unref()
// A first turn for what was there before.
setImmediate(() => {
  for (const handle of process._getActiveHandles()) handle.unref?.()
})
