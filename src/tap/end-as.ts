import { signalStatus, type EndSignal } from '../system/end-signals.ts'
import type { TapEnd } from './tap.ts'

/** Ends this process as the agent has ended: with its status, or by the same signal. */
export function endAs(end: TapEnd): void {
  if (end.kind === 'status') process.exit(end.status)
  const { signal } = end
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  // Signals that do not end this process, as on Windows.
  setTimeout(() => process.exit(signalStatus(signal as EndSignal)), 200)
}
