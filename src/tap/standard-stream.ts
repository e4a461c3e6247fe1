import { fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'

/**
 * Our stdout or stderr. Pipes and sockets are opened anew, since `process.stdout` cannot be closed, and the editor must see when the agent
 * closes its own; writing to them waits for no reader.
 */
export function standardStream(fd: 1 | 2): Writable {
  const given = fd === 1 ? process.stdout : process.stderr
  if (fd === 2 || process.platform === 'win32') return given
  try {
    const stats = fstatSync(fd)
    return stats.isFIFO() || stats.isSocket() ? new Socket({ fd, readable: false, writable: true }) : given
  } catch {
    return given
  }
}
