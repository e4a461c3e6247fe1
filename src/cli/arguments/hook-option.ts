// `--on EVENT=COMMAND`, and the words of the command. Why they are split here, and by these rules: decisions/hooks.md.
import { fail, ok, type Result } from '../../lib/result.ts'
import { listedWords } from '../../lib/text/wording.ts'
import { usage, meantFirst, type UsageError } from '../../lib/text/usage-error.ts'
import { hookEvents, isHookEvent, type Hook } from '../../app/state/hook.ts'
import { option, type OptionSpec } from './option.ts'

/** The option that runs a program on an event. Where it has mistakes they are told before anything is started. */
export const on: OptionSpec = {
  ...option(
    'other',
    '--on EVENT=COMMAND',
    `run COMMAND, without a shell, on ${listedWords(hookEvents, 'or')}; see \`help hooks\``,
    (value) => {
      const read = readHook(value)
      return read.ok ? null : read.problem
    },
  ),
  values: hookEvents.map((event) => `${event}=`),
}

/** The hooks of a command line whose values are valid each. */
export function hooksOf(values: readonly string[]): readonly Hook[] {
  return values.map(readHook).flatMap((read) => (read.ok ? [read.value] : []))
}

export function readHook(text: string): Result<Hook, UsageError> {
  const at = text.indexOf('=')
  const event = at < 0 ? text : text.slice(0, at)
  if (!isHookEvent(event))
    return usage(
      `--on ${text}: there is no event “${event}”`,
      `${meantFirst(event, hookEvents, (meant) => meant)}It is ${listedWords(hookEvents, 'or')}.`,
    )
  const hint = `For example --on ${event}='notify-send "acp-plan-tui" ${event}'.`
  const words = splitCommand(at < 0 ? '' : text.slice(at + 1))
  if (!words.ok) return usage(`--on ${event}: ${words.problem}`, hint)
  const [program, ...args] = words.value
  if (program === undefined || program === '') return usage(`--on ${event} has no command`, hint)
  return ok({ event, command: [program, ...args] })
}

/** What only a shell understands, where it is not in quotes. */
const ofShells = /[|&;<>`$()]/

/**
 * The words of a command: parted by blanks, and in '…' or "…" as they are. A backslash takes its meaning from a quote, a blank or another
 * backslash behind it, and is itself elsewhere. Fails where a shell seems to be expected. Raw.
 */
export function splitCommand(text: string): Result<readonly string[], string> {
  const words: string[] = []
  let word: string | null = null
  let quote: string | null = null
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    const next = text.charAt(at + 1)
    if (char === '\\' && quote !== "'" && /^["'\s\\]$/.test(next)) {
      word = (word ?? '') + next
      at++
    } else if (quote === null ? char === '"' || char === "'" : char === quote) {
      quote = quote === null ? char : null
      word ??= ''
    } else if (quote === null && /\s/.test(char)) {
      if (word !== null) words.push(word)
      word = null
    } else if (quote === null && ofShells.test(char)) {
      return fail(`“${char}” is for a shell, and none is started: quote it, or write sh -c '…'`)
    } else word = (word ?? '') + char
  }
  if (quote !== null) return fail(`the quote ${quote} is not closed`)
  return ok(word === null ? words : [...words, word])
}
