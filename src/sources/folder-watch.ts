import { watch } from 'node:fs'
import { ok, fail, type Result } from '../lib/result.ts'

export interface FolderWatch {
  close(): void
}

export interface FolderEvents {
  /** Something happened to this name in the folder, or to an unknown one. */
  readonly changed: (name: string | undefined) => void
  /** The watch has ended by itself and is closed. */
  readonly lost: () => void
}

/** How a folder is watched: tests pass one that fails as a system does that has no watches left. */
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
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return fail(error.code)
    throw error
  }
}
