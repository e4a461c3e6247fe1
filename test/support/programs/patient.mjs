// Loaded before the program (NODE_OPTIONS=--import): its waits of half a second and more never end, such as those for an agent that is to
// end. What a test does meanwhile may take any time.

delete process.env.NODE_OPTIONS

const longest = 2 ** 31 - 1
const { setTimeout: after } = globalThis
globalThis.setTimeout = (call, ms, ...args) => after(call, ms >= 500 ? longest : ms, ...args)
