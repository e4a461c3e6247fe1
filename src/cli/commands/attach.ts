import { ok, type Result } from '../../lib/result.ts'
import { dayMs } from '../../lib/clock.ts'
import { type UsageError, usage, notTogether, wrongValue } from '../../lib/text/usage-error.ts'
import type { CommandLine, Command } from '../arguments/command.ts'
import { toldOthers } from '../arguments/flags.ts'
import { on } from '../arguments/hook-option.ts'
import { hasOption, lastValue, notEmpty, option, saying, setting, valuesOf } from '../arguments/option.ts'
import { general, shown, statusFile, telemetry as telemetryOptions } from '../arguments/shared-options.ts'
import { hostFault } from '../../sources/observed/hosts/ssh.ts'
import { longestSinceMs } from '../../app/ports/observed-source.ts'
import type { AttachWish } from './attach-run.ts'

export const attach: Command<AttachWish> = {
  name: 'attach',
  form: 'attach [WHAT] [options]',
  does: 'watch what another program runs, and send nothing',
  options: [
    option('other', '--list', 'list the sessions and exit'),
    option('attach', '--json', 'with --list: a line of JSON for each session'),
    option('attach', '--all', 'show all sessions together, those that wait for their user first'),
    option('attach', '--since TIME', 'how far back sessions are looked for: 30m, 12h, 7d (default: 1d)'),
    setting('attach', 'hosts', 'HOST', 'sessions of another machine too, by ssh; may repeat'),
    option(
      'attach',
      '--remote-command CMD',
      'how acp-plan-tui is called on HOST (default: acp-plan-tui)',
      notEmpty('remote-command', 'Name the program, such as ~/bin/acp-plan-tui.'),
    ),
    option('attach', '--serve', 'with --all: tell the sessions to an acp-plan-tui elsewhere, as lines'),
    ...telemetryOptions,
    ...saying(shown, { 'screen-reader': 'sentences instead of a screen' }),
    on,
    statusFile,
    ...general,
  ],
  takes: 'files',
  hasNoAgent: 'is for an agent that this program runs, and attach only watches',
  read: readAttach,
  run: async (wish, around) => await (await import('./attach-run.ts')).runAttach(wish, around),
  help: ({
    options,
  }) => `acp-plan-tui attach shows the plans of agents that other programs run, and sends nothing.

Usage:
  acp-plan-tui attach [options]                  the list of sessions; enter opens one
  acp-plan-tui attach WHAT [options]             one session: its name, id (or how that begins),
                                                 process, file or socket
  acp-plan-tui attach --all [options]            all of them together
  acp-plan-tui attach --list [--json]            the list as lines

It reads what other programs write: taps (acp-plan-tui tap), sessions of acpx, Hydra, Claude Code,
Codex, GitHub Copilot CLI and Grok Build, recordings of --record while they are made, .jsons of the
ACP conductor, and any log with a message on each line. A word that several kinds have is preceded
by the kind: acpx:ID. The daemon of Codex, where one runs, is asked for the states of its sessions,
and for nothing else.

Examples:
  acp-plan-tui attach
  acp-plan-tui attach parser
  acp-plan-tui attach ~/logs/acp.ndjson
  acp-plan-tui attach --all --since 2h
  acp-plan-tui attach --list --json | jq 'select(.doing == "waits")'
  acp-plan-tui attach --host build-box --host me@gpu

${options}

--host starts acp-plan-tui on HOST by ssh, where it has to be installed, and sends nothing. ssh
asks before the screen is shown; later, enter on the host lets it ask again.

Files are only read, and followed when they grow, are replaced or come back. ? lists the keys; esc
returns to the list.

Exit status: 0 success, 2 wrong usage, 4 there is no such session, or it cannot be observed; others
as for a run.
`,
}

function readAttach({ positionals, agent, given }: CommandLine): Result<AttachWish, UsageError> {
  if (agent !== null)
    return usage(
      'attach watches what runs already, and starts no agent',
      'Leave out the -- and what follows, or the word attach.',
    )
  const [what = null, ...more] = positionals
  if (more.length > 0)
    return usage(
      `attach shows one session, but ${positionals.length} were given`,
      'Put a name with spaces into quotes, or show all with --all.',
    )
  if (what?.trim() === '')
    return usage('the name of the session is empty', '`acp-plan-tui attach` lists them all.')
  const [isAll, isList, isJson] = [
    hasOption(given, 'all'),
    hasOption(given, 'list'),
    hasOption(given, 'json'),
  ]
  if (what !== null && (isAll || isList))
    return usage(
      `${isAll ? '--all' : '--list'} is about all sessions, and “${what}” names one`,
      'Leave out one of the two.',
    )
  const isServe = hasOption(given, 'serve')
  const hosts = valuesOf(given, 'host')
  for (const host of hosts) {
    const fault = hostFault(host)
    if (fault !== null)
      return usage(
        `--host cannot be “${host}”: ${fault}`,
        'Name a machine as for ssh, such as box or me@box.',
      )
  }
  if (isServe && !isAll) return usage('--serve tells all sessions', 'Write --all --serve.')
  if (isServe && hosts.length > 0) return notTogether('--serve', '--host')
  if (isAll && isList) return notTogether('--all', '--list')
  if (isJson && !isList)
    return usage(
      '--json belongs to --list',
      'Write --list --json, or --format json for the plans of one session.',
    )
  const since = lastValue(given, 'since')
  const sinceMs = since === null ? dayMs : readSpan(since)
  if (sinceMs === null)
    return wrongValue(
      'since',
      since,
      `a time such as 30m, 12h or 7d, of at most ${longestSinceMs / dayMs} days`,
    )
  const others = toldOthers(given)
  if (isList && others.telemetry.length > 0) return notTogether('--list', '--otlp')
  return ok({
    ...others,
    what,
    isAll,
    isList,
    isJson,
    isServe,
    hosts,
    remoteCommand: lastValue(given, 'remote-command'),
    sinceMs,
  })
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: dayMs, w: 7 * dayMs }

/** A time span such as `30m`; null: it is none. */
function readSpan(text: string): number | null {
  const [, number = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)\s*([smhdw])$/.exec(text.trim()) ?? []
  const ms = Number(number) * (unitMs[unit] ?? 0)
  return ms > 0 && ms <= longestSinceMs ? ms : null
}
