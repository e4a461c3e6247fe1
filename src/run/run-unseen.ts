import type { RunEnd } from '../outputs/run-end-words.ts'
import { watchForExit } from './exit-watch.ts'
import type { Run } from './run.ts'

/** A run that writes nothing: waits until the exit rules end it. The caller closes the agent. */
export async function runUnseen({ ends, exitRules, feed, host }: Run): Promise<RunEnd> {
  const exit = watchForExit(feed, host.clock, exitRules)
  feed.forget()
  const end = await Promise.race([exit.ended, ends.ended])
  exit.stop()
  return end
}
