import type { AppEvent } from '../../app/app-event.ts'
import type { ListedSession } from '../../app/state/session-listing.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { Refused } from '../../protocol/wire/rpc-line.ts'
import type { AgentWire } from '../connection/agent-wire.ts'
import type { KnownExchange } from '../live-exchange.ts'

export interface ListingOptions {
  readonly wire: Pick<AgentWire, 'offers' | 'ask'>
  readonly cwd: string
  /** What the answers have brought. */
  readonly known: KnownExchange
  readonly nowMs: () => number
  readonly note: (event: AppEvent) => void
}

/** Asks for the sessions of a folder, page after page. https://agentclientprotocol.com/protocol/session-list */
export async function listSessions(
  options: ListingOptions,
): Promise<Result<readonly ListedSession[], Refused>> {
  const { wire, cwd, known, nowMs, note } = options
  const tell = (listing: Extract<AppEvent, { type: 'sessions-listed' }>['listing']): void =>
    note({ type: 'sessions-listed', atMs: nowMs(), listing })
  tell({ state: 'asking', sessions: [] })
  if (!wire.offers.list) {
    const message = 'the agent does not list its sessions'
    tell({ state: 'failed', sessions: [], message })
    return fail({ code: null, message })
  }
  for (let cursor: string | null = null; ;) {
    const outcome = await wire.ask('session/list', { cwd, ...(cursor === null ? {} : { cursor }) })
    if (!outcome.ok) return fail(outcome.error)
    const { sessions, nextCursor, failure } = known.listing
    if (nextCursor === null) return failure === null ? ok(sessions) : fail({ code: null, message: failure })
    cursor = nextCursor
  }
}
