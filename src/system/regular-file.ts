import { Buffer } from 'node:buffer'
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type BigIntStats,
  type Stats,
} from 'node:fs'
import { errorCode, fail, ok, type Result } from '../lib/result.ts'

/** Why a file was not read. */
export type FileFault =
  /** `isImpossible`: no file can have so long a name. */
  | { readonly kind: 'missing'; readonly isImpossible?: true }
  | { readonly kind: 'folder' }
  /** It may have no end, or block. */
  | { readonly kind: 'irregular'; readonly what: 'pipe' | 'socket' | 'device' }
  | { readonly kind: 'too-long'; readonly limitBytes: number }
  | { readonly kind: 'forbidden'; readonly code: string }
  | { readonly kind: 'unreadable'; readonly code: string }

/**
 * Flags to open a path that may be no regular file: without them, opening a pipe blocks until it has a writer, and a terminal may become
 * our controlling terminal. Windows has neither.
 */
export const readingFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/**
 * Reads a whole regular file, or the target of a link, if it has at most `limitBytes`. Never blocks on anything but the disk, never
 * reads more than the limit, and never throws.
 */
export function readRegularFile(path: string, limitBytes: number): Result<Buffer, FileFault> {
  try {
    // Checked before it is opened, since opening has an effect on some devices.
    const refused = refusal(statSync(path), limitBytes)
    if (refused !== null) return fail(refused)
    const fd = openSync(path, readingFlags)
    try {
      // And again afterwards, since the path may lead to another file by now.
      const swapped = refusal(fstatSync(fd), limitBytes)
      return swapped === null ? readWithin(fd, limitBytes) : fail(swapped)
    } finally {
      closeSync(fd)
    }
  } catch (cause) {
    return fail(fileFault(cause))
  }
}

/** Why a file cannot be read, from what a call of the file system threw. */
export function fileFault(cause: unknown): FileFault {
  const code = errorCode(cause) ?? String(cause)
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { kind: 'missing' }
    case 'ENAMETOOLONG':
      return { kind: 'missing', isImpossible: true }
    case 'EISDIR':
      return { kind: 'folder' }
    case 'EACCES':
    case 'EPERM':
      return { kind: 'forbidden', code }
    // Opening a socket fails with it.
    case 'ENXIO':
      return { kind: 'irregular', what: 'socket' }
    default:
      return { kind: 'unreadable', code }
  }
}

/** A description that continues a sentence about the file. */
export function fileFaultWords(fault: FileFault): string {
  switch (fault.kind) {
    case 'missing':
      return fault.isImpossible === true ? 'no file can have a name that is so long' : 'there is no such file'
    case 'folder':
      return 'it is a folder'
    case 'irregular':
      return `it is a ${fault.what}, and only regular files are read`
    case 'too-long':
      return `it is too long: at most ${sizeWords(fault.limitBytes)} are read`
    case 'forbidden':
      return `it is not readable (${fault.code})`
    case 'unreadable':
      return fault.code === 'ELOOP'
        ? 'a symbolic link in its path leads to itself'
        : `it cannot be read (${fault.code})`
  }
}

const writeWords: Readonly<Record<string, string>> = {
  EEXIST: 'there is such a file already',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'nothing can be written there (read-only)',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file size limit is reached',
  EIO: 'the disk has failed (EIO)',
  ELOOP: 'a symbolic link in its path leads to itself',
  ENAMETOOLONG: 'the name is too long',
}

/** Why a file cannot be written, by the system's code, as a sentence without a full stop; null: there are no words for it. */
export function writeCodeWords(code: string): string | null {
  return writeWords[code] ?? null
}

/** The kind of an irregular file; null: a regular file, or a folder. */
export function irregularKind(stats: Stats | BigIntStats): 'pipe' | 'socket' | 'device' | null {
  if (stats.isFile() || stats.isDirectory()) return null
  return stats.isFIFO() ? 'pipe' : stats.isSocket() ? 'socket' : 'device'
}

function refusal(stats: Stats, limitBytes: number): FileFault | null {
  if (stats.isDirectory()) return { kind: 'folder' }
  const what = irregularKind(stats)
  if (what !== null) return { kind: 'irregular', what }
  return stats.size > limitBytes ? { kind: 'too-long', limitBytes } : null
}

/** What cannot be reached, such as a link to itself, is there all the same: who wants it is told why. */
export function isThere(path: string): boolean {
  try {
    statSync(path)
    return true
  } catch (cause) {
    return fileFault(cause).kind !== 'missing'
  }
}

/** Whether there is a regular file, or a link to one. */
export function isRegularFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

const pieceBytes = 64 * 1024

/** Reads to the end, since the size may be wrong (it is 0 for files under /proc), and at most one byte more than the limit. */
function readWithin(fd: number, limitBytes: number): Result<Buffer, FileFault> {
  const pieces: Buffer[] = []
  let length = 0
  while (length <= limitBytes) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, limitBytes + 1 - length))
    const count = readSync(fd, piece, 0, piece.length, null)
    if (count === 0) return ok(Buffer.concat(pieces, length))
    pieces.push(piece.subarray(0, count))
    length += count
  }
  return fail({ kind: 'too-long', limitBytes })
}

function sizeWords(bytes: number): string {
  const mebibytes = bytes / (1024 * 1024)
  return mebibytes >= 1 ? `${mebibytes} MiB` : `${bytes / 1024} KiB`
}

/**
 * Writes a file beside the target and puts it in its place: who reads the target finds all of the old content or of the new; with `flush`
 * also after the machine has lost its power. Throws.
 */
export function replaceFile(file: string, content: string | Uint8Array, mode = 0o666, flush = false): void {
  const part = `${file}.${process.pid}.part`
  try {
    // What was left there, or is a link that leads elsewhere, is not written through.
    rmSync(part, { force: true })
    writeFileSync(part, content, { mode, flag: 'wx', flush })
    renameSync(part, file)
  } catch (cause) {
    rmSync(part, { force: true })
    throw cause
  }
}
