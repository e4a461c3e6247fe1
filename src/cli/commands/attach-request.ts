import { ok, type Result } from '../../lib/result.ts'
import { usage, type UsageError, notTogether, wrongValue } from '../../lib/text/usage-error.ts'
import type { CommandLine } from '../arguments/invocation.ts'
import { hasOption, lastValue } from '../arguments/parsed-options.ts'

/** What the command line of `attach` asks for. */
export interface AttachWish {
  /** null: the list. */
  readonly what: string | null
  readonly isAll: boolean
  readonly isList: boolean
  readonly isJson: boolean
  /** How far back sessions are looked for. */
  readonly sinceMs: number
  readonly claudeHome: string | null
  readonly codexHome: string | null
}

export function readAttachRequest({
  positionals,
  agent,
  given,
}: CommandLine): Result<AttachWish, UsageError> {
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
  if (isAll && isList) return notTogether('--all', '--list')
  if (isJson && !isList)
    return usage(
      '--json belongs to --list',
      'Write --list --json, or --format json for the plans of one session.',
    )
  const since = lastValue(given, 'since')
  const sinceMs = since === null ? dayMs : readSpan(since)
  if (sinceMs === null) return wrongValue('since', since, 'a time such as 30m, 12h or 7d')
  return ok({
    what,
    isAll,
    isList,
    isJson,
    sinceMs,
    claudeHome: lastValue(given, 'claude-home'),
    codexHome: lastValue(given, 'codex-home'),
  })
}

const dayMs = 24 * 3_600_000
const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: dayMs, w: 7 * dayMs }
/** Longer than anything has been kept. */
const longestMs = 100 * 365 * dayMs

/** A time span such as `30m`; null: it is none. */
function readSpan(text: string): number | null {
  const [, number = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)\s*([smhdw])$/.exec(text.trim()) ?? []
  const ms = Number(number) * (unitMs[unit] ?? 0)
  return ms > 0 && ms <= longestMs ? ms : null
}
