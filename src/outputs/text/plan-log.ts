import { documentSummary, lineChanges } from './text-pieces.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { isAtWork } from '../../app/state/session-clock.ts'
import { proposalOf } from '../../app/proposals/session-proposals.ts'
import type { Session } from '../../app/state/session.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { documentUri, planText } from '../../plans/plan-parts.ts'
import { planProgress } from '../../plans/plan-progress.ts'
import type { Plan } from '../../plans/plan.ts'
import { planChanges } from '../changes/compare-plans.ts'
import { planLabel } from '../words/plan-label.ts'
import { changeLines, planContent, planSummary, textChange } from './plan-lines.ts'
import { fromBeforeWords, sessionName, unknownPlanWords } from '../words/session-words.ts'
import { proposalFact } from '../words/question-words.ts'
import type { StatusLook } from '../words/status-words.ts'
import { goesOnAs, type PlanPlace } from '../changes/touched-plans.ts'

/** What was told of a plan. */
interface Told {
  readonly plan: Plan
  /** When its last line was written. */
  readonly atMs: number
  /** The text that was last written whole: a markdown plan's, or a document's. */
  readonly wholeText: string | null
  /** The document's text as last told. */
  readonly documentText: string | null
}

export interface ToldDocument {
  readonly document: PlanDocument
  /** What a reader should know about it. */
  readonly sentences: readonly SafeText[]
}

/** An agent sends what it has proposed once more soon after. */
const twinsLookedAt = 100

/** A text that grows is told of this often, and whole when it rests. */
const tellTextEveryMs = 1000

/** Turns plans into lines, and remembers of each what was told. Lines of content are indented by two spaces. */
export class TextPlans {
  readonly #ascii: boolean
  readonly #documentOf: (sessionId: string, key: string) => PlanDocument | null
  readonly #told = new Map<string, Told>()
  /** The plans whose texts were written whole last. */
  #writtenWhole: readonly PlanPlace[] = []

  constructor(ascii: boolean, documentOf: (sessionId: string, key: string) => PlanDocument | null) {
    this.#ascii = ascii
    this.#documentOf = documentOf
  }

  /** What differs from what was told of the plan. */
  changed(state: AppState, place: PlanPlace, atMs: number): readonly SafeText[] {
    const plan = planAt(state, place)
    const told = this.#toldOf(place)
    if (plan === undefined) return this.#gone(state, place)
    const changes = planChanges(told?.plan ?? null, plan)
    if (changes.length === 0) return []
    const label = planLabel(state, place.sessionId, plan)
    const [first] = changes
    if (first?.type === 'removed') {
      const whole = told === undefined ? [] : this.#whole(state, place, told.plan)
      this.#note(place, { plan, atMs })
      return [...whole, own`${label}: removed by the agent`]
    }
    if (first?.type === 'appeared' || first?.type === 'returned') {
      this.#note(place, { plan, atMs })
      const back = first.type === 'returned' ? own` (back again)` : own``
      const heading = own`${label}: ${planSummary(plan)}${back}`
      const isText = planText(plan.body) !== null || documentUri(plan.body) !== null
      const content = isText
        ? this.#wholeAtRest(state, place, plan)
        : planContent(plan, null, this.#look(state, place))
      return [heading, ...content]
    }
    const isText = first?.type === 'text-changed'
    const isSoon = told !== undefined && atMs - told.atMs < tellTextEveryMs
    if (isText && isSoon && !isWhole(state, place, plan)) return []
    this.#note(place, { plan, atMs })
    const lines = changeLines(plan, changes, this.#ascii).map((line) => own`${label}: ${line}`)
    if (first?.type === 'replaced') return [...lines, ...planContent(plan, null, this.#look(state, place))]
    return isText ? [...lines, ...this.#wholeAtRest(state, place, plan)] : lines
  }

  /** What was known of a session is void: it is opened again, and its past told anew. */
  forget(sessionId: string): void {
    for (const [name, { plan }] of this.#told)
      if (name === nameOf({ sessionId, key: plan.key })) this.#told.delete(name)
  }

  /** A file plan's document was read anew, or cannot be. */
  documentChanged(
    state: AppState,
    place: PlanPlace,
    { document, sentences }: ToldDocument,
  ): readonly SafeText[] {
    const plan = planAt(state, place)
    const told = this.#toldOf(place)
    if (plan === undefined || told === undefined) return []
    const label = planLabel(state, place.sessionId, plan)
    const notes = sentences.map((sentence) => own`${label}: ${sentence}`)
    if (document.state !== 'shown') return notes
    const { documentText } = told
    if (documentText === document.text) return notes
    this.#told.set(nameOf(place), { ...told, documentText: document.text })
    const difference = documentText === null ? null : lineChanges(documentText, document.text)
    const summary = safeLine(documentSummary(document))
    const line =
      difference === null ? summary : own`${textChange(difference.added, difference.removed)} (${summary})`
    return [own`${label}: ${line}`, ...notes, ...this.#wholeAtRest(state, place, plan)]
  }

  /** The texts of a session's plans that were not written whole as they stand: for the end of a turn. */
  wholeTexts(state: AppState, sessionId: string): readonly SafeText[] {
    const plans = [...(state.sessions.get(sessionId)?.plans.values() ?? [])]
    return plans
      .filter((plan) => plan.removedAtMs === null)
      .flatMap((plan) => {
        const place = { sessionId, key: plan.key }
        return this.#whole(state, place, plan)
      })
  }

  /** Every plan as it stands, for the end of the run. */
  finalState(state: AppState): readonly SafeText[] {
    const lines: SafeText[] = []
    for (const session of state.sessions.values()) {
      for (const plan of session.plans.values()) {
        const place = { sessionId: session.id, key: plan.key }
        const label = planLabel(state, session.id, plan)
        const document = this.#documentOf(session.id, plan.key)
        if (plan.removedAtMs !== null) {
          lines.push(own`${label}: removed by the agent`)
          continue
        }
        const whole = this.#isWholeTold(place, plan)
          ? []
          : planContent(plan, document, this.#look(state, place))
        const note = this.#isWholeTold(place, plan) ? own`, as above` : own``
        const fact = proposalFact(proposalOf(session, plan.key))
        const facts = [fact, fromBeforeWords(session, plan)].filter((words) => words !== '')
        const after = facts.map((words) => own`, ${words}`).join('') as SafeText
        lines.push(own`${label}: ${planSummary(plan, document)}${after}${note}`, ...whole)
      }
    }
    for (const session of state.sessions.values()) lines.push(...unknownPlans(state, session))
    return lines.length === 0 ? [own`No plan came.`] : [own`At the end:`, ...lines]
  }

  /** It goes on as a part of another plan; one that a message proposed may turn out to be none. */
  #gone(state: AppState, place: PlanPlace): readonly SafeText[] {
    const told = this.#toldOf(place)
    if (told === undefined) return []
    this.#told.delete(nameOf(place))
    const label = planLabel(state, place.sessionId, told.plan)
    if (place.isDropped === true)
      return told.plan.removedAtMs === null ? [own`${label}: not kept any more, for there are too many`] : []
    const into = goesOnAs(place, state)
    const isInferred = told.plan.name.dialect === 'inferred'
    if (into === null) return [own`${label}: gone, ${whyGone(told.plan)}`]
    const next = { sessionId: place.sessionId, key: into }
    const plan = planAt(state, next)
    // What was told of it was told of the other one.
    if (this.#toldOf(next) === undefined) this.#told.set(nameOf(next), told)
    if (isInferred) return [own`${label}: the agent sends it itself from here on`]
    return plan === undefined ? [] : [own`${label}: goes on as ${planLabel(state, place.sessionId, plan)}`]
  }

  #look(state: AppState, { sessionId }: PlanPlace): StatusLook {
    const session = state.sessions.get(sessionId)
    return { isAscii: this.#ascii, isAtWork: session !== undefined && isAtWork(session) }
  }

  #toldOf(place: PlanPlace): Told | undefined {
    return this.#told.get(nameOf(place))
  }

  #note(place: PlanPlace, news: Pick<Told, 'plan' | 'atMs'>): void {
    const before = this.#toldOf(place)
    const { wholeText = null, documentText = null } = before ?? {}
    this.#told.set(nameOf(place), { ...news, wholeText, documentText })
  }

  /** While a turn runs a text may still grow; between turns, and when it is known to be whole, it is written so. */
  #wholeAtRest(state: AppState, place: PlanPlace, plan: Plan): readonly SafeText[] {
    const isWorking = state.sessions.get(place.sessionId)?.turn.state === 'working'
    if (isWorking && !isWhole(state, place, plan)) return []
    return this.#whole(state, place, plan)
  }

  #whole(state: AppState, place: PlanPlace, plan: Plan): readonly SafeText[] {
    const text = this.#textOf(place, plan)
    if (text === null || this.#isWholeTold(place, plan)) return []
    const label = planLabel(state, place.sessionId, plan)
    const told = this.#toldOf(place)
    const documentText = told?.documentText ?? null
    this.#told.set(nameOf(place), {
      plan,
      atMs: told?.atMs ?? plan.changedAtMs,
      wholeText: text,
      documentText,
    })
    const twin = this.#twinOf(place, text)
    this.#writtenWhole = [...this.#writtenWhole.slice(1 - twinsLookedAt), place]
    if (twin !== null)
      return [own`${label}: the same text as ${planLabel(state, place.sessionId, twin)}, above`]
    const document = this.#documentOf(place.sessionId, place.key)
    return [own`${label}: the whole text`, ...planContent(plan, document, this.#look(state, place))]
  }

  /** Another plan of the session whose text was written whole, and is the same: agents send what they proposed once more. */
  #twinOf({ sessionId, key }: PlanPlace, text: string): Plan | null {
    for (const other of this.#writtenWhole) {
      if (other.sessionId !== sessionId || other.key === key) continue
      const told = this.#toldOf(other)
      if (told?.wholeText === text) return told.plan
    }
    return null
  }

  #isWholeTold(place: PlanPlace, plan: Plan): boolean {
    const text = this.#textOf(place, plan)
    return text !== null && this.#toldOf(place)?.wholeText === text
  }

  #textOf(place: PlanPlace, plan: Plan): string | null {
    const text = planText(plan.body)
    if (text !== null || documentUri(plan.body) === null) return text
    const document = this.#documentOf(place.sessionId, place.key)
    return document?.state === 'shown' ? document.text : null
  }
}

/** A session that goes on from before may have a plan that the agent did not tell again. */
function unknownPlans(state: AppState, session: Session): readonly SafeText[] {
  const known = unknownPlanWords(state, session)
  if (known === null) return []
  const name = state.sessions.size < 2 ? '' : `${sessionName(session).slice(0, 400)} / `
  return [cutToWidth(safeLine(`${name}${known.what}: ${known.words}`), 200)]
}

function whyGone({ name }: Plan): SafeText {
  switch (name.dialect) {
    case 'inferred':
      return own`the agent has sent a plan`
    case 'proposed':
      return own`it was none`
    case 'plan':
    case 'id':
    case 'planId':
      return own`the plan that it came with is not approved`
  }
}

function planAt(state: AppState, place: PlanPlace): Plan | undefined {
  return state.sessions.get(place.sessionId)?.plans.get(place.key)
}

/** A text that will not grow: its boxes are all checked, or the agent asks about it. */
function isWhole(state: AppState, place: PlanPlace, plan: Plan): boolean {
  if (planText(plan.body) === null) return false
  if (plan.name.dialect !== 'proposed') return planProgress(plan)?.isComplete ?? false
  const session = state.sessions.get(place.sessionId)
  return session !== undefined && (proposalOf(session, plan.key)?.isWhole ?? false)
}

function nameOf(place: PlanPlace): string {
  return writeJson([place.sessionId, place.key])
}
