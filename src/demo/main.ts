import { constants } from 'node:os'

// The same as at the beginning of the launcher, before anything else is loaded.
if (process.platform !== 'win32') process.on('SIGUSR1', () => process.exit(128 + constants.signals.SIGUSR1))
if (process.execArgv.length === 0 && !process.env['NODE_OPTIONS'])
  (process as { _debugEnd?: () => void })._debugEnd?.()
const { runDemoAgent } = await import('./demo-agent.ts')
await runDemoAgent()
