import { Buffer } from 'node:buffer'
import { read } from 'node:fs'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { TraceFault } from '../../protocol/trace/trace-fault.ts'
import { readFault } from './read-fault.ts'

/** The bytes at a place of a file; fewer than asked for: there are no more now. */
export async function readAt(
  fd: number,
  offset: number,
  length: number,
): Promise<Result<Buffer, TraceFault>> {
  const bytes = Buffer.allocUnsafe(length)
  try {
    const count = await new Promise<number>((resolve, reject) => {
      read(fd, bytes, 0, length, offset, (error, taken) => (error === null ? resolve(taken) : reject(error)))
    })
    return ok(bytes.subarray(0, count))
  } catch (cause) {
    return fail(readFault(cause))
  }
}
