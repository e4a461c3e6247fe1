import { Buffer } from 'node:buffer'
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  statSync,
  type BigIntStats,
  type Stats,
} from 'node:fs'
import { fail, ok, type Result } from '../lib/result.ts'

/** Why a file is not read. */
export type FileFault =
  | { readonly kind: 'missing' }
  | { readonly kind: 'folder' }
  /** What has no end, or waits for somebody else. */
  | { readonly kind: 'irregular'; readonly what: 'pipe' | 'socket' | 'device' }
  | { readonly kind: 'too-long'; readonly limitBytes: number }
  | { readonly kind: 'forbidden'; readonly code: string }
  | { readonly kind: 'unreadable'; readonly code: string }

/**
 * How to open what may be anything: without these flags opening a pipe waits until somebody writes into it, and a terminal may
 * become ours. Windows has neither.
 */
export const readingFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/**
 * The whole of a regular file, or of one that a link leads to, when it has at most `limitBytes`. Never waits for anybody but the
 * disk, never reads more than the limit, and never throws.
 */
export function readRegularFile(path: string, limitBytes: number): Result<Buffer, FileFault> {
  try {
    // Looked at before it is opened: opening is enough to set some devices going.
    const refused = refusal(statSync(path), limitBytes)
    if (refused !== null) return fail(refused)
    const fd = openSync(path, readingFlags)
    try {
      // And again after, since the path may name something else by now.
      const swapped = refusal(fstatSync(fd), limitBytes)
      return swapped === null ? readWithin(fd, limitBytes) : fail(swapped)
    } finally {
      closeSync(fd)
    }
  } catch (cause) {
    return fail(fileFault(cause))
  }
}

/** What the system's error says of a file. */
export function fileFault(cause: unknown): FileFault {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { kind: 'missing' }
    case 'EISDIR':
      return { kind: 'folder' }
    case 'EACCES':
    case 'EPERM':
      return { kind: 'forbidden', code }
    // What opening a socket gives.
    case 'ENXIO':
      return { kind: 'irregular', what: 'socket' }
    default:
      return { kind: 'unreadable', code }
  }
}

/** The same in words that go on a sentence about the file. */
export function fileFaultWords(fault: FileFault): string {
  switch (fault.kind) {
    case 'missing':
      return 'there is no such file'
    case 'folder':
      return 'it is a folder'
    case 'irregular':
      return `it is a ${fault.what}, and only regular files are read`
    case 'too-long':
      return `it is too long: at most ${sizeWords(fault.limitBytes)} are read`
    case 'forbidden':
      return `it may not be read (${fault.code})`
    case 'unreadable':
      return `it cannot be read (${fault.code})`
  }
}

/** What something is that is no regular file; null: it is one, or a folder. */
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

const pieceBytes = 64 * 1024

/** A size may be wrong: files under /proc say 0, others grow. One byte more than the limit tells that there is more. */
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
