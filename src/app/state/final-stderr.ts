import type { AppState } from './app-state.ts'

/** Older output is unrelated to the end. */
export const finalStderrMs = 10_000

/** What the agent wrote on stderr just before the link reached its current state: its end. */
export interface FinalStderr {
  /** The oldest first, without blank lines. Raw. */
  readonly lines: readonly string[]
  /** The time from the last line to the end. */
  readonly beforeMs: number
  /** Number of older lines. */
  readonly older: number
}

/** The lines without stack frames: those follow the message that explains them. */
export function withoutStack(lines: readonly string[]): readonly string[] {
  const messages = lines.filter((line) => !/^\s+at |^Node\.js v/.test(line))
  return messages.length === 0 ? lines : messages
}

export function finalStderr({ link, stderr }: AppState): FinalStderr {
  const written = stderr.items.filter(({ text }) => text.trim() !== '')
  const endMs = link.sinceMs
  const last = written.filter(({ atMs }) => endMs - atMs <= finalStderrMs)
  const beforeMs = Math.max(0, endMs - (last.at(-1)?.atMs ?? endMs))
  const older = written.length - last.length + stderr.dropped
  return { lines: last.map(({ text }) => text), beforeMs, older }
}
