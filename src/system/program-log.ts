import { writeCodeWords } from './regular-file.ts'
import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs'
import type { Clock } from '../lib/clock.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { safeLine } from '../lib/text/safe-text.ts'

/** The log of what this program itself does, for bug reports. Who writes to it leaves out what agents and users say, and secrets. */
export interface ProgramLog {
  /** Adds a line with the time. Never fails: after an error of the disk nothing more is written. */
  note(what: string): void
}

const longestLine = 4000
/** Not through a link that somebody else has put there, and without waiting for the reader of a FIFO. */
const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Opens a log to append to; a new file can be read by its owner only. Each line has the time, the seconds since `clock` began, and the
 * process, since a program that this one starts may log to the same file. Fails with the reason.
 */
export function openProgramLog(file: string, clock: Clock, pid: number): Result<ProgramLog, string> {
  let fd: number
  try {
    fd = openSync(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | careful, 0o600)
  } catch (cause) {
    return fail(faultWords(cause as NodeJS.ErrnoException))
  }
  if (!fstatSync(fd).isFile()) {
    closeSync(fd)
    return fail('it is not a regular file')
  }
  let isBroken = false
  return ok({
    note(what) {
      if (isBroken) return
      const time = `${new Date(clock.wallMs()).toISOString()} +${(clock.nowMs() / 1000).toFixed(3)}`
      try {
        writeSync(fd, `${time} ${pid} ${safeLine(what.slice(0, longestLine))}\n`)
      } catch {
        isBroken = true
      }
    },
  })
}

function faultWords({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ELOOP':
      return 'it is a link, and links are not followed'
    case 'ENXIO':
      return 'it is not a regular file'
    default:
      return writeCodeWords(code ?? '') ?? code ?? message
  }
}
