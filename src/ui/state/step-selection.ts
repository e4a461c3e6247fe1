import { stepsWhere, stepOf, type PlanLines, type PlanStep } from './plan-lines.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { Activity, Session } from '../../app/state/session.ts'
import type { StepRequest } from '../../app/words/prompt.ts'

/** Which steps of a plan the user has selected, by the keys of their lines. */
export interface StepSelection {
  readonly keys: ReadonlySet<number>
  /** The key of the step where the range that is being selected begins; it ends at the cursor. null: none. */
  readonly rangeFrom: number | null
}

export const nothingSelected: StepSelection = { keys: new Set(), rangeFrom: null }

export function isNothingSelected({ keys, rangeFrom }: StepSelection): boolean {
  return keys.size === 0 && rangeFrom === null
}

/** The selected keys, with the range that is being selected. */
export function selectedKeys(
  selection: StepSelection,
  lines: PlanLines,
  cursorKey: number | null,
): ReadonlySet<number> {
  const { keys, rangeFrom } = selection
  if (rangeFrom === null) return keys
  const from = lines.places.get(rangeFrom)
  const to = lines.places.get(cursorKey ?? rangeFrom) ?? from
  if (from === undefined || to === undefined) return keys
  const inRange = stepsWhere(lines, ({ key }) => {
    const at = lines.places.get(key) ?? -1
    return at >= Math.min(from, to) && at <= Math.max(from, to)
  })
  return new Set([...keys, ...inRange.map(({ key }) => key)])
}

/** The selected steps, in the order of the plan. */
export function selectedSteps(
  selection: StepSelection,
  lines: PlanLines,
  cursorKey: number | null,
): readonly PlanStep[] {
  const keys = selectedKeys(selection, lines, cursorKey)
  return keys.size === 0 ? [] : stepsWhere(lines, ({ key }) => keys.has(key))
}

export function withToggled(selection: StepSelection, key: number): StepSelection {
  const keys = new Set(selection.keys)
  if (!keys.delete(key)) keys.add(key)
  return { ...selection, keys }
}

/** A range begins at the cursor; if one has begun, it ends there, and its steps are selected. */
export function withRange(selection: StepSelection, lines: PlanLines, cursorKey: number): StepSelection {
  return selection.rangeFrom === null
    ? { ...selection, rangeFrom: cursorKey }
    : { keys: selectedKeys(selection, lines, cursorKey), rangeFrom: null }
}

/** All steps that are left; nothing if all of them are selected already. */
export function withAllLeft({ keys }: StepSelection, lines: PlanLines): StepSelection {
  const left = stepsWhere(lines, ({ isStep, state }) => isStep && state === 'left')
  return left.every(({ key }) => keys.has(key))
    ? nothingSelected
    : { keys: new Set(left.map(({ key }) => key)), rangeFrom: null }
}

/** The selection without steps that are gone, and how many those are. */
export function withoutGone(
  selection: StepSelection,
  lines: PlanLines,
): { readonly selection: StepSelection; readonly gone: number } {
  const { keys, rangeFrom } = selection
  const kept = [...keys].filter((key) => lines.places.has(key))
  const gone = keys.size - kept.length
  const isRangeKept = rangeFrom === null || lines.places.has(rangeFrom)
  if (gone === 0 && isRangeKept) return { selection, gone }
  return { selection: { keys: new Set(kept), rangeFrom: isRangeKept ? rangeFrom : null }, gone }
}

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
