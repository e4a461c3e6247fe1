import { realpathSync } from 'node:fs'
import type { ListedSession } from '../../app/state/session-listing.ts'

/** The session of a folder that was used last. Some agents list those of other folders too. */
export function newestSession(sessions: readonly ListedSession[], cwd: string): ListedSession | null {
  const folders = new Set([cwd, realPath(cwd)].map(withoutSlash))
  const here = sessions.filter((session) => session.cwd === null || folders.has(withoutSlash(session.cwd)))
  return here.reduce<ListedSession | null>(
    (newest, session) =>
      newest === null || (session.updatedAtMs ?? -Infinity) > (newest.updatedAtMs ?? -Infinity)
        ? session
        : newest,
    null,
  )
}

/** An agent may name the folder that a link leads to. That of a remote agent need not be one of ours. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
