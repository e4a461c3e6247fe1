import type { ListedSession, SessionListing } from '../app/session-listing.ts'
import { SessionPages } from '../app/exchange/session-pages.ts'
import type { WireProblem } from '../protocol/wire-problem.ts'
import type { AgentWire } from './agent-wire.ts'
import { rpcErrorText, type Refused } from '../protocol/rpc-line.ts'

export interface ListingListener {
  readonly onAsked: (method: string) => void
  /** What there is so far, from the asking on. */
  readonly onListing: (listing: SessionListing) => void
  readonly onProblem: (problem: WireProblem) => void
  /** Called once. With an error, `sessions` are those of the pages before it. */
  readonly onDone: (sessions: readonly ListedSession[], error: Refused | null) => void
}

/** Asks for the sessions of a folder, page after page. https://agentclientprotocol.com/protocol/session-list */
export function listSessions(wire: AgentWire, cwd: string, listener: ListingListener): void {
  const listing = { wire, cwd, listener, pages: new SessionPages() }
  listener.onListing({ state: 'asking', sessions: [] })
  if (wire.offers.list) askForPage(listing, null)
  else done(listing, { code: null, message: 'the agent does not list its sessions' })
}

interface Listing {
  readonly wire: AgentWire
  readonly cwd: string
  readonly listener: ListingListener
  readonly pages: SessionPages
}

const method = 'session/list'

function askForPage(listing: Listing, cursor: string | null): void {
  const { wire, cwd, listener, pages } = listing
  listener.onAsked(method)
  wire.ask(method, { cwd, ...(cursor === null ? {} : { cursor }) }, (outcome) => {
    if (!outcome.ok) return done(listing, outcome.error)
    const { nextCursor, failure, problems } = pages.read(outcome.value)
    for (const problem of problems) listener.onProblem(problem)
    if (nextCursor !== null) {
      listener.onListing({ state: 'asking', sessions: pages.sessions })
      return askForPage(listing, nextCursor)
    }
    done(listing, failure === null ? null : { code: null, message: failure })
  })
}

function done({ listener, pages }: Listing, error: Refused | null): void {
  const { sessions } = pages
  listener.onListing(
    error === null
      ? { state: 'listed', sessions }
      : { state: 'failed', sessions, message: rpcErrorText(error) },
  )
  listener.onDone(sessions, error)
}
