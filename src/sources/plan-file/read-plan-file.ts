import type { BigIntStats } from 'node:fs'
import { lstat, open, realpath, stat, type FileHandle } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import type { UnavailableReason } from '../../app/ports/plan-document.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { irregularKind, readingFlags } from '../../system/regular-file.ts'

export interface FileBeginning {
  readonly bytes: Uint8Array
  /** The whole file's size. */
  readonly sizeBytes: number
  readonly isCut: boolean
}

export interface FileReading {
  /** The fingerprint just before the bytes were read. */
  readonly fingerprint: string
  readonly content: Result<FileBeginning, UnavailableReason>
}

export interface PlanFileLocation {
  readonly path: string
  /** A folder that symbolic links must not lead out of; null: they may lead anywhere. */
  readonly within: string | null
}

/** Reads at most `limitBytes` of a regular file. Never blocks on a pipe or device, and never rejects for the state of the file. */
export async function readPlanFile(place: PlanFileLocation, limitBytes: number): Promise<FileReading> {
  const { path } = place
  let fingerprint = ''
  try {
    // Checked before it is opened, since opening has an effect on some devices.
    const before = await stat(path, { bigint: true })
    fingerprint = fingerprintOfStats(before)
    const refused = await refusal(before, place)
    if (refused !== undefined) return { fingerprint, content: fail(refused) }
    const file = await open(path, readingFlags)
    try {
      // And again afterwards, since the path may lead to another file by now.
      const opened = await file.stat({ bigint: true })
      fingerprint = fingerprintOfStats(opened)
      const swapped = await refusal(opened, place)
      if (swapped !== undefined) return { fingerprint, content: fail(swapped) }
      return { fingerprint, content: ok(await readBeginning(file, Number(opened.size), limitBytes)) }
    } finally {
      await file.close()
    }
  } catch (error) {
    const code = errorCode(error)
    return { fingerprint: fingerprint || `!${code}`, content: fail(reasonOfCode(code, path)) }
  }
}

/** A text that changes with the file at `path`: when it is replaced or modified, or fails with another error. */
export async function fingerprintOf(path: string): Promise<string> {
  try {
    return fingerprintOfStats(await stat(path, { bigint: true }))
  } catch (error) {
    return `!${errorCode(error)}`
  }
}

const FIRST_CHUNK_BYTES = 4096

async function readBeginning(
  file: FileHandle,
  statedBytes: number,
  limitBytes: number,
): Promise<FileBeginning> {
  const chunks: Buffer[] = []
  let length = 0
  // One byte more than the size or the limit, to find the end of the file. The size may be wrong: it is 0 for files under /proc.
  let chunkBytes = Math.max(FIRST_CHUNK_BYTES, statedBytes + 1)
  while (length <= limitBytes) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, limitBytes + 1 - length))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, length)
    if (bytesRead === 0) break
    chunks.push(chunk.subarray(0, bytesRead))
    length += bytesRead
    chunkBytes = Math.max(FIRST_CHUNK_BYTES, length)
  }
  const isCut = length > limitBytes
  const bytes = (chunks.length === 1 && chunks[0]) || Buffer.concat(chunks, length)
  return {
    bytes: bytes.subarray(0, limitBytes),
    sizeBytes: isCut ? Math.max(statedBytes, length) : length,
    isCut,
  }
}

async function refusal(
  stats: BigIntStats,
  { path, within }: PlanFileLocation,
): Promise<UnavailableReason | undefined> {
  if (stats.isDirectory()) return { kind: 'directory', path }
  const device = irregularKind(stats)
  if (device !== null) return { kind: 'device', path, device }
  return within === null ? undefined : await leadingOut(stats, path, within)
}

/** Links may change while a file is opened. So the path is resolved after that, and must lead to the opened file. */
async function leadingOut(
  opened: BigIntStats,
  path: string,
  folder: string,
): Promise<UnavailableReason | undefined> {
  const [file, root] = await Promise.all([realpath(path), realpath(folder)])
  const relativePath = relative(root, file)
  if (relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath)) {
    return { kind: 'link-leads-out', path, folder }
  }
  const { dev, ino } = await lstat(file, { bigint: true })
  const isSame = dev === opened.dev && ino === opened.ino
  return isSame ? undefined : { kind: 'read-failed', path, cause: 'it was replaced meanwhile' }
}

function fingerprintOfStats(stats: BigIntStats): string {
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(':')
}

function reasonOfCode(code: string, path: string): UnavailableReason {
  switch (code) {
    case 'ENOENT':
      return { kind: 'missing', path }
    case 'ENOTDIR':
      return { kind: 'not-in-a-folder', path }
    case 'EACCES':
    case 'EPERM':
      return { kind: 'unreadable', path }
    case 'ELOOP':
      return { kind: 'link-loop', path }
    case 'ENAMETOOLONG':
      return { kind: 'name-too-long', path }
    case 'ENXIO': // A socket has replaced the file between the two checks.
      return { kind: 'device', path, device: 'socket' }
    default:
      return { kind: 'read-failed', path, cause: code }
  }
}

function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  throw error
}
