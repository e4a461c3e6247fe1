import { watchDryLoop } from '../system/end-watch.ts'
import { processHost } from './host.ts'
import { program } from './program.ts'
import { writeNow } from '../system/write-now.ts'

// A status of 0 would say that all was done. Who has a terminal to give back, or an agent, says so for itself.
watchDryLoop(({ message }) => {
  writeNow(2, `acp-plan-tui: this is a bug in acp-plan-tui; please report it: ${message}\n`)
  process.exit(70)
}, process)

// The demo agent is built beside this bundle.
const status = await program(process.argv.slice(2), new URL('demo-agent.js', import.meta.url), processHost)
// Not by running dry: a handle that somebody forgot must not keep a shell waiting.
process.exit(status)
