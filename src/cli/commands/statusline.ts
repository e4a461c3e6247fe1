import { listedWords } from '../../lib/text/wording.ts'
import { ok, type Result } from '../../lib/result.ts'
import { notTogether, usage, type UsageError } from '../../lib/text/usage-error.ts'
import { statusConsumers } from '../../outputs/output-names.ts'
import { statusFields, unknownFields, widestLine } from '../../outputs/status-line/status-line.ts'
import type { Command, CommandLine } from '../arguments/command.ts'
import {
  allOf,
  choice,
  choiceOf,
  hasOption,
  lastValue,
  notEmpty,
  number,
  numberOf,
  option,
} from '../arguments/option.ts'
import { helpAndVersion } from '../arguments/shared-options.ts'
import type { StatuslineWish } from './statusline-run.ts'

const [consumer, width] = [
  choice(
    'screen',
    '--for PROGRAM',
    statusConsumers,
    `who reads it: ${listedWords(statusConsumers, 'or')} (default: %)`,
  ),
  number(
    'screen',
    '--width N',
    { least: 1, most: widestLine, preset: widestLine },
    'cut it to so many columns (default: %)',
  ),
]

/** Claude Code runs it after each of its answers: then `statusline-main.ts` does, unless the command line has a mistake. */
export const statusline: Command<StatuslineWish> = {
  name: 'statusline',
  form: 'statusline [options]',
  does: 'a line for tmux, a prompt, a bar or Claude Code',
  options: [
    option('attach', '--follow', 'write a line for each change, until the reader ends'),
    option(
      'attach',
      '--write FILE',
      'keep the line in FILE, until a signal',
      notEmpty('write', 'Give it the name of a file.'),
    ),
    consumer,
    option(
      'screen',
      '--format TEXT',
      `a line of your own; ${listedWords(statusFields, 'and')} are filled in`,
      checkFormat,
    ),
    width,
    ...helpAndVersion,
  ],
  hasNoAgent: 'is for an agent that this program runs, and statusline only looks',
  read: readStatusline,
  run: async (wish, around) => await (await import('./statusline-run.ts')).runStatusline(wish, around),
  help: ({
    options,
  }) => `acp-plan-tui statusline writes one line about the sessions that attach would list: how far the plan
is, its step, and how many sessions wait for you. With nothing to tell, nothing is written.

Usage:
  acp-plan-tui statusline [options]

Examples:
  acp-plan-tui statusline
  acp-plan-tui statusline --for tmux --width 60
  acp-plan-tui statusline --follow --for waybar
  acp-plan-tui statusline --write ~/.cache/acp-plan-tui.line
  acp-plan-tui statusline --format "{done}/{total} {step}"

${options}

With --for claude-code the session is the one that Claude Code tells on standard input, and no other
is looked for. \`acp-plan-tui help statusline\` has the line for the configuration of each program.

Exit status: 0 success, also with nothing to tell; 2 wrong usage, 4 FILE cannot be written.
`,
}

function checkFormat(format: string): UsageError | null {
  const [unknown] = unknownFields(format)
  if (unknown === undefined) return null
  return {
    message: `--format: there is no {${unknown}}`,
    hint: `It can be ${listedWords(statusFields, 'or')}.`,
  }
}

function readStatusline({ positionals, agent, given }: CommandLine): Result<StatuslineWish, UsageError> {
  if (positionals.length > 0 || agent !== null)
    return usage(
      'statusline takes only options',
      'It looks at all sessions that `acp-plan-tui attach` lists.',
    )
  const values = allOf({ consumer: choiceOf(given, consumer), columns: numberOf(given, width) })
  if (!values.ok) return values
  const [follows, file] = [hasOption(given, 'follow'), lastValue(given, 'write')]
  if (follows && file !== null) return notTogether('--follow', '--write')
  const isLasting = follows || file !== null
  if (isLasting && values.value.consumer === 'claude-code')
    return usage('Claude Code wants one line at a time', 'Leave out --follow and --write.')
  return ok({ ...values.value, format: lastValue(given, 'format'), follows, file })
}
