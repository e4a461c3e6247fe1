import { ok, type Result } from '../../lib/result.ts'
import { type UsageError, notTogether, terminalAsInput, usage } from '../../lib/text/usage-error.ts'
import type { CommandLine, Command } from '../arguments/command.ts'
import type { LintRequest } from './lint-run.ts'
import type { FailOn, Telling } from './lint-told.ts'
import { isatty } from 'node:tty'
import { lintFormats } from '../../outputs/output-names.ts'
import { readStart } from './start.ts'
import {
  allOf,
  choice,
  choiceOf,
  hasOption,
  lastValue,
  option,
  valuesOf,
  type ParsedOptions,
} from '../arguments/option.ts'
import { asClient, env, general, namedAgent, planTools, prompted } from '../arguments/shared-options.ts'

const formatOption = choice(
  'lint',
  '--format FORMAT',
  lintFormats,
  'text, json, or for CI: github, junit, sarif, gitlab (default: %)',
)

const rule = option(
  'lint',
  '--rule ID=LEVEL',
  'error, warning, note or off for the findings of a rule; may be repeated, wins over the configuration',
  (value) =>
    /^[^=]+=(?:error|warning|note|off)$/.test(value)
      ? null
      : {
          message: `--rule ${value} is no ID=LEVEL`,
          hint: 'For example `--rule stale=off`; LEVEL is error, warning, note or off.',
        },
)

const failOnOption = choice<FailOn>(
  'lint',
  '--fail-on WHAT',
  ['error', 'warning', 'note', 'never'],
  'exit with 1 for an error, a warning or worse, any finding, or never (default: %)',
)

const baselineOptions = [
  option('lint', '--baseline FILE', 'put off the findings that FILE counts, and fail for others'),
  option('lint', '--write-baseline', 'put off all that is found now: write it into the --baseline'),
  option('lint', '--prune-baseline', 'take out of the --baseline what is not found any more'),
]

/** What only an agent that is run has. */
const ofAgent = [...prompted, namedAgent, env, planTools, ...asClient]

export const lint: Command<LintRequest> = {
  name: 'lint',
  form: 'lint TRACE [options]',
  does: 'check how an agent sends its plans',
  options: [
    formatOption,
    failOnOption,
    rule,
    ...baselineOptions,
    option('lint', '--rules', 'list the rules and exit'),
    ...ofAgent,
    ...general,
  ],
  takes: 'files',
  takesAgent: true,
  read: readLint,
  run: async (request, around) => await (await import('./lint-run.ts')).runLint(request, around),
  help: ({
    options,
    planTools: aboutPlanTools,
  }) => `acp-plan-tui lint checks how an agent sends its plans, against the protocol and against what clients
have trouble with.

Usage:
  acp-plan-tui lint TRACE [options]              TRACE is any recording that replay reads; - is
                                                 standard input
  acp-plan-tui lint [options] -- AGENT [ARGUMENT…]
  acp-plan-tui lint [options] --agent NAME       run the agent without a screen, then check
  acp-plan-tui lint --rules

Examples:
  acp-plan-tui lint run.ndjson
  acp-plan-tui lint run.ndjson --fail-on warning --format github
  acp-plan-tui lint --prompt "Plan a release" -- my-agent --acp
  acp-plan-tui lint --rules --format json

${options}

${aboutPlanTools}

An error is something that the specification forbids (MUST). Each finding has its frame, the field,
what was seen, what the specification says, and how to mend it. In a run, questions of the agent are
answered with no, unless --permissions says otherwise.

Exit status: 0 nothing that fails, 1 findings, 2 wrong usage, or fewer findings than a baseline puts
off, 4 the recording cannot be read, is not a recording or has no message, or the agent cannot be
started, or fails before its turns end.
`,
}

function readLint(line: CommandLine): Result<LintRequest, UsageError> {
  const { positionals, given } = line
  const isOfTrace = line.agent === null && !hasOption(given, 'agent')
  const read = allOf({
    format: choiceOf(given, formatOption),
    failOn: choiceOf(given, failOnOption),
    baseline: readBaselineOptions(given),
  })
  if (!read.ok) return read
  const common = { ...read.value, levels: valuesOf(given, 'rule') }
  if (hasOption(given, 'rules'))
    return positionals.length === 0 && isOfTrace
      ? ok({ ...common, of: 'rules' })
      : usage('--rules lists the rules, and checks nothing', 'Leave out the recording or the agent.')
  return isOfTrace ? traceRequest(positionals, given, common) : agentRequest(line, common)
}

type Common = Pick<LintRequest, 'format' | 'failOn' | 'levels' | 'baseline'>

function readBaselineOptions(given: ParsedOptions): Result<Telling['baseline'], UsageError> {
  const file = lastValue(given, 'baseline')
  const [writes, prunes] = [hasOption(given, 'write-baseline'), hasOption(given, 'prune-baseline')]
  if (writes && prunes) return notTogether('--write-baseline', '--prune-baseline')
  if (file !== null && file !== '') return ok({ file, does: writes ? 'write' : prunes ? 'prune' : 'compare' })
  return file === null && !writes && !prunes
    ? ok(null)
    : usage('the file of the baseline is not named', 'For example `--baseline lint-baseline.json`.')
}

function traceRequest(
  [path, ...more]: readonly string[],
  given: ParsedOptions,
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
  const stray = given.typed.find(({ spec }) => ofAgent.includes(spec))
  if (stray !== undefined)
    return usage(
      `--${stray.spec.name} needs an agent, and this is a recording`,
      'Leave it out, or put the agent after --.',
    )
  if (path === '-' && isatty(0)) return terminalAsInput()
  return ok({ ...common, of: 'trace', path })
}

function agentRequest(line: CommandLine, common: Common): Result<LintRequest, UsageError> {
  if (line.positionals.length > 0)
    return usage('lint checks a recording or an agent, not both', 'Leave out the recording, or the agent.')
  const asked = readStart(line, 'acp-plan-tui lint')
  if (!asked.ok) return asked
  const { prompts, first } = asked.value.flags
  if (prompts.length === 0 && first.type === 'new')
    return usage(
      'lint needs a prompt for the agent, or a session to continue',
      'For example `acp-plan-tui lint --prompt "Plan it" -- my-agent`.',
    )
  return ok({ ...common, of: 'agent', asked: asked.value })
}
