import { watchDryLoop } from '../system/end-watch.ts'
import { openSpawned } from '../sources/spawned/open-spawned.ts'
import { programSpawn } from '../system/child-processes.ts'
import { processHost, type Host } from './host/host.ts'
import { program } from './program.ts'
import { writeNow } from '../system/host.ts'

// An empty event loop must not end the program with status 0. Commands with a terminal or an agent handle it themselves.
watchDryLoop(({ message }) => {
  writeNow(2, `acp-plan-tui: this is a bug in acp-plan-tui; please report it: ${message}\n`)
  process.exit(70)
}, process)

// The demo agent and the manual are beside this bundle.
const start = await programSpawn(process.platform)
const host: Host = {
  ...processHost,
  openSpawned: (command) => openSpawned(command, start),
  manual: new URL('manual/', import.meta.url),
}
const status = await program(process.argv.slice(2), new URL('demo-agent.js', import.meta.url), host)
// Exits explicitly: a forgotten handle must not keep the shell waiting.
process.exit(status)
