import { isatty } from 'node:tty'
import type { Severity } from '../../app/lint/finding.ts'
import { ok, type Result } from '../../lib/result.ts'
import { usage, type UsageError, terminalAsInput, wrongValue } from '../../lib/text/usage-error.ts'
import { lintFormats, type LintFormat } from '../../outputs/lint-formats.ts'
import { readFlags, type Flags } from '../arguments/flags.ts'
import type { CommandLine } from '../arguments/invocation.ts'
import { hasOption, lastValue, type ParsedOptions } from '../arguments/parsed-options.ts'

/** One call of `lint`. */
export type LintRequest = { readonly format: LintFormat; readonly failOn: FailOn } & (
  | { readonly of: 'rules' }
  /** `-` for standard input. */
  | { readonly of: 'trace'; readonly path: string }
  | {
      readonly of: 'agent'
      readonly command: string
      readonly args: readonly string[]
      readonly flags: Flags
    }
)

/** The least severe finding that fails a check. */
export type FailOn = Exclude<Severity, 'info'> | 'never'

const failChoices: readonly FailOn[] = ['error', 'warning', 'never']

/** The words and options of `lint`, checked. */
export function readLintRequest({ positionals, agent, given }: CommandLine): Result<LintRequest, UsageError> {
  const format = choice(given, 'format', lintFormats, 'text')
  if (!format.ok) return format
  const failOn = choice(given, 'fail-on', failChoices, 'error')
  if (!failOn.ok) return failOn
  const common = { format: format.value, failOn: failOn.value }
  if (hasOption(given, 'rules'))
    return positionals.length === 0 && agent === null
      ? ok({ ...common, of: 'rules' })
      : usage('--rules lists the rules, and checks nothing', 'Leave out the recording or the agent.')
  return agent === null
    ? traceRequest(positionals, given, common)
    : agentRequest({ positionals, agent, given }, common)
}

type Common = Pick<LintRequest, 'format' | 'failOn'>

function traceRequest(
  [path, ...more]: readonly string[],
  { typed }: ParsedOptions,
  common: Common,
): Result<LintRequest, UsageError> {
  if (path === undefined || path === '')
    return usage(
      'lint needs a recording or an agent',
      'For example `acp-plan-tui lint run.ndjson`, or `acp-plan-tui lint --prompt "Plan it" -- my-agent`.',
    )
  if (more.length > 0)
    return usage(
      `lint takes one recording, but ${more.length + 1} were given`,
      'Put a name with spaces into quotes, and check one after the other.',
    )
  const stray = typed.find(({ spec }) => spec.uses.some((use) => use === 'start'))
  if (stray !== undefined && stray.spec.group !== 'other')
    return usage(
      `--${stray.spec.name} needs an agent, and this is a recording`,
      'Leave it out, or put the agent after --.',
    )
  if (path === '-' && isatty(0)) return terminalAsInput()
  return ok({ ...common, of: 'trace', path })
}

function agentRequest(
  { positionals, agent, given }: CommandLine & { readonly agent: readonly string[] },
  common: Common,
): Result<LintRequest, UsageError> {
  if (positionals.length > 0)
    return usage(
      'lint checks a recording or an agent, not both',
      'Leave out the name, or the -- and what follows.',
    )
  const [command, ...args] = agent
  if (command === undefined || command === '')
    return usage(
      'no agent command was given',
      'Put it after --, for example `lint --prompt "Plan it" -- my-agent`.',
    )
  const flags = readFlags(given)
  if (!flags.ok) return flags
  const { prompts, first } = flags.value
  if (prompts.length === 0 && first.type === 'new')
    return usage(
      'lint needs a prompt for the agent, or a session to continue',
      'For example `acp-plan-tui lint --prompt "Plan it" -- my-agent`.',
    )
  return ok({ ...common, of: 'agent', command, args, flags: flags.value })
}

function choice<T extends string>(
  given: ParsedOptions,
  name: string,
  choices: readonly T[],
  whenAbsent: T,
): Result<T, UsageError> {
  const text = lastValue(given, name)
  if (text === null) return ok(whenAbsent)
  const found = choices.find((each) => each === text)
  return found === undefined
    ? wrongValue(name, text, `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`)
    : ok(found)
}
