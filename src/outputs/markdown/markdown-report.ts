import type { AppState } from '../../app/state/app-state.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import { isAtWork } from '../../app/state/session-clock.ts'
import { planTitleIn, proposalOf } from '../../app/proposals/session-proposals.ts'
import type { Session } from '../../app/state/session.ts'
import { isPlanUnknown } from '../../app/plan-advice/unknown-plan.ts'
import { clockTime, spokenTime } from '../../lib/text/duration.ts'
import { documentUri, planText } from '../../plans/plan-parts.ts'
import type { Plan } from '../../plans/plan.ts'
import { readClock } from '../../plans/work-clock.ts'
import { fromBeforeWords, sessionName, unknownPlanWords } from '../wording/session-words.ts'
import { inlineText } from './harmless-inline.ts'
import type { PlanHistory } from './plan-history.ts'
import { planSection } from './plan-section.ts'

export interface MarkdownReport {
  readonly state: AppState
  /** The moment of the report, in milliseconds since the start of the run. */
  readonly nowMs: number
  /** The title of the document; null for the title of the first titled session. Raw. */
  readonly title: string | null
  /** The start of the run in ISO 8601; null if unknown. */
  readonly startedAt: string | null
  readonly documentOf: (uri: string) => PlanDocument | null
  /** null for the plans' last states only. */
  readonly history: { readonly of: PlanHistory; readonly fromMs: number } | null
  readonly isAscii: boolean
}

/** The plans of a run as a markdown document, with their changes if `history` is set. Ends with a line break. */
export function markdownReport(report: MarkdownReport): string {
  const { history, state } = report
  const sessions = [...state.sessions.values()].filter(
    (session) => session.plans.size > 0 || isPlanUnknown(state, session),
  )
  const parts = [
    `# ${inlineText(titleOf(report, sessions)) || 'Plans'}`,
    facts(report),
    ...sessions.flatMap((session) => sessionParts(session, report, sessions.length > 1)),
    ...(sessions.length === 0 ? ['No plan came.'] : []),
    ...(history === null ? [] : historyParts(history, report)),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function titleOf({ title, state }: MarkdownReport, sessions: readonly Session[]): string {
  const named = [...sessions, ...state.sessions.values()].find((session) => session.title !== null)
  return title ?? named?.title ?? 'Plans'
}

function facts({ state: { agent }, startedAt, nowMs, isAscii }: MarkdownReport): string {
  const words = [
    ...(agent === null ? [] : [`${agent.title ?? agent.name} ${agent.version ?? ''}`]),
    ...(startedAt === null ? [] : [`${startedAt.slice(0, 16).replace('T', ' ')} UTC`]),
    spokenTime(nowMs),
  ]
  return words.map(inlineText).join(isAscii ? ' - ' : ' · ')
}

function sessionParts(session: Session, report: MarkdownReport, isOneOfMany: boolean): readonly string[] {
  const { documentOf, isAscii, nowMs } = report
  const all = [...session.plans.values()]
  const plans = all.map((plan, index) => {
    const uri = documentUri(plan.body)
    return planSection(plan, {
      level: isOneOfMany ? 3 : 2,
      work: readClock(session.clock, nowMs),
      isAtWork: isAtWork(session),
      isAscii,
      document: uri === null ? null : documentOf(uri),
      title: planTitleIn(session, plan),
      proposal: proposalOf(session, plan.key),
      fromBefore: fromBeforeWords(session, plan),
      twin: all.slice(0, index).find((other) => isSameText(other, plan)) ?? null,
    })
  })
  const known = unknownPlanWords(report.state, session)
  const unknown = known === null ? [] : [`${known.what}: ${inlineText(known.words)}.`]
  const heading = isOneOfMany ? [`## ${inlineText(sessionName(session)) || 'Session'}`] : []
  return [...heading, ...plans, ...unknown]
}

/** Some agents send the same plan under two ids. */
function isSameText(one: Plan, other: Plan): boolean {
  const text = planText(one.body)
  return text !== null && one.removedAtMs === null && planText(other.body) === text
}

function historyParts(
  { of, fromMs }: NonNullable<MarkdownReport['history']>,
  { isAscii }: MarkdownReport,
): readonly string[] {
  const entries = of.entries(fromMs)
  if (entries.length === 0) return []
  const times = entries.map(({ atMs }) => clockTime(atMs))
  const lines = entries.flatMap(({ label, words }, index) =>
    words.map(
      (each) => `- ${times[index]} **${inlineText(label)}** ${isAscii ? '-' : '—'} ${inlineText(each)}`,
    ),
  )
  const forgotten = of.forgotten()
  const before = forgotten === 0 ? [] : [`The first ${forgotten} changes are left out.`]
  return ['## What changed', ...before, lines.join('\n')]
}
