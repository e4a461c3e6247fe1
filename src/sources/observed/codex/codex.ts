import { basename, dirname, join, resolve } from 'node:path'
import type { Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import type {
  FoundSession,
  ObservedFolders,
  ObservedKind,
  ObservedSource,
  ObservedStatus,
  ToObserve,
} from '../../../app/ports/observed-source.ts'
import type { AppEvent } from '../../../app/state/app-event.ts'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { isObject, objectAt, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import {
  homeOf,
  newest,
  compressedLines,
  readFileEnds,
  statsAt,
  statsNow,
  UnchangedFiles,
  watchedFolder,
} from '../log/log-files.ts'
import { followLog, LogReading } from '../log/log-reading.ts'
import type { ThreadNow, ThreadWatch } from './daemon-status.ts'
import { RolloutReader } from './read-rollout.ts'

/** Sessions of Codex, read from the rollouts that it keeps for itself. */
export const codex: ObservedKind = {
  name: 'codex',
  label: 'Codex',
  named: 'a rollout of Codex',
  isInferred: true,
  find: async (places) => await findCodex(places),
  recognise: async (path) => await recogniseCodex(path),
  observe: (session) =>
    session.found.path.endsWith('.zst') ? readCompressedRollout(session) : followRollout(session),
}

/** More files are not looked at. */
const maxFiles = 10_000
const maxEntries = 5000
const rolloutName = /^rollout-[\w.-]*\.jsonl(\.zst)?$/

/** The sessions of Codex that have changed since then, the newest first. */
async function findCodex(places: ObservedFolders): Promise<readonly FoundSession[]> {
  const home = homeOf(places, 'CODEX_HOME', '.codex')
  const files: string[] = []
  let looked = 0
  for (const folder of await dayFolders(join(home, 'sessions')))
    for (const { name } of (await watchedFolder(folder, maxEntries).entries()) ?? []) {
      if (!rolloutName.test(name) || ++looked > maxFiles) continue
      files.push(join(folder, name))
    }
  const logs = newest(files, places)
  const names = logs.length === 0 ? new Map<string, string>() : await threadNames(home)
  const found: FoundSession[] = []
  for (const { path, stats } of logs) {
    const session = await rollouts.read(path, stats, async () => await foundSession(path))
    if (session !== null) found.push(named(session, names))
  }
  return found
}

const rollouts = new UnchangedFiles<FoundSession | null>()
const indexes = new UnchangedFiles<ReadonlyMap<string, string>>(20)

function named(session: FoundSession, names: ReadonlyMap<string, string>): FoundSession {
  return { ...session, label: names.get(session.id) ?? null }
}

/** The session of a rollout that the user named; null: it is none. */
async function recogniseCodex(path: string): Promise<FoundSession | null> {
  const file = resolve(path)
  if (!/\.jsonl(\.zst)?$/.test(file)) return null
  const home = dirname(dirname(dirname(dirname(dirname(file)))))
  const session = await foundSession(file)
  return session === null ? null : named(session, await threadNames(home))
}

/** `sessions` itself, where old versions wrote, and `sessions/Y/M/D`, the newest first. */
async function dayFolders(sessions: string): Promise<readonly string[]> {
  let folders = [sessions]
  for (let level = 0; level < 3; level++) {
    const below: string[] = []
    for (const folder of folders)
      for (const entry of (await watchedFolder(folder, maxEntries).entries()) ?? [])
        if (/^\d{1,4}$/.test(entry.name) && entry.isDirectory()) below.push(join(folder, entry.name))
    folders = below.toSorted().toReversed().slice(0, maxEntries)
  }
  return [...folders, sessions]
}

async function foundSession(path: string): Promise<FoundSession | null> {
  const name = basename(path)
  const idInName = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(name)?.[0]
  if (name.endsWith('.zst')) {
    const stats = await statsAt(path)
    if (stats?.isFile() !== true || !rolloutName.test(name)) return null
    return described(path, { id: idInName ?? name, folder: null, changedAtMs: stats.mtimeMs })
  }
  const ends = await readFileEnds(path)
  if (ends === null) return null
  const [line] = ends.first
  const first = line === undefined ? undefined : jsonIn(line)
  const meta = isObject(first) ? metaIn(first) : metaOfCutLine(ends.start)
  if (meta === null && !(rolloutName.test(name) && ends.start === '')) return null
  const id = stringAt(meta ?? {}, 'id') ?? stringAt(meta ?? {}, 'session_id') ?? idInName ?? name
  const folder = stringAt(meta ?? {}, 'cwd') ?? null
  return described(path, { id, folder, changedAtMs: ends.changedAtMs })
}

type Known = Pick<FoundSession, 'id' | 'folder' | 'changedAtMs'>

function described(path: string, known: Known): FoundSession {
  return { kind: 'codex', path, pid: null, agent: 'Codex', label: null, ...known }
}

/** What the first line says of the session; null: the file is no rollout. */
function metaIn(first: JsonObject): JsonObject | null {
  if (first['type'] === 'session_meta') return objectAt(first, 'payload')
  const isBare = stringAt(first, 'id') !== undefined && stringAt(first, 'timestamp') !== undefined
  return isBare && first['type'] === undefined ? first : null
}

/** The first line is longer than what was read of it: it holds all that the model was told. */
function metaOfCutLine(start: string): JsonObject | null {
  if (!/^\{[^{]*"type":"session_meta"/.test(start)) return null
  const text = (key: string): object => {
    const found = new RegExp(String.raw`"${key}":("(?:[^"\\]|\\.){0,2000}")`).exec(start)?.[1]
    const value = found === undefined ? undefined : jsonIn(found)
    return typeof value === 'string' ? { [key]: value } : {}
  }
  return { ...text('id'), ...text('cwd') }
}

/** The names that users gave sessions, by their ids; those at the end of the index, which is appended to. */
async function threadNames(home: string): Promise<ReadonlyMap<string, string>> {
  const path = join(home, 'session_index.jsonl')
  const stats = statsNow(path)
  return stats === null ? new Map() : await indexes.read(path, stats, async () => await namesIn(path))
}

async function namesIn(path: string): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  const ends = await readFileEnds(path)
  for (const line of ends === null ? [] : [...ends.first, ...ends.last]) {
    const value = jsonIn(line)
    const id = stringAt(value, 'id')
    const name = stringAt(value, 'thread_name')
    if (id !== undefined && name !== undefined) names.set(id, name.slice(0, 500))
  }
  return names
}

/** So long the log may take to tell what the daemon has said: in a list, one that rests is looked at every two seconds. */
const settledMs = 2500
const told: ObservedStatus = { state: 'following', isTold: true, lives: true }
const hasEnded: ObservedStatus = {
  state: 'waiting',
  why: 'closed in Codex until it is resumed',
  hasEnded: true,
}

/** Follows a rollout of Codex that is not compressed, and what the daemon of Codex's terminal says of its session, where one runs. */
function followRollout(session: ToObserve): ObservedSource {
  let rollout: RolloutReader | null = null
  /** null: there was no daemon yet. */
  let connecting: Promise<ThreadWatch> | null = null
  let watched: ThreadWatch | null = null
  let ofLog: ObservedStatus = { state: 'reading-past' }
  let said: ObservedStatus | null = null
  let isClosed = false
  let cancelSettle: () => void = () => undefined
  const { found, clock, sink } = session
  const link = controlLink(found)
  const log = {
    ...session,
    sink: {
      ...sink,
      events: (events: readonly AppEvent[]) => {
        sink.events(events)
        grown()
      },
      status: (status: ObservedStatus) => {
        ofLog = status
        say()
      },
    },
  }
  const daemon = async (): Promise<ThreadNow | null> => {
    const thread = await connected()
    await thread?.told
    return thread?.now() ?? null
  }
  const followed = followLog(
    log,
    (times) => (rollout = new RolloutReader({ sessionId: found.id, times, daemon })),
  )

  function close(): void {
    isClosed = true
    cancelSettle()
    followed.close()
    watched?.close()
  }

  /** Loads what speaks to a daemon once there is one; null: there is none. */
  async function connected(): Promise<ThreadWatch | null> {
    if (isClosed || link === null || (connecting === null && statsNow(link) === null)) return null
    connecting ??= import('./daemon-status.ts').then(({ watchThread }) => {
      const thread = watchThread(link, found.id, clock, changed)
      watched = thread
      if (isClosed) thread.close()
      return thread
    })
    return await connecting
  }

  /** There may be a daemon now, or again. */
  function grown(): void {
    if (ofLog.state !== 'following') return
    watched?.look()
    void connected()
    say()
  }

  function changed(): void {
    // Before, it is asked once the log is read.
    if (isClosed || ofLog.state !== 'following') return
    cancelSettle()
    tell('at-once')
    cancelSettle = clock.after(settledMs, () => tell('settled'))
  }

  function tell(when: 'at-once' | 'settled'): void {
    const now = watched?.now() ?? null
    followed.tell((reader) => reader.daemonSays(now, when))
    say()
  }

  function say(): void {
    const doing = ofLog.state === 'following' ? watched?.now()?.doing : undefined
    const isEnded = doing === 'closed' && rollout?.isClosed === true
    const isTold = doing !== undefined && doing !== 'closed'
    const status = isEnded ? hasEnded : isTold ? told : ofLog
    if (status === said) return
    said = status
    sink.status(status)
  }

  return { close }
}

/** Where the daemon of the home that a rollout lies in leaves its socket; null: it lies elsewhere, or has another id than a thread. */
function controlLink({ path, id }: FoundSession): string | null {
  const home = /^(.+)[\\/]sessions[\\/](?:\d+[\\/]){0,3}[^\\/]+$/.exec(path)?.[1]
  return home !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)
    ? join(home, 'app-server-control', 'app-server-control.sock')
    : null
}

/** Makes what undoes zstd; null: this Node cannot. A parameter for the tests. */
type MakeDecompress = () => Transform | null

const zstd: MakeDecompress = () => {
  // Node 20 has no such function.
  const { createZstdDecompress: make } = zlib as { readonly createZstdDecompress?: () => Transform }
  return make === undefined ? null : make()
}

/** Reads a rollout that Codex has compressed since: it does not grow any more. */
export function readCompressedRollout(
  { found, sink }: Pick<ToObserve, 'found' | 'sink'>,
  makeDecompress: MakeDecompress = zstd,
): ObservedSource {
  const stop = new AbortController()
  sink.status({ state: 'reading-past' })
  const reading = new LogReading(
    { found, sink },
    (times) => new RolloutReader({ sessionId: found.id, times }),
  )
  /** Returns why nothing more comes. */
  async function readAll(): Promise<string> {
    const decompress = makeDecompress()
    if (decompress === null)
      return `it is compressed with zstd, which Node ${process.versions.node} cannot read; Node 22.15 and later can`
    try {
      for await (const lines of compressedLines(found.path, decompress, stop.signal))
        reading.lines.push(lines)
    } catch (cause) {
      return `it cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
    }
    return 'its session has ended, and was compressed'
  }
  void readAll().then(async (why) => {
    if (stop.signal.aborted) return
    await reading.pastRead()
    sink.status({ state: 'ended', why })
  })
  return { close: () => stop.abort() }
}
