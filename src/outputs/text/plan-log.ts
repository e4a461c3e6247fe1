import { documentSummary, lineChanges, stepText } from '../../app/words/text.ts'
import { madeUpBy, madeUpSentence } from '../../app/plan-advice/unknown-plan.ts'
import { planRefKey, type AppState } from '../../app/state/app-state.ts'
import { isAtWork } from '../../app/state/session-clock.ts'
import { proposalOf } from '../../app/proposals/session-proposals.ts'
import { wentOnWords, proposalFact } from '../../app/words/question.ts'
import { sessionName } from '../../app/words/session.ts'
import type { Session } from '../../app/state/session.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutLine, cutToWidth } from '../../lib/text/width.ts'
import { documentUri, planText, planSteps } from '../../plans/kinds/plan-kinds.ts'
import { planProgress, type Plan } from '../../plans/plan.ts'
import { planChanges, toldChanges, goesOnAs, type TouchedPlan } from '../changes/touched-plans.ts'
import {
  planLabel,
  changedSinceWords,
  fromBeforeWords,
  unknownPlanWords,
  whyNoPlan,
} from '../../app/words/plan.ts'
import type { GlyphLook } from '../../app/words/step.ts'
import { changeLines, planContent, planSummary, textChange } from './plan-lines.ts'
import { namedDoubts, unnamedWords, workParts } from '../../app/words/work.ts'
import { outsidePlan, stepRef, withoutPlan, type StepWork } from '../../app/state/step-work.ts'
import { doubtsOf, unnamedFiles } from '../../app/work/doubts.ts'

interface WrittenPlan {
  readonly plan: Plan
  /** The time of its last line; null: nobody tells. */
  readonly atMs: number | null
  /** The text that was last written whole: a markdown plan's, or a document's. */
  readonly wholeText: string | null
  /** The text of the document at its last line. */
  readonly documentText: string | null
}

export interface DocumentNotes {
  readonly document: PlanDocument
  /** Notes on how it was read. */
  readonly sentences: readonly SafeText[]
}

/** How many of the last whole texts are compared with a new one: agents send a proposed plan again soon after. */
const twinCandidates = 100

/** The shortest time between two lines about a text that grows. */
const textIntervalMs = 1000

/** The lines about plans. It keeps what has been written about each. Lines of content are indented by two spaces. */
export class PlanLog {
  readonly #ascii: boolean
  readonly #documentOf: (sessionId: string, key: string) => PlanDocument | null
  readonly #written = new Map<string, WrittenPlan>()
  /** The plans whose texts were written whole last. */
  #writtenWhole: readonly TouchedPlan[] = []

  constructor(ascii: boolean, documentOf: (sessionId: string, key: string) => PlanDocument | null) {
    this.#ascii = ascii
    this.#documentOf = documentOf
  }

  /** The difference to the plan's last lines. */
  changed(state: AppState, place: TouchedPlan, atMs: number | null): readonly SafeText[] {
    const plan = planAt(state, place)
    const written = this.#writtenOf(place)
    if (plan === undefined) return this.#gone(state, place)
    const all = planChanges(written?.plan ?? null, plan)
    if (all.length === 0) return []
    const changes = toldChanges(all)
    const label = planLabel(state, place.sessionId, plan)
    const [first] = changes
    if (first?.type === 'removed') {
      const whole = written === undefined ? [] : this.#whole(state, place, written.plan)
      this.#note(place, { plan, atMs })
      return [...whole, safe`${label}: removed by the agent`]
    }
    if (first?.type === 'appeared' || first?.type === 'returned') {
      this.#note(place, { plan, atMs })
      const back = first.type === 'returned' ? safe` (back again)` : safe``
      const heading = safe`${label}: ${planSummary(plan)}${back}`
      const isText = planText(plan.body) !== null || documentUri(plan.body) !== null
      const content = isText
        ? this.#wholeAtRest(state, place, plan)
        : planContent(plan, null, this.#look(state, place))
      const agent = madeUpBy(state, plan)
      return [heading, ...(agent === null ? [] : [safe`  ${madeUpSentence(agent)}`]), ...content]
    }
    const isText = first?.type === 'text-changed'
    const isSoon = written !== undefined && (atMs === null || atMs - (written.atMs ?? atMs) < textIntervalMs)
    if (isText && isSoon && !isWhole(state, place, plan)) return []
    this.#note(place, { plan, atMs })
    const lines = changeLines(plan, changes, this.#ascii).map((line) => safe`${label}: ${line}`)
    if (first?.type === 'replaced') return [...lines, ...planContent(plan, null, this.#look(state, place))]
    return isText ? [...lines, ...this.#wholeAtRest(state, place, plan)] : lines
  }

  /** Forgets a session that is opened again, because its history is replayed. */
  forget(sessionId: string): void {
    for (const [name, { plan }] of this.#written)
      if (name === planRefKey({ sessionId, key: plan.key })) this.#written.delete(name)
  }

  /** A file plan's document was read again, or cannot be read. */
  documentChanged(
    state: AppState,
    place: TouchedPlan,
    { document, sentences }: DocumentNotes,
  ): readonly SafeText[] {
    const plan = planAt(state, place)
    const written = this.#writtenOf(place)
    if (plan === undefined || written === undefined) return []
    const label = planLabel(state, place.sessionId, plan)
    const notes = sentences.map((sentence) => safe`${label}: ${sentence}`)
    if (document.state !== 'shown') return notes
    const { documentText } = written
    if (documentText === document.text) return notes
    this.#note(place, { ...written, documentText: document.text })
    const difference = documentText === null ? null : lineChanges(documentText, document.text)
    const summary = safeLine(documentSummary(document))
    const line =
      difference === null ? summary : safe`${textChange(difference.added, difference.removed)} (${summary})`
    return [safe`${label}: ${line}`, ...notes, ...this.#wholeAtRest(state, place, plan)]
  }

  /** The current texts of a session's plans that were not written whole, for the end of a turn. */
  wholeTexts(state: AppState, sessionId: string): readonly SafeText[] {
    const plans = [...(state.sessions.get(sessionId)?.plans.values() ?? [])]
    return plans
      .filter((plan) => plan.removedAtMs === null)
      .flatMap((plan) => this.#whole(state, { sessionId, key: plan.key }, plan))
  }

  /** The last state of every plan, for the end of the run. */
  finalState(state: AppState, nowMs: number): readonly SafeText[] {
    const sessions = [...state.sessions.values()]
    // No list is spread into arguments: a plan may have more lines than a call takes.
    const lines = sessions.flatMap((session): readonly SafeText[] => {
      const ofPlans = [...session.plans.values()].flatMap((plan): readonly SafeText[] => {
        const place = { sessionId: session.id, key: plan.key }
        const label = planLabel(state, session.id, plan)
        const document = this.#documentOf(session.id, plan.key)
        if (plan.removedAtMs !== null) return [safe`${label}: removed by the agent`]
        const isAbove = this.#isWholeWritten(place, plan)
        const whole = isAbove ? [] : planContent(plan, document, this.#look(state, place))
        const note = isAbove ? safe`, as above` : safe``
        const fact = proposalFact(proposalOf(session, plan.key))
        const changed = changedSinceWords(state, session.id, plan.key)
        const facts = [fact, changed, fromBeforeWords(session, plan)].filter((words) => words !== '')
        const after = facts.map((words) => safe`, ${words}`).join('') as SafeText
        const work = planWorkLines(state, session, plan, { isAscii: this.#ascii, nowMs })
        return [safe`${label}: ${planSummary(plan, document)}${after}${note}`, ...whole, ...work]
      })
      const outside = session.plans.size === 0 ? [] : outsideWorkLines(session, this.#ascii)
      return outside.length === 0
        ? ofPlans
        : [...ofPlans, safe`${sessionName(session)}, done outside of steps:`, ...outside]
    })
    const known = [...lines, ...sessions.flatMap((session) => unknownPlans(state, session))]
    const head = known.length === 0 ? whyNoPlan(state, nowMs) : safe`At the end:`
    return [head, ...known, ...sessions.flatMap(goingOn)]
  }

  /** The plan became part of another plan, or the message that seemed to propose it has no plan. */
  #gone(state: AppState, place: TouchedPlan): readonly SafeText[] {
    const written = this.#writtenOf(place)
    if (written === undefined) return []
    this.#written.delete(planRefKey(place))
    const label = planLabel(state, place.sessionId, written.plan)
    if (place.isDropped === true)
      return written.plan.removedAtMs === null ? [safe`${label}: dropped: there are too many plans`] : []
    const into = goesOnAs(place, state)
    const isInferred = written.plan.name.dialect === 'inferred'
    if (into === null)
      return [safe`${label}: gone, ${whyGone(written.plan, state.sessions.get(place.sessionId))}`]
    const next = { sessionId: place.sessionId, key: into }
    const plan = planAt(state, next)
    // The lines about this plan count for the plan that replaces it.
    if (this.#writtenOf(next) === undefined) this.#written.set(planRefKey(next), written)
    if (isInferred) return [safe`${label}: from now on sent by the agent itself`]
    return plan === undefined ? [] : [safe`${label}: continues as ${planLabel(state, place.sessionId, plan)}`]
  }

  #look(state: AppState, { sessionId }: TouchedPlan): GlyphLook {
    const session = state.sessions.get(sessionId)
    return { isAscii: this.#ascii, isAtWork: session !== undefined && isAtWork(session) }
  }

  #writtenOf(place: TouchedPlan): WrittenPlan | undefined {
    return this.#written.get(planRefKey(place))
  }

  #note(place: TouchedPlan, news: Pick<WrittenPlan, 'plan' | 'atMs'> & Partial<WrittenPlan>): void {
    const noTexts = { wholeText: null, documentText: null }
    this.#written.set(planRefKey(place), { ...noTexts, ...this.#writtenOf(place), ...news })
  }

  /** Writes the text between turns, and when it is complete; during a turn it may still grow. */
  #wholeAtRest(state: AppState, place: TouchedPlan, plan: Plan): readonly SafeText[] {
    const isWorking = state.sessions.get(place.sessionId)?.turn.state === 'working'
    if (isWorking && !isWhole(state, place, plan)) return []
    return this.#whole(state, place, plan)
  }

  #whole(state: AppState, place: TouchedPlan, plan: Plan): readonly SafeText[] {
    const text = this.#textOf(place, plan)
    if (text === null || this.#isWholeWritten(place, plan)) return []
    const label = planLabel(state, place.sessionId, plan)
    this.#note(place, { plan, atMs: this.#writtenOf(place)?.atMs ?? plan.changedAtMs, wholeText: text })
    if (text === '') return []
    const twin = this.#twinOf(place, text)
    this.#writtenWhole = [...this.#writtenWhole.slice(1 - twinCandidates), place]
    if (twin !== null)
      return [safe`${label}: the same text as ${planLabel(state, place.sessionId, twin)}, above`]
    const document = this.#documentOf(place.sessionId, place.key)
    return [safe`${label}: the whole text`, ...planContent(plan, document, this.#look(state, place))]
  }

  /** Another plan of the session with the same text that was written whole: agents send a proposed plan again. */
  #twinOf({ sessionId, key }: TouchedPlan, text: string): Plan | null {
    for (const other of this.#writtenWhole) {
      if (other.sessionId !== sessionId || other.key === key) continue
      const written = this.#writtenOf(other)
      if (written?.wholeText === text) return written.plan
    }
    return null
  }

  #isWholeWritten(place: TouchedPlan, plan: Plan): boolean {
    const text = this.#textOf(place, plan)
    return text !== null && this.#writtenOf(place)?.wholeText === text
  }

  #textOf(place: TouchedPlan, plan: Plan): string | null {
    const text = planText(plan.body)
    if (text !== null || documentUri(plan.body) === null) return text
    const document = this.#documentOf(place.sessionId, place.key)
    return document?.state === 'shown' ? document.text : null
  }
}

/** The agent went on without a plan that could be approved; of another one its plan tells it. */
function goingOn({ wentOn }: Session): readonly SafeText[] {
  return wentOn === null || wentOn.planKey !== null ? [] : [cutLine(wentOnWords(wentOn), 200)]
}

/** A resumed session may have a plan that the agent did not send again. */
function unknownPlans(state: AppState, session: Session): readonly SafeText[] {
  const known = unknownPlanWords(state, session)
  if (known === null) return []
  const name = state.sessions.size < 2 ? '' : `${sessionName(session)} / `
  return [cutToWidth(safeLine(`${name}${known.what}: ${known.words}`), 200)]
}

function whyGone({ name, body }: Plan, session: Session | undefined): SafeText {
  switch (name.dialect) {
    case 'inferred':
      return session?.counts.planUpdates === 0
        ? safe`the call that gave it was not carried out`
        : safe`the agent has sent a plan`
    case 'proposed':
      return body.type === 'items' ? safe`it was not approved` : safe`it was not a plan`
    case 'plan':
    case 'id':
    case 'planId':
      return safe`the plan that it belongs to was not approved`
  }
}

function planAt(state: AppState, place: TouchedPlan): Plan | undefined {
  return state.sessions.get(place.sessionId)?.plans.get(place.key)
}

/** Whether a text is complete: all its boxes are checked, or the agent asks for its approval. */
function isWhole(state: AppState, place: TouchedPlan, plan: Plan): boolean {
  if (planText(plan.body) === null) return false
  if (plan.name.dialect !== 'proposed') return planProgress(plan)?.isComplete ?? false
  const session = state.sessions.get(place.sessionId)
  return session !== undefined && (proposalOf(session, plan.key)?.isWhole ?? false)
}

/** What was done in each step of a plan, and what there is to doubt: below the plan, at the end of a run. */
function planWorkLines(
  state: AppState,
  session: Session,
  plan: Plan,
  { isAscii, nowMs }: { readonly isAscii: boolean; readonly nowMs: number },
): readonly SafeText[] {
  const steps = planSteps(plan.body).map(({ key, content }) => ({ key, name: stepText(content) }))
  const gone = (session.work.gone.get(plan.key) ?? []).map(({ key, content }) => ({
    key,
    name: safe`${stepText(content)} (not listed any more)`,
  }))
  const work = [...steps, ...gone].flatMap(({ key, name }) =>
    lineOf(name, session.work.steps.get(stepRef(plan.key, key)), isAscii),
  )
  const doubts = namedDoubts(plan, doubtsOf(state, session, plan, nowMs))
  const unnamed = unnamedFiles(session, plan)
  return [
    ...(work.length === 0 ? [] : [safe`  done in its steps:`, ...work]),
    ...(doubts.length === 0 ? [] : [safe`  doubts:`, ...doubts.map((doubt) => safe`    ${doubt}`)]),
    ...(unnamed.length === 0 ? [] : [safe`  ${unnamedWords(unnamed)}`]),
  ]
}

/** What was done in a session while no step was in progress; nothing for one without any work in steps. */
function outsideWorkLines({ work }: Session, isAscii: boolean): readonly SafeText[] {
  return [
    ...lineOf(safe`outside the plan`, work.steps.get(outsidePlan), isAscii),
    ...lineOf(safe`while there was no unfinished plan`, work.steps.get(withoutPlan), isAscii),
  ]
}

function lineOf(name: SafeText, work: StepWork | undefined, isAscii: boolean): readonly SafeText[] {
  const parts = work === undefined ? [] : workParts(work, isAscii)
  return parts.length === 0 ? [] : [safe`    ${name}: ${parts.join(' · ') as SafeText}`]
}
