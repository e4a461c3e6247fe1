import type { AppState } from '../../app/state/app-state.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import { planHistory, sessionMarks } from '../../app/history/run-history.ts'
import { isAtWork } from '../../app/state/session-clock.ts'
import { planTitleIn, proposalOf } from '../../app/proposals/session-proposals.ts'
import type { Session } from '../../app/state/session.ts'
import { isPlanUnknown } from '../../app/plan-advice/unknown-plan.ts'
import { documentUri, planText } from '../../plans/kinds/plan-kinds.ts'
import { shortTime } from '../../lib/text/duration.ts'
import type { Plan } from '../../plans/plan.ts'
import { readClock } from '../../plans/steps/step-times.ts'
import { sessionName } from '../../app/words/session.ts'
import {
  fromBeforeWords,
  unknownPlanWords,
  whyNoPlan,
  changedSinceWords,
  planLabel,
  planMark,
  planFacts,
} from '../../app/words/plan.ts'
import { inlineText } from './harmless-inline.ts'
import { historySection } from './history-section.ts'
import { describeUnavailable } from '../../app/words/document.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import { planOutputOf } from '../plan-kinds/plan-kinds.ts'
import { embeddedMarkdown } from './embedded-markdown.ts'
import { fencedCode, longestBacktickRun } from '../../lib/text/markdown-lines.ts'
import type { MarkdownPen, PlanSection } from '../plan-kinds/plan-output.ts'

export interface MarkdownReport {
  readonly state: AppState
  /** The moment of the report, in milliseconds since the start of the run. */
  readonly nowMs: number
  /** Nobody tells times: how long the run took is not known. */
  readonly isUntimed?: boolean
  /** The title of the document; null for the title of the first titled session. Raw. */
  readonly title: string | null
  /** The start of the run in ISO 8601; null if unknown. */
  readonly startedAt: string | null
  readonly documentOf: (uri: string) => PlanDocument | null
  /** Since when the history of the plans is told; null: only their last states are. */
  readonly historyFromMs: number | null
  readonly isAscii: boolean
}

/** The plans of a run as a markdown document, with their changes if `history` is set. Ends with a line break. */
export function markdownReport(report: MarkdownReport): string {
  const { historyFromMs, state } = report
  const sessions = [...state.sessions.values()].filter(
    (session) => session.plans.size > 0 || isPlanUnknown(state, session),
  )
  const parts = [
    `# ${inlineText(titleOf(report, sessions)) || 'Plans'}`,
    facts(report),
    ...sessions.flatMap((session) => sessionParts(session, report, sessions.length > 1)),
    ...(sessions.length === 0 ? [inlineText(whyNoPlan(state, report.nowMs))] : []),
    ...(historyFromMs === null ? [] : historyParts(historyFromMs, report)),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function titleOf({ title, state }: MarkdownReport, sessions: readonly Session[]): string {
  const named = [...sessions, ...state.sessions.values()].find((session) => session.title !== null)
  return title ?? named?.title ?? 'Plans'
}

function facts({ state: { agent }, startedAt, nowMs, isUntimed, isAscii }: MarkdownReport): string {
  const words = [
    ...(agent === null ? [] : [`${agent.title ?? agent.name} ${agent.version ?? ''}`]),
    ...(startedAt === null ? [] : [`${startedAt.slice(0, 16).replace('T', ' ')} UTC`]),
    ...(isUntimed === true ? [] : [shortTime(nowMs)]),
  ]
  return words.map(inlineText).join(isAscii ? ' - ' : ' · ')
}

function sessionParts(session: Session, report: MarkdownReport, isOneOfMany: boolean): readonly string[] {
  const { documentOf, isAscii, nowMs } = report
  const all = [...session.plans.values()]
  const plans = all.map((plan, index) => {
    const uri = documentUri(plan.body)
    const twin = all.slice(0, index).find((other) => isSameText(other, plan))
    return planSection(plan, {
      level: isOneOfMany ? 3 : 2,
      work: readClock(session.clock, nowMs),
      isAtWork: isAtWork(session),
      isAscii,
      document: uri === null ? null : documentOf(uri),
      title: planTitleIn(session, plan),
      mark: planMark(plan, session),
      proposal: proposalOf(session, plan.key),
      changedSince: changedSinceWords(report.state, session.id, plan.key),
      fromBefore: fromBeforeWords(session, plan),
      twin: twin === undefined ? null : `${planTitleIn(session, twin)}${planMark(twin, session)}`,
    })
  })
  const known = unknownPlanWords(report.state, session)
  const unknown = known === null ? [] : [`${known.what}: ${inlineText(known.words)}.`]
  const heading = isOneOfMany ? [`## ${inlineText(sessionName(session))}`] : []
  return [...heading, ...plans, ...unknown]
}

/** Some agents send the same plan under two ids. */
function isSameText(one: Plan, other: Plan): boolean {
  const text = planText(one.body)
  return text !== null && one.removedAtMs === null && planText(other.body) === text
}

function historyParts(fromMs: number, { state, isAscii }: MarkdownReport): readonly string[] {
  const sections = [...state.sessions.values()].flatMap((session) => {
    const marks = sessionMarks(state, session.id)
    return [...session.plans.values()].flatMap((plan) => {
      const history = planHistory(state, session.id, plan.key)
      if (history === null) return []
      const own = marks.filter(({ planKey }) => planKey === null || planKey === plan.key)
      return historySection({
        label: planLabel(state, session.id, plan),
        history,
        marks: own,
        fromMs,
        isAscii,
      })
    })
  })
  const told = sections.filter((section) => section !== '')
  return told.length === 0 ? [] : ['## What changed', ...told]
}

/** A plan as markdown under a heading, without a line break at the end. */
export function planSection(plan: Plan, section: PlanSection): string {
  const { isAscii, level } = section
  const facts = planFacts(plan, section).map(inlineText)
  const dash = isAscii ? '-' : '—'
  const title = `${'#'.repeat(level)} ${inlineText(section.title + section.mark) || 'Plan'}`
  const heading = facts.length === 0 ? title : `${title} ${dash} ${facts.join(', ')}`
  const body = plan.removedAtMs === null ? sectionBody(plan, section) : ''
  return body === '' ? heading : `${heading}\n\n${body}`
}

/** The markdown of a plan without its heading; '' if it has none. */
export function sectionBody(plan: Plan, section: PlanSection): string {
  const { body } = plan
  return planOutputOf(body).markdown(plan, body, { ...section, pen: penFor(section) })
}

function penFor(section: PlanSection): MarkdownPen {
  return {
    words: inlineText,
    text: (raw, beginsWithTitle) => text(raw, beginsWithTitle, section),
    code: fencedCode,
    address,
    document: () => documentText(section),
  }
}

function documentText({ document, ...section }: PlanSection): string {
  if (document === null || document.state === 'loading') return ''
  if (document.state === 'unavailable') return inlineText(describeUnavailable(document.reason, document.uri))
  if (document.format === 'markdown') return text(document.text, false, { ...section, document })
  return fencedCode(document.text, document.language ?? (document.format === 'json' ? 'json' : ''))
}

function text(raw: string, beginsWithTitle: boolean, { level }: PlanSection): string {
  return embeddedMarkdown(raw, {
    deeper: level - (beginsWithTitle ? 1 : 0),
    dropsFirstHeading: beginsWithTitle,
  })
}

const longestUri = 2000

function address(uri: string): string {
  const shown = safeLine(uri.length > longestUri ? `${uri.slice(0, longestUri)}…` : uri)
  return codeSpan(shown)
}

function codeSpan(words: string): string {
  const mark = '`'.repeat(longestBacktickRun(words) + 1)
  const isPadded = words.startsWith('`') || words.endsWith('`')
  return isPadded ? `${mark} ${words} ${mark}` : `${mark}${words}${mark}`
}
