import { onScreen, statusAfter } from './on-screen.ts'
import { openWatchers, telemetryOf } from './open-watchers.ts'
import type { Source } from '../../shows/source.ts'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import {
  listedAtMost,
  longestSinceMs,
  type HostState,
  type ObservedFolders,
  type ObservedHosts,
} from '../../app/ports/observed-source.ts'
import { type AttachRequest, type AttachTarget, findNamed } from '../../attach/find-sessions.ts'
import { closedFolderWords } from '../../app/words/session.ts'
import { dayMs, wallClock, within } from '../../lib/clock.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'
import type { RunEnd } from '../../outputs/run-end-words.ts'
import type { Watcher } from '../../outputs/watcher.ts'
import { writeWhole } from '../../outputs/stream/output.ts'
import type { RunOptions } from '../../run/run.ts'
import { hostFault, sshSettings } from '../../sources/observed/hosts/ssh.ts'
import { writeNow } from '../../system/host.ts'
import { isThere } from '../../system/regular-file.ts'
import { programSpawn } from '../../system/child-processes.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import { closedFolders } from '../../sources/observed/log/log-files.ts'
import { observedKinds } from '../../sources/observed/observed-kinds.ts'
import { endSignals, signalStatus } from '../../system/end-signals.ts'
import { watchEnds, type EndWatch } from '../../system/end-watch.ts'
import { tapFolders } from '../../system/tap-folder.ts'
import { absolutePath, homeFolder } from '../../system/user-environment.ts'
import {
  createTerminalGuard,
  type TerminalGuard,
  captureConsole,
  type Keyboard,
} from '../../terminal/terminal-guard.ts'
import { readRunOptions } from '../configuration/resolve-run.ts'
import type { Around } from '../arguments/command.ts'
import type { ToldOthers } from '../arguments/flags.ts'
import type { Host } from '../host/host.ts'
import { programVersion } from '../host/version.ts'

/** Shows what a command line of `attach` wishes. Returns the exit status. */
export async function runAttach(
  wish: AttachWish,
  { host, settings }: Around,
): Promise<Result<number, UsageError>> {
  if (wish.isServe) return await serve(wish, host)
  const foundKeyboard = host.findKeyboard()
  const resolved = await readRunOptions(settings, host, {
    hasKeyboard: foundKeyboard !== null,
    hooks: wish.hooks,
  })
  if (!resolved.ok) return resolved
  const options = resolved.value
  const keyboard = options.format === 'tui' && !options.screenReader ? foundKeyboard : null
  if (wish.isAll && keyboard === null)
    return usage('--all needs the screen', 'Name one session, or list all: `acp-plan-tui attach --list`.')
  const names = hostsWished(wish, options.hosts)
  if (!names.ok) return names
  const hosts = names.value.length === 0 ? null : await connectedHosts(names.value, wish, { host, keyboard })
  const kinds = hosts === null ? observedKinds : [...observedKinds, ...hosts.kinds]
  const request: AttachRequest = { kinds, places: () => placesOf(host, wish.sinceMs), hosts }
  const target = await targetOf(wish, request)
  if (!target.ok) {
    await hosts?.close()
    return fail({ ...target.problem, status: 4 })
  }
  const telemetry = await telemetryOf(wish.telemetry, host)
  if (!telemetry.ok) {
    await hosts?.close()
    return telemetry
  }
  const guard = createTerminalGuard(host)
  const ends = watchEnds({ guard, kept: captureConsole(host.process), host })
  let source: Source | null = null
  // Lines of a list are written once.
  const isWatched = target.value.type === 'session' || keyboard !== null
  const { hooks } = options
  const watching = { hooks, telemetry: telemetry.value, statusFile: wish.statusFile }
  const watcher = isWatched ? await openWatchers(watching, host, (text) => source?.remark(text)) : null
  ends.killAtEnd(() => {
    watcher?.killNow()
    hosts?.killNow()
  })
  const made = (given: Source): Source => (source = given)
  const parts = { host, options, request, ends, guard, watcher, made }
  const end = await show(target.value, wish, keyboard, parts).catch((cause: unknown) => ends.crash(cause))
  ends.closing()
  watcher?.closing(end)
  await Promise.all([watcher?.end(), hosts?.close()])
  const status = statusAfter(end, host)
  // What was asked for by name is missing in the list.
  const isPart = keyboard === null && end.kind === 'done' && wish.hosts.length > 0
  return isPart && hosts?.states().some(({ state }) => state === 'away') === true ? ok(4) : status
}

/** The machines that are asked: those of the configuration for lists, or where the session is named with its machine. */
function hostsWished(wish: AttachWish, configured: readonly string[]): Result<readonly string[], UsageError> {
  if (wish.hosts.length > 0) return ok([...new Set(wish.hosts)])
  const bad = configured.find((name) => hostFault(name) !== null)
  if (bad !== undefined)
    return usage(
      `“hosts” cannot contain “${bad}”: ${hostFault(bad)}`,
      'Name machines as for ssh, such as box.',
    )
  const { what } = wish
  return ok(configured.filter((name) => what === null || what.startsWith(`${name}/`)))
}

/** The user waits so long for machines before the screen is shown: what they ask later needs a key. */
const patienceMs = 3000

/** Connects to machines. ssh asks on the terminal, for one after the other, if there is a screen later. */
async function connectedHosts(
  names: readonly string[],
  { remoteCommand: command, sinceMs, what }: AttachWish,
  { host, keyboard }: { readonly host: Host; readonly keyboard: Keyboard | null },
): Promise<ObservedHosts> {
  const { makeHosts } = await import('../../sources/observed/hosts/host-connection.ts')
  const say = (line: string): void => host.writeNow(2, `${safeLine(line)}\n`)
  const hosts = makeHosts(names, {
    // A session that is named is found however old it is.
    program: { command, sinceMs: what === null ? sinceMs : longestSinceMs },
    kinds: observedKinds,
    clock: host.clock,
    start: await programSpawn(host.process.platform),
    settings: sshSettings,
    say,
  })
  // Until the ends of the run are watched: an ssh that still connects does not end with its stdin.
  for (const signal of endSignals)
    host.process.on(signal, () => {
      hosts.killNow()
      host.process.exit(signalStatus(signal))
    })
  const begun = hosts.begin()
  // A list on the screen grows; what is written once, or named, has to be there.
  const isWhole = keyboard === null || what !== null
  await (isWhole ? begun : within(host.clock, patienceMs, begun))
  const tell = ({ name, why }: HostState): void => say(`acp-plan-tui: ${name}: ${why}`)
  if (keyboard !== null)
    for (const state of hosts.states().filter(({ needsUser }) => needsUser)) {
      tell(state)
      await hosts.connect(state.name)
    }
  if (isWhole)
    hosts
      .states()
      .filter(({ state }) => state === 'away')
      .forEach(tell)
  return hosts
}

/** Tells all sessions on stdout until whoever reads them is gone. */
async function serve(wish: AttachWish, host: Host): Promise<Result<number, UsageError>> {
  const { serveSessions } = await import('../../attach/list-lines.ts')
  return await new Promise((resolve) => {
    let close: () => void = () => undefined
    const end = (): void => {
      close()
      resolve(ok(0))
    }
    const { stdin } = host.process
    stdin.once('end', end).once('close', end).once('error', end).resume()
    close = serveSessions({
      request: { kinds: observedKinds, places: () => placesOf(host, wish.sinceMs) },
      clock: wallClock(host.clock),
      version: programVersion,
      write: (line) => {
        if (!writeNow(1, `${line}\n`, Infinity)) end()
      },
    })
  })
}

interface ShowParts {
  readonly host: Host
  readonly options: RunOptions
  readonly request: AttachRequest
  readonly ends: EndWatch
  readonly guard: TerminalGuard
  readonly watcher: Watcher | null
  /** Told the source that is shown. */
  readonly made: (source: Source) => Source
}

/** `keyboard`: null: there is no screen. */
async function show(
  target: AttachTarget,
  wish: AttachWish,
  keyboard: Keyboard | null,
  { host, options, request, ends, guard, watcher, made }: ShowParts,
): Promise<RunEnd> {
  if (target.type === 'list' && (wish.isList || keyboard === null)) {
    const { listLines } = await import('../../attach/list-lines.ts')
    const isJson = wish.isJson || options.format === 'json'
    const listed = listLines({ request, clock: host.clock, isJson, until: ends.ended })
    const lines = await Promise.race([listed, ends.ended])
    if ('kind' in lines) return lines
    for (const folder of closedFolders()) host.writeNow(2, `acp-plan-tui: ${closedFolderWords(folder)}\n`)
    const cause = await writeWhole(lines.join('\n'), host.process.stdout)
    return cause === null ? { kind: 'done' } : { kind: 'output-failed', cause }
  }
  if (keyboard === null) {
    if (target.type !== 'session') throw new Error('only one session is written as lines')
    const [{ sessionSource }, { writeLines }] = await Promise.all([
      import('../../attach/attach-source.ts'),
      import('../../shows/write-lines.ts'),
    ])
    const { kinds } = request
    const source = sessionSource({ kinds, found: target.found, clock: host.clock, options, watcher })
    return await writeLines(made(source), { host, ends, options, version: programVersion })
  }
  const doing = target.type === 'session' ? `attaching to ${target.found.agent}` : 'looking for sessions'
  const load = async (): Promise<() => Source> => {
    const { attachSource } = await import('../../attach/attach-source.ts')
    return () => made(attachSource({ request, target, clock: host.clock, options, watcher }))
  }
  return await onScreen(load, { host, ends, guard, keyboard, options, doing })
}

async function targetOf(
  { what, isAll }: AttachWish,
  request: AttachRequest,
): Promise<Result<AttachTarget, UsageError>> {
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

/** Where sessions are looked for; by default those of the last day. */
export function placesOf(host: Host, sinceMs = dayMs): ObservedFolders {
  const { env } = host.process
  const nowMs = host.clock.wallMs()
  const home = env['HOME'] ?? homeFolder() ?? tmpdir()
  return {
    env,
    homeFolder: resolve(home),
    runtimeFolder: tapFolders(env)[0] ?? tmpdir(),
    sinceMs: nowMs - sinceMs,
    nowMs,
    atMost: listedAtMost,
  }
}

export interface AttachWish extends ToldOthers {
  /** null: the list. */
  readonly what: string | null
  readonly isAll: boolean
  readonly isList: boolean
  readonly isJson: boolean
  /** The sessions are told to another machine. */
  readonly isServe: boolean
  /** Other machines, in the words of ssh; empty: those of the configuration. */
  readonly hosts: readonly string[]
  /** How the program is called there; null: by its name. */
  readonly remoteCommand: string | null
  /** How far back sessions are looked for. */
  readonly sinceMs: number
}
