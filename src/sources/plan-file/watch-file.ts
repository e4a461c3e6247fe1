import { basename, dirname, isAbsolute, relative, sep } from 'node:path'
import type { Clock } from '../../lib/clock.ts'
import type { FolderWatch, WatchFolder } from '../folder-watch.ts'
import type { BigIntStats } from 'node:fs'
import { lstat, open, realpath, stat, type FileHandle } from 'node:fs/promises'
import type { UnavailableReason } from '../../app/ports/plan-document.ts'
import { errorCode, fail, ok, type Result } from '../../lib/result.ts'
import { irregularKind, readingFlags } from '../../system/regular-file.ts'

export interface FileBeginning {
  readonly bytes: Uint8Array
  /** The whole document's size. */
  readonly sizeBytes: number
  readonly isCut: boolean
}

interface FileReading {
  /** The fingerprint just before the bytes were read. */
  readonly fingerprint: string
  readonly content: Result<FileBeginning, UnavailableReason>
}

interface PlanFileLocation {
  readonly path: string
  /** A folder that symbolic links must not lead out of; null: they may lead anywhere. */
  readonly within: string | null
}

/** Reads at most `limitBytes` of a regular file. Never blocks on a pipe or device, and never rejects for the state of the file. */
async function readPlanFile(place: PlanFileLocation, limitBytes: number): Promise<FileReading> {
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
    const code = systemCode(error)
    return { fingerprint: fingerprint || `!${code}`, content: fail(reasonOfCode(code, path)) }
  }
}

/** A text that changes with the file at `path`: when it is replaced or modified, or fails with another error. */
async function fingerprintOf(path: string): Promise<string> {
  try {
    return fingerprintOfStats(await stat(path, { bigint: true }))
  } catch (error) {
    return `!${systemCode(error)}`
  }
}

const firstChunkBytes = 4096

async function readBeginning(
  file: FileHandle,
  statedBytes: number,
  limitBytes: number,
): Promise<FileBeginning> {
  const chunks: Buffer[] = []
  let length = 0
  // One byte more than the size or the limit, to find the end of the file. The size may be wrong: it is 0 for files under /proc.
  let chunkBytes = Math.max(firstChunkBytes, statedBytes + 1)
  while (length <= limitBytes) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, limitBytes + 1 - length))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, length)
    if (bytesRead === 0) break
    chunks.push(chunk.subarray(0, bytesRead))
    length += bytesRead
    chunkBytes = Math.max(firstChunkBytes, length)
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

/** The code of an error of the file system; anything else is a bug. */
function systemCode(error: unknown): string {
  const code = errorCode(error)
  if (code === null) throw error
  return code
}

export interface FileWatchOptions extends PlanFileLocation {
  readonly limitBytes: number
  readonly clock: Clock
  readonly watchFolder: WatchFolder
  /** Called after each reading, also where the content has not changed. */
  readonly read: (reading: FileReading) => void
}

export interface FileWatch {
  readNow(): void
  /** Reads a last time, whatever was read just before; settles after `read` was called. */
  lastLook(): Promise<void>
  /** Ends all timers and handles; `read` is not called afterwards. */
  stop(): void
}

/** Between truncating and writing a file passes a moment, in which it would be shown as empty. */
const readAfterMs = 20
/** …and one that is written again and again may be found in that moment: so often an emptied file is read once more. */
const looksAtEmptied = 10
/** A file that changes all the time is read at most 20 times a second… */
const readGapMs = 50
/** …and where reading it is slow, it takes at most a quarter of the time… */
const readRest = 3
/** …but the gap is limited, so that a change shows within a second. */
const longestGapMs = 400
const pollMs = 500
/** Some file systems store times in steps of two seconds, so an edit just after a reading may not change the fingerprint. */
const checksAfterChange = Math.ceil(2000 / pollMs)
/** Used-up watches stay used up for long. A missing folder, on the other hand, may be created at any time. */
const retryWatchPolls = 60

/**
 * Reads a file now and after each change, until stopped.
 *
 * The parent folder is watched, since a watch on a file follows the inode: after an atomic replacement (write aside,
 * rename over) it is bound to the old file. chokidar 4.0.3 loses the events after an atomic replacement as soon as it
 * watches several files (its issue 1437), and those of a parent that is missing at first. A watch on the folder
 * reports nothing either where the folder is deleted and created again, an ancestor is renamed, the target of a symbolic
 * link changes, the file system has no events, or the user has no watches left. For these cases the file's stat is
 * compared twice a second; one `stat` takes less than 0.1 ms.
 */
export function watchFile(options: FileWatchOptions): FileWatch {
  const { path, within, limitBytes, clock } = options
  const folder = dirname(path)
  const fileName = basename(path).normalize()
  const folderName = basename(folder).normalize()
  let stopped = false
  let isBusy = false
  let busy: Promise<void> = Promise.resolve()
  let isReadWanted = false
  let cancelRead: (() => void) | undefined
  let nextReadAtMs = clock.nowMs()
  let fingerprint: string | undefined
  let hasText = false
  let looksLeft = looksAtEmptied
  let checksLeft = 0
  let watch: FolderWatch | undefined
  let pollsUntilWatch = 0

  const wantRead = (delayMs: number): void => {
    if (stopped || cancelRead !== undefined) return
    if (isBusy) {
      isReadWanted = true
      return
    }
    cancelRead = clock.after(Math.max(delayMs, nextReadAtMs - clock.nowMs()), () => {
      cancelRead = undefined
      busy = read()
    })
  }

  const read = async (isLast = false): Promise<void> => {
    isBusy = true
    const startMs = clock.nowMs()
    const reading = await readPlanFile({ path, within }, limitBytes)
    isBusy = false
    if (stopped) return
    // An error of the system (no file handles left, say) may end without a change of the file.
    const isTemporary = !reading.content.ok && reading.content.problem.kind === 'read-failed'
    if (isTemporary || reading.fingerprint !== fingerprint) checksLeft = checksAfterChange
    fingerprint = reading.fingerprint
    const isEmpty = reading.content.ok && reading.content.value.sizeBytes === 0
    if (isEmpty && hasText && looksLeft > 0 && !isLast) {
      looksLeft -= 1
      return wantRead(readAfterMs)
    }
    looksLeft = looksAtEmptied
    hasText = reading.content.ok && !isEmpty
    options.read(reading)
    const endMs = clock.nowMs()
    nextReadAtMs = endMs + Math.min(longestGapMs, Math.max(readGapMs, readRest * (endMs - startMs)))
    if (isReadWanted) {
      isReadWanted = false
      wantRead(0)
    }
  }

  const poll = async (): Promise<void> => {
    // A pending reading sees what a poll would see.
    if (!isBusy && cancelRead === undefined) await (busy = lookForMissedChange())
    if (!stopped) cancelPoll = clock.after(pollMs, () => void poll())
  }

  const lookForMissedChange = async (): Promise<void> => {
    isBusy = true
    const now = await fingerprintOf(path)
    isBusy = false
    if (stopped) return
    const isMissed = now !== fingerprint && !isReadWanted
    // The watch has missed it, and may belong to a deleted folder.
    if (isMissed) closeWatch()
    openWatch()
    if (isMissed || isReadWanted || checksLeft > 0) {
      if (now === fingerprint) checksLeft -= 1
      isReadWanted = false
      wantRead(0)
    }
  }

  const openWatch = (): void => {
    if (watch !== undefined) return
    if (pollsUntilWatch > 0) {
      pollsUntilWatch -= 1
      return
    }
    const opened = options.watchFolder(folder, { changed, lost: () => (watch = undefined) })
    if (opened.ok) watch = opened.value
    else pollsUntilWatch = opened.problem === 'ENOENT' ? 0 : retryWatchPolls
  }

  const closeWatch = (): void => {
    watch?.close()
    watch = undefined
  }

  const changed = (name: string | undefined): void => {
    const changedName = name?.normalize()
    if (changedName !== undefined && changedName !== fileName && changedName !== folderName) return
    // An event with the folder's own name: it was deleted or moved, and the watch reports nothing any more.
    if (changedName === folderName && changedName !== fileName) closeWatch()
    wantRead(readAfterMs)
  }

  const stop = (): void => {
    stopped = true
    closeWatch()
    cancelPoll()
    cancelRead?.()
  }

  const lastLook = async (): Promise<void> => {
    cancelRead?.()
    cancelRead = undefined
    await busy
    if (!stopped) await read(true)
  }

  openWatch()
  busy = read()
  let cancelPoll = clock.after(pollMs, () => void poll())
  return { readNow: () => wantRead(0), lastLook, stop }
}
