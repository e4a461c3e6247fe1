import { hasSameFields } from '../../lib/json/json-values.ts'
import { memoWeak } from '../../lib/memo.ts'
import { append } from '../../lib/sequences.ts'
import {
  endMessage,
  planReader,
  readPiece,
  type PlanReader,
  type PieceOutput,
} from '../../protocol/plans/proposed-plan.ts'
import type { UpdateOf } from '../../protocol/session/session-event.ts'
import { nothingRead, maxOpenMessages, type OpenMessage } from '../state/proposal.ts'
import {
  isStreaming,
  withPlanAmendedTo,
  withPlanTaken,
  withStreamedPlan,
  withPlanWhole,
} from './reduce-proposal.ts'
import {
  maxActivity,
  maxEarlier,
  maxMessageLength,
  type Activity,
  type Session,
  type SessionMessage,
} from '../state/session.ts'
import type { AppState } from '../state/app-state.ts'
import { activityOf, withActivityAs, withSession } from '../state/session-map.ts'
import { sessionNameOf } from '../words/session.ts'

type Said = UpdateOf<'said'>

/** Adds a message or a piece of one, and extracts the plan that it proposes. */
export function withSaid(session: Session, update: Said, atMs: number): Session {
  const messageId = update.messageId ?? null
  switch (update.who) {
    case 'agent': {
      const now = messageId === null ? session : withUnnamedEnded(session, atMs)
      return update.isWhole ? withWhole(now, update, atMs) : withPiece(now, update, atMs)
    }
    case 'thought':
      return withText(withUnnamedEnded(session, atMs), { ...update, messageId }, atMs)
    // Without a running turn this is a replay, and a user's message begins one of its turns.
    case 'user': {
      const now = session.turn.state === 'working' ? session : withTurnRead(session, atMs)
      return withText(now, { ...update, messageId }, atMs)
    }
  }
}

/** Adds an activity line; ends a message without an id. */
export function withActivity(session: Session, item: Activity): Session {
  const now = withUnnamedEnded(session, item.atMs)
  return { ...now, activity: append(now.activity, item, maxActivity) }
}

/** The turns before the one that begins, as far as they are kept. */
export function withTurnKept({ earlier, activity }: Session): Session['earlier'] {
  if (activity.items.length === 0) return earlier
  const turns = [...earlier.items, activity]
  let [first, lines, characters] = [turns.length, 0, 0]
  while (first > 0) {
    const { items } = turns[first - 1] ?? activity
    lines += items.length
    characters += lengthOf(items)
    if (lines > maxEarlier.lines || characters > maxEarlier.characters) break
    first -= 1
  }
  return { items: turns.slice(first), dropped: earlier.dropped + first }
}

const lengthOf = memoWeak((items: readonly Activity[]): number =>
  items
    .flatMap((item): readonly unknown[] => Object.values(item))
    .reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 0), 0),
)

/** A turn begins or ends: all messages end. */
export function withMessagesEnded(session: Session, atMs: number): Session {
  return session.reading.open.reduce((now, { messageId }) => ended(now, messageId, atMs), session)
}

/** A new turn begins, which may propose its own plan. */
export function withTurnRead(session: Session, atMs: number): Session {
  const now = withMessagesEnded(session, atMs)
  return now.reading === nothingRead ? now : { ...now, reading: nothingRead }
}

function withUnnamedEnded(session: Session, atMs: number): Session {
  return session.reading.open.length === 0 ? session : ended(session, null, atMs)
}

function ended(session: Session, messageId: string | null, atMs: number): Session {
  const message = session.reading.open.find((open) => open.messageId === messageId)
  if (message === undefined) return session
  const piece = endMessage(message.reader, mayPropose(session))
  return withOutput(session, messageId, piece, atMs)
}

function withPiece(session: Session, update: Said, atMs: number): Session {
  const messageId = update.messageId ?? null
  const open = session.reading.open.find((message) => message.messageId === messageId)
  const reader = open?.reader ?? planReader(textAt(session, messageId))
  const piece = readPiece(reader, update.text, mayPropose(session))
  return withOutput(session, messageId, piece, atMs)
}

/** A complete message replaces its pieces. */
function withWhole(session: Session, update: Said, atMs: number): Session {
  const messageId = update.messageId ?? null
  const { proposed } = session.reading
  const hasProposed = proposed !== null && proposed.messageId === messageId
  const piece = readPiece(planReader(''), update.text, hasProposed || mayPropose(session))
  const now = withText(session, { who: 'agent', messageId, text: piece.said, isWhole: true }, atMs)
  if (!hasProposed) return withOutput(now, messageId, { ...piece, said: '' }, atMs)
  const corrected =
    piece.plan === ''
      ? withPlanTaken(now, proposed)
      : withPlanAmendedTo(now, piece.plan, piece.hasClosed, atMs)
  return withOutput(corrected, messageId, { ...piece, said: '', plan: '' }, atMs)
}

function withOutput(session: Session, messageId: string | null, piece: PieceOutput, atMs: number): Session {
  const isPlan = piece.plan !== '' && isStreaming(session, piece.plan)
  const text = isPlan ? piece.said : piece.plan + piece.said
  let now = withText(session, { who: 'agent', messageId, text, isWhole: false }, atMs)
  if (isPlan) now = withStreamedPlan(now, messageId, piece.plan, atMs)
  if (piece.hasClosed) now = withPlanWhole(now)
  if (piece.hasAside && now.reading.proposed !== null && !now.reading.hasSecondPlan)
    now = { ...now, reading: { ...now.reading, hasSecondPlan: true } }
  return withReader(now, { messageId, reader: piece.reader }, atMs)
}

/** Only messages with a parser state are kept as open. */
function withReader(session: Session, { messageId, reader }: OpenMessage, atMs: number): Session {
  const { open } = session.reading
  const at = open.findIndex((message) => message.messageId === messageId)
  const before = open[at]?.reader
  if (isAtRest(reader)) {
    return before === undefined ? session : withOpen(session, open.toSpliced(at, 1))
  }
  if (before !== undefined) {
    return hasSameFields(before, reader) ? session : withOpen(session, open.with(at, { messageId, reader }))
  }
  const oldest = open.length < maxOpenMessages ? undefined : open[0]
  const now = oldest === undefined ? session : ended(session, oldest.messageId, atMs)
  return withOpen(now, [...now.reading.open, { messageId, reader }])
}

function withOpen(session: Session, open: readonly OpenMessage[]): Session {
  return { ...session, reading: { ...session.reading, open } }
}

function isAtRest({ block, held }: PlanReader): boolean {
  return block === 'none' && held === ''
}

/** A turn proposes once: not after a markdown plan of its own, or a question about one. */
function mayPropose({ reading, proposal }: Session): boolean {
  const isInQuestion = proposal !== null && proposal.from === 'request' && proposal.outcome === null
  return reading.proposed === null && !reading.hasMarkdownPlan && !isInQuestion
}

interface Line {
  readonly who: 'agent' | 'user' | 'thought'
  readonly messageId: string | null
  readonly text: string
  readonly isWhole: boolean
}

/** Appends to a message, or begins one. */
function withText(session: Session, line: Line, atMs: number): Session {
  const { who, messageId, isWhole } = line
  const at = placeOf(session, who, messageId)
  const before = at < 0 ? undefined : session.activity.items[at]
  if (before?.type === 'said') {
    const text = (isWhole ? line.text : before.text + line.text).slice(-maxMessageLength)
    if (text === before.text) return session
    const { items, dropped } = session.activity
    return { ...session, activity: { items: items.with(at, { ...before, text }), dropped } }
  }
  // An empty message would count as one in explanations of why there is no plan.
  if (line.text === '') return session
  // The echo of a sent prompt is not a second message.
  if (who === 'user' && session.turn.state === 'working' && isEcho(session, line.text)) return session
  const said: Activity = { type: 'said', who, text: line.text.slice(-maxMessageLength), messageId, atMs }
  const activity = append(session.activity, said, maxActivity)
  const { counts } = session
  switch (who) {
    case 'user':
      return { ...session, activity }
    case 'agent':
      return { ...session, activity, counts: { ...counts, messages: counts.messages + 1 } }
    case 'thought':
      return { ...session, activity, counts: { ...counts, thoughts: counts.thoughts + 1 } }
  }
}

function textAt(session: Session, messageId: string | null): string {
  const item = session.activity.items[placeOf(session, 'agent', messageId)]
  return item?.type === 'said' ? item.text : ''
}

/** A piece belongs to the message with its id; without an id, to the last line if the speaker is the same, and no turn has begun since. */
function placeOf({ activity, turn }: Session, who: Line['who'], messageId: string | null): number {
  const { items } = activity
  if (messageId !== null) {
    return items.findLastIndex(
      (item) => item.type === 'said' && item.who === who && item.messageId === messageId,
    )
  }
  const last = items.at(-1)
  const sinceMs = turn.state === 'working' ? turn.sinceMs : -Infinity
  const isSame = last?.type === 'said' && last.who === who && last.messageId === null && last.atMs >= sinceMs
  // Users' messages are not streamed.
  return isSame && who !== 'user' ? items.length - 1 : -1
}

function isEcho({ activity }: Session, text: string): boolean {
  return activity.items.some(
    (item) =>
      item.type === 'said' && item.who === 'user' && item.messageId === null && item.text.includes(text),
  )
}

type Told = UpdateOf<'session-message'>

/** Adds a message between two sessions to the transcript of one of them, or changes it. */
export function withSessionMessage(state: AppState, sessionId: string, told: Told, atMs: number): AppState {
  const nameOf = (id: string | null): string => (id === null ? '' : sessionNameOf(state, id))
  return withSession(state, sessionId, (session) => withMessage(session, told, { nameOf, atMs }))
}

function withMessage(
  session: Session,
  told: Told,
  { nameOf, atMs }: { readonly nameOf: (id: string | null) => string; readonly atMs: number },
): Session {
  const before = activityOf(session, 'session-message', told.messageId)
  const piece = told.text ?? ''
  const text = told.text === undefined || !told.isWhole ? (before?.text ?? '') + piece : piece
  const from = told.from === undefined ? (before?.from ?? null) : told.from
  const to = told.to === undefined ? (before?.to ?? null) : told.to
  const isOwn = from === session.id
  const message: SessionMessage = {
    type: 'session-message',
    id: told.messageId,
    from,
    to,
    name: nameOf(isOwn ? to : from),
    isOwn,
    text: text.slice(-maxMessageLength),
    atMs: before?.atMs ?? atMs,
  }
  if (isInternal(message)) return session
  if (before === null) return { ...session, activity: append(session.activity, message, maxActivity) }
  return withActivityAs(session, before, message)
}

/** claude's note to the model that a sub-agent was begun, which says of itself that it is never to be quoted. */
function isInternal({ id, text }: SessionMessage): boolean {
  return (
    id.endsWith(':reply') && /^Async agent launched|internal metadata|never quote/i.test(text.slice(0, 500))
  )
}
