import { withAtMost, withEntry } from '../../lib/shared-map.ts'
import { planKey } from '../../plans/plan.ts'
import { planText } from '../../plans/kinds/plan-kinds.ts'
import { fileUri, changedFile, type PlanWrite, plainResult } from '../../protocol/plans/plan-write.ts'
import { inferredPlan, inferredPlanFile } from '../../protocol/plans/plan-content.ts'
import { readTodoSql } from '../../protocol/plans/todo-sql/read-todo-sql.ts'
import {
  noTodoTable,
  tableAfter,
  tableEntries,
  uncertain,
  type TodoTable,
} from '../../protocol/plans/todo-sql/todo-table.ts'
import type { SessionEvent, Called } from '../../protocol/session/session-event.ts'
import type { Session } from '../state/session.ts'
import { isWritingTodos, withOwnPlan } from './reduce-own-plan.ts'
import { withInferredPlan } from './reduce-tool-call.ts'
import type { DocumentFacts } from '../../plans/kinds/file.ts'
import { taskBoxes } from '../../plans/kinds/markdown.ts'
import { withDocumentFacts } from '../../plans/session-plans.ts'
import type { EventOf } from '../state/app-event.ts'
import { updateTime } from '../state/session-clock.ts'
import { withStateParts, type AppState } from '../state/app-state.ts'
import { mapSessions } from '../state/session-map.ts'

/** Calls that are remembered; the oldest is dropped first. */
const maxWrites = 50

/**
 * What a call writes to a plan that its agent keeps itself takes effect when the call has ended, since it may fail, or do a part.
 * A call that has ended once has no further effect.
 */
export function withPlanWrite(session: Session, call: Called, infersPlans: boolean, atMs: number): Session {
  const { toolCallId: id, status } = call
  const known = session.planWrites.get(id)
  // The input of a call may still grow while it is open.
  const write = known === null ? null : (call.planWrite ?? known ?? null)
  if (write === null) return session
  const result = plainResult(status)
  if (result === null) return known === write ? session : withWrite(session, id, write)
  const now = withWrite(session, id, null)
  switch (write.type) {
    case 'todo-sql': {
      const todoTable = tableAfter(
        now.todoTable,
        readTodoSql(write.sql) ?? [{ type: 'unknown' }],
        call.sqlResult ?? result,
      )
      return withTable(now, todoTable, infersPlans, atMs)
    }
    case 'file':
      return infersPlans && status === 'completed' ? withPlanFile(now, write, atMs) : now
  }
}

/** If no call about the list is running, something else has changed it. */
export function withTodosTouched(session: Session, atMs: number): Session {
  const { todoTable, plans } = session
  const isKnown = todoTable === noTodoTable || isWritingTodos(session)
  return isKnown ? session : withTable(session, uncertain(todoTable), plans.has(planKey(inferredPlan)), atMs)
}

function withTable(session: Session, todoTable: TodoTable, infersPlans: boolean, atMs: number): Session {
  if (todoTable === session.todoTable) return session
  const now = { ...session, todoTable }
  const { isUncertain } = todoTable
  const content = { type: 'items', entries: tableEntries(todoTable), isUncertain } as const
  return infersPlans ? withInferredPlan(now, content, atMs) : now
}

function withWrite(session: Session, id: string, write: PlanWrite | null): Session {
  return { ...session, planWrites: withAtMost(withEntry(session.planWrites, id, write), maxWrites) }
}

/** The plan of a session is the file `plan.md` in a folder that has the name of the session, or another in the agent's folder of plans. */
function withPlanFile(
  session: Session,
  { path, change }: Extract<PlanWrite, { type: 'file' }>,
  atMs: number,
): Session {
  const [folder, name] = path.split(/[/\\]/).slice(-2)
  if (name === 'plan.md' && folder !== session.id) return session
  const before = session.plans.get(planKey(inferredPlanFile))?.body
  const text = changedFile(before === undefined ? null : planText(before), change)
  const uri = text === null ? fileUri(path) : null
  if (text === null && uri === null) return session
  // Where the text is not known, the file itself is read, if it is on this machine.
  const content =
    uri === null ? ({ type: 'markdown', text: text ?? '' } as const) : ({ type: 'file', uri } as const)
  return withOwnPlan(session, { type: 'plan-replaced', plan: inferredPlanFile, content }, atMs)
}

/** Counts the task boxes of a document that was read, for the plans that name it. */
export function withDocumentRead(state: AppState, { document, atMs }: EventOf<'document-read'>): AppState {
  const boxes = document.format === 'markdown' ? taskBoxes(document.text) : noBoxes
  return withFacts(state, { uri: document.uri, atMs, facts: () => ({ boxes, isMissing: false }) })
}

/** Notes that a document is missing. Its boxes stay as they were read last. */
export function withDocumentMissing(state: AppState, { uri, atMs }: EventOf<'document-missing'>): AppState {
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
