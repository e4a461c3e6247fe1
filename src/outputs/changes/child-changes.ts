import type { AppEvent } from '../../app/state/app-event.ts'
import { mayMoveChildren } from '../../app/reduce/reduce-children.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { childrenOf, childSessions, type Child } from '../../app/state/children.ts'

/** A sub-agent or a task that was begun, or does something else than before. */
export interface ChildChange {
  /** The session that it was begun in. */
  readonly sessionId: string
  readonly child: Child
  /** null: it is new. */
  readonly before: Child | null
}

/** What an event tells of sub-agents and tasks. Nearly all events cost nothing here. */
export function childChanges(event: AppEvent, after: AppState, before: AppState): readonly ChildChange[] {
  if (!isAboutQuestions(event) && !mayMoveChildren(event, before, after)) return []
  const parents = [...after.sessions.values()].filter(
    ({ id, tasks }) => tasks.length > 0 || childSessions(after.sessions).has(id),
  )
  return parents.flatMap(({ id: sessionId }) => {
    const known = new Map(childrenOf(before, sessionId).map((child) => [child.id, child]))
    return childrenOf(after, sessionId).flatMap((child) => {
      const was = known.get(child.id) ?? null
      return was !== null && isSame(was, child) ? [] : [{ sessionId, child, before: was }]
    })
  })
}

function isSame(one: Child, other: Child): boolean {
  const [was, now] = [one.doing, other.doing]
  if (one.title !== other.title || was.state !== now.state) return false
  // Answered: it will say that it goes on.
  if (was.state === 'waiting' && now.state === 'waiting') return was.what === now.what || now.what === null
  return was.state !== 'ended' || now.state !== 'ended' || was.how === now.how
}

function isAboutQuestions({ type }: AppEvent): boolean {
  return (
    type === 'permission-asked' ||
    type === 'permission-updated' ||
    type === 'permission-answered' ||
    type === 'elicitation-asked' ||
    type === 'elicitation-answered'
  )
}
