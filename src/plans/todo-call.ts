import type { PlanEntry, ToldOfStep } from '../protocol/plans/plan-content.ts'
import { given } from '../protocol/wire/message.ts'
import type { Todo, TodoChange } from '../protocol/plans/tool-todos.ts'
import type { Plan } from './plan.ts'
import { isGivenUp, isOver } from './steps/tracked-entry.ts'

/** The last call of the agent's to-do tool. */
export interface TodoCall {
  readonly id: string
  /** The whole list in it; null: it has none, or its plan is another one. */
  readonly entries: readonly PlanEntry[] | null
  /** Its plan has come: until the next call, plans repeat it. */
  readonly isSent: boolean
  /** Its list is not shown yet: the call is not made, and the agent may ask about it. */
  readonly isHeld: boolean
  /** The plan inferred from the calls before. */
  readonly inferredBefore: Plan | null
}

/** The inferred plan and its to-dos before a call changed them. */
export interface OpenTodoCall {
  readonly planBefore: Plan | null
  readonly todosBefore: readonly Todo[]
  /** The content that the call has made. */
  readonly bodyAfter: Plan['body'] | undefined
  /** The to-dos that it has changed; null: it has given a whole list. */
  readonly change: TodoChange | null
}

/**
 * What an update of a checklist means, where the agent's to-do calls are seen. The first update after a call belongs to it, if it
 * has the entries of the call in their order; so do its repetitions. Then what the call says counts where the update says less:
 * a status that has no word in plans, and steps that are left out since they were given up. A repetition with nothing but the open
 * steps, as Oh My Pi sends it when a turn ends, leaves those before that are over. The same list if there is nothing to add.
 */
export function withTodoCall(
  sent: readonly PlanEntry[],
  before: readonly PlanEntry[],
  call: TodoCall,
): { readonly entries: readonly PlanEntry[]; readonly call: TodoCall } {
  const isEmptied = sent.length === 0 && call.entries?.every(({ status }) => isOver(status)) === true
  const whole = (call.isSent ? withThoseOver(before, sent) : isEmptied ? call.entries : null) ?? sent
  const entries = call.entries === null ? null : toldByCall(whole, call.entries)
  const isKnown = call.isSent && (call.entries === null || entries !== null)
  return {
    entries: entries ?? whole,
    call: isKnown ? call : { ...call, entries: entries === null ? null : call.entries, isSent: true },
  }
}

/**
 * A checklist of an agent that completes the steps in progress itself when a turn ends, whatever was done: those that the last call has
 * in progress still are. The same list if it is no repetition of the call's plan, or completes none of them.
 */
export function withoutClosedSteps(
  sent: readonly PlanEntry[],
  { isSent, entries: called }: TodoCall,
): readonly PlanEntry[] {
  const isOfCall =
    called?.length === sent.length && sent.every(({ content }, at) => content === called[at]?.content)
  if (!isSent || !isOfCall) return sent
  const isClosed = ({ status }: PlanEntry, at: number): boolean =>
    status === 'completed' && called[at]?.status === 'in_progress'
  if (!sent.some(isClosed)) return sent
  return sent.map((entry, at) =>
    isClosed(entry, at)
      ? { ...entry, status: 'in_progress', told: { ...entry.told, sentStatus: entry.status } }
      : entry,
  )
}

/** The list before, if an update has exactly its open steps, in their order; else null. */
function withThoseOver(
  before: readonly PlanEntry[],
  sent: readonly PlanEntry[],
): readonly PlanEntry[] | null {
  if (sent.length >= before.length) return null
  let next = 0
  const entries: PlanEntry[] = []
  for (const entry of before) {
    const open = isOver(entry.status) ? entry : sent[next++]
    if (open === undefined || open.content !== entry.content) return null
    entries.push(open)
  }
  return next === sent.length ? entries : null
}

/** The entries with what the call says of them; null: they are not those of the call. */
export function toldByCall(
  sent: readonly PlanEntry[],
  called: readonly PlanEntry[],
): readonly PlanEntry[] | null {
  const entries: PlanEntry[] = []
  let next = 0
  let isSame = true
  for (const step of called) {
    const entry = sent[next]
    if (entry !== undefined && entry.content.trim() === step.content.trim()) {
      const told = toldOf(entry, step)
      isSame &&= told === entry
      entries.push(told)
      next++
    } else if (isGivenUp(step.status)) {
      isSame = false
      entries.push({ ...step, told: { ...step.told, sentStatus: null } })
    } else return null
  }
  if (next < sent.length) return null
  return isSame ? sent : entries
}

function toldOf(entry: PlanEntry, step: PlanEntry): PlanEntry {
  const sentStatus = entry.told?.sentStatus === undefined ? entry.status : entry.told.sentStatus
  const isTruer = saysMore(step.status, sentStatus)
  if (!isTruer && step.told === undefined && entry.told === undefined) return entry
  // What an earlier call said is over with this one.
  const status = isTruer || entry.told?.sentStatus !== undefined ? step.status : entry.status
  const told: ToldOfStep = {
    ...given('group', step.told?.group),
    ...given('reason', step.told?.reason),
    ...(status === sentStatus ? {} : { sentStatus }),
  }
  return { ...entry, status, told: Object.keys(told).length === 0 ? undefined : told }
}

/** The words that version 1 of the protocol has. Agents send one of them in place of any other; never `in_progress`. */
const words: ReadonlySet<string> = new Set(['pending', 'in_progress', 'completed'])

/** Whether the call has a word of its own for a step, and the plan one of those that agents send in place of it. */
function saysMore(called: string, sent: string | null): boolean {
  return !words.has(called) && (sent === null || sent === 'pending' || sent === 'completed')
}

const mark = /^\[(cancelled|canceled|skipped|abandoned|blocked)\] /

/**
 * The entries of an update without a mark in front of the words that stands for a status, as Hermes sends `[cancelled] ` with
 * `completed`, and Kimchi `[blocked] ` with `pending`. The same list if no entry has one.
 */
export function withoutStatusMarks(entries: readonly PlanEntry[]): readonly PlanEntry[] {
  // Nearly all lists: no copy.
  if (!entries.some(({ content }) => content.startsWith('['))) return entries
  return entries.map((entry) => {
    const [whole, status] = mark.exec(entry.content) ?? []
    const sentAs = status === 'blocked' ? 'pending' : 'completed'
    if (whole === undefined || status === undefined || entry.status !== sentAs) return entry
    const told = { ...entry.told, sentStatus: entry.status }
    return { ...entry, content: entry.content.slice(whole.length), status, told }
  })
}
