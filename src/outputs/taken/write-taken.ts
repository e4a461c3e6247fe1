import type { Taken, TakenWriter, TakingMoment } from '../../app/ports/plan-taking.ts'
import { planTitleIn, proposalOf } from '../../app/proposals/session-proposals.ts'
import { isAtWork } from '../../app/state/session-clock.ts'
import { formattedJson } from '../../lib/json/formatted-json.ts'
import { safeLine, safeText } from '../../lib/text/safe-text.ts'
import { planKindOf } from '../../plans/kinds/plan-kinds.ts'
import { planSteps, planText } from '../../plans/plan-parts.ts'
import type { Plan } from '../../plans/plan.ts'
import { noWork, readClock, type WorkTime } from '../../plans/work-clock.ts'
import { escapeUnsafe } from '../json/json-line.ts'
import { jsonDocument, jsonPlan } from '../json/json-plan.ts'
import { planSection } from '../markdown/plan-section.ts'
import { fromBeforeWords } from '../wording/session-words.ts'

type TakenPlan = Extract<Taken, { type: 'plan' }>

/** Writes what the user takes along: texts as they are, checklists by the exporter of markdown, JSON as the lines of `--format json`. */
export const takenWriter: TakenWriter = {
  title(taken, state) {
    if (taken.type === 'text') return taken.title
    return planTitleIn(state.sessions.get(taken.sessionId), taken.plan)
  },
  fileTitle(taken, state) {
    if (taken.type === 'text') return taken.title
    const { plan, sessionId } = taken
    const heading = planKindOf(plan.body).heading?.(plan.body) ?? ''
    const own = (plan.title ?? '').trim() === '' ? heading : (plan.title ?? '')
    return own.trim() === '' ? (state.sessions.get(sessionId)?.title ?? '') : own
  },
  asMarkdown(taken, moment) {
    const text = textOf(taken, moment)
    return ended(text ?? (taken.type === 'plan' ? section(taken, moment) : ''))
  },
  asJson: (taken, moment) => (taken.type === 'plan' ? jsonOf(taken, moment) : null),
  asDraft(taken, moment) {
    const text = textOf(taken, moment)
    if (text !== null || taken.type === 'text') return ended(text ?? '')
    const steps = planSteps(taken.plan.body)
    if (steps.length === 0) return ended(section(taken, moment))
    const title = safeLine(takenWriter.title(taken, moment.state))
    const lines = steps.map(({ content, status }) => {
      const words = safeLine(content.replaceAll(/\s*[\r\n]\s*/g, ' ').trim())
      return `- [${status === 'completed' ? 'x' : ' '}] ${words}`
    })
    return ended(`# ${title}\n\n${lines.join('\n')}`)
  },
}

/** The text of what is one: a markdown plan, a markdown document, a text. null: it has no text of its own. */
function textOf(taken: Taken, { document }: TakingMoment): string | null {
  if (taken.type === 'text') return safeText(taken.text)
  const text = planText(taken.plan.body)
  if (text !== null) return safeText(text)
  return document?.state === 'shown' && document.format === 'markdown' ? safeText(document.text) : null
}

/** A removed plan is written as it was. */
function there(plan: Plan): Plan {
  return plan.removedAtMs === null ? plan : { ...plan, removedAtMs: null }
}

function workOf({ sessionId, plan }: TakenPlan, { state, nowMs }: TakingMoment): WorkTime {
  const clock = state.sessions.get(sessionId)?.clock
  if (clock === undefined) return noWork
  return plan.removedAtMs === null ? readClock(clock, nowMs) : (plan.workEnded ?? readClock(clock, nowMs))
}

function section(taken: TakenPlan, moment: TakingMoment): string {
  const { state, document, isAscii } = moment
  const session = state.sessions.get(taken.sessionId)
  return planSection(there(taken.plan), {
    level: 1,
    work: workOf(taken, moment),
    isAtWork: session !== undefined && isAtWork(session),
    document,
    isAscii,
    twin: null,
    title: planTitleIn(session, taken.plan),
    proposal: session === undefined ? null : proposalOf(session, taken.plan.key),
    fromBefore: session === undefined ? safeLine('') : fromBeforeWords(session, taken.plan),
  })
}

function jsonOf(taken: TakenPlan, moment: TakingMoment): string {
  const { sessionId, plan } = taken
  const at = { atMs: Math.round(moment.nowMs), session: sessionId }
  const line = jsonPlan(null, there(plan), { ...at, work: workOf(taken, moment) })
  const document = moment.document === null ? null : jsonDocument(moment.document, plan, at)
  const whole = document === null ? line : { ...line, document }
  return ended(escapeUnsafe(formattedJson(whole, Number.MAX_SAFE_INTEGER).text))
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}
