// Files and folders of logs: looked at again and again, and read as little as possible.
import type { Buffer } from 'node:buffer'
import { readdir, stat, statSync, type Dirent, type Stats, close, fstat, open } from 'node:fs'
import { Readable, type Transform } from 'node:stream'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { listedAtMost, type ObservedFolders } from '../../../app/ports/observed-source.ts'
import { LineCutter } from '../../../protocol/wire/line-cutter.ts'
import { fileFault, readRegularFile, readingFlags } from '../../../system/regular-file.ts'
import { readAt, sizedLine, type SizedLine } from '../../trace-file/trace-lines.ts'

const readFolder = promisify(readdir)
const statOf = promisify(stat)

/** Where a vendor keeps its files: in the folder that its variable names, else in this one of the user's home. */
export function homeOf(
  { env, homeFolder }: Pick<ObservedFolders, 'env' | 'homeFolder'>,
  variable: string,
  name: string,
): string {
  return env[variable] || join(homeFolder, name)
}

/** Those that could not be read for lack of rights when they were looked at last. */
const unread = new Set<string>()

/** The folders that are closed to this user, as far as they were looked into; of a path that is closed, the first one of it. */
export function closedFolders(): readonly string[] {
  return [...new Set([...unread].flatMap((path) => closedPart(path) ?? []))].toSorted()
}

/** null: it is gone, and no other folder is closed for that. */
function closedPart(path: string): string | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined ? null : path
  } catch {
    const parent = dirname(path)
    return parent === path ? path : closedPart(parent)
  }
}

/** The entries of a folder, at most `limit`; none if it cannot be read, which `closedFolders` tells. */
export async function entriesIn(folder: string, limit: number): Promise<readonly Dirent[]> {
  try {
    const entries = await readFolder(folder, { withFileTypes: true })
    unread.delete(folder)
    return entries.length > limit ? entries.slice(0, limit) : entries
  } catch (cause) {
    if (fileFault(cause).kind === 'forbidden') unread.add(folder)
    else unread.delete(folder)
    return []
  }
}

/** null: there is nothing that can be looked at. */
export async function statsAt(path: string): Promise<Stats | null> {
  return await statOf(path).catch(() => null)
}

/** Like `statsAt`, for very many files: at once it costs a tenth of the time. */
export function statsNow(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

/** The text of a regular file of at most `limitBytes`; null: it cannot be read, or is longer. */
export function smallText(path: string, limitBytes: number): string | null {
  const read = readRegularFile(path, limitBytes)
  return read.ok ? read.value.toString('utf8') : null
}

/** The entries of a folder that is looked at again and again. It is read when it has changed, else only its time is looked at. */
export class WatchedFolder {
  readonly #path: string
  readonly #limit: number
  #entries: readonly Dirent[] = []
  #seen = ''
  #isSettled = false

  constructor(path: string, limit: number) {
    this.#path = path
    this.#limit = limit
  }

  /** null: there is no such folder. */
  async entries(): Promise<readonly Dirent[] | null> {
    const stats = statsNow(this.#path)
    if (stats?.isDirectory() !== true) {
      this.#seen = ''
      if (stats === null) await entriesIn(this.#path, 0)
      return null
    }
    const seen = stateOf(stats)
    const isSame = seen === this.#seen
    if (isSame && this.#isSettled) return this.#entries
    // Once more after a change: an entry may have been added after the last read and within the same tick of the file system's clock.
    this.#entries = await entriesIn(this.#path, this.#limit)
    // That it was opened to this user is no change of its entries.
    this.#isSettled = isSame && !unread.has(this.#path)
    this.#seen = seen
    return this.#entries
  }
}

const watched = new Map<string, WatchedFolder>()
/** Where more are asked for, they are of homes that are not looked at any more. */
const maxWatched = 10_000

/** The folder of this path, the same one for all who look at it again. */
export function watchedFolder(path: string, limit: number): WatchedFolder {
  const folder = watched.get(path) ?? new WatchedFolder(path, limit)
  if (watched.size > maxWatched) watched.clear()
  watched.set(path, folder)
  return folder
}

function stateOf({ dev, ino, mtimeMs }: Stats): string {
  return `${dev} ${ino} ${mtimeMs}`
}

export interface FoundLog {
  readonly path: string
  readonly stats: Stats
}

/** The files of one name in the folders of sessions below others, the newest first. */
export async function newestLogs(
  homes: readonly string[],
  name: string,
  places: Pick<ObservedFolders, 'sinceMs' | 'atMost'>,
): Promise<readonly FoundLog[]> {
  const folders = (await Promise.all(homes.map(foldersIn))).flat()
  return newest(
    folders.map((folder) => join(folder, name)),
    places,
  )
}

/** The folders in one that is looked at again and again, without those that are links, or whose names begin with a dot. */
export async function foldersIn(home: string): Promise<readonly string[]> {
  return ((await watchedFolder(home, maxFolders).entries()) ?? [])
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => join(home, entry.name))
}

/** The log that a user means by its path, or by that of the folder that it is in; absolute. */
export function namedLog(path: string, name: string): string {
  const file = resolve(path)
  return basename(file) === name ? file : join(file, name)
}

/** Those of these files that are there and have changed since then, the newest first. */
export function newest(
  paths: readonly string[],
  { sinceMs, atMost }: Pick<ObservedFolders, 'sinceMs' | 'atMost'>,
): readonly FoundLog[] {
  return paths
    .flatMap((path) => {
      const stats = statsNow(path)
      return stats?.isFile() === true && stats.mtimeMs >= sinceMs ? [{ path, stats }] : []
    })
    .toSorted((one, other) => other.stats.mtimeMs - one.stats.mtimeMs)
    .slice(0, atMost)
}

/** More folders are not looked at. */
const maxFolders = 10_000

interface Kept<T> {
  readonly state: string
  readonly value: T
}

/**
 * Keeps what was read of files until they change, of so many files at most: the list looks at all of its sessions every few seconds, and
 * most of them rest.
 */
export class UnchangedFiles<T> {
  readonly #limit: number
  readonly #kept = new Map<string, Kept<T>>()

  constructor(limit = 2 * listedAtMost) {
    this.#limit = limit
  }

  /** What `read` gives, or gave before for the file in the same state. */
  async read(path: string, stats: Stats, read: () => T | Promise<T>): Promise<T> {
    const state = `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeMs}`
    const kept = this.#kept.get(path)
    if (kept?.state === state) return kept.value
    const value = await read()
    this.#kept.delete(path)
    this.#kept.set(path, { state, value })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#limit) break
      this.#kept.delete(oldest)
    }
    return value
  }
}

/** The first and the last lines of a log, without those that are cut off. */
interface FileEnds {
  readonly first: readonly string[]
  readonly last: readonly string[]
  /** The beginning as it is: its first line may be longer than what was read. */
  readonly start: string
  readonly changedAtMs: number
}

const endBytes = 64 * 1024

/** Reads both ends of a regular file; null: it is none, or cannot be read. */
export async function readFileEnds(path: string): Promise<FileEnds | null> {
  return await readOpened(path, async (fd, stats) => {
    const head = await readAt(fd, 0, endBytes)
    const tailFrom = Math.max(0, stats.size - endBytes)
    const tail = tailFrom === 0 ? head : await readAt(fd, tailFrom, endBytes)
    if (!head.ok || !tail.ok) return null
    const start = head.value.toString('utf8')
    const first = start.split('\n').slice(0, -1)
    const lines = tail.value.toString('utf8').split('\n')
    const last = lines.slice(tailFrom === 0 ? 0 : 1, -1)
    return { first, last, start, changedAtMs: stats.mtimeMs }
  })
}

/** What `read` finds in a regular file, which is closed afterwards. null: it is none, or cannot be read. */
export async function readOpened<Found>(
  path: string,
  read: (fd: number, stats: Stats) => Promise<Found | null>,
): Promise<Found | null> {
  let fd: number
  try {
    fd = await promisify(open)(path, readingFlags)
  } catch {
    return null
  }
  try {
    const stats = await promisify(fstat)(fd)
    return stats.isFile() ? await read(fd, stats) : null
  } catch {
    return null
  } finally {
    close(fd, () => undefined)
  }
}

/** What a compressed log may hold; more is not read. */
const maxBytes = 1024 * 1024 * 1024
const maxLineBytes = 64 * 1024 * 1024
const pieceBytes = 256 * 1024

/** The lines of a compressed log, in groups, in bounded memory. Throws an `Error` with words. */
export async function* compressedLines(
  path: string,
  decompress: Transform,
  signal: AbortSignal,
): AsyncGenerator<readonly SizedLine[]> {
  const cutter = new LineCutter(maxLineBytes)
  const file = Readable.from(piecesOf(path, signal))
  file.on('error', (cause) => decompress.destroy(cause))
  let bytes = 0
  for await (const piece of file.pipe(decompress) as AsyncIterable<Buffer>) {
    if (signal.aborted) return
    bytes += piece.length
    if (bytes > maxBytes) throw new Error('it holds more than 1 GiB')
    yield cutter.push(piece).map(sizedLine)
  }
  yield cutter.end().map(sizedLine)
}

async function* piecesOf(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const fd = await promisify(open)(path, readingFlags)
  try {
    for (let from = 0; !signal.aborted;) {
      const read = await readAt(fd, from, pieceBytes)
      if (!read.ok) throw new Error(read.problem.message)
      if (read.value.length === 0) return
      from += read.value.length
      yield read.value
    }
  } finally {
    close(fd, () => undefined)
  }
}
