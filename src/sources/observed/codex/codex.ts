import type { Stats } from 'node:fs'
import {
  listedAtMost,
  type ObservedKind,
  type FoundSession,
  type ObservedFolders,
} from '../../../app/ports/observed-source.ts'
import { followRollout, readCompressedRollout } from './follow-codex.ts'
import { basename, dirname, join, resolve } from 'node:path'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { isObject, objectAt, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import { readFileEnds, statsAt, statsNow, UnchangedFiles, watchedFolder } from '../log/log-files.ts'

/** Sessions of Codex, read from the rollouts that it keeps for itself. */
export const codex: ObservedKind = {
  name: 'codex',
  label: 'Codex',
  named: 'a rollout of Codex',
  isInferred: true,
  find: async (places) => await findCodex(places),
  recognise: async (path) => await recogniseCodex(path),
  observe: (found, sink, clock, attention = 'shown') =>
    found.path.endsWith('.zst')
      ? readCompressedRollout(found, sink)
      : followRollout(found, sink, clock, attention),
}

/** More files are not looked at. */
const maxFiles = 10_000
const maxEntries = 5000
const rolloutName = /^rollout-[\w.-]*\.jsonl(\.zst)?$/

/** Where Codex keeps its files. */
function codexHome({ codexHome: given, env, homeFolder }: ObservedFolders): string {
  const own = env['CODEX_HOME']
  return given ?? (own === undefined || own === '' ? join(homeFolder, '.codex') : own)
}

/** The sessions of Codex that have changed since then, the newest first. */
async function findCodex(places: ObservedFolders): Promise<readonly FoundSession[]> {
  const home = codexHome(places)
  const files: { readonly path: string; readonly stats: Stats }[] = []
  let looked = 0
  for (const folder of await dayFolders(join(home, 'sessions')))
    for (const { name } of (await watchedFolder(folder, maxEntries).entries()) ?? []) {
      if (!rolloutName.test(name) || ++looked > maxFiles) continue
      const path = join(folder, name)
      const stats = statsNow(path)
      if (stats?.isFile() === true && stats.mtimeMs >= places.sinceMs) files.push({ path, stats })
    }
  const newest = files
    .toSorted((one, other) => other.stats.mtimeMs - one.stats.mtimeMs)
    .slice(0, places.atMost)
  const names = newest.length === 0 ? new Map<string, string>() : await threadNames(home)
  const found: FoundSession[] = []
  for (const { path, stats } of newest) {
    const session = await rollouts.read(path, stats, async () => await foundSession(path))
    if (session !== null) found.push(named(session, names))
  }
  return found
}

/** The list looks at all of them every few seconds, and most of them rest. */
const rollouts = new UnchangedFiles<FoundSession | null>(2 * listedAtMost)
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
    const id = isObject(value) ? stringAt(value, 'id') : undefined
    const name = isObject(value) ? stringAt(value, 'thread_name') : undefined
    if (id !== undefined && name !== undefined) names.set(id, name.slice(0, 500))
  }
  return names
}
