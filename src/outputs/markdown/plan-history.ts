import type { AppEvent } from '../../app/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import type { Plan } from '../../plans/plan.ts'
import type { PlanChange } from '../changes/plan-change.ts'
import { planChanges } from '../changes/compare-plans.ts'
import { planLabel } from '../wording/plan-label.ts'
import { changeLines, planSummary } from '../text/plan-lines.ts'
import { newOutcomes, proposalFact } from '../wording/question-words.ts'
import {
  concernedSession,
  goesOnAs,
  isBeingWritten,
  planPlaceKey,
  touchedPlans,
  type PlanPlace,
} from '../changes/touched-plans.ts'

/** A change of a plan, in words. */
export interface HistoryEntry {
  readonly atMs: number
  readonly label: SafeText
  readonly words: readonly SafeText[]
}

/** Streamed pieces of a text that follow each other within this time count as one change. */
const sameChangeMs = 1000
/** The latest changes are kept. */
const maxChanges = 20_000

interface LastChange {
  /** The plan before the change; null if it was new. */
  readonly before: Plan | null
  readonly atMs: number
  readonly entry: HistoryEntry
}

/** Records the changes of the plans of a run. */
export class PlanHistory {
  readonly #isAscii: boolean
  readonly #entries = new Set<HistoryEntry>()
  readonly #lastChanges = new Map<string, LastChange>()
  /** The latest revision of each plan. */
  readonly #latest = new Map<string, Plan>()
  /** The last outcome of each proposal. */
  readonly #outcomes = new Map<string, HistoryEntry>()
  #forgotten = 0

  constructor(isAscii: boolean) {
    this.#isAscii = isAscii
  }

  /** The changes at and after `fromMs`, in order. */
  entries(fromMs: number): readonly HistoryEntry[] {
    return [...this.#entries].filter(({ atMs }) => atMs >= fromMs)
  }

  /** How many of the first changes were dropped. */
  forgotten(): number {
    return this.#forgotten
  }

  onEvent = (event: AppEvent, after: AppState, before: AppState): void => {
    for (const place of touchedPlans(event, after, before))
      if (!isBeingWritten(place, after)) this.#onPlan(place, after, event.atMs)
    // Outcomes of a session that was just opened are from before.
    if (event.type !== 'session-opened') this.#onOutcomes(event, after, before)
  }

  #onOutcomes(event: AppEvent, after: AppState, before: AppState): void {
    const sessionId = concernedSession(event, before)
    const session = sessionId === null ? undefined : after.sessions.get(sessionId)
    if (session === undefined) return
    for (const { proposal, plan } of newOutcomes(session, before.sessions.get(session.id))) {
      const name = planPlaceKey({ sessionId: session.id, key: plan.key })
      const last = this.#outcomes.get(name)
      // Feedback arrives after its answer and replaces the answer's entry.
      if (last !== undefined && last.atMs === proposal.outcome?.atMs) this.#entries.delete(last)
      const label = planLabel(after, session.id, plan)
      const entry = { atMs: proposal.outcome?.atMs ?? event.atMs, label, words: [proposalFact(proposal)] }
      this.#add(entry)
      this.#outcomes.set(name, entry)
    }
  }

  #onPlan(place: PlanPlace, state: AppState, atMs: number): void {
    const name = planPlaceKey(place)
    const plan = state.sessions.get(place.sessionId)?.plans.get(place.key)
    const former = this.#latest.get(name) ?? null
    if (plan === undefined) {
      this.#latest.delete(name)
      this.#lastChanges.delete(name)
      const wasRemoved = place.isDropped === true && former?.removedAtMs !== null
      if (former !== null && !wasRemoved) this.#onGone(place, former, { state, atMs })
      return
    }
    this.#latest.set(name, plan)
    const last = this.#lastChanges.get(name)
    const changes = planChanges(former, plan)
    if (changes.length === 0) return
    const isMore = last !== undefined && atMs - last.atMs < sameChangeMs && areGrowth(changes)
    const from = isMore ? last.before : former
    const words = this.#words(plan, isMore ? planChanges(from, plan) : changes)
    if (isMore) this.#entries.delete(last.entry)
    if (words.length === 0) return
    const entry = {
      atMs: isMore ? last.entry.atMs : atMs,
      label: planLabel(state, place.sessionId, plan),
      words,
    }
    this.#add(entry)
    this.#lastChanges.set(name, { before: from, atMs, entry })
  }

  /** The plan is gone, or another one replaces it. */
  #onGone(
    place: PlanPlace,
    former: Plan,
    { state, atMs }: { readonly state: AppState; readonly atMs: number },
  ): void {
    const { sessionId } = place
    const label = planLabel(state, sessionId, former)
    const into = goesOnAs(place, state)
    const plan = into === null ? undefined : state.sessions.get(sessionId)?.plans.get(into)
    if (into === null || plan === undefined)
      return this.#add({
        atMs,
        label,
        words: [place.isDropped === true ? safe`dropped` : safe`gone`],
      })
    const name = planPlaceKey({ sessionId, key: into })
    if (!this.#latest.has(name)) this.#latest.set(name, former)
    const isInferred = former.name.dialect === 'inferred'
    const words = isInferred
      ? safe`from now on sent by the agent itself`
      : safe`continues as ${planLabel(state, sessionId, plan)}`
    this.#add({ atMs, label, words: [words] })
  }

  #words(plan: Plan, changes: readonly PlanChange[]): readonly SafeText[] {
    const [first] = changes
    switch (first?.type) {
      case undefined:
        return []
      case 'appeared':
        return [safe`new: ${planSummary(plan)}`]
      case 'returned':
        return [safe`back again: ${planSummary(plan)}`]
      case 'removed':
        return [safe`removed by the agent`]
      default:
        return changeLines(plan, changes, this.#isAscii)
    }
  }

  #add(entry: HistoryEntry): void {
    this.#entries.add(entry)
    if (this.#entries.size <= maxChanges) return
    const oldest = this.#entries.values().next().value
    if (oldest !== undefined) this.#entries.delete(oldest)
    this.#forgotten++
  }
}

function areGrowth(changes: readonly PlanChange[]): boolean {
  return changes.every(({ type }) => type === 'text-changed')
}
