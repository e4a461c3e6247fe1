import { sessionNameOf } from '../words/session.ts'
import type { SessionSetup, SessionListing, EventOf } from '../state/app-event.ts'
import { type AppState, knownAgentOf } from '../state/app-state.ts'
import { newSession, type Session } from '../state/session.ts'
import type { Plan } from '../../plans/plan.ts'
import { withFormerProposals } from '../proposals/match-proposal.ts'
import { familyOf, withSession } from '../state/session-map.ts'
import { withTasksLeft } from './reduce-tasks.ts'

/** A past session is about to be opened. A replay replaces what was known; a resumed session replays nothing, so it stays. */
export function withOpening(state: AppState, { sessionId, how }: EventOf<'session-opening'>): AppState {
  const known = state.sessions.get(sessionId)
  const before = known === undefined || known.phase === 'opening' ? (known?.former ?? null) : known
  return withSession(state, sessionId, (session) => {
    const { id, subagent } = session
    const title = session.title ?? listedTitle(state.listing, id)
    return {
      ...(how === 'resumed' && before !== null
        ? before
        : { ...newSession(id), subagent, clock: session.clock, clockHistory: session.clockHistory }),
      title,
      phase: 'opening',
      origin: how,
      isSeenWhole: before !== null && isSeenWhole(before) && state.link.state === 'shaking-hands',
      former: before === null ? null : { ...before, former: null },
    }
  })
}

function isSeenWhole(before: Session): boolean {
  return before.origin === 'new' || before.isSeenWhole
}

/** The title from the list of sessions: not all agents report it again. */
function listedTitle(listing: SessionListing, sessionId: string): string | null {
  if (listing.state === 'not-asked') return null
  return listing.sessions.find(({ id }) => id === sessionId)?.title ?? null
}

/** The session becomes the current one. */
export function withOpened(state: AppState, event: EventOf<'session-opened'>): AppState {
  const { sessionId, how, setup } = event
  return withSession(selected(state, sessionId), sessionId, (session) => {
    const isOpen = session.phase === 'open' && session.origin === how && session.former === null
    const now: Session = isOpen
      ? session
      : {
          ...withCarried(session, knownAgentOf(state)?.replays === 'documents'),
          phase: 'open',
          origin: how,
          former: null,
        }
    return withSetup(now, setup)
  })
}

/**
 * If an agent replays no plans, the known ones stay; if it replays documents only,
 * the checklists stay.
 */
function withCarried(session: Session, replaysDocuments: boolean): Session {
  const { former, origin, phase } = session
  if (phase !== 'opening' || origin !== 'loaded') return session
  if (former !== null && session.counts.planUpdates === 0 && hasMorePlans(former, session)) {
    const { plans, todos, todoTable, proposal, otherProposals, mergedPlans } = former
    return { ...session, plans, todos, todoTable, proposal, otherProposals, mergedPlans, carried: plans }
  }
  if (session.plans.size === 0) return session
  const carried =
    replaysDocuments && session.counts.checklists === 0
      ? [...(former?.plans ?? [])].filter(
          ([key, { body }]) => body.type === 'items' && !session.plans.has(key),
        )
      : []
  // Ids belong to the list that they came with.
  const todos = carried.length > 0 ? (former?.todos ?? []) : session.todos
  const withReplayed = {
    ...session,
    plans: new Map([
      ...carried,
      ...[...session.plans].map(([key, plan]) => [key, afterReload(plan, former)] as const),
    ]),
    carried: new Map(carried),
    todos,
  }
  return former === null ? withReplayed : withFormerProposals(withReplayed, former)
}

/** Whether there were plans, and none is replayed, or only the list of a to-do tool in place of a plan. */
function hasMorePlans({ plans: former }: Session, { plans }: Session): boolean {
  const isOwn = ({ name }: Plan): boolean => name.dialect !== 'inferred'
  return plans.size === 0
    ? former.size > 0
    : [...former.values()].some(isOwn) && ![...plans.values()].some(isOwn)
}

/** The plan as it was replayed. If it has fewer steps than before, some may be missing. */
function afterReload(plan: Plan, former: Session | null): Plan {
  const [before, now] = [former?.plans.get(plan.key)?.body, plan.body]
  const isLess =
    before?.type === 'items' && now.type === 'items' && now.entries.length < before.entries.length
  return isLess ? { ...plan, body: { ...now, isUncertain: true } } : plan
}

function withSetup(session: Session, setup: SessionSetup): Session {
  const modes = setup.modes ?? session.modes
  const configOptions = setup.configOptions.length > 0 ? setup.configOptions : session.configOptions
  const commands = setup.commands.length > 0 ? setup.commands : session.commands
  const isSame =
    modes === session.modes && configOptions === session.configOptions && commands === session.commands
  return isSame ? session : { ...session, untoldMode: null, modes, configOptions, commands }
}

export function selected(state: AppState, sessionId: string): AppState {
  return state.currentSessionId === sessionId ? state : { ...state, currentSessionId: sessionId }
}

/** Removes a session that was only known because of the request; restores one that was known before. A remark says why. */
export function withNotOpened(state: AppState, event: EventOf<'session-not-opened'>): AppState {
  const { sessionId, message, atMs } = event
  const what = sessionId === null ? 'No new session was opened' : 'The session was not opened'
  const remark = { text: `${what}: ${message.slice(0, 500)}`, atMs }
  const session = sessionId === null ? undefined : state.sessions.get(sessionId)
  if (session?.phase !== 'opening') return { ...state, remark }
  const sessions = new Map(state.sessions)
  if (session.former === null) sessions.delete(session.id)
  else sessions.set(session.id, session.former)
  return { ...state, sessions, remark }
}

/**
 * Closes a session, and the questions of it and of its sub-agents. It stays known, unless it was deleted, and its
 * sub-agents with it. Another open session becomes the current one.
 */
export function withClosed(
  state: AppState,
  { sessionId, wasDeleted, atMs }: EventOf<'session-closed'>,
): AppState {
  const family = familyOf(state.sessions, sessionId)
  const sessions = new Map(state.sessions)
  const session = sessions.get(sessionId)
  if (wasDeleted) {
    for (const id of family)
      // A sub-agent's session that the user has opened stays.
      if (id === sessionId || sessions.get(id)?.phase === 'reported') sessions.delete(id)
  } else if (session !== undefined && session.phase !== 'closed')
    sessions.set(sessionId, { ...withTasksLeft(session, 'of-session'), phase: 'closed', former: null })
  const left = [...sessions.values()].findLast(({ phase }) => phase === 'open')
  const isCurrentGone = state.currentSessionId !== null && !isOpen(sessions, state.currentSessionId)
  const isFamily = (id: string | null): boolean => id !== null && family.has(id)
  return {
    ...state,
    sessions,
    remark: wasDeleted ? { text: `Deleted: “${sessionNameOf(state, sessionId)}”.`, atMs } : state.remark,
    listing: wasDeleted ? withoutListed(state.listing, sessionId) : state.listing,
    currentSessionId:
      isCurrentGone && isFamily(state.currentSessionId) ? (left?.id ?? null) : state.currentSessionId,
    queuedPrompts: state.queuedPrompts.filter((prompt) => prompt.sessionId !== sessionId),
    permissions: state.permissions.filter((request) => !isFamily(request.sessionId)),
    elicitations: state.elicitations.filter((request) => !isFamily(request.sessionId)),
  }
}

function isOpen(sessions: AppState['sessions'], id: string): boolean {
  return sessions.get(id)?.phase === 'open'
}

function withoutListed(listing: AppState['listing'], sessionId: string): AppState['listing'] {
  return listing.state === 'not-asked'
    ? listing
    : { ...listing, sessions: listing.sessions.filter(({ id }) => id !== sessionId) }
}
