import { planHistory } from '../../app/history/run-history.ts'
import type { Taken, TakenPlan, TakenWriter, TakingMoment } from '../../app/ports/plan-taking.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import { planTitleIn, proposalOf } from '../../app/proposals/session-proposals.ts'
import { isAtWork } from '../../app/state/session-clock.ts'
import { formattedJson } from '../../lib/json/json-values.ts'
import { escapeUnsafe } from '../../lib/json/write-json.ts'
import { safe, safeLine, safeText } from '../../lib/text/safe-text.ts'
import { comparedContent, comparedText } from '../../plans/comparison/compare-revisions.ts'
import { textPatch } from '../../plans/comparison/line-diff.ts'
import { fencedCode } from '../../lib/text/markdown-lines.ts'
import { inlineText } from '../markdown/harmless-inline.ts'
import { planKindOf, planSteps, planText } from '../../plans/kinds/plan-kinds.ts'
import { type Plan, planTitle } from '../../plans/plan.ts'
import { noWork, readClock, type WorkTime } from '../../plans/steps/step-times.ts'
import { wholeMs } from '../json/json-line.ts'
import { jsonDocument, jsonPlan } from '../json/json-plan.ts'
import type { PlanSection } from '../plan-kinds/plan-output.ts'
import { planSection, sectionBody } from '../markdown/markdown-report.ts'
import { nothingChanged, changedSinceWords, fromBeforeWords } from '../../app/words/plan.ts'
import { revisionsOf, type PlanHistory, type Revision } from '../../app/history/plan-history.ts'
import { planChanges } from '../changes/touched-plans.ts'
import type { JsonDocument, JsonPlan } from '../schema/plan-lines.ts'
import { planOutputOf } from '../plan-kinds/plan-kinds.ts'

/** Writes what the user takes along: texts as they are, checklists by the exporter of markdown, JSON as the line of `--format json`, with the plan's revisions. */
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
    const part = taken.type === 'plan' ? (changesOf(taken, moment) ?? stepsOf(taken, moment)) : null
    const text = part ?? wholeText(taken, moment)
    return ended(
      text ?? (taken.type === 'plan' ? planSection(there(taken.plan), sectionOf(taken, moment)) : ''),
    )
  },
  asJson: (taken, moment) => (taken.type === 'plan' ? jsonOf(taken, moment) : null),
  asDraft(taken, moment) {
    const text = wholeText(taken, moment)
    if (text !== null || taken.type === 'text') return ended(text ?? '')
    const steps = planSteps(taken.plan.body)
    if (steps.length === 0) return ended(planSection(there(taken.plan), sectionOf(taken, moment)))
    const title = safeLine(takenWriter.title(taken, moment.state))
    const lines = steps.map(({ content, status }) => {
      const words = safeLine(inOneLine(content))
      return `- [${status === 'completed' ? 'x' : ' '}] ${words}`
    })
    return ended(`# ${title}\n\n${lines.join('\n')}`)
  },
}

/** Without a regular expression for the blanks around a line break, which would take quadratic time for many blanks. */
function inOneLine(text: string): string {
  const lines = text.split(/[\r\n]/).map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

/** Characters of a difference. */
const longestPatch = 1_000_000

/** The changes under a heading; null: the content itself is taken. */
function changesOf(taken: TakenPlan, moment: TakingMoment): string | null {
  const { plan, since } = taken
  const shown = documentOf(taken, moment)
  const now = since && comparedContent(plan.body, shown?.state === 'shown' ? shown.text : null)
  if (since === null || now === null) return null
  const limits = { context: 3, characters: longestPatch }
  const { text, isCut } = textPatch(
    safeText(comparedText(since.content)),
    safeText(comparedText(now)),
    limits,
  )
  const title = inlineText(takenWriter.title(taken, moment.state)) || 'Plan'
  const heading = `# ${title} ${moment.isAscii ? '-' : '—'} ${since.words}`
  if (text === '') return `${heading}\n\n${nothingChanged}`
  return `${heading}\n\n${fencedCode(text, 'diff')}${isCut ? '\n\nMore changes are left out.' : ''}`
}

/** The selected steps without a heading; null: the whole plan is taken. */
function stepsOf(taken: TakenPlan, moment: TakingMoment): string | null {
  const { plan, steps } = taken
  if (steps === null) return null
  if (steps.type === 'source') return safeText(steps.text)
  if (plan.body.type !== 'items') return null
  const entries = plan.body.entries.filter(({ key }) => steps.keys.has(key))
  return sectionBody({ ...there(plan), body: { ...plan.body, entries } }, sectionOf(taken, moment))
}

/** The text of what is one: a markdown plan, a markdown document, a text. null: it has no text of its own. */
function wholeText(taken: Taken, moment: TakingMoment): string | null {
  if (taken.type === 'text') return safeText(taken.text)
  const text = planText(taken.plan.body)
  if (text !== null) return safeText(text)
  const document = documentOf(taken, moment)
  return document?.state === 'shown' && document.format === 'markdown' ? safeText(document.text) : null
}

/** The document of a file plan, as it was read for the revision; null for other plans. */
function documentOf({ revision }: TakenPlan, { document }: TakingMoment): PlanDocument | null {
  if (revision === null) return document
  return revision.document === null ? null : { ...revision.document, readAtMs: 0 }
}

/** A removed plan is written as it was. */
function there(plan: Plan): Plan {
  return plan.removedAtMs === null ? plan : { ...plan, removedAtMs: null }
}

function workOf({ sessionId, plan, revision }: TakenPlan, { state, nowMs }: TakingMoment): WorkTime {
  const clock = state.sessions.get(sessionId)?.clock
  if (revision !== null) return revision.work
  if (clock === undefined) return noWork
  return plan.removedAtMs === null ? readClock(clock, nowMs) : (plan.workEnded ?? readClock(clock, nowMs))
}

function sectionOf(taken: TakenPlan, moment: TakingMoment): PlanSection {
  const { state, isAscii } = moment
  const { plan, revision, sessionId } = taken
  const session = state.sessions.get(sessionId)
  const isNow = revision === null
  const before = session === undefined ? safe`` : fromBeforeWords(session, plan)
  return {
    level: 1,
    work: workOf(taken, moment),
    isAtWork: !isNow || (session !== undefined && isAtWork(session)),
    document: documentOf(taken, moment),
    isAscii,
    twin: null,
    title: planTitleIn(session, plan),
    mark: '',
    proposal: session === undefined || !isNow ? null : proposalOf(session, plan.key),
    changedSince: isNow ? changedSinceWords(state, sessionId, plan.key) : safe``,
    fromBefore: isNow ? before : safe`revision ${revision.number}`,
  }
}

function jsonOf(taken: TakenPlan, moment: TakingMoment): string {
  const { sessionId, plan } = taken
  const toldMs = taken.revision === null ? moment.nowMs : taken.revision.atMs
  const at = { atMs: wholeMs(toldMs), session: sessionId }
  const line = jsonPlan(null, there(plan), { ...at, work: workOf(taken, moment) })
  const shown = documentOf(taken, moment)
  const document = shown === null ? null : jsonDocument(shown, plan, at)
  const history = planHistory(moment.state, sessionId, plan.key)
  const whole = {
    ...line,
    ...(document === null ? {} : { document }),
    revisions: history === null ? [] : jsonRevisions(history, sessionId),
  }
  return ended(escapeUnsafe(formattedJson(whole, Number.MAX_SAFE_INTEGER).text))
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

interface JsonRevision {
  /** Counts the contents of the plan from 1. */
  readonly number: number
  /** null: nobody tells. */
  readonly atMs: number | null
  readonly title: string
  /** The user approved this one last. */
  readonly approved?: true
  /** `change` and `was` are since the revision before it that is kept. */
  readonly content: JsonPlan['content']
  /** The document of a file plan, as it was read for this revision. */
  readonly document?: JsonDocument
}

/** Characters of the revisions of one plan. */
const mostCharacters = 16_000_000

/** The kept revisions of a plan, in order; of a long history the last ones. */
function jsonRevisions(history: PlanHistory, session: string): readonly JsonRevision[] {
  const revisions = revisionsOf(history)
  const written: JsonRevision[] = []
  let room = mostCharacters
  for (let at = revisions.length - 1; at >= 0; at--) {
    const revision = revisions[at]
    if (revision === undefined) break
    const one = jsonRevision(revision, revisions[at - 1] ?? null, session)
    const { text, isCut } = formattedJson(one, room)
    if (isCut) break
    room -= text.length
    written.push(revision === history.approved ? { ...one, approved: true } : one)
  }
  return written.reverse()
}

function jsonRevision(revision: Revision, before: Revision | null, session: string): JsonRevision {
  const { number, document, work } = revision
  const plan = revision.plan.removedAtMs === null ? revision.plan : { ...revision.plan, removedAtMs: null }
  const atMs = wholeMs(revision.atMs)
  const changes = planChanges(before?.plan ?? null, plan)
  const content = planOutputOf(plan.body).jsonContent(plan, plan.body, { changes, work })
  const read = document === null ? null : jsonDocument({ ...document, readAtMs: 0 }, plan, { atMs, session })
  const same = { number, atMs, title: planTitle(plan), content }
  return read === null ? same : { ...same, document: read }
}
