import { append } from '../../lib/immutable-lists.ts'
import type { SessionEvent } from '../../protocol/session/session-event.ts'
import type { AppState } from '../state/app-state.ts'
import { withSession } from '../state/session-map.ts'
import { sessionNameOf } from '../words/session.ts'
import { maxActivity, maxMessageLength, type Session, type SessionMessage } from '../state/session.ts'

type Told = Extract<SessionEvent, { type: 'session-message' }>

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
  const { items, dropped } = session.activity
  const at = items.findLastIndex((item) => item.type === 'session-message' && item.id === told.messageId)
  const known = at < 0 ? undefined : items[at]
  const before = known?.type === 'session-message' ? known : null
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
  const isSame = before.from === message.from && before.to === message.to && before.text === message.text
  return isSame ? session : { ...session, activity: { items: items.with(at, message), dropped } }
}

/** claude's note to the model that a sub-agent was begun, which says of itself that it is never to be quoted. */
function isInternal({ id, text }: SessionMessage): boolean {
  return (
    id.endsWith(':reply') && /^Async agent launched|internal metadata|never quote/i.test(text.slice(0, 500))
  )
}
