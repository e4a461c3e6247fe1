import { watch } from 'node:fs'
import { errorCode, ok, fail, type Result } from '../lib/result.ts'

export interface FolderWatch {
  close(): void
}

export interface FolderEvents {
  /** The entry of this name has changed; undefined: the system does not say which. */
  readonly changed: (name: string | undefined) => void
  /** The watch has ended by itself and is closed. */
  readonly lost: () => void
}

/** Watches a folder. A parameter where it is used, so that tests can watch folders that cannot be watched. */
export type WatchFolder = (folder: string, events: FolderEvents) => Result<FolderWatch, string>

/**
 * Watches a folder (not what is below it). Fails with the system's error code: ENOENT, or ENOSPC and EMFILE where
 * the user's watches are used up. Does not keep the process alive.
 */
export const watchFolder: WatchFolder = (folder, events) => {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => events.changed(name ?? undefined))
    watcher.on('error', () => {
      watcher.close()
      events.lost()
    })
    return ok({ close: () => watcher.close() })
  } catch (error) {
    const code = errorCode(error)
    if (code === null) throw error
    return fail(code)
  }
}
