import { program } from './program.ts'

// The demo agent is built beside this bundle.
const status = await program(process.argv.slice(2), new URL('demo-agent.js', import.meta.url))
// Not by running dry: a handle that somebody forgot must not keep a shell waiting.
process.exit(status)
