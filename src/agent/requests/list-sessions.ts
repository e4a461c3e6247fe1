import type { AppEvent } from '../../app/state/app-event.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { Refused } from '../../protocol/wire/rpc-line.ts'
import type { AgentWire } from '../connection/agent-wire.ts'
import type { LiveExchange } from '../live-exchange.ts'
import { realpathSync } from 'node:fs'
import type { ListedSession } from '../../app/state/session-listing.ts'

export interface ListingOptions {
  readonly wire: Pick<AgentWire, 'offers' | 'ask'>
  readonly cwd: string
  readonly exchange: LiveExchange
}

/** Lists the sessions of a folder, page after page. https://agentclientprotocol.com/protocol/session-list */
export async function listSessions(
  options: ListingOptions,
): Promise<Result<readonly ListedSession[], Refused>> {
  const { wire, cwd, exchange } = options
  const noteListing = (listing: Extract<AppEvent, { type: 'sessions-listed' }>['listing']): void =>
    exchange.note({ type: 'sessions-listed', atMs: exchange.nowMs(), listing })
  noteListing({ state: 'asking', sessions: [] })
  if (!wire.offers.list) {
    const message = 'the agent does not list its sessions'
    noteListing({ state: 'failed', sessions: [], message })
    return fail({ code: null, message })
  }
  for (let cursor: string | null = null; ;) {
    const outcome = await wire.ask('session/list', { cwd, ...(cursor === null ? {} : { cursor }) })
    if (!outcome.ok) return fail(outcome.error)
    const { sessions, nextCursor, failure } = exchange.known.listing
    if (nextCursor === null) return failure === null ? ok(sessions) : fail({ code: null, message: failure })
    cursor = nextCursor
  }
}

/** The most recently used session of a folder. Some agents list those of other folders, too. */
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

/** An agent may name the target of a symbolic link. A remote agent's folder need not exist here. */
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
