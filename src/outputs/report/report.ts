import type { AppListener } from '../../app/app.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { Activity, Session, Turn } from '../../app/state/session.ts'
import type { LintSummary } from '../../app/lint/describe-findings.ts'
import { sessionMarks } from '../../app/history/run-history.ts'
import type { Mark } from '../../app/history/plan-history.ts'
import { isProposed } from '../../app/proposals/session-proposals.ts'
import type { MarkdownReport } from '../markdown/markdown-report.ts'
import type { PlanProgress } from '../../plans/kinds/plan-kind.ts'
import { clockTime } from '../../lib/text/duration.ts'
import { planProgress, type Plan } from '../../plans/plan.ts'

/** What a report is made from: a run at a moment, and what was collected until then. */
export interface Report extends Omit<MarkdownReport, 'historyFromMs' | 'isAscii'> {
  readonly turns: readonly ReportedTurn[]
  readonly lint: LintSummary
  readonly version: string
}

/** A turn with what was said and done in it, as far as a session keeps that. */
export interface ReportedTurn {
  readonly sessionId: string
  /** The mark of its beginning; null: of what came before the first prompt. */
  readonly mark: Mark | null
  readonly activity: Session['activity']
  readonly turn: Turn
}

/** A plan of the report, and the name that links to it have: `main`, `plan`, `proposed`. No other plan of the report has it. */
export interface ReportedPlan {
  readonly session: Session
  readonly plan: Plan
  readonly name: string
}

/** All plans, session by session. */
export function reportedPlans({ sessions }: AppState): readonly ReportedPlan[] {
  const taken = new Set<string>()
  return [...sessions.values()].flatMap((session) =>
    [...session.plans.values()].map((plan) => {
      const { dialect, id } = plan.name
      const named = (id ?? (dialect === 'proposed' || dialect === 'inferred' ? dialect : 'plan'))
        .slice(0, 60)
        .replaceAll(/[^\w.-]+/g, '-')
      let name = named
      for (let count = 2; taken.has(name); count++) name = `${named}-${count}`
      taken.add(name)
      return { session, plan, name }
    }),
  )
}

/** How far a plan is; null for one without steps to count, and for one that is only proposed: nobody works on it. */
export function progressOf(plan: Plan): PlanProgress | null {
  return isProposed(plan) ? null : planProgress(plan)
}

/** Collects the turns of a run from its events: a session keeps only what was done in the last one. */
export class TurnCollector {
  readonly #turns: ReportedTurn[] = []
  /** The index of the last turn of each session. */
  readonly #last = new Map<string, number>()

  readonly onEvent: AppListener = (event, after) => {
    const sessionId = 'sessionId' in event ? event.sessionId : null
    const session = sessionId === null ? undefined : after.sessions.get(sessionId)
    if (sessionId === null || session === undefined) return
    const at = this.#last.get(sessionId)
    const last = at === undefined ? undefined : this.#turns[at]
    const mark = sessionMarks(after, sessionId).findLast(({ type }) => type === 'turn') ?? null
    const { activity, turn } = session
    if (at !== undefined && (last?.mark ?? null) === mark) {
      if (last?.activity !== activity || last.turn !== turn)
        this.#turns[at] = { sessionId, mark, activity, turn }
    } else if (mark !== null || activity.items.length > 0) {
      this.#last.set(sessionId, this.#turns.length)
      this.#turns.push({ sessionId, mark, activity, turn })
    }
  }

  get turns(): readonly ReportedTurn[] {
    return this.#turns
  }
}

/** What the user said in a turn. Raw. */
export function promptOf({ mark, activity }: ReportedTurn): string {
  const isUsers = (item: Activity): item is Extract<Activity, { type: 'said' }> =>
    item.type === 'said' && item.who === 'user'
  return mark?.words || (activity.items.find(isUsers)?.text ?? '')
}

/** A time of the run; '' if nobody tells. */
export function timeWords(atMs: number | null): string {
  return atMs === null ? '' : clockTime(atMs)
}
