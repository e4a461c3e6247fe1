import type { TerminalReport } from './terminal-report.ts'

/** The input of a terminal without the reports of the terminal. It has what Ink uses of a stream. */
export interface TerminalKeys {
  /** Gets the reports while keys are read; null: they are dropped. */
  onReport: ((report: TerminalReport) => void) | null
  /** Calls it when there are keys to read, and never waits for Ink. */
  addListener(name: 'readable', listener: () => void): unknown
  removeListener(name: 'readable', listener: () => void): unknown
}
