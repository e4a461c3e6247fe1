import type { Buffer } from 'node:buffer'
import { lstat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FoundSession, ObservedKind } from '../../app/ports/observed-source.ts'
import { entriesIn, readOpened } from './log/log-files.ts'
import { followMessages } from './trace-files.ts'
import { close, fstat, open, stat } from 'node:fs'
import { promisify } from 'node:util'
import { agentOfCommand, startedProgram } from '../../app/known-agents/agent-of-command.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import { percentDecoded } from '../../lib/text/safe-text.ts'
import { isObject, stringAt } from '../../protocol/wire/message.ts'
import { readingFlags } from '../../system/regular-file.ts'
import { isRunning } from '../../system/tap-folder.ts'
import { readAt, TraceLines, type SizedLine } from '../trace-file/trace-lines.ts'

const ending = '.stream.ndjson'

/**
 * Sessions of acpx, a client for scripts: it writes the messages of both directions to `~/.acpx/sessions/ID.stream.ndjson`, and moves
 * that file away when it is full. Without times.
 */
export const acpxSessions: ObservedKind = {
  name: 'acpx',
  label: 'acpx',
  named: 'a session of acpx',
  isInferred: false,
  async find({ homeFolder, sinceMs, atMost }) {
    const folder = join(homeFolder, '.acpx', 'sessions')
    const entries = await entriesIn(folder, Infinity)
    const streams = entries.filter(({ name }) => name.endsWith(ending)).map(({ name }) => join(folder, name))
    const changed = await Promise.all(
      streams.map(async (path) => ({ path, atMs: (await regularFile(path)) ?? 0 })),
    )
    const newest = changed
      .filter(({ atMs }) => atMs > 0 && atMs >= sinceMs)
      .toSorted((one, other) => other.atMs - one.atMs)
    return await Promise.all(newest.slice(0, atMost).map(async ({ path, atMs }) => await foundIn(path, atMs)))
  },
  async recognise(path) {
    const changedAtMs = path.endsWith(ending) ? await regularFile(path) : null
    return changedAtMs === null ? null : await foundIn(path, changedAtMs)
  },
  observe(session) {
    const { path } = session.found
    /** The file that is read, to know it again after a rotation. */
    let current: number | null = null
    let { pid } = session.found
    return followMessages(session, {
      isMarker,
      async lives() {
        if (pid !== null && isRunning(pid)) return true
        // Another process may have taken it up.
        const record = await readAcpxRecord(recordOf(path))
        pid = record.pid
        return pid === null ? (record.isClosed ? false : null) : isRunning(pid)
      },
      async opened(fd, push) {
        current = await pushOlderSegments(path, fd, push)
      },
      async continues(fd) {
        const isRotated = current !== null && (await isOlderSegment(path, current))
        if (isRotated) current = await inodeOf(fd)
        return isRotated
      },
    })
  },
}

async function foundIn(path: string, changedAtMs: number): Promise<FoundSession> {
  const name = basename(path, ending)
  const record = await readAcpxRecord(recordOf(path))
  const { agent, folder, pid } = record
  const id = record.sessionId ?? percentDecoded(name)
  return { kind: 'acpx', id, path, pid, agent, folder, label: record.name, changedAtMs }
}

function recordOf(path: string): string {
  return `${path.slice(0, -ending.length)}.json`
}

/** When a regular file has changed; null: it is none. */
async function regularFile(path: string): Promise<number | null> {
  const stats = await lstat(path).catch(() => null)
  return stats?.isFile() === true ? stats.mtimeMs : null
}

const markerStart = '{"schema":"acpx.session.journal.'

/** acpx marks where a file and a turn begin and end, also in its later versions. */
function isMarker(line: Buffer): boolean {
  return line.toString('latin1', 0, markerStart.length) === markerStart
}

/** What acpx notes of a session beside its messages. Raw. */
interface AcpxRecord {
  readonly sessionId: string | null
  readonly agent: string
  readonly folder: string | null
  readonly name: string | null
  /** The process of the agent; null once it was closed. */
  readonly pid: number | null
  readonly isClosed: boolean
}

/** The record repeats the whole conversation after what is wanted here. */
const readBytes = 64 * 1024

const unknown: AcpxRecord = {
  sessionId: null,
  agent: 'agent',
  folder: null,
  name: null,
  pid: null,
  isClosed: false,
}

/** Reads the record of a session as far as it is understood. Never throws. */
async function readAcpxRecord(path: string): Promise<AcpxRecord> {
  const record = await readOpened(path, async (fd) => {
    const start = await readAt(fd, 0, readBytes)
    return start.ok ? recordIn(start.value.toString('utf8')) : null
  })
  return record ?? unknown
}

function recordIn(text: string): AcpxRecord {
  const at = text.indexOf('"messages":')
  const value = jsonIn(at < 0 ? text : `${text.slice(0, at).trimEnd().replace(/,$/, '')}}`)
  if (!isObject(value)) return unknown
  const { agent_argv: argv, pid } = value
  const isClosed = value['closed'] === true
  const words = Array.isArray(argv) ? argv.filter((word) => typeof word === 'string') : null
  const name = stringAt(value, 'name') ?? null
  return {
    sessionId: stringAt(value, 'acp_session_id') ?? null,
    agent: agentName(words ?? stringAt(value, 'agent_command')?.split(/\s+/) ?? []),
    folder: stringAt(value, 'cwd') ?? null,
    name: name ?? stringAt(value, 'title') ?? null,
    isClosed,
    pid: !isClosed && typeof pid === 'number' && Number.isInteger(pid) ? pid : null,
  }
}

/** The name of an agent from its command, which may hold secrets: of an unknown one only its program. */
function agentName(words: readonly string[]): string {
  const { packageName = null, program = null } = startedProgram(words) ?? {}
  return agentOfCommand(words)?.agent.name ?? packageName ?? program ?? 'agent'
}

/** acpx keeps so many full files of a session: `.1` is the newest of them. */
const maxSegments = 5

/**
 * Reads the full files of a session, the oldest first, but not the open one, which may have become one of them meanwhile. Gives the inode
 * of the open one.
 */
async function pushOlderSegments(
  active: string,
  activeFd: number,
  push: (path: string, lines: readonly SizedLine[]) => void,
): Promise<number | null> {
  const current = await inodeOf(activeFd)
  const segments: { readonly path: string; readonly fd: number }[] = []
  try {
    // All are opened first: a rotation meanwhile renames them.
    for (let number = maxSegments; number >= 1; number--) {
      const path = segmentPath(active, number)
      const fd = await promisify(open)(path, readingFlags).catch(() => null)
      if (fd !== null) segments.push({ path, fd })
    }
    const known = new Set([current])
    for (const { path, fd } of segments) {
      const inode = await inodeOf(fd)
      if (known.has(inode)) continue
      known.add(inode)
      const lines = new TraceLines(fd, 0)
      for (let read = await lines.read(); read.ok && read.value.length > 0; read = await lines.read())
        push(path, read.value)
    }
  } finally {
    for (const { fd } of segments) close(fd, () => undefined)
  }
  return current
}

/** Whether a file is the newest full one by now. */
async function isOlderSegment(active: string, inode: number): Promise<boolean> {
  const there = await promisify(stat)(segmentPath(active, 1)).catch(() => null)
  return there?.ino === inode
}

async function inodeOf(fd: number): Promise<number | null> {
  const stats = await promisify(fstat)(fd).catch(() => null)
  return stats?.ino ?? null
}

function segmentPath(active: string, number: number): string {
  return active.replace(/\.ndjson$/, `.${number}.ndjson`)
}
