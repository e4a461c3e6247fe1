import type { AppState } from '../../app/state/app-state.ts'
import type { Activity, Session } from '../../app/state/session.ts'
import type { StepRequest } from '../../app/wording/step-requests.ts'
import { stepOf, type PlanLines } from './plan-lines.ts'

/** The steps that the user has asked the agent for, until a later prompt. */
export interface AskedSteps {
  readonly request: StepRequest
  /** The keys of those that are neither done nor gone. */
  readonly keys: ReadonlySet<number>
  /** The session that the text went to. */
  readonly sessionId: string
  /** As it was sent, edited or not. */
  readonly text: string
  /** `given`: the client has it. `queued`: it waits for the end of a turn. `sent`: the agent has it. */
  readonly state: 'given' | 'queued' | 'sent'
  /** The session's last prompt: before the text was sent, or the text itself. */
  readonly lastPrompt: Prompt | null
}

type Prompt = Extract<Activity, { type: 'said' }>

/** The prompt that began the session's current or last turn; null before it, or in a turn with very much activity. */
export function lastPrompt({ activity }: Session): Prompt | null {
  return activity.items.find((item): item is Prompt => item.type === 'said' && item.who === 'user') ?? null
}

/** What is still asked for; null when a later prompt was sent, this one was taken back, or all steps are done or gone. */
export function askedAfter(before: AskedSteps, lines: PlanLines, state: AppState): AskedSteps | null {
  const asked = afterPrompts(before, state)
  if (asked === null) return null
  const keys = [...asked.keys].filter((key) => stepOf(lines, key)?.state === 'left')
  if (keys.length === 0) return null
  return keys.length === asked.keys.size ? asked : { ...asked, keys: new Set(keys) }
}

function afterPrompts(asked: AskedSteps, { sessions, queuedPrompts }: AppState): AskedSteps | null {
  const session = sessions.get(asked.sessionId)
  if (session === undefined) return null
  const last = lastPrompt(session)
  const isNew = last !== null && !isSamePrompt(last, asked.lastPrompt)
  if (asked.state !== 'sent') {
    if (isNew && last.text === asked.text) return { ...asked, state: 'sent', lastPrompt: last }
    const isQueued = queuedPrompts.some(
      ({ sessionId, text }) => (sessionId === null || sessionId === session.id) && text === asked.text,
    )
    // Another prompt may be sent before it.
    if (isQueued)
      return asked.state === 'queued' && !isNew ? asked : { ...asked, state: 'queued', lastPrompt: last }
  }
  return isNew || asked.state === 'queued' ? null : asked
}

function isSamePrompt(one: Prompt, other: Prompt | null): boolean {
  return one.atMs === other?.atMs && one.text === other.text
}
