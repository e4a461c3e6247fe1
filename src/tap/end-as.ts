import { signalStatus, type EndSignal } from '../system/end-signals.ts'
import type { TapEnd } from './tap.ts'

/** Ends this process as the agent has ended: by the same signal, or with its status, which is the result. */
export function endAs(end: TapEnd): number {
  if (end.kind === 'status') return end.status
  const { signal } = end
  // Windows has no signals, and would end this process with status 1.
  if (process.platform !== 'win32') {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  }
  // For those that do not end this process.
  return signalStatus(signal as EndSignal)
}
