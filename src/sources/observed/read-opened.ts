import { close, fstat, open, type Stats } from 'node:fs'
import { promisify } from 'node:util'
import { readingFlags } from '../../system/regular-file.ts'

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
