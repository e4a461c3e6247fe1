import type { WireLog } from './wire-log.ts'

/** Where the messages come from that the wire panel shows. */
export interface WireSource {
  /** The log of now; another one after a recording was wound back. */
  log(): WireLog
  /** More of what has passed is being read into the log. */
  isReading(): boolean
  /** Calls `onChange` after each message while the panel is shown; null: it is not shown, and nothing needs to be read. */
  watch(onChange: (() => void) | null): void
}

/** The messages of a log that something else feeds. */
export function sourceOfLog(log: WireLog): WireSource {
  return { log: () => log, isReading: () => false, watch: (onChange) => log.listen(onChange) }
}
