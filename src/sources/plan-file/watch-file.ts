import { basename, dirname } from 'node:path'
import type { Clock } from '../../lib/clock.ts'
import type { FolderWatch, WatchFolder } from '../folder-watch.ts'
import { fingerprintOf, readPlanFile, type FileReading } from './read-plan-file.ts'

export interface FileWatchOptions {
  readonly path: string
  /** A folder that symbolic links must not lead out of, or null. */
  readonly within: string | null
  readonly limitBytes: number
  readonly clock: Clock
  readonly watchFolder: WatchFolder
  /** Called after each reading, also where the content has not changed. */
  readonly read: (reading: FileReading) => void
}

export interface FileWatch {
  readNow(): void
  /** Ends all timers and handles; `read` is not called afterwards. */
  stop(): void
}

/** Between truncating and writing a file passes a moment, in which it would be shown as empty. */
const READ_AFTER_MS = 20
/** A file that changes all the time is read at most 20 times a second… */
const READ_GAP_MS = 50
/** …and where reading it is slow, it takes at most a quarter of the time… */
const READ_REST = 3
/** …but the gap is limited, so that a change shows within a second. */
const LONGEST_GAP_MS = 400
const POLL_MS = 500
/** Some file systems store times in steps of two seconds, so an edit just after a reading may not change the fingerprint. */
const CHECKS_AFTER_CHANGE = Math.ceil(2000 / POLL_MS)
/** Used-up watches stay used up for long. A missing folder, on the other hand, may be created at any time. */
const RETRY_WATCH_POLLS = 60

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
  let isReadWanted = false
  let cancelRead: (() => void) | undefined
  let nextReadAtMs = clock.nowMs()
  let fingerprint: string | undefined
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
      void read()
    })
  }

  const read = async (): Promise<void> => {
    isBusy = true
    const startMs = clock.nowMs()
    const reading = await readPlanFile({ path, within }, limitBytes)
    isBusy = false
    if (stopped) return
    // An error of the system (no file handles left, say) may end without a change of the file.
    const isTemporary = !reading.content.ok && reading.content.problem.kind === 'read-failed'
    if (isTemporary || reading.fingerprint !== fingerprint) checksLeft = CHECKS_AFTER_CHANGE
    fingerprint = reading.fingerprint
    options.read(reading)
    const endMs = clock.nowMs()
    nextReadAtMs = endMs + Math.min(LONGEST_GAP_MS, Math.max(READ_GAP_MS, READ_REST * (endMs - startMs)))
    if (isReadWanted) {
      isReadWanted = false
      wantRead(0)
    }
  }

  const poll = async (): Promise<void> => {
    // A pending reading sees what a poll would see.
    if (!isBusy && cancelRead === undefined) await lookForMissedChange()
    if (!stopped) cancelPoll = clock.after(POLL_MS, () => void poll())
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
    else pollsUntilWatch = opened.problem === 'ENOENT' ? 0 : RETRY_WATCH_POLLS
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
    wantRead(READ_AFTER_MS)
  }

  const stop = (): void => {
    stopped = true
    closeWatch()
    cancelPoll()
    cancelRead?.()
  }

  openWatch()
  void read()
  let cancelPoll = clock.after(POLL_MS, () => void poll())
  return { readNow: () => wantRead(0), stop }
}
