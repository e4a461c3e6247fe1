import { fail, type Result } from '../result.ts'
import { safeLine, type SafeText } from './safe-text.ts'

/** An error of the user: a message in one line, and a hint how to correct it. Both are raw: they may quote what was typed. */
export interface UsageError {
  readonly message: string
  readonly hint: string
  /** The exit status; default 2. 4: a named file cannot be read. */
  readonly status?: 2 | 4
}

/** A failure with a usage error. */
export function usage(message: string, hint: string): Result<never, UsageError> {
  return fail({ message, hint })
}

/** For a value that is not allowed. */
export function mustBe(what: string): string {
  return `It must be ${what}.`
}

/** For a name that is not known. */
export function possibleAre(names: string): string {
  return `Possible are ${names}.`
}

/** An option cannot have the value that was given; `what` it must be. */
export function wrongValue(option: string, value: string | null, what: string): Result<never, UsageError> {
  return usage(`--${option} cannot be “${value}”`, mustBe(what))
}

/** Two options exclude each other. */
export function notTogether(one: string, other: string): Result<never, UsageError> {
  return usage(`${one} and ${other} cannot be combined`, 'Use only one of them.')
}

/** A recording is to come through standard input, and a terminal is there. */
export function terminalAsInput(): Result<never, UsageError> {
  return usage('standard input is a terminal', 'Pipe a recording in, or name its file.')
}

/** Standard output takes nothing more. */
export function outputFailed(cause: string): UsageError {
  return {
    message: `standard output cannot be written (${cause})`,
    hint: 'Check the disk or the program that reads it.',
    status: 4,
  }
}

/** The error as it stands on stderr: two lines. */
export function usageLines({ message, hint }: UsageError): string {
  return `acp-plan-tui: ${shownUsage(message)}\n  ${shownUsage(hint)}\n`
}

/** A message or a hint as it is written for people: names and quoted texts that are far too long are cut in the middle. */
export function shownUsage(raw: string): SafeText {
  return safeLine(
    raw.replace(longQuotes, (_, quoted: string) => `“${shortened(quoted)}”`).replace(longWords, shortened),
  )
}

/** Longer ones are most likely there by mistake. */
const longest = 300
/** The end of a path is kept: there is the name of its file. */
const keptEnd = 60
const longQuotes = new RegExp(`“([^”]{${longest + 1},})”`, 'g')
const longWords = new RegExp(`[^\\s“”]{${longest + 1},}`, 'g')

function shortened(name: string): string {
  return `${name.slice(0, longest - keptEnd - 1)}…${name.slice(-keptEnd)}`
}

/** The candidate that a mistyped word is nearest to: at most a third of its characters differ, or it begins with the word. null: none is near. */
export function nearest(typed: string, candidates: readonly string[]): string | null {
  const lower = typed.toLowerCase()
  let best: string | null = null
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const distance = editDistance(lower, candidate.toLowerCase())
    const isNear = distance < candidate.length && distance <= Math.max(1, Math.floor(candidate.length / 3))
    if (isNear && distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  if (best !== null || lower.length < 3) return best
  return candidates.find((candidate) => candidate.toLowerCase().startsWith(lower)) ?? null
}

/** A hint for a mistyped word: what was most likely meant, or `otherwise`. `written`: as the user has to write it. */
export function meantHint(
  typed: string,
  candidates: readonly string[],
  otherwise: string,
  written = (meant: string): string => `“${meant}”`,
): string {
  const meant = nearest(typed, candidates)
  return meant === null ? otherwise : `Did you mean ${written(meant)}?`
}

/** The same for the key of an object, with all keys. */
export function meantKey(typed: string, keys: readonly string[]): string {
  return meantHint(typed, keys, `The keys are ${keys.join(', ')}.`)
}

/** The same as the beginning of a hint: '' if nothing is near. */
export function meantFirst(
  typed: string,
  candidates: readonly string[],
  written = (meant: string): string => meant,
): string {
  const meant = nearest(typed, candidates)
  return meant === null ? '' : `Did you mean ${written(meant)}? `
}

/** The Levenshtein distance, where swapping two neighbours counts once. */
function editDistance(one: string, other: string): number {
  let twoBack: number[] = []
  let back = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const distance = Math.min(
        (back[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (back[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? (twoBack[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
      current.push(distance)
    }
    twoBack = back
    back = current
  }
  return back[other.length] ?? 0
}
