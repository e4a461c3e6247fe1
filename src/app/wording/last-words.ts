import type { AppState } from '../state/app-state.ts'

/** What an agent wrote longer before its end than this has nothing to do with it. */
export const lastWordsMs = 10_000

/** What the agent wrote on stderr just before the link came to where it stands: before its end. */
export interface LastWords {
  /** The oldest first; blank ones are left out. Raw. */
  readonly lines: readonly string[]
  /** How long before the end the last of them was written. */
  readonly beforeMs: number
  /** Lines that were written earlier. */
  readonly older: number
}

/** Lines that say something: a stack's frames come after the message that explains them. */
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
