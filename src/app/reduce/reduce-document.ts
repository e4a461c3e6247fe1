import type { DocumentFacts } from '../../plans/kinds/file.ts'
import { taskBoxes } from '../../plans/kinds/markdown.ts'
import { withDocumentFacts } from '../../plans/session-plans.ts'
import type { SessionEvent } from '../../protocol/session/session-event.ts'
import type { AppEvent } from '../state/app-event.ts'
import { updateTime } from '../state/session-clock.ts'
import { withStateParts, type AppState } from '../state/app-state.ts'
import type { Session } from '../state/session.ts'
import { mapSessions } from '../state/session-map.ts'

/** Counts the task boxes of a document that was read, for the plans that name it. */
export function withDocumentRead(
  state: AppState,
  { document, atMs }: Extract<AppEvent, { type: 'document-read' }>,
): AppState {
  const boxes = document.format === 'markdown' ? taskBoxes(document.text) : noBoxes
  return withFacts(state, { uri: document.uri, atMs, facts: () => ({ boxes, isMissing: false }) })
}

/** Notes that a document is missing. Its boxes stay as they were read last. */
export function withDocumentMissing(
  state: AppState,
  { uri, atMs }: Extract<AppEvent, { type: 'document-missing' }>,
): AppState {
  const facts = (before: DocumentFacts | null): DocumentFacts => ({
    boxes: before?.boxes ?? noBoxes,
    isMissing: true,
  })
  return withFacts(state, { uri, atMs, facts })
}

/** What is known of the document of a plan that names the same one as another plan of its session. */
export function withKnownDocument(session: Session, update: SessionEvent, atMs: number): Session {
  if (update.type !== 'plan-replaced' || update.content.type !== 'file') return session
  const { uri } = update.content
  const facts = [...session.plans.values()].flatMap(({ body }) =>
    body.type === 'file' && body.uri === uri && body.document !== null ? body.document : [],
  )[0]
  if (facts === undefined) return session
  const { work } = updateTime(session, atMs)
  const plans = withDocumentFacts(session.plans, uri, { facts: (before) => before ?? facts, work })
  return plans === session.plans ? session : { ...session, plans }
}

const noBoxes = { checked: 0, total: 0 }

interface KnownDocument {
  readonly uri: string
  readonly atMs: number
  readonly facts: (before: DocumentFacts | null) => DocumentFacts
}

function withFacts(state: AppState, { uri, atMs, facts }: KnownDocument): AppState {
  const sessions = mapSessions(state.sessions, (session) => {
    const { work } = updateTime(session, atMs)
    const plans = withDocumentFacts(session.plans, uri, { facts, work })
    return plans === session.plans ? session : { ...session, plans }
  })
  return sessions === state.sessions ? state : withStateParts(state, { sessions, history: state.history })
}
