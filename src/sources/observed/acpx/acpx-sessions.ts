import type { Buffer } from 'node:buffer'
import { lstat, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { FoundSession, ObservedKind } from '../../../app/ports/observed-source.ts'
import { FollowedLines } from '../followed-lines.ts'
import { ObservedMessages } from '../observed-messages.ts'
import { readAcpxRecord } from './acpx-record.ts'
import { inodeOf, isOlderSegment, pushOlderSegments } from './acpx-segments.ts'

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
    const names = await readdir(folder).catch(() => [])
    const streams = names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name))
    const changed = await Promise.all(
      streams.map(async (path) => ({ path, atMs: (await regularFile(path)) ?? 0 })),
    )
    const newest = changed
      .filter(({ atMs }) => atMs > 0 && atMs >= sinceMs)
      .toSorted((one, other) => other.atMs - one.atMs)
    return await Promise.all(newest.slice(0, atMost).map(async ({ path, atMs }) => await foundIn(path, atMs)))
  },
  async recognise(path) {
    const stream = path.endsWith(ending) ? path : null
    const changedAtMs = stream === null ? null : await regularFile(stream)
    return stream === null || changedAtMs === null ? null : await foundIn(stream, changedAtMs)
  },
  observe({ path, agent: fallbackName, changedAtMs }, sink, clock, attention) {
    const messagesFrom = (atMs: number): ObservedMessages =>
      new ObservedMessages(sink, clock, { fallbackName, changedAtMs: atMs, isMarker })
    let messages = messagesFrom(changedAtMs)
    /** The file that is read, to know it again after a rotation. */
    let current: number | null = null
    return new FollowedLines(
      path,
      {
        async opened(fd) {
          current = await pushOlderSegments(path, fd, (segment, lines) => messages.push(segment, lines))
        },
        async continues(fd) {
          const isRotated = current !== null && (await isOlderSegment(path, current))
          if (isRotated) current = await inodeOf(fd)
          return isRotated
        },
        lines: (lines) => messages.push(path, lines),
        begunAnew() {
          messages = messagesFrom(clock.wallMs())
          sink.begunAnew()
        },
        status(status) {
          if (status.state === 'following') messages.live()
          sink.status(status)
        },
      },
      clock,
      attention,
    )
  },
}

async function foundIn(path: string, changedAtMs: number): Promise<FoundSession> {
  const name = basename(path, ending)
  const record = await readAcpxRecord(join(dirname(path), `${name}.json`))
  const { agent, folder, pid } = record
  const id = record.sessionId ?? decoded(name)
  return { kind: 'acpx', id, path, pid, agent, folder, label: record.name, changedAtMs }
}

/** When a regular file has changed; null: it is none. */
async function regularFile(path: string): Promise<number | null> {
  const stats = await lstat(path).catch(() => null)
  return stats?.isFile() === true ? stats.mtimeMs : null
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const markerStart = '{"schema":"acpx.session.journal.'

/** acpx marks where a file and a turn begin and end, also in its later versions. */
function isMarker(line: Buffer): boolean {
  return line.toString('latin1', 0, markerStart.length) === markerStart
}
