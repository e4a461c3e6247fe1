import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { listedAtMost, type ObservedPlaces } from '../../app/ports/observed-source.ts'
import {
  findNamed,
  type AttachFault,
  type AttachRequest,
  type AttachTarget,
} from '../../attach/find-sessions.ts'
import { ok, type Result } from '../../lib/result.ts'
import { usageLines, type UsageError, usage, notTogether, wrongValue } from '../../lib/text/usage-error.ts'
import { endMessage, runEndWords, type RunEnd } from '../../outputs/run-end-words.ts'
import { writeWhole } from '../../outputs/stream/whole-output.ts'
import type { RunOptions } from '../../run/run.ts'
import type { Source } from '../../shows/source.ts'
import { observedKinds } from '../../sources/observed/observed-kinds.ts'
import { watchEnds, type EndWatch } from '../../system/end-watch.ts'
import { tapFolders } from '../../system/tap-folder.ts'
import { absolutePath, homeFolder } from '../../system/user-environment.ts'
import { captureConsole } from '../../terminal/console-capture.ts'
import type { Keyboard } from '../../terminal/keyboard.ts'
import { takeScreen } from '../../terminal/take-screen.ts'
import { createTerminalGuard, type TerminalGuard } from '../../terminal/terminal-guard.ts'
import type { CommandLine } from '../arguments/invocation.ts'
import { readRunOptions } from '../configuration/resolve-run.ts'
import type { Host } from '../host/host.ts'
import { programVersion } from '../host/version.ts'
import { hasOption, lastValue } from '../arguments/parsed-options.ts'

/** The exit status where there is no such session, or it cannot be observed. */
const notAttached = 4

/** The command `attach`. Returns the exit status. */
export async function attachCommand(line: CommandLine, host: Host): Promise<Result<number, UsageError>> {
  const read = readAttachRequest(line)
  if (!read.ok) return read
  const wish = read.value
  const foundKeyboard = host.findKeyboard()
  const resolved = await readRunOptions(line.given.settings, host, {
    hasKeyboard: foundKeyboard !== null,
    promptCount: 1,
    continuesSession: true,
  })
  if (!resolved.ok) return resolved
  const options = resolved.value
  const request: AttachRequest = { kinds: observedKinds, places: () => placesOf(wish, host) }
  const keyboard = options.format === 'tui' && !options.screenReader ? foundKeyboard : null
  if (wish.isAll && keyboard === null)
    return {
      ok: false,
      problem: {
        message: '--all needs the screen',
        hint: 'Name one session, or list all: `acp-plan-tui attach --list`.',
      },
    }
  const target = await targetOf(wish, request)
  if (!target.ok) return refused(target.problem, host)
  const guard = createTerminalGuard(host)
  const ends = watchEnds({ guard, kept: captureConsole(host.process), host })
  const parts = { host, options, request, ends, guard }
  const end = await show(target.value, wish, keyboard, parts).catch((cause: unknown) => ends.crash(cause))
  ends.closing()
  const lines = endMessage(end, { command: [], showsStderr: false })
  if (lines.length > 0) host.writeNow(2, `${lines.join('\n')}\n`)
  return ok(runEndWords(end).status)
}

interface ShowParts {
  readonly host: Host
  readonly options: RunOptions
  readonly request: AttachRequest
  readonly ends: EndWatch
  readonly guard: TerminalGuard
}

/** `keyboard`: null: there is no screen. */
async function show(
  target: AttachTarget,
  wish: AttachWish,
  keyboard: Keyboard | null,
  { host, options, request, ends, guard }: ShowParts,
): Promise<RunEnd> {
  if (target.type === 'list' && (wish.isList || keyboard === null)) {
    const { listLines } = await import('../../attach/list-lines.ts')
    const isJson = wish.isJson || options.format === 'json'
    const listed = listLines({ request, clock: host.clock, isJson, until: ends.ended })
    const lines = await Promise.race([listed, ends.ended])
    if ('kind' in lines) return lines
    const cause = await writeWhole(lines.join('\n'), host.process.stdout)
    return cause === null ? { kind: 'done' } : { kind: 'output-failed', cause }
  }
  if (keyboard === null) {
    if (target.type !== 'session') throw new Error('only one session is written as lines')
    const [{ sessionSource }, { writeLines }] = await Promise.all([
      import('../../attach/session-source.ts'),
      import('../../shows/write-lines.ts'),
    ])
    const source = sessionSource({ kinds: request.kinds, found: target.found, clock: host.clock, options })
    return await writeLines(source, { host, ends, options, version: programVersion })
  }
  const { alternateScreen, ascii } = options
  const doing = target.type === 'session' ? `attaching to ${target.found.agent}` : 'looking for sessions'
  const { terminalGone: onGone } = ends
  const screen = takeScreen({ host, guard, keyboard, onGone, alternateScreen, ascii, doing })
  const { showOnScreen } = await import('../../shows/show-on-screen.ts')
  const load = async (): Promise<() => Source> => {
    const { attachSource } = await import('../../attach/attach-source.ts')
    return () => attachSource({ request, target, clock: host.clock, options })
  }
  return await showOnScreen(load, { host, ends, guard, screen, look: options })
}

async function targetOf(
  { what, isAll }: AttachWish,
  request: AttachRequest,
): Promise<Result<AttachTarget, AttachFault>> {
  if (what === null) return ok({ type: isAll ? 'all' : 'list' })
  // A session that is named is found however old it is.
  const places = { ...request.places(), sinceMs: 0 }
  const found = await findNamed({ what, path: pathOf(what) }, request.kinds, places)
  return found.ok ? ok({ type: 'session', found: found.value }) : found
}

/** The absolute path of something that exists; null: there is nothing of that name. */
function pathOf(what: string): string | null {
  // A named pipe of Windows is in no folder.
  if (/^\\\\[.?]\\pipe\\/i.test(what)) return what
  const path = absolutePath(what)
  return path !== null && isThere(path) ? path : null
}

/** What cannot be reached, such as a link to itself, is there all the same: why it cannot be observed is said then. */
function isThere(path: string): boolean {
  try {
    statSync(path)
    return true
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null
    return code === 'ELOOP' || code === 'EACCES'
  }
}

/** Where sessions are looked for. */
export function placesOf(
  { sinceMs, claudeHome, codexHome }: Pick<AttachWish, 'sinceMs' | 'claudeHome' | 'codexHome'>,
  host: Host,
): ObservedPlaces {
  const { env } = host.process
  const nowMs = host.clock.wallMs()
  const home = env['HOME'] ?? homeFolder() ?? tmpdir()
  const absolute = (folder: string | null): string | null =>
    folder === null ? null : (absolutePath(folder) ?? folder)
  return {
    env,
    homeFolder: resolve(home),
    claudeHome: absolute(claudeHome),
    codexHome: absolute(codexHome),
    runtimeFolder: tapFolders(env)[0] ?? tmpdir(),
    sinceMs: nowMs - sinceMs,
    nowMs,
    atMost: listedAtMost,
  }
}

function refused(fault: AttachFault, host: Host): Result<number, never> {
  host.writeNow(2, usageLines(fault))
  return ok(notAttached)
}

/** What the command line of `attach` asks for. */
interface AttachWish {
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
