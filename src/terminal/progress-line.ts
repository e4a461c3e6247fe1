import { own, safeLine } from '../lib/text/safe-text.ts'
import { cutToWidth } from '../lib/text/width.ts'

/** One line that says how far some work is, once it has taken a while; it is gone when the work is done. */
export interface ProgressLine {
  /** May be called as often as one likes: `words` is only asked when the line is written. Raw. */
  show(words: () => string): void
  clear(): void
}

export interface ProgressTerminal {
  readonly columns: number
  nowMs(): number
  write(text: string): void
}

const patienceMs = 1000
const everyMs = 200

/** null: nobody looks, and nothing is written. */
export function startProgress(terminal: ProgressTerminal | null): ProgressLine {
  if (terminal === null) return { show() {}, clear() {} }
  let nextAtMs = terminal.nowMs() + patienceMs
  let isShown = false
  return {
    show(words) {
      const nowMs = terminal.nowMs()
      if (nowMs < nextAtMs) return
      nextAtMs = nowMs + everyMs
      isShown = true
      // One column is left: a full row would break on some terminals.
      const line = cutToWidth(own`acp-plan-tui: ${safeLine(words())}`, Math.max(10, terminal.columns - 1))
      terminal.write(`\r${line}\u001b[K`)
    },
    clear() {
      if (isShown) terminal.write('\r\u001b[K')
      isShown = false
    },
  }
}
