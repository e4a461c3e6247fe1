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
  /** What `fingerprintOf` said just before the bytes were read. */
  readonly fingerprint: string
  readonly content: Result<FileBeginning, UnavailableReason>
}

export interface PlanFilePlace {
  readonly path: string
  /** A folder that symbolic links must not lead out of; null where they may lead anywhere. */
  readonly within: string | null
}

/** Reads at most `limitBytes` of a regular file. Never blocks on a pipe or device, and never rejects for what a file can be. */
export async function readPlanFile(place: PlanFilePlace, limitBytes: number): Promise<FileReading> {
  const { path } = place
  let fingerprint = ''
  try {
    // Looked at before it is opened: opening is enough to set some devices going.
    const before = await stat(path, { bigint: true })
    fingerprint = fingerprintOfStats(before)
    const refused = await refusal(before, place)
    if (refused !== undefined) return { fingerprint, content: fail(refused) }
    const file = await open(path, readingFlags)
    try {
      // And again after, since the path may name something else by now.
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

/** A text that differs when the file at `path` is another one, has changed, or cannot be looked at for another reason. */
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
  // One byte more than is stated or allowed, so that the end is seen. The stated size may be wrong: files under /proc say 0.
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
  { path, within }: PlanFilePlace,
): Promise<UnavailableReason | undefined> {
  if (stats.isDirectory()) return { kind: 'directory', path }
  const device = irregularKind(stats)
  if (device !== null) return { kind: 'device', path, device }
  return within === null ? undefined : await leadingOut(stats, path, within)
}

/** Links may change while a file is opened: what counts is where the path leads now, and that it is what was opened. */
async function leadingOut(
  opened: BigIntStats,
  path: string,
  folder: string,
): Promise<UnavailableReason | undefined> {
  const [file, root] = await Promise.all([realpath(path), realpath(folder)])
  const way = relative(root, file)
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) {
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
    case 'ENXIO': // A socket that took the file's place between the two looks.
      return { kind: 'device', path, device: 'socket' }
    default:
      return { kind: 'read-failed', path, cause: code }
  }
}

function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  throw error
}
