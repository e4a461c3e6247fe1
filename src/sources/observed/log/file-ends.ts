import { readAt } from '../../trace-file/trace-bytes.ts'
import { readOpened } from '../read-opened.ts'

/** The first and the last lines of a log, without those that are cut off. */
export interface FileEnds {
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
