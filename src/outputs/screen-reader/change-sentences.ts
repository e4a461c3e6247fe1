import {
  goesOnAs,
  isBeingWritten,
  planBefore,
  type TouchedPlan,
  touchedPlans,
  planChanges,
  toldChanges,
  endedSteps,
} from '../changes/touched-plans.ts'
import type { AppEvent } from '../../app/state/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { stepStillRuns, priorityWord, statusWord, stepTimeWords, stepWords } from '../../app/words/step.ts'
import {
  uncertainSentence,
  noPlan,
  changedPlanWords,
  planLabel,
  unknownPlanWords,
} from '../../app/words/plan.ts'
import { sessionName } from '../../app/words/session.ts'
import { isProposed } from '../../app/proposals/session-proposals.ts'
import { isAtWork, updateTime, stalledStep } from '../../app/state/session-clock.ts'
import type { Session } from '../../app/state/session.ts'
import { safe, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { cutLine, cutToWidth } from '../../lib/text/width.ts'
import { heldSteps, planProgress, type Plan } from '../../plans/plan.ts'
import { planSteps, planText } from '../../plans/kinds/plan-kinds.ts'
import { type TrackedEntry, waitsForWords, stepFacts } from '../../plans/steps/tracked-entry.ts'
import { endedTurns, eventWords, problemWords } from '../changes/event-words.ts'
import type { PlanChange } from '../plan-kinds/plan-output.ts'
import { planOutputOf } from '../plan-kinds/plan-kinds.ts'
import { capital, sentence, lineCount } from '../../app/words/text.ts'
import { stepRef, workOf } from '../../app/state/step-work.ts'
import { doubtWords, namedDoubts, workParts } from '../../app/words/work.ts'
import { doubtsOf, planDoubtsOf } from '../../app/work/doubts.ts'
import type { Clock } from '../../lib/clock.ts'
import { counted } from '../../lib/text/wording.ts'

const longestStep = 300
const changesListed = 20

/** The changes of an event, a sentence each; changes that need not be read aloud are left out. */
export function describeChange(before: AppState, after: AppState, event: AppEvent): readonly SafeText[] {
  const texts = endedTurns(event, after, before).flatMap((session) => writtenTexts(after, session))
  const words = eventWords(event, after, before).map(sentence)
  const problems = event.type === 'problem-found' ? [sentence(problemWords(event))] : []
  const changed = changedPlanWords(after, before).map(
    ({ label, changes, approved }) => safe`${called(label)} has changed since ${approved}: ${changes}.`,
  )
  const work = workSentences(before, after, event)
  return [...planSentences(before, after, event), ...work, ...texts, ...words, ...changed, ...problems]
}

/** All plans in their current state, and what there is to doubt of them. */
export function describePlans(state: AppState, nowMs: number): readonly SafeText[] {
  const said = [...state.sessions.values()].flatMap((session) =>
    [...session.plans.values()]
      .filter((plan) => plan.removedAtMs === null)
      .flatMap((plan) => {
        const label = planLabel(state, session.id, plan)
        const total = planSteps(plan.body).length
        const text = safeText(planText(plan.body) ?? '').split('\n')
        return [
          safe`${called(label)}. ${kindSentence(plan)}`,
          ...steps(plan, (index) => safe`Step ${index + 1} of ${total}`, isAtWork(session)),
          ...text.filter((line) => line.trim() !== '').map((line) => line as SafeText),
          ...doubtSentences(state, session, plan, nowMs),
        ]
      }),
  )
  const unknown = [...state.sessions.values()].flatMap((session) => {
    const known = unknownPlanWords(state, session)
    if (known === null) return []
    const what = known.what === 'Plan' ? safe`plan` : safe`checklist`
    const name = cutToWidth(sessionName(session), 100)
    return [sentence(safe`The ${what} of ${name} is ${safeLine(known.words)}`)]
  })
  return said.length + unknown.length === 0 ? [noPlan] : [...said, ...unknown]
}

function planSentences(before: AppState, after: AppState, event: AppEvent): readonly SafeText[] {
  return touchedPlans(event, after, before).flatMap((place) =>
    // Dropped plans have a line of their own, not one for each.
    place.isDropped === true ? [] : placeSentences(before, after, place),
  )
}

function placeSentences(before: AppState, after: AppState, place: TouchedPlan): readonly SafeText[] {
  const { sessionId, key } = place
  const was = planBefore(place, after, before)
  const session = after.sessions.get(sessionId)
  const plan = session?.plans.get(key)
  if (session === undefined || plan === undefined)
    return was === undefined ? [] : [goneSentence(place, was, { before, after })]
  const changes = toldChanges(planChanges(was ?? null, plan))
  const label = planLabel(after, sessionId, plan)
  const frame = {
    label,
    isOnly: after.sessions.size === 1 && session.plans.size === 1,
    isAtWork: isAtWork(session),
  }
  // A plan that is still being written is read at its end, as other streamed texts.
  if (isBeingWritten(place, after)) return []
  const said = changes.slice(0, changesListed).flatMap((change) => changeSentences(plan, change, frame))
  const rest = changes.length - changesListed
  const summary = progressSentences(was, plan, label)
  return [...said, ...(rest > 0 ? [safe`And ${rest} more changes.`] : []), ...summary]
}

interface ChangeAt {
  readonly label: SafeText
  readonly isOnly: boolean
  readonly isAtWork: boolean
}

function goneSentence(
  place: TouchedPlan,
  was: Plan,
  { before, after }: { readonly before: AppState; readonly after: AppState },
): SafeText {
  const { sessionId } = place
  const name = called(planLabel(before, sessionId, was))
  const into = goesOnAs(place, after)
  const plan = into === null ? undefined : after.sessions.get(sessionId)?.plans.get(into)
  if (plan === undefined) return safe`${name} was removed.`
  return was.name.dialect === 'inferred'
    ? safe`${name} is now sent by the agent itself.`
    : safe`${name} continues as ${planLabel(after, sessionId, plan)}.`
}

function changeSentences(
  plan: Plan,
  change: PlanChange,
  { label, isOnly, isAtWork }: ChangeAt,
): readonly SafeText[] {
  const total = planSteps(plan.body).length
  const place = (index: number): SafeText =>
    isOnly ? safe`Step ${index + 1} of ${total}` : safe`${label}, step ${index + 1} of ${total}`
  switch (change.type) {
    case 'appeared':
      return [
        safe`${label === 'Plan' ? safe`New plan` : safe`New plan: ${label}`}. ${kindSentence(plan)}`,
        ...steps(plan, place, isAtWork),
      ]
    case 'returned':
      return [safe`${called(label)} is back. ${kindSentence(plan)}`, ...steps(plan, place, isAtWork)]
    case 'replaced':
      return [
        safe`${called(label)} is of another kind now. ${kindSentence(plan)}`,
        ...steps(plan, place, isAtWork),
      ]
    case 'removed':
      return [safe`${called(label)} was removed by the agent.`]
    case 'cleared':
      return [safe`${called(label)} was cleared by the agent.`]
    case 'retitled':
      return [safe`The plan is now called ${label}.`]
    case 'entry-added':
      return [safe`New: ${stepSentence(plan, change.entry, place(change.index))}`]
    case 'entry-changed':
      return [stepSentence(plan, change.entry, place(change.index))]
    case 'entry-dropped':
      return [sentence(safe`Dropped: ${cutLine(stepWords(change.entry.content), longestStep)}`)]
    case 'reordered':
      return [safe`The steps of ${label} are in another order.`]
    case 'certainty':
      return change.isUncertain ? [uncertainSentence] : []
    case 'uri-changed':
      return [safe`${called(label)}: ${kindSentence(plan)}`]
    case 'payload-changed':
      return [safe`${called(label)} changed.`]
    // Its completion has a sentence of its own.
    case 'progress-changed':
      return planProgress(plan)?.isComplete === true ? [] : [safe`${called(label)}: ${kindSentence(plan)}`]
    // A streamed text would be read over and over: its boxes and its end are read.
    case 'text-changed':
      return isProposed(plan) ? [safe`${called(label)} was replaced. ${kindSentence(plan)}`] : []
  }
}

function steps(plan: Plan, place: (index: number) => SafeText, isAtWork: boolean): readonly SafeText[] {
  return planSteps(plan.body).map((entry, index) => stepSentence(plan, entry, place(index), isAtWork))
}

function kindSentence(plan: Plan): SafeText {
  return planOutputOf(plan.body).sentence(plan, plan.body)
}

function stepSentence(plan: Plan, entry: TrackedEntry, place: SafeText, isAtWork = true): SafeText {
  const priority = priorityWord(entry.priority)
  const said = sentence(
    safe`${place}, ${statusWord(entry.status, isAtWork)}: ${cutLine(stepWords(entry.content), longestStep)}`,
  )
  const waits = safeLine(waitsForWords(entry))
  const ranked = priority === null ? said : safe`${said} ${capital(priority)} priority.`
  const waiting = waits === '' ? ranked : safe`${ranked} It ${waits}.`
  const reason = cutLine(entry.told?.reason ?? '', longestStep)
  const reasoned = reason === '' ? waiting : safe`${waiting} ${sentence(safe`Reason: ${reason}`)}`
  // It is reported as over while something runs that was begun in it.
  return heldSteps(plan).has(entry.key) ? safe`${reasoned} ${capital(stepStillRuns)}.` : reasoned
}

/** Once when the last step or box is done; for boxes, each time their number changes. */
function progressSentences(before: Plan | undefined, plan: Plan, label: SafeText): readonly SafeText[] {
  const progress = planProgress(plan)
  if (before === undefined || progress === null) return []
  if (before.removedAtMs !== null || plan.removedAtMs !== null) return []
  const was = planProgress(before)
  if (progress.isComplete && was?.isComplete !== true) {
    return [safe`${called(label)} is complete: ${progress.done} of ${progress.total}.`]
  }
  const isBoxes = planText(plan.body) !== null && was?.done !== progress.done
  return isBoxes ? [safe`${called(label)}: ${progress.done} of ${progress.total} boxes checked.`] : []
}

function writtenTexts(state: AppState, session: Session): readonly SafeText[] {
  const { turn } = session
  if (turn.state !== 'ended') return []
  return [...session.plans.values()].flatMap((plan) => {
    const text = planText(plan.body)
    return text !== null && plan.removedAtMs === null && plan.changedAtMs >= turn.sinceMs
      ? [safe`${called(planLabel(state, session.id, plan))} has ${safeLine(lineCount(text))}.`]
      : []
  })
}

/** A plan without a name of its own is called "Plan". */
function called(label: SafeText): SafeText {
  if (label === 'Plan') return safe`The plan`
  if (label === 'Plan (inferred)') return safe`The inferred plan`
  return label === 'Proposed plan' ? safe`The proposed plan` : safe`Plan ${label}`
}

/** What was done in the steps that an event has ended, and what there is to doubt since, a sentence each. */
function workSentences(before: AppState, after: AppState, event: AppEvent): readonly SafeText[] {
  if (!('sessionId' in event) || event.sessionId === null) return []
  const [was, now] = [before.sessions.get(event.sessionId), after.sessions.get(event.sessionId)]
  if (now === undefined || was === undefined || now.phase === 'opening') return []
  if (was.plans === now.plans && was.work === now.work && was.turn === now.turn) return []
  return [...now.plans.values()].flatMap((plan) => {
    const old = was.plans.get(plan.key) ?? null
    const of = now.plans.size === 1 ? safe`` : safe` of ${planLabel(after, now.id, plan)}`
    const place = { state: after, session: now, plan, of, nowMs: event.atMs }
    const known = old === null ? [] : planDoubtsOf(before, was, old, event.atMs)
    const fresh = planDoubtsOf(after, now, plan, event.atMs).filter(({ type }) =>
      known.every((each) => each.type !== type),
    )
    return [
      ...endedSentences(endedSteps(old, plan), place),
      ...fresh.map((doubt) => sentence(safe`Doubt${of}: ${doubtWords(doubt)}`)),
    ]
  })
}

/** All doubts about a plan in a sentence; empty: there are none. */
function doubtSentences(state: AppState, session: Session, plan: Plan, nowMs: number): readonly SafeText[] {
  const doubts = namedDoubts(plan, doubtsOf(state, session, plan, nowMs))
  return doubts.length === 0 ? [] : [sentence(safe`Doubts: ${doubts.join('; ') as SafeText}`)]
}

interface PlanAt {
  readonly state: AppState
  readonly session: Session
  readonly plan: Plan
  readonly of: SafeText
  readonly nowMs: number
}

/** Steps whose work is read after one event. */
const stepsRead = 20

function endedSentences(
  ended: readonly TrackedEntry[],
  { state, session, plan, of, nowMs }: PlanAt,
): readonly SafeText[] {
  if (ended.length === 0) return []
  const doubts = doubtsOf(state, session, plan, nowMs).steps
  const numbers = new Map(planSteps(plan.body).map(({ key }, index) => [key, index + 1]))
  const more = ended.length - stepsRead
  return [
    ...ended.slice(0, stepsRead).flatMap(({ key }) => {
      const place = safe`step ${numbers.get(key) ?? 0}${of}`
      const work = workParts(workOf(session, stepRef(plan.key, key)), true)
      return [
        ...(work.length === 0 ? [] : [sentence(safe`Work of ${place}: ${work.join(', ') as SafeText}`)]),
        ...(doubts.get(key) ?? []).map((doubt) => sentence(safe`Doubt of ${place}: ${doubtWords(doubt)}`)),
      ]
    }),
    ...(more > 0 ? [safe`And the work of ${more} more steps.`] : []),
  ]
}

/** The timeline of each plan in words: a sentence a step. */
export function timelineSentences(
  state: AppState,
  clock: Pick<Clock, 'nowMs' | 'wallMs'>,
): readonly SafeText[] {
  const said = [...state.sessions.values()].flatMap((session) =>
    [...session.plans.values()].flatMap((plan) =>
      plan.removedAtMs === null ? timesOfPlan(state, { session, plan }, clock) : [],
    ),
  )
  return said.length === 0 ? [noPlan] : said
}

function timesOfPlan(
  state: AppState,
  { session, plan }: { readonly session: Session; readonly plan: Plan },
  clock: Pick<Clock, 'nowMs' | 'wallMs'>,
): readonly SafeText[] {
  const label = planLabel(state, session.id, plan)
  const nowMs = clock.nowMs()
  const steps = planSteps(plan.body)
  if (steps.length === 0) return [safe`${label}: it has no steps with times.`]
  const now = updateTime(session, nowMs)
  const wallOffsetMs = clock.wallMs() - nowMs
  const stalled = stalledStep(state, { session, plan }, nowMs)
  const sentences = steps.map((entry, index) => {
    const words = stepTimeWords(entry, {
      facts: stepFacts(entry, now),
      wallOffsetMs,
      isAtWork: isAtWork(session),
    })
    const { calls, failed } = workOf(session, stepRef(plan.key, entry.key))
    const done = calls === 0 ? safe`` : safe`, ${counted(calls, 'call')}`
    const isStalled = entry === stalled?.entry
    const name = cutLine(stepWords(entry.content), longestName)
    return safe`Step ${index + 1}, ${name}: ${words}${done}${failed === 0 ? safe`` : safe`, ${failed} failed`}${isStalled ? safe`, seems to be stalled` : safe``}.`
  })
  return [safe`${label}, when its steps were worked on:`, ...sentences]
}

const longestName = 300
