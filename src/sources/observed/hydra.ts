// Sessions of Hydra (hydra-acp), which shares sessions between clients, read from the history that its daemon keeps of each.
import type { Buffer } from 'node:buffer'
import { fstat } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import type {
  FoundSession,
  ObservedFolders,
  ObservedKind,
  ObservedSink,
} from '../../app/ports/observed-source.ts'
import type { Clock } from '../../lib/clock.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import { isObject, stringAt, type JsonObject, objectIn } from '../../protocol/wire/message.ts'
import { isRunning } from '../../system/tap-folder.ts'
import { readAt, type SizedLine } from '../trace-file/trace-lines.ts'
import {
  compressedLines,
  entriesIn,
  homeOf,
  namedLog,
  newestLogs,
  readFileEnds,
  smallText,
  statsNow,
  UnchangedFiles,
  type FoundLog,
} from './log/log-files.ts'
import { followMessages } from './trace-files.ts'

const historyName = 'history.jsonl'
/** More archives are not read; Hydra keeps ten. */
const maxArchives = 100

/** Its history holds the messages of the agent as they were sent on to clients, and of the clients only the prompts. */
export const hydra: ObservedKind = {
  name: 'hydra',
  label: 'Hydra',
  named: 'the history of a session of Hydra',
  isInferred: false,
  find: async (places) => await findHydra(places),
  async recognise(path) {
    const history = namedLog(path, historyName)
    const ends = await readFileEnds(history)
    const isOwn = ends !== null && (ends.first.length === 0 || ends.first.some(isRecorded))
    return isOwn && metaOf(history) !== null ? foundIn(history, ends.changedAtMs) : null
  },
  observe(session) {
    const { found, sink, clock, attention } = session
    const stop = new AbortController()
    const repeats = new RepeatedLines()
    const { path } = found
    const source = followMessages(
      { ...session, sink: withOwnWords(found, sink) },
      {
        isMarker: (line) => repeats.has(line),
        lives: async () => await Promise.resolve(isDaemonRunning(path)),
        async opened(_fd, push) {
          repeats.beginAnew()
          const most = attention === 'listed' ? archivesListed : Infinity
          await pushArchives(path, { push, sink, signal: stop.signal, most, again: () => repeats.repeat() })
        },
        async continues(fd) {
          const ends = await settledEnds(fd, clock, stop.signal)
          const isSame = ends !== null && repeats.overlaps(ends)
          if (isSame) repeats.repeat()
          return isSame
        },
      },
    )
    return {
      close() {
        stop.abort()
        source.close()
      },
    }
  },
}

const known = new UnchangedFiles<FoundSession>()

async function findHydra(places: ObservedFolders): Promise<readonly FoundSession[]> {
  const home = resolve(homeOf(places, 'HYDRA_ACP_HOME', '.hydra-acp'))
  const newest = await newestLogs([join(home, 'sessions')], historyName, places)
  const read = async ({ path, stats }: FoundLog): Promise<FoundSession> =>
    await known.read(path, stats, () => foundIn(path, stats.mtimeMs))
  return await Promise.all(newest.map(read))
}

/** It lists the commands and models of the agent, and its last summary. */
const maxMetaBytes = 1024 * 1024

/** What Hydra notes of a session; null: nothing that is known. */
function metaOf(history: string): JsonObject | null {
  const meta = jsonIn(smallText(join(dirname(history), 'meta.json'), maxMetaBytes) ?? '')
  return isObject(meta) && stringAt(meta, 'agentId') !== undefined ? meta : null
}

function foundIn(path: string, changedAtMs: number): FoundSession {
  const meta = metaOf(path) ?? {}
  const agentSessionId = stringAt(meta, 'upstreamSessionId') ?? ''
  return {
    kind: 'hydra',
    id: basename(dirname(path)),
    ...(agentSessionId === '' ? {} : { agentSessionId }),
    path,
    pid: null,
    agent: stringAt(meta, 'agentId') ?? 'agent',
    folder: stringAt(meta, 'cwd') ?? null,
    label: stringAt(meta, 'title') ?? null,
    changedAtMs,
  }
}

/** Adds what the history does not tell, once it was read: the title, which stands beside it. */
function withOwnWords({ id: sessionId, path, label }: FoundSession, sink: ObservedSink): ObservedSink {
  let atMs: number | null = null
  return {
    ...sink,
    events(events) {
      atMs = events.at(-1)?.atMs ?? atMs
      sink.events(events)
    },
    begunAnew() {
      atMs = null
      sink.begunAnew()
    },
    status(status) {
      if (status.state === 'following' && atMs !== null) {
        const title = stringAt(metaOf(path) ?? {}, 'title') ?? label
        if (title !== null)
          sink.events([
            { type: 'session-updated', atMs, sessionId, update: { type: 'session-titled', title } },
          ])
      }
      sink.status(status)
    },
  }
}

function isDaemonRunning(history: string): boolean {
  const { pid } = objectIn(jsonIn(smallText(resolve(history, '../../../daemon.pid'), 4096) ?? ''))
  return typeof pid === 'number' && Number.isInteger(pid) && pid > 0 && isRunning(pid)
}

interface Mark {
  readonly atMs: number
  /** null: an older version has written the line, or it is about the use of tokens. */
  readonly seq: number | null
}

const markEnd = /"recordedAt":(\d{1,15})(?:,"seq":(\d{1,15}))?\}\s*$/
const markBytes = 80

/** Which line it is, by its last fields; null: it is none, or is torn. */
function markOf(line: Buffer): Mark | null {
  const found = markEnd.exec(line.toString('latin1', Math.max(0, line.length - markBytes)))
  return found === null
    ? null
    : { atMs: Number(found[1]), seq: found[2] === undefined ? null : Number(found[2]) }
}

function isRecorded(line: string): boolean {
  return markEnd.test(line.slice(-markBytes))
}

interface FileEnds {
  readonly first: Mark
  readonly last: Mark
}

/**
 * Knows lines again. Hydra moves the older lines of a history to an archive, and writes the file anew with the others: these were read, and
 * so were those of a file that was archived while it was read.
 */
class RepeatedLines {
  #lastMs = -Infinity
  #lastSeq = -Infinity
  /** So many lines without a number have the last time. */
  #atLast = 0
  /** So many of them have come again; null: no lines are repeated. */
  #again: number | null = null

  beginAnew(): void {
    this.#lastMs = this.#lastSeq = -Infinity
    this.#atLast = 0
    this.#again = null
  }

  /** What follows may have been read before. */
  repeat(): void {
    this.#again = 0
  }

  /** Whether a file begins with what was read before, and ends with it or later. */
  overlaps({ first, last }: FileEnds): boolean {
    return this.#compared(first) <= 0 && this.#compared(last) >= 0
  }

  /** Whether the line was read before; else it is now. */
  has(line: Buffer): boolean {
    const mark = markOf(line)
    if (mark === null) return false
    if (this.#again !== null) {
      const compared = this.#compared(mark)
      if (compared < 0 || (compared === 0 && (mark.seq !== null || this.#again++ < this.#atLast))) return true
      this.#again = null
    }
    const { atMs, seq } = mark
    this.#atLast = (atMs === this.#lastMs ? this.#atLast : 0) + (seq === null ? 1 : 0)
    this.#lastMs = atMs
    this.#lastSeq = seq ?? this.#lastSeq
    return false
  }

  /** Negative: it came before the last line that was read; 0: it is that one, or may be. */
  #compared({ atMs, seq }: Mark): number {
    return seq !== null && this.#lastSeq >= 0 ? seq - this.#lastSeq : atMs - this.#lastMs
  }
}

/** A file that is being written is waited for so often, for so long. */
const looks = 40
const lookMs = 50
const firstLineBytes = 1024 * 1024

/** The first and the last line of a file that is being written anew, once it is; null: it is not, or they are not known. */
async function settledEnds(fd: number, clock: Clock, signal: AbortSignal): Promise<FileEnds | null> {
  let before = 0
  for (let look = 0; look < looks && !signal.aborted; look++) {
    const { size } = await promisify(fstat)(fd)
    const end = await readAt(fd, Math.max(0, size - markBytes), markBytes)
    const last = end.ok && end.value.at(-1) === lineFeed ? markOf(end.value) : null
    if (last !== null && size === before) {
      const start = await readAt(fd, 0, firstLineBytes)
      const first = start.ok ? markOf(start.value.subarray(0, start.value.indexOf(lineFeed))) : null
      return first === null ? null : { first, last }
    }
    before = size
    await new Promise<void>((settled) => void clock.after(lookMs, settled, 'alive'))
  }
  return null
}

const lineFeed = 10

/** For the list, so much of the newest archives is read, as they stand on the disk. */
const archivesListed = 4 * 1024 * 1024

interface Archives {
  readonly push: (path: string, lines: readonly SizedLine[]) => void
  readonly sink: ObservedSink
  readonly signal: AbortSignal
  /** In bytes on the disk. */
  readonly most: number
  /** Called before they are read once more. */
  readonly again: () => void
}

/** Reads the archives of a history, the oldest first; once more where lines were moved there meanwhile. */
async function pushArchives(history: string, { push, sink, signal, most, again }: Archives): Promise<void> {
  let state = ''
  for (let times = 0; times < 3; times++) {
    const archives = await archivesOf(history, most)
    const now = archives.map(({ path, size }) => `${path} ${size}`).join('\n')
    if (now === state || signal.aborted) return
    if (times > 0) again()
    state = now
    for (const { path } of archives) {
      try {
        const decompress = path.endsWith('.gz') ? createGunzip() : new PassThrough()
        for await (const lines of compressedLines(path, decompress, signal)) push(path, lines)
      } catch (cause) {
        const words = cause instanceof Error ? cause.message : String(cause)
        sink.notUnderstood({ path, line: null, start: '', why: `it cannot be read: ${words}` })
      }
    }
  }
}

interface Archive {
  readonly path: string
  readonly size: number
}

/** `history.jsonl.N`, or `.N.gz` where that is there too: the plain one is about to be removed then. */
async function archivesOf(history: string, most: number): Promise<readonly Archive[]> {
  const folder = dirname(history)
  const paths = new Map<number, string>()
  for (const { name } of await entriesIn(folder, 1000)) {
    const [, number, ending] = /^history\.jsonl\.(\d{1,9})(\.gz)?$/.exec(name) ?? []
    if (number !== undefined && (ending !== undefined || !paths.has(Number(number))))
      paths.set(Number(number), join(folder, name))
  }
  let left = most
  const archives: Archive[] = []
  for (const [, path] of [...paths].toSorted(([one], [other]) => other - one)) {
    const stats = statsNow(path)
    if (stats?.isFile() !== true) continue
    left -= stats.size
    if (left < 0 || archives.length === maxArchives) break
    archives.unshift({ path, size: stats.size })
  }
  return archives
}
