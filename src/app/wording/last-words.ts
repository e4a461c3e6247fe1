import type { AppState } from '../state/app-state.ts'

/** Older output is unrelated to the end. */
export const lastWordsMs = 10_000

/** What the agent wrote on stderr just before the link reached its current state: its end. */
export interface LastWords {
  /** The oldest first, without blank lines. Raw. */
  readonly lines: readonly string[]
  /** The time from the last line to the end. */
  readonly beforeMs: number
  /** Number of older lines. */
  readonly older: number
}

/** The lines without stack frames: those follow the message that explains them. */
export function tellingLines(lines: readonly string[]): readonly string[] {
  const telling = lines.filter((line) => !/^\s+at |^Node\.js v/.test(line))
  return telling.length === 0 ? lines : telling
}

export function lastWordsOf({ link, stderr }: AppState): LastWords {
  const written = stderr.items.filter(({ text }) => text.trim() !== '')
  const endMs = link.sinceMs
  const last = written.filter(({ atMs }) => endMs - atMs <= lastWordsMs)
  const beforeMs = Math.max(0, endMs - (last.at(-1)?.atMs ?? endMs))
  const older = written.length - last.length + stderr.dropped
  return { lines: last.map(({ text }) => text), beforeMs, older }
}
