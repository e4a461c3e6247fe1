import type { AppState } from '../../app/state/app-state.ts'
import type { Activity, Session } from '../../app/state/session.ts'
import type { StepRequest } from '../../app/words/prompt.ts'
import { stepOf, type PlanLines } from './plan-lines.ts'

/** A text that the user has sent, and how far it is. */
export interface SentText {
  /** The session that it went to. */
  readonly sessionId: string
  /** As it was sent, edited or not. */
  readonly text: string
  /** `given`: the client has it. `queued`: it waits for the end of a turn. `sent`: the agent has it. */
  readonly state: 'given' | 'queued' | 'sent'
  /** The session's last prompt: before the text was sent, or the text itself. */
  readonly lastPrompt: Prompt | null
}

/** The steps that the user has asked the agent for, until a later prompt. */
export interface AskedSteps {
  readonly request: StepRequest
  /** The keys of those that are neither done nor gone. */
  readonly keys: ReadonlySet<number>
  readonly sent: SentText
}

type Prompt = Extract<Activity, { type: 'said' }>

/** The prompt that began the session's current or last turn; null before it, or in a turn with very much activity. */
export function lastPrompt({ activity }: Session): Prompt | null {
  return activity.items.find((item): item is Prompt => item.type === 'said' && item.who === 'user') ?? null
}

/** What is still asked for; null when a later prompt was sent, this one was taken back, or all steps are done or gone. */
export function askedAfter(asked: AskedSteps, lines: PlanLines, state: AppState): AskedSteps | null {
  const sent = sentAfter(asked.sent, state)
  if (sent === null) return null
  const left = [...asked.keys].filter((key) => stepOf(lines, key)?.state === 'left')
  if (left.length === 0) return null
  if (left.length === asked.keys.size && sent === asked.sent) return asked
  return { ...asked, keys: new Set(left), sent }
}

/** How far the text is now; null when a later prompt was sent, or this one was taken back. */
export function sentAfter(before: SentText, { sessions, queuedPrompts }: AppState): SentText | null {
  const session = sessions.get(before.sessionId)
  if (session === undefined) return null
  const last = lastPrompt(session)
  const isNew = last !== null && !isSamePrompt(last, before.lastPrompt)
  if (before.state !== 'sent') {
    if (isNew && last.text === before.text) return { ...before, state: 'sent', lastPrompt: last }
    const isQueued = queuedPrompts.some(
      ({ sessionId, text }) => (sessionId === null || sessionId === session.id) && text === before.text,
    )
    // Another prompt may be sent before it.
    if (isQueued)
      return before.state === 'queued' && !isNew ? before : { ...before, state: 'queued', lastPrompt: last }
  }
  return isNew || before.state === 'queued' ? null : before
}

function isSamePrompt(one: Prompt, other: Prompt | null): boolean {
  return one.atMs === other?.atMs && one.text === other.text
}
