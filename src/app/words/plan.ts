/** What a plan is called, what has changed in it, and why there is none. */
import { shortTime } from '../../lib/text/duration.ts'
import { isBlankText, safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutLine } from '../../lib/text/width.ts'
import type { Comparison } from '../../plans/comparison/comparison.ts'
import { planProgress, type Plan } from '../../plans/plan.ts'
import { noPlans } from '../../plans/session-plans.ts'
import type { ChangedPlan, Mark } from '../history/plan-history.ts'
import { historyKey, newlyChanged } from '../history/run-history.ts'
import { type NoPlanReason, noPlanReasons } from '../plan-advice/no-plan-reasons.ts'
import { isFromBefore, unknownPlan } from '../plan-advice/unknown-plan.ts'
import { isProposed, planTitleIn } from '../proposals/session-proposals.ts'
import { type AppState, currentSession } from '../state/app-state.ts'
import type { Proposal } from '../state/proposal.ts'
import type { Activity, SessionCounts, Session } from '../state/session.ts'
import { adviceSentences } from './agent.ts'
import { errorName } from './link.ts'
import { afterBlank, deciderWords, approvedWords, proposalFact } from './question.ts'
import { noSessionOpen, sessionName, sessionNames } from './session.ts'
import { counted } from '../../lib/text/wording.ts'

/** What has changed in a plan, without its progress: `2 steps added, 1 reworded, 1 gone`; '' if nothing has. */
export function describeChanges({ unit, counts }: Pick<Comparison, 'unit' | 'counts'>): SafeText {
  const { added, reworded, gone, moved } = counts
  const parts = [
    { count: added, what: 'added' },
    { count: reworded, what: 'reworded' },
    { count: gone, what: 'gone' },
    { count: moved, what: 'moved' },
  ].filter(({ count }) => count > 0)
  const words = parts.map(({ count, what }, at) =>
    at > 0 ? `${count} ${what}` : `${counted(count, unit)} ${what}`,
  )
  return safeLine(words.join(', '))
}

export const noPlan = safe`There is no plan.`

/** Why a checklist has no steps. `seeWhy`: what leads to the problems of entries that were invalid; null: they were not. */
export function noStepsWords({ isCleared }: Plan, seeWhy: string | null): SafeText {
  if (seeWhy !== null) return safeLine(`No step could be read: ${seeWhy}.`)
  return isCleared ? safe`The agent cleared this plan.` : safe`This plan has no steps yet.`
}

/** Of a document, or a plan that is a text. */
export const nothingInIt = safe`There is nothing in it.`
export const nothingChanged = safe`Nothing has changed.`

/** Why a plan is not copied or saved. */
export const noPlanToTake = safe`There is no plan to take along.`
export const planFileNames = safe`The name has to end with .md or .json.`
export function notSaved(problem: string): string {
  return `Not saved: ${problem}.`
}

/** About a list that may differ from the agent's. */
export const uncertainSentence: SafeText = safe`Not every step or change was told or understood: it may be incomplete.`

/** The keys that the sentences name on a screen. */
export type NoPlanKey = 'sessions' | 'write-prompt' | 'problems' | 'show-removed'

/** A reason in a sentence or two. `keys`: names of keys, where there are any. Raw: may quote the agent. */
export function noPlanWords(reason: NoPlanReason, keys: ((of: NoPlanKey) => string) | null = null): string {
  switch (reason.type) {
    case 'no-session':
      if (!reason.hadSessions) return 'The agent has not opened a session yet.'
      return keys === null
        ? noSessionOpen
        : `Press ${keys('sessions')} to open one: a new one, or one from before.`
    case 'loading':
      return 'Its plan may come with its history.'
    case 'not-told': {
      const notSent = `The agent loaded the session without sending its ${reason.what}; there may be one.`
      return reason.isExpected ? `${notSent} It is shown as soon as the agent changes it.` : notSent
    }
    case 'advice':
      return adviceSentences(reason.advice).join(' ')
    case 'no-turn':
      return noTurnWords(reason, keys)
    case 'turn-failed':
      return `The agent answered the prompt with ${errorName(reason.code)}: ${reason.message.slice(0, 1000)}`
    case 'worked':
      return workedWords(reason)
    case 'todo-tool':
      return todoToolWords(reason)
    case 'stderr':
      return `On stderr it wrote: ${reason.line.slice(0, 300)}`
    case 'list-refused':
      return `The permission for its list (${reason.title.slice(0, 60)}) was refused${afterBlank(deciderWords(reason.by))}.`
    case 'elsewhere':
      return `A plan came for the session “${reason.otherId.slice(0, 60)}”, which nobody has opened here. One of this session needs its sessionId, “${reason.sessionId.slice(0, 60)}”.`
    case 'no-capability':
      return 'The agent was not told that plans with ids are supported, and may not send them.'
    case 'rejected': {
      const { count, first } = reason
      const where = first.path === undefined ? '' : `${first.path}: `
      const what = `${counted(count, 'problem')} in what the agent sent; the first: ${`${where}${first.text}`.slice(0, 300)}.`
      return keys === null ? what : `${what} Press ${keys('problems')} to see more.`
    }
    case 'removed': {
      const [what, again] = reason.count === 1 ? ['plan', 'it'] : [`${reason.count} plans`, 'the last one']
      return keys === null
        ? `The agent removed its ${what}.`
        : `The agent removed its ${what}: press ${keys('show-removed')} to see ${again} again.`
    }
  }
}

function noTurnWords(
  { since, isHeld }: Extract<NoPlanReason, { type: 'no-turn' }>,
  keys: ((of: NoPlanKey) => string) | null,
): string {
  if (isHeld) return 'No prompt was sent: yours waits for you.'
  const what = { begun: '', loaded: ' since it was loaded', reload: ' since' }[since]
  if (keys === null) return `No prompt was sent${what}.`
  const next = since === 'begun' ? 'and tell the agent what to do' : 'to continue'
  return `No prompt was sent${what}: press ${keys('write-prompt')} ${next}.`
}

function workedWords({ how, workedMs, counts }: Extract<NoPlanReason, { type: 'worked' }>): string {
  const [verb, preposition] = {
    working: ['The agent has worked', 'for'],
    ended: ['The turn ended', 'after'],
    lost: ['The agent was gone', 'after'],
  }[how]
  const time = workedMs === null ? '' : ` ${preposition} ${shortTime(workedMs, 'took')}`
  return `${verb}${time}: ${seen(counts)}.`
}

function seen({ messages, toolCalls, planUpdates, todoTool }: SessionCounts): string {
  const updates = planUpdates === 0 ? 'no plan update' : counted(planUpdates, 'plan update')
  const calls = counted(toolCalls, 'tool call')
  const isNone = toolCalls > 0 && todoTool === null
  return `${counted(messages, 'message')}, ${calls}${isNone ? ' without a to-do list' : ''}, ${updates}`
}

function todoToolWords({ tool, because, isForItself }: Extract<NoPlanReason, { type: 'todo-tool' }>): string {
  const name = tool.slice(0, 60)
  if (because === 'not-inferred')
    return `It called a todo tool (${name}) that it does not report as a plan. Without --no-inferred-plans its list is shown here.`
  const unread = `It called a todo tool (${name}) whose list cannot be read from here`
  return isForItself ? `${unread}: this agent may plan only for itself.` : `${unread}.`
}

const longestTitle = 60
const plansCompared = 100

/** The name of a plan: its title, with its id if two have the same, its origin if no update brought it, and its session if there are several. */
export function planLabel(state: AppState, sessionId: string, plan: Plan): SafeText {
  const session = state.sessions.get(sessionId)
  const name = planName(plan, session)
  if (state.sessions.size < 2 || session === undefined) return name
  const { size } = state.sessions
  const names = size > plansCompared ? null : sessionNames(state.sessions.values())
  return safe`${shortTitle(names?.get(sessionId) ?? sessionName(session))} / ${name}`
}

function planName(plan: Plan, session: Session | undefined): SafeText {
  const title = planTitleIn(session, plan)
  if (plan.name.dialect === 'inferred') return safe`${shortTitle(title)} (inferred)`
  return shortTitle(`${title}${planMark(plan, session)}`)
}

/** What tells a plan from those of its session with the same title, to follow that: ` (its id)`; '' where nothing is needed. Raw. */
export function planMark(plan: Plan, session: Session | undefined): string {
  const title = planTitleIn(session, plan)
  const { dialect } = plan.name
  const id = isBlankText(plan.name.id ?? '') ? null : plan.name.id
  const isLastProposal = dialect === 'proposed' && plan.key === session?.proposal?.planKey
  if (dialect === 'inferred' || isLastProposal) return ''
  const plans = session?.plans ?? noPlans
  // Too many to compare for each line: all get their ids.
  if (plans.size > plansCompared) return id === null || id === title ? '' : ` (${id})`
  const shown = shortTitle(title)
  const all = [...plans.values()]
  const namesakes = all.filter(
    (other) =>
      other.key !== plan.key &&
      other.name.dialect !== 'inferred' &&
      shortTitle(planTitleIn(session, other)) === shown,
  )
  if (namesakes.length === 0) return ''
  const own = shownId(plan)
  // Ids may differ only in characters that nobody sees.
  const isTold = namesakes.every((other) => shownId(other) !== own)
  return ` (${isTold ? own : `#${all.findIndex(({ key }) => key === plan.key) + 1}`})`
}

function shownId({ name: { id } }: Plan): SafeText {
  return isBlankText(id ?? '') ? safe`no id` : shortTitle(id ?? '')
}

function shortTitle(raw: string): SafeText {
  return cutLine(raw.trim(), longestTitle)
}

/** An approved plan that was found to say something else, with the words for it. */
export interface ChangedPlanWords {
  readonly label: SafeText
  /** `2 steps added, 1 gone`. */
  readonly changes: SafeText
  /** `you approved it`. */
  readonly approved: SafeText
}

/** The approved plans that an event has shown to be other ones. */
export function changedPlanWords(after: AppState, before: AppState): readonly ChangedPlanWords[] {
  return newlyChanged(after, before).flatMap((found) => {
    const label = labelOf(after, found)
    return label === null
      ? []
      : [{ label, changes: describeChanges(found), approved: approvedWords(found.approvedBy) }]
  })
}

function labelOf(state: AppState, { sessionId, planKey }: ChangedPlan): SafeText | null {
  const plan = state.sessions.get(sessionId)?.plans.get(planKey)
  return plan === undefined ? null : planLabel(state, sessionId, plan)
}

/** A line for each approved plan that was found to say something else. */
export function changedPlanLines(after: AppState, before: AppState): readonly SafeText[] {
  return changedPlanWords(after, before).map(
    ({ label, changes }) => safe`${label}: changed since approved: ${changes}`,
  )
}

/** `changed since`, for an approved plan that says something else now; else ''. */
export function changedSinceWords({ history }: AppState, sessionId: string, planKey: string): SafeText {
  return history.changed.has(historyKey(sessionId, planKey)) ? safe`changed since` : safe``
}

/** What is unknown of a continued session, and the words that follow it; null: nothing. */
export function unknownPlanWords(
  state: AppState,
  session: Session,
): { readonly what: 'Plan' | 'Checklist'; readonly words: string } | null {
  const what = unknownPlan(state, session)
  if (what === null) return null
  const words = `unknown, the agent has not sent it since the session was ${session.origin}`
  return { what: what === 'plan' ? 'Plan' : 'Checklist', words }
}

/** That no plan came, and why, with what the agent has said last: it may be all that it gives as a reason. */
export function whyNoPlan(state: AppState, nowMs: number): SafeText {
  const reasons = noPlanReasons(state, nowMs).map((reason) => safeLine(noPlanWords(reason)))
  const said = currentSession(state)?.activity.items.findLast(isLastWord)
  const last = said === undefined ? [] : [safe`It said last: “${cutLine(said.text.trim(), longestLastWord)}”`]
  return ['No plan came.', ...reasons, ...last].join(' ') as SafeText
}

const longestLastWord = 300

function isLastWord(item: Activity): item is Extract<Activity, { type: 'said' }> {
  return item.type === 'said' && item.who === 'agent' && !isBlankText(item.text)
}

/** Follows the count of a plan that the agent has not sent again since; '' for all others. */
export function fromBeforeWords(session: Session, plan: Plan): SafeText {
  const isSent = plan.name.dialect !== 'proposed' && plan.name.dialect !== 'inferred'
  return isSent && isFromBefore(session, plan)
    ? safe`as it was before the session was ${session.origin === 'resumed' ? safe`resumed` : safe`loaded`}`
    : safe``
}

/** What a mark says of its plan or session. Raw. */
interface MarkWords {
  readonly what: string
  /** It is an answer, or was taken for one. */
  readonly isDecision: boolean
  /** Follows `what`, with a blank or a comma before it; or ''. */
  readonly more: string
  /** What was said with it; or ''. */
  readonly quote: string
}

/** What a mark is, in words; `quote` is raw. */
export function markWords({ type, planKey, words, by }: Mark): MarkWords {
  const quote = words.trim() === '' ? '' : words
  const plain = (what: string): MarkWords => ({ what, isDecision: false, more: '', quote: '' })
  const more = by === 'user' ? '' : afterBlank(deciderWords(by))
  const decision = (what: string): MarkWords => ({ what, isDecision: true, more, quote })
  switch (type) {
    case 'turn':
      return { ...plain(quote === '' ? 'a turn began' : 'prompt'), quote }
    case 'proposed':
      return plain('the agent asked about it')
    case 'approved':
    case 'rejected':
      return decision(type)
    case 'refined':
      return decision('to be refined')
    case 'kept':
      return { ...decision('saved, and nothing else'), isDecision: false }
    case 'cancelled':
      return planKey === null ? plain('the turn was cancelled') : { ...plain('cancelled'), isDecision: true }
    case 'compacted':
      return plain('the agent compacted its context')
    case 'removed':
      return plain('removed by the agent')
    case 'went-on': {
      const from = words === '' ? '' : `, from ${words}`
      return { ...decision('the agent went on without asking'), more: from, quote: '' }
    }
    case 'own':
      return { ...plain('marked'), quote }
  }
}

/** What a heading says of a plan besides its title. */
export function planFacts(
  plan: Plan,
  {
    proposal,
    changedSince,
    fromBefore,
  }: { readonly proposal: Proposal | null; readonly changedSince: SafeText; readonly fromBefore: SafeText },
): readonly SafeText[] {
  // Nobody works on the check boxes of a plan that is only proposed.
  const progress = isProposed(plan) ? null : planProgress(plan)
  const { dialect, id } = plan.name
  return [
    progress === null ? safe`` : safe`${progress.done} of ${progress.total} done`,
    dialect === 'inferred' ? safe`inferred from a ${id === null ? safe`to-do tool` : safe`file`}` : safe``,
    proposalFact(proposal),
    changedSince,
    fromBefore,
    plan.removedAtMs === null ? safe`` : safe`removed by the agent`,
  ].filter((fact) => fact !== '')
}
