import {
  type Mark,
  type PlanHistory,
  type Revision,
  revisionsOf,
  comparedRevision,
  revisionWords,
} from '../../app/history/plan-history.ts'
import { describeChanges, markWords } from '../../app/words/plan.ts'
import { clockTime } from '../../lib/text/duration.ts'
import { compareRevisions } from '../../plans/comparison/compare-revisions.ts'
import { hasChanges, type Comparison, type Piece } from '../../plans/comparison/comparison.ts'
import type { TrackedEntry } from '../../plans/steps/tracked-entry.ts'
import { planSummary } from '../text/plan-lines.ts'
import { fencedCode } from '../../lib/text/markdown-lines.ts'
import { inlineText } from './harmless-inline.ts'
import { counted } from '../../lib/text/wording.ts'
import { memoWeak } from '../../lib/memo.ts'
import type { PlanProgress } from '../../plans/kinds/plan-kind.ts'
import { wordsOfStep } from '../../plans/matching/step-words.ts'
import { planProgress } from '../../plans/plan.ts'

export interface HistorySection {
  /** The name of the plan. Raw. */
  readonly label: string
  readonly history: PlanHistory
  /** Those of the plan and of its session. */
  readonly marks: readonly Mark[]
  /** What came before is left out. */
  readonly fromMs: number
  readonly isAscii: boolean
}

/** Steps listed of one change. */
const maxSteps = 20
/** Lines of one diff. */
const maxLines = 60
const longestLine = 500

/** The revisions of a plan with what became of them, as markdown under a heading; '' if nothing is to be told. */
export function historySection({ label, history, marks, fromMs, isAscii }: HistorySection): string {
  const dash = isAscii ? '-' : '—'
  const events = toldHistory(history, marks).filter(({ atMs }) => atMs === null || atMs >= fromMs)
  const blocks = events.flatMap((event) => eventBlock(event, dash))
  if (blocks.length === 0) return ''
  const facts = counted(history.count, 'revision')
  return `### ${inlineText(label) || 'Plan'} ${dash} ${facts}\n\n${blocks.join('\n')}`
}

/** A list item; empty for a change that is none to a reader. */
function eventBlock(event: ToldEvent, dash: string): readonly string[] {
  const time = event.atMs === null ? '' : `${clockTime(event.atMs)} `
  switch (event.type) {
    case 'first':
      return [`- ${time}**revision ${event.revision.number}** ${dash} ${summaryOf(event.revision)}`]
    case 'changed':
      return changeBlock(event, `- ${time}**revision ${event.revision.number}** ${dash}`)
    case 'progress': {
      const { done, now } = event
      const words = `${counted(Math.abs(done), 'step')} ${done > 0 ? 'done' : 'not done any more'}`
      return [`- ${time}${words} (${now.done} of ${now.total})`]
    }
    case 'mark':
      return [`- ${time}${markText(event.mark)}`]
    case 'folded':
      return [`- … ${counted(event.count, 'more revision')}`]
    case 'thinned':
      return [`- … ${counted(event.count, 'revision is', 'revisions are')} not kept any more`]
  }
}

function summaryOf({ plan, document }: Revision): string {
  const shown = document === null ? null : { ...document, readAtMs: 0 }
  return inlineText(planSummary(plan, shown))
}

function markText(mark: Mark): string {
  const { what, isDecision, more, quote } = markWords(mark)
  // The blank before it is not the agent's.
  const told = `${more.startsWith(' ') ? ' ' : ''}${inlineText(more.slice(0, longestLine))}`
  const said = quote === '' ? '' : ` “${inlineText(quote.slice(0, longestLine))}”`
  return `${isDecision ? `**${what}**` : what}${told}${said}`
}

function changeBlock(
  { revision, before }: Extract<ToldEvent, { type: 'changed' }>,
  head: string,
): readonly string[] {
  const title = titleChange(before, revision)
  const [old, now] = [comparedRevision(before), comparedRevision(revision)]
  if (old === null || now === null || before.plan.body.type !== revision.plan.body.type)
    return [`${head} ${[title, `${summaryOf(revision)} (another content)`].filter(Boolean).join(', ')}`]
  const comparison = compareRevisions(old, now)
  const told = comparison.unit === 'step' ? withoutSameSteps(comparison, before, revision) : comparison
  if (!hasChanges(told)) return title === '' ? [] : [`${head} ${title}`]
  const words = [title, describeChanges(told)].filter((part) => part !== '').join(', ')
  return [`${head} ${words}`, ...(told.unit === 'step' ? stepLines(told) : diffLines(told))]
}

function titleChange({ plan: before }: Revision, { plan }: Revision): string {
  if (plan.title === before.title || before.title === null) return ''
  return `was called “${inlineText(before.title)}”`
}

/** Steps that only say the same in another form are no news. */
function withoutSameSteps(comparison: Comparison, before: Revision, after: Revision): Comparison {
  const [old, now] = [entriesOf(before), entriesOf(after)]
  let left = 0
  const pieces = comparison.pieces.filter((piece) => {
    if (piece.type !== 'reworded') return true
    const [one, other] = [old[piece.before], now[piece.after]]
    const isSame = one !== undefined && other !== undefined && isSameStep(one, other)
    if (isSame) left++
    return !isSame
  })
  const { counts } = comparison
  return { ...comparison, pieces, counts: { ...counts, reworded: counts.reworded - left } }
}

function entriesOf({ plan: { body } }: Revision): readonly TrackedEntry[] {
  return body.type === 'items' ? body.entries : []
}

function stepLines({ pieces, before, after }: Comparison): readonly string[] {
  const lines = pieces.flatMap((piece) => stepLine(piece, before, after))
  const rest = lines.length - maxSteps
  return rest > 0 ? [...lines.slice(0, maxSteps), `  - … and ${rest} more`] : lines
}

function stepLine(piece: Piece, before: readonly string[], after: readonly string[]): readonly string[] {
  const step = (texts: readonly string[], at: number): string =>
    inlineText((texts[at] ?? '').slice(0, longestLine)) || '(no words)'
  switch (piece.type) {
    case 'added':
      return [`  - added: ${step(after, piece.after)}`]
    case 'gone':
      return [`  - gone: ${step(before, piece.before)}`]
    case 'reworded':
      return [`  - reworded: ${step(after, piece.after)} (was: ${step(before, piece.before)})`]
    case 'moved':
      return [`  - moved: ${step(after, piece.after)}`]
    case 'same':
    case 'progressed':
      return []
  }
}

/** The changed lines as a diff, each group of them after the line before it. */
function diffLines({ pieces, before, after }: Comparison): readonly string[] {
  const lines: string[] = []
  const add = (sign: string, line = ''): void => void lines.push(`${sign}${line.slice(0, longestLine)}`)
  let context: string | null = null
  const change = (sign: string, line = ''): void => {
    if (context !== null) {
      if (lines.length > 0) add('@@')
      add(' ', context)
    }
    context = null
    add(sign, line)
  }
  for (const piece of pieces) {
    if (lines.length > maxLines) break
    switch (piece.type) {
      case 'same':
        context = after[piece.after + piece.count - 1] ?? ''
        break
      case 'progressed':
        context = after[piece.after] ?? ''
        break
      case 'added':
        change('+', after[piece.after])
        break
      case 'gone':
        change('-', before[piece.before])
        break
      case 'reworded':
        change('-', before[piece.before])
        change('+', after[piece.after])
        break
      case 'moved':
        change('+', `${after[piece.after] ?? ''} (moved)`)
        break
    }
  }
  const shown = lines.length > maxLines ? [...lines.slice(0, maxLines), '@@ and more'] : lines
  return [
    '',
    ...fencedCode(shown.join('\n'), 'diff')
      .split('\n')
      .map((line) => `  ${line}`),
    '',
  ]
}

type ToldEvent = { readonly atMs: number | null } & (
  | { readonly type: 'first'; readonly revision: Revision }
  | { readonly type: 'changed'; readonly revision: Revision; readonly before: Revision }
  /** Steps that were done since the last told revision; negative: they are not done any more. */
  | { readonly type: 'progress'; readonly done: number; readonly now: PlanProgress }
  | { readonly type: 'mark'; readonly mark: Mark }
  /** Revisions: those that are kept, but not told, and those that are not kept any more. */
  | { readonly type: 'folded' | 'thinned'; readonly count: number }
)

/** A longer history is folded: this many events at its end are told, and what matters before them. */
const maxTold = 40

/**
 * The history of a plan as it is told: revisions that only show progress are summed up, and prompts that changed nothing are left
 * out. `marks`: those of the plan and of its session.
 */
function toldHistory(history: PlanHistory, marks: readonly Mark[]): readonly ToldEvent[] {
  const teller = new HistoryTeller()
  let next = 0
  for (const revision of revisionsOf(history)) {
    for (; (marks[next]?.order ?? Number.POSITIVE_INFINITY) < revision.order; next++) teller.mark(marks[next])
    teller.revision(revision)
  }
  for (const mark of marks.slice(next)) teller.mark(mark)
  return folded(withoutIdleTurns(teller.end()))
}

class HistoryTeller {
  readonly #events: ToldEvent[] = []
  /** The last revision that was told, or whose progress was. */
  #told: Revision | null = null
  #last: Revision | null = null

  mark(mark: Mark | undefined): void {
    if (mark === undefined) return
    this.#progress()
    this.#events.push({ type: 'mark', atMs: mark.atMs, mark })
  }

  revision(revision: Revision): void {
    const { atMs } = revision
    const before = this.#last
    this.#last = revision
    if (before === null) {
      this.#events.push({ type: 'first', atMs, revision })
      this.#told = revision
      return
    }
    const count = revision.number - before.number - 1
    if (count > 0) this.#events.push({ type: 'thinned', atMs, count })
    if (saysTheSame(before, revision)) return
    this.#last = before
    this.#progress()
    this.#last = revision
    this.#told = revision
    this.#events.push({ type: 'changed', atMs, revision, before })
  }

  end(): readonly ToldEvent[] {
    this.#progress()
    return this.#events
  }

  #progress(): void {
    const [told, last] = [this.#told, this.#last]
    if (told === null || last === null || told === last) return
    this.#told = last
    const [was, now] = [planProgress({ body: told.plan.body }), planProgress({ body: last.plan.body })]
    if (now === null || was === null || now.done === was.done) return
    this.#events.push({ type: 'progress', atMs: last.atMs, done: now.done - was.done, now })
  }
}

/** Whether two revisions differ in their progress only, or in words that agents change while they work. */
function saysTheSame(one: Revision, other: Revision): boolean {
  if (one.plan.title !== other.plan.title) return false
  const [before, after] = [one.plan.body, other.plan.body]
  if (before.type !== 'items' || after.type !== 'items')
    return before.type === after.type && revisionWords(one) === revisionWords(other)
  return (
    before.entries.length === after.entries.length &&
    before.entries.every((entry, at) => {
      const now = after.entries[at]
      return entry === now || (now !== undefined && isSameStep(entry, now))
    })
  )
}

/** Whether two steps say the same: "Read x" and "Reading x". */
function isSameStep(one: TrackedEntry, other: TrackedEntry): boolean {
  return one.content === other.content || essentialWords(one) === essentialWords(other)
}

const essentialWords = memoWeak(({ content }: TrackedEntry): string => wordsOfStep(content).joined || content)

/** Without the prompts after which nothing happened to the plan. */
function withoutIdleTurns(events: readonly ToldEvent[]): readonly ToldEvent[] {
  return events.filter((event, at) => {
    const next = events[at + 1]
    return !isTurn(event) || (next !== undefined && !isTurn(next))
  })
}

function isTurn(event: ToldEvent): boolean {
  return event.type === 'mark' && event.mark.type === 'turn'
}

/** The first revision, what was asked and answered, the approved revisions, and the end; the rest is only counted. */
function folded(events: readonly ToldEvent[]): readonly ToldEvent[] {
  if (events.length <= maxTold) return events
  const end = events.length - maxTold
  const first = events.findIndex(({ type }) => type === 'first')
  const answers = events.slice(0, end).flatMap((event, at) => (isAnswer(event) ? [at] : []))
  const last = answers.slice(-maxTold)
  const kept = new Set<number>([first, ...last])
  for (const at of last) if (isApproval(events[at])) kept.add(lastChange(events, at))
  const told: ToldEvent[] = []
  let count = 0
  const flush = (atMs: number | null): void => {
    if (count > 0) told.push({ type: 'folded', atMs, count })
    count = 0
  }
  for (const [at, event] of events.entries()) {
    if (at >= end || kept.has(at)) {
      flush(event.atMs)
      told.push(event)
    } else if (event.type === 'changed' || event.type === 'first') count++
    else if (event.type === 'thinned') count += event.count
  }
  return told
}

function isAnswer(event: ToldEvent): boolean {
  return event.type === 'mark' && event.mark.planKey !== null && event.mark.type !== 'proposed'
}

function isApproval(event: ToldEvent | undefined): boolean {
  return event?.type === 'mark' && event.mark.type === 'approved'
}

function lastChange(events: readonly ToldEvent[], before: number): number {
  return events.findLastIndex(({ type }, at) => at < before && (type === 'changed' || type === 'first'))
}
