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
