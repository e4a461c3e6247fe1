import { Buffer } from 'node:buffer'
import { read } from 'node:fs'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { TraceFault } from '../../protocol/trace/trace-fault.ts'

/** Bytes of a file from an offset on; fewer than `length` at its current end. */
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

/** For a file that can be no recording. */
export const nameTrace = 'Name a recording, a pipe that one comes through, or - for standard input.'

/** Why a file could not be opened or read. */
export function readFault(cause: unknown): TraceFault {
  const code = (cause as NodeJS.ErrnoException).code ?? String(cause)
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { message: 'there is no such file', hint: 'Name a recording, or - for standard input.' }
    case 'EISDIR':
      return { message: 'it is a folder', hint: 'Give the name of the recording in it.' }
    case 'EACCES':
    case 'EPERM':
      return { message: `it is not readable (${code})`, hint: 'Make it readable for you.' }
    case 'ENXIO':
    case 'ENODEV':
      return {
        message: 'it is a socket, or a device that does not exist',
        hint: nameTrace,
      }
    default:
      return { message: `it cannot be read (${code})`, hint: 'Check its disk.' }
  }
}
