import type { AppEvent } from '../../app/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { own, type SafeText } from '../../lib/text/safe-text.ts'
import type { Plan } from '../../plans/plan.ts'
import type { PlanChange } from '../changes/plan-change.ts'
import { planChanges } from '../changes/compare-plans.ts'
import { planLabel } from '../words/plan-label.ts'
import { changeLines, planSummary } from '../text/plan-lines.ts'
import { newOutcomes, proposalFact } from '../words/question-words.ts'
import {
  answeredIn,
  goesOnAs,
  isBeingWritten,
  sessionOf,
  touchedPlans,
  type PlanPlace,
} from '../changes/touched-plans.ts'

/** What changed in a plan at a moment, in words. */
export interface HistoryEntry {
  readonly atMs: number
  readonly label: SafeText
  readonly words: readonly SafeText[]
}

/** A text that grows in pieces has changed once, when the pieces come so close. */
const sameChangeMs = 1000
/** Changes kept; of more the first ones go. */
const maxChanges = 20_000

interface LastChange {
  /** The plan before the change; null: there was none. */
  readonly before: Plan | null
  readonly atMs: number
  readonly entry: HistoryEntry
}

/** Remembers how the plans of a run changed. */
export class PlanHistory {
  readonly #isAscii: boolean
  readonly #entries = new Set<HistoryEntry>()
  readonly #last = new Map<string, LastChange>()
  readonly #told = new Map<string, Plan>()
  /** Of each plan what became of it last. */
  readonly #answered = new Map<string, HistoryEntry>()
  #forgotten = 0

  constructor(isAscii: boolean) {
    this.#isAscii = isAscii
  }

  /** From a moment on, in the order in which they happened. */
  entries(fromMs: number): readonly HistoryEntry[] {
    return [...this.#entries].filter(({ atMs }) => atMs >= fromMs)
  }

  /** Changes before the first that is kept. */
  forgotten(): number {
    return this.#forgotten
  }

  onEvent = (event: AppEvent, after: AppState, before: AppState): void => {
    for (const place of touchedPlans(event, after, before))
      if (!isBeingWritten(place, after)) this.#onPlan(place, after, event.atMs)
    // What is known from before has happened before.
    if (event.type !== 'session-opened') this.#onOutcomes(event, after, before)
  }

  #onOutcomes(event: AppEvent, after: AppState, before: AppState): void {
    const sessionId = sessionOf(event) ?? answeredIn(event, before)
    const session = sessionId === null ? undefined : after.sessions.get(sessionId)
    if (session === undefined) return
    for (const { proposal, plan } of newOutcomes(session, before.sessions.get(session.id))) {
      const name = writeJson([session.id, plan.key])
      const last = this.#answered.get(name)
      // The feedback comes a moment later than the answer that it belongs to.
      if (last !== undefined && last.atMs === proposal.outcome?.atMs) this.#entries.delete(last)
      const label = planLabel(after, session.id, plan)
      const entry = { atMs: proposal.outcome?.atMs ?? event.atMs, label, words: [proposalFact(proposal)] }
      this.#add(entry)
      this.#answered.set(name, entry)
    }
  }

  #onPlan(place: PlanPlace, state: AppState, atMs: number): void {
    const name = writeJson([place.sessionId, place.key])
    const plan = state.sessions.get(place.sessionId)?.plans.get(place.key)
    const told = this.#told.get(name) ?? null
    if (plan === undefined) {
      this.#told.delete(name)
      this.#last.delete(name)
      const isToldGone = place.isDropped === true && told?.removedAtMs !== null
      if (told !== null && !isToldGone) this.#goes(place, told, { state, atMs })
      return
    }
    this.#told.set(name, plan)
    const last = this.#last.get(name)
    const changes = planChanges(told, plan)
    if (changes.length === 0) return
    const isMore = last !== undefined && atMs - last.atMs < sameChangeMs && areGrowth(changes)
    const from = isMore ? last.before : told
    const words = this.#words(plan, isMore ? planChanges(from, plan) : changes)
    if (isMore) this.#entries.delete(last.entry)
    if (words.length === 0) return
    const entry = {
      atMs: isMore ? last.entry.atMs : atMs,
      label: planLabel(state, place.sessionId, plan),
      words,
    }
    this.#add(entry)
    this.#last.set(name, { before: from, atMs, entry })
  }

  /** It is gone, or is told as another one from here on. */
  #goes(
    place: PlanPlace,
    told: Plan,
    { state, atMs }: { readonly state: AppState; readonly atMs: number },
  ): void {
    const { sessionId } = place
    const label = planLabel(state, sessionId, told)
    const into = goesOnAs(place, state)
    const plan = into === null ? undefined : state.sessions.get(sessionId)?.plans.get(into)
    if (into === null || plan === undefined)
      return this.#add({
        atMs,
        label,
        words: [place.isDropped === true ? own`not kept any more` : own`gone`],
      })
    const name = writeJson([sessionId, into])
    if (!this.#told.has(name)) this.#told.set(name, told)
    const isInferred = told.name.dialect === 'inferred'
    const words = isInferred
      ? own`sent by the agent itself from here on`
      : own`goes on as ${planLabel(state, sessionId, plan)}`
    this.#add({ atMs, label, words: [words] })
  }

  #words(plan: Plan, changes: readonly PlanChange[]): readonly SafeText[] {
    const [first] = changes
    switch (first?.type) {
      case undefined:
        return []
      case 'appeared':
        return [own`new: ${planSummary(plan)}`]
      case 'returned':
        return [own`back again: ${planSummary(plan)}`]
      case 'removed':
        return [own`removed by the agent`]
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
