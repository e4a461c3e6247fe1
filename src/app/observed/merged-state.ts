import { historyKey, type RunHistory } from '../history/run-history.ts'
import type { BoundedList } from '../../lib/sequences.ts'
import { memoBeside, memoWeak } from '../../lib/memo.ts'
import type { AppState } from '../state/app-state.ts'
import type { Session } from '../state/session.ts'
import { summaryOf } from './session-summary.ts'

/**
 * The state of several observed sources as one: the sessions of each follow each other, those of a source that waits for its user first.
 * No session is the current one, so that all plans are followed. A session id that two sources have gets another name for the second.
 */
export function mergedState(states: readonly AppState[], start: AppState): AppState {
  const named = withOwnIds(states)
  const ordered = [...named.filter(waits), ...named.filter((state) => !waits(state))]
  const [first] = ordered
  if (first === undefined) return start
  const all = <Item>(of: (state: AppState) => readonly Item[]): readonly Item[] => ordered.flatMap(of)
  const sum = (of: (state: AppState) => number): number =>
    ordered.reduce((total, each) => total + of(each), 0)
  const joined = <Item extends { readonly atMs: number }>(
    of: (state: AppState) => BoundedList<Item>,
  ): BoundedList<Item> => ({
    items: all((state) => of(state).items).toSorted((one, other) => one.atMs - other.atMs),
    dropped: sum((state) => of(state).dropped),
  })
  return {
    ...start,
    link: { state: 'open', sinceMs: first.link.sinceMs },
    hasSentPlans: ordered.some(({ hasSentPlans }) => hasSentPlans),
    sessions: new Map(all(({ sessions }) => [...sessions])),
    currentSessionId: null,
    permissions: all(({ permissions }) => permissions),
    elicitations: all(({ elicitations }) => elicitations),
    problems: joined(({ problems }) => problems),
    problemCount: sum(({ problemCount }) => problemCount),
    stderr: joined(({ stderr }) => stderr),
    removals: all(({ removals }) => removals),
    droppedPlans: {
      removed: sum(({ droppedPlans }) => droppedPlans.removed),
      old: sum(({ droppedPlans }) => droppedPlans.old),
    },
    history: mergedHistory(ordered.map(({ history }) => history)),
  }
}

function waits(state: AppState): boolean {
  return summary(state).doing === 'waits'
}

const summary = memoWeak(summaryOf)

function mergedHistory(histories: readonly RunHistory[]): RunHistory {
  const max = (of: (history: RunHistory) => number): number => Math.max(...histories.map(of))
  const sum = (of: (history: RunHistory) => number): number =>
    histories.reduce((total, each) => total + of(each), 0)
  return {
    plans: new Map(histories.flatMap(({ plans }) => [...plans])),
    marks: new Map(histories.flatMap(({ marks }) => [...marks])),
    order: max(({ order }) => order),
    lastMark: max(({ lastMark }) => lastMark),
    bytes: sum(({ bytes }) => bytes),
    maxBytes: sum(({ maxBytes }) => maxBytes),
    changed: new Map(histories.flatMap(({ changed }) => [...changed])),
    changeCount: sum(({ changeCount }) => changeCount),
    unsettled: histories.flatMap(({ unsettled }) => unsettled),
  }
}

/** The states with session ids that no other has, as they are in the merged one. */
export function withOwnIds(states: readonly AppState[]): readonly AppState[] {
  const taken = new Set<string>()
  return states.map((state, at) => {
    const isTaken = [...state.sessions.keys()].some((id) => taken.has(id))
    const own = isTaken ? renamed(state, ` ${at + 1}`) : state
    for (const id of own.sessions.keys()) taken.add(id)
    return own
  })
}

/** The state with another end of all its session ids. Cached: most states do not change from one frame to the next. */
function renamed(state: AppState, ending: string): AppState {
  return renamedState(state, [ending], () => rename(state, ending))
}

const renamedState = memoBeside<AppState>()

function rename(state: AppState, ending: string): AppState {
  const name = (id: string): string => `${id}${ending}`
  const nameIn = <Of extends { readonly sessionId: string | null }>(of: Of): Of =>
    of.sessionId === null ? of : { ...of, sessionId: name(of.sessionId) }
  const sessions = [...state.sessions.values()].map((session) => renamedSession(session, name))
  return {
    ...state,
    sessions: new Map(sessions.map((session) => [session.id, session])),
    currentSessionId: state.currentSessionId === null ? null : name(state.currentSessionId),
    permissions: state.permissions.map(nameIn),
    elicitations: state.elicitations.map(nameIn),
    problems: { ...state.problems, items: state.problems.items.map(nameIn) },
    removals: state.removals.map(nameIn),
    history: renamedHistory(state.history, name),
  }
}

function renamedSession(session: Session, name: (id: string) => string): Session {
  const { subagent } = session
  return {
    ...session,
    id: name(session.id),
    subagent: subagent === null ? null : { ...subagent, parentId: name(subagent.parentId) },
  }
}

function renamedHistory(history: RunHistory, name: (id: string) => string): RunHistory {
  const keyOf = (key: string): string => {
    const at = key.indexOf('\u0000')
    return historyKey(name(key.slice(0, at)), key.slice(at + 1))
  }
  return {
    ...history,
    plans: new Map([...history.plans].map(([key, plan]) => [keyOf(key), plan])),
    marks: new Map([...history.marks].map(([id, marks]) => [name(id), marks])),
    changed: new Map(
      [...history.changed].map(([key, changed]) => [
        keyOf(key),
        { ...changed, sessionId: name(changed.sessionId) },
      ]),
    ),
    unsettled: history.unsettled.map(keyOf),
  }
}
