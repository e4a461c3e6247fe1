import { safe, safeLine } from '../lib/text/safe-text.ts'
import { cutToWidth } from '../lib/text/width.ts'

/** A line with the progress of some work: it appears after a second, and disappears with `clear`. */
export interface ProgressLine {
  /** May be called often: `words` is only called when the line is written. Raw. */
  show(words: () => string): void
  clear(): void
}

export interface ProgressTerminal {
  readonly columns: number
  nowMs(): number
  write(text: string): void
}

const showAfterMs = 1000
const everyMs = 200

/** null: there is no terminal, and nothing is written. */
export function startProgress(terminal: ProgressTerminal | null): ProgressLine {
  if (terminal === null) return { show() {}, clear() {} }
  let nextAtMs = terminal.nowMs() + showAfterMs
  let isShown = false
  return {
    show(words) {
      const nowMs = terminal.nowMs()
      if (nowMs < nextAtMs) return
      nextAtMs = nowMs + everyMs
      isShown = true
      // One column stays free: some terminals wrap a full row.
      const line = cutToWidth(safe`acp-plan-tui: ${safeLine(words())}`, Math.max(10, terminal.columns - 1))
      terminal.write(`\r${line}\u001b[K`)
    },
    clear() {
      if (isShown) terminal.write('\r\u001b[K')
      isShown = false
    },
  }
}
