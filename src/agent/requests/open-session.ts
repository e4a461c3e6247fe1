import { readOpened, type OpenedSession } from '../../app/exchange/read/read-opened.ts'
import { rpcCodes, type Refused } from '../../protocol/wire/message.ts'
import { excerptOf } from '../../protocol/wire/wire-problem.ts'
import type { AgentWire } from '../connection/peer.ts'
import type { ListedSession, EventOf } from '../../app/state/app-event.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { LiveExchange } from '../live-exchange.ts'
import { realpathSync } from 'node:fs'

/** The outcome of opening a session. The interpreter has read the setup of an opened one. */
export type OpenOutcome =
  | ({ readonly type: 'opened' } & Pick<OpenedSession, 'sessionId' | 'how'>)
  | { readonly type: 'refused'; readonly method: string; readonly error: Refused }
  /** The answer has no session id. */
  | { readonly type: 'broken'; readonly method: string; readonly text: string }

export interface SessionLocation {
  readonly sessionId: string
  /** The working directory for the agent. */
  readonly cwd: string
}

type Wire = Pick<AgentWire, 'version' | 'offers' | 'ask'>

/** Opens a new session. https://agentclientprotocol.com/protocol/session-setup#creating-a-session */
export async function openNewSession({ ask }: Pick<Wire, 'ask'>, cwd: string): Promise<OpenOutcome> {
  const method = 'session/new'
  const outcome = await ask(method, { cwd, mcpServers: [] })
  if (!outcome.ok) return { type: 'refused', method, error: outcome.error }
  const { value } = outcome
  const opened = readOpened('new', {}, value)
  if (opened !== null) return { type: 'opened', sessionId: opened.sessionId, how: 'new' }
  const found = value === undefined ? 'nothing' : excerptOf(value)
  return {
    type: 'broken',
    method,
    text: `it answered ${method} without a sessionId, which has to be a string: ${found}`,
  }
}

/** Whether the agent can open a past session at all. */
export function canOpenPast({ offers }: Pick<Wire, 'offers'>): boolean {
  return offers.load || offers.resume
}

/**
 * Opens a past session: loads it if the agent offers that, else resumes it. `onOpening` is called before a request goes out: what
 * is reported of the session from then on is its past. https://agentclientprotocol.com/protocol/session-setup#loading-sessions
 */
export async function openPastSession(
  wire: Wire,
  place: SessionLocation,
  onOpening: (how: 'loaded' | 'resumed') => void,
): Promise<OpenOutcome> {
  const open = async (
    method: 'session/load' | 'session/resume',
    how: 'loaded' | 'resumed',
    more: object = {},
  ): Promise<OpenOutcome> => {
    onOpening(how)
    const { sessionId, cwd } = place
    const outcome = await wire.ask(method, { sessionId, cwd, mcpServers: [], ...more })
    return outcome.ok ? { type: 'opened', sessionId, how } : { type: 'refused', method, error: outcome.error }
  }
  if (!wire.offers.load) return wire.offers.resume ? await open('session/resume', 'resumed') : notOffered
  if (wire.version === 1) return await open('session/load', 'loaded')
  const replayed = await open('session/resume', 'loaded', { replayFrom: { type: 'start' } })
  if (replayed.type !== 'refused') return replayed
  // An agent that cannot replay must refuse to, and may resume all the same.
  return replayed.error.code === rpcCodes.invalidParams ? await open('session/resume', 'resumed') : replayed
}

const notOffered: OpenOutcome = {
  type: 'refused',
  method: 'session/load',
  error: { code: null, message: 'the agent offers neither session/load nor session/resume' },
}

interface ListingOptions {
  readonly wire: Pick<AgentWire, 'offers' | 'ask'>
  readonly cwd: string
  readonly exchange: LiveExchange
}

/** Lists the sessions of a folder, page after page. https://agentclientprotocol.com/protocol/session-list */
export async function listSessions(
  options: ListingOptions,
): Promise<Result<readonly ListedSession[], Refused>> {
  const { wire, cwd, exchange } = options
  const noteListing = (listing: EventOf<'sessions-listed'>['listing']): void =>
    exchange.note({ type: 'sessions-listed', listing })
  noteListing({ state: 'asking', sessions: [] })
  if (!wire.offers.list) {
    const message = 'the agent does not list its sessions'
    noteListing({ state: 'failed', sessions: [], message })
    return fail({ code: null, message })
  }
  for (let cursor: string | null = null; ;) {
    const outcome = await wire.ask('session/list', { cwd, ...(cursor === null ? {} : { cursor }) })
    if (!outcome.ok) return fail(outcome.error)
    const { nextCursor = null, failure = null } = exchange.known.lastPage ?? {}
    if (failure !== null) return fail({ code: null, message: failure })
    if (nextCursor === null) return ok(exchange.known.pages.sessions)
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
