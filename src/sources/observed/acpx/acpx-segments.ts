import { close, fstat, open, stat } from 'node:fs'
import { promisify } from 'node:util'
import { readingFlags } from '../../../system/regular-file.ts'
import { TraceLines, type TraceLine } from '../../trace-file/trace-lines.ts'

/** acpx keeps so many full files of a session: `.1` is the newest of them. */
const maxSegments = 5

/**
 * Reads the full files of a session, the oldest first, but not the open one, which may have become one of them meanwhile. Gives the inode
 * of the open one.
 */
export async function pushOlderSegments(
  active: string,
  activeFd: number,
  push: (path: string, lines: readonly TraceLine[]) => void,
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
export async function isOlderSegment(active: string, inode: number): Promise<boolean> {
  const there = await promisify(stat)(segmentPath(active, 1)).catch(() => null)
  return there?.ino === inode
}

export async function inodeOf(fd: number): Promise<number | null> {
  const stats = await promisify(fstat)(fd).catch(() => null)
  return stats?.ino ?? null
}

function segmentPath(active: string, number: number): string {
  return active.replace(/\.ndjson$/, `.${number}.ndjson`)
}
