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
  /** Called with each reading; the content may be what it was. */
  readonly read: (reading: FileReading) => void
}

export interface FileWatch {
  readNow(): void
  /** Nothing is called afterwards, and no timer or handle is left. */
  stop(): void
}

/** A writer needs a moment between emptying a file and filling it: waiting it out spares the reader a flash of nothing. */
const READ_AFTER_MS = 20
/** A file that is rewritten all the time is read at most 20 times a second… */
const READ_GAP_MS = 50
/** …and if reading it is slow, at most a quarter of the time goes into it… */
const READ_REST = 3
/** …but never so seldom that a change takes a second to show. */
const LONGEST_GAP_MS = 400
const POLL_MS = 500
/** Some file systems note times in steps of two seconds, so an edit just after a reading may leave the fingerprint as it was. */
const CHECKS_AFTER_CHANGE = Math.ceil(2000 / POLL_MS)
/** Watches are used up for long when they are used up at all; a folder that is missing may come at any time. */
const RETRY_WATCH_POLLS = 60

/**
 * Reads a file now and after each change, until stopped.
 *
 * The parent folder is watched, because a watch on a file follows the inode: after an atomic replace (write aside,
 * rename over) it is bound to the old file and says nothing any more. chokidar was considered: 4.0.3 loses the events
 * after an atomic replace as soon as it watches several files (its issue 1437), and says nothing of a parent that
 * is missing at first. A watch on the folder is silent too where the folder is deleted and made again, an ancestor is
 * renamed, the path is a symbolic link whose target changes, the file system has no events, or the user's watches
 * are used up. For those the file's stat is compared twice a second; one `stat` costs less than 0.1 ms.
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
    // A failure of the system (no file handles left, say) passes without the file changing.
    const isPassing = !reading.content.ok && reading.content.problem.kind === 'read-failed'
    if (isPassing || reading.fingerprint !== fingerprint) checksLeft = CHECKS_AFTER_CHANGE
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
    // A reading that is under way or due sees what a poll would see.
    if (!isBusy && cancelRead === undefined) await lookForMissedChange()
    if (!stopped) cancelPoll = clock.after(POLL_MS, () => void poll())
  }

  const lookForMissedChange = async (): Promise<void> => {
    isBusy = true
    const now = await fingerprintOf(path)
    isBusy = false
    if (stopped) return
    const isMissed = now !== fingerprint && !isReadWanted
    // The watch was silent, so it may belong to a folder that is gone.
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
    // The folder's own name is told when it is deleted or moved, which ends the use of this watch.
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
