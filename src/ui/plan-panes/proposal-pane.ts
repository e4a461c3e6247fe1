import { planProgress, type Plan } from '../../plans/plan.ts'
import { emptyRow, row, type Row, spread } from '../../lib/cells/row.ts'
import { countWords } from './diff-rows.ts'
import { settleFile } from './file-pane.ts'
import { settleDocument } from './markdown-pane.ts'
import { withoutLines, type PaneAt, type SettledPane } from './pane.ts'
import { settleDiff } from './diff-pane.ts'
import { isProposed } from '../../app/proposals/session-proposals.ts'
import type { ProposedContent } from '../../app/state/permission.ts'
import type { Proposal, ProposalOutcome } from '../../app/state/proposal.ts'
import { afterBlank, deciderWords } from '../../app/words/question.ts'
import { timeOfDay, shortTime } from '../../lib/text/duration.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { hasChanges, type Comparison } from '../../plans/comparison/comparison.ts'
import { sinceWords, type Baseline } from '../state/baseline.ts'
import type { DiffView } from '../state/ui-state.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import type { Look } from '../paint/look.ts'

/** A proposal, and what is known of it besides its plan. */
export interface ShownProposal {
  readonly proposal: Proposal
  /** The agent waits for an answer to it. */
  readonly hasQuestion: boolean
  /** The number of its present content, as its history counts. */
  readonly revision: number
  /** The diff view is open. */
  readonly diff: DiffView | null
  /** What it is compared with; null: nothing. */
  readonly baseline: Baseline | null
  /** The content that the open question is about, if the plan has changed since; else null. */
  readonly earlier: ProposedContent | null
  /** Milliseconds since the epoch. */
  readonly wallMs: number
}

/** With fewer rows the head is omitted: the dialog below shows the question anyway. */
const rowsForHead = 6

/** A proposed plan: its outcome, and its text with the changes marked. */
export function settleProposal(plan: Plan, shown: ShownProposal, at: PaneAt): SettledPane {
  const { proposal, earlier, baseline } = shown
  const body = earlier ?? plan.body
  const document = body.type === 'markdown' ? null : at.documentOf(body.type === 'file' ? body.uri : '')
  const now = body.type === 'markdown' ? body.text : ''
  const comparison = earlier === null && proposal.isWhole ? at.comparison : null
  const diff = comparison === null ? null : shown.diff
  const progress = isProposed(plan) ? null : planProgress(plan)
  // The diff view counts the changes itself.
  const counted = diff === null ? comparison : null
  const notes = at.rows < rowsForHead ? [] : proposalHead(plan, shown, counted, at)
  const head = at.rows >= 12 && diff === null ? [...notes, emptyRow] : notes
  const below: PaneAt = {
    ...at,
    comparison,
    name: earlier === null ? at.name : `${at.name}\u0000earlier`,
    rows: Math.max(1, at.rows - head.length),
    // A complete proposal is read from its beginning.
    scroll:
      proposal.isWhole && at.scroll.follows === 'current' ? { ...at.scroll, follows: 'free' } : at.scroll,
  }
  const view =
    comparison !== null && diff !== null && baseline !== null
      ? settleDiff(comparison, { ...below, since: sinceWords(baseline), isUnfolded: diff.isUnfolded })
      : document === null
        ? settleDocument(now, below)
        : settleFile(document, below)
  return {
    // An earlier content is not the plan any more.
    ...(earlier === null ? view : withoutLines(view)),
    scroll: { ...view.scroll, follows: at.scroll.follows },
    draw: () => [...head, ...view.draw()].slice(0, at.rows),
    ...(progress === null ? {} : { progress: { ...progress, time: null, clock: 'standing' } }),
  }
}

/** The number of the revision, its changes, its outcome, and the feedback of the user. */
function proposalHead(
  plan: Plan,
  shown: ShownProposal,
  comparison: Comparison | null,
  at: PaneAt,
): readonly Row[] {
  const { theme, columns } = at
  const { proposal } = shown
  if (shown.earlier !== null) return [earlierHead(at)]
  const room = columns - 2
  const lefts = revisionTexts(shown, comparison, theme)
  const { texts, role } = outcomeTexts(plan, shown, at.nowMs)
  // The longest texts that fit beside each other; the outcome has priority over the changes.
  const last = texts.at(-1) ?? safe``
  const pairs = [
    ...texts.flatMap((right) => lefts.map((left) => ({ left, right }))),
    { left: safe`rev ${shown.revision}`, right: last },
  ]
  const fitting = pairs.find(({ left, right }) => displayWidth(left) + displayWidth(right) + 2 <= room)
  const left = fitting?.left ?? safe``
  const right = fitting?.right ?? cutToWidth(last, room)
  const head = spread(row(safe` `, paint(theme, 'dim', left)), paint(theme, role, right), columns - 1)
  const feedback = proposal.outcome?.feedback ?? null
  if (feedback === null || feedback.trim() === '') return [head]
  const words = cutLine(feedback, Math.max(4, room - 10))
  return [head, row(safe` `, paint(theme, 'dim', safe`feedback: `), paint(theme, 'normal', words))]
}

/** The head while the question is about an earlier content of the plan. */
function earlierHead({ theme, columns }: Look): Row {
  return spread(
    row(safe` `, paint(theme, 'warning', safe`an earlier proposal`)),
    paint(theme, 'warning', safe`waiting`),
    columns - 1,
  )
}

/** The revision and its changes, in fewer and fewer words. */
function revisionTexts(
  { revision, baseline }: ShownProposal,
  comparison: Comparison | null,
  theme: Theme,
): readonly SafeText[] {
  const long = safe`revision ${revision}`
  const short = safe`rev ${revision}`
  if (comparison === null || baseline === null) return [long, short]
  const { dot } = glyphs(theme)
  if (!hasChanges(comparison))
    return [baseline.name === 'proposal' ? safe`${long} ${dot} the same as the last one` : long, short]
  const [words, few] = countWords(comparison, theme)
  const counted = safe`${long} ${dot} ${words}`
  return [safe`${counted} ${sinceWords(baseline)}`, counted, safe`${short} ${dot} ${few}`]
}

interface OutcomeTexts {
  /** The same fact in fewer and fewer words. */
  readonly texts: readonly SafeText[]
  readonly role: Role
}

/** The outcome of a proposal, or what it waits for. */
function outcomeTexts(
  plan: Plan,
  { proposal, hasQuestion, wallMs }: ShownProposal,
  nowMs: number,
): OutcomeTexts {
  const { outcome, isWhole, proposedAtMs, from, isUntimed = false } = proposal
  const words = (what: SafeText, atMs: number): readonly SafeText[] =>
    isUntimed ? [what] : [safe`${what} at ${timeOfDay(wallMs - nowMs + atMs)}`, what]
  if (outcome === null) {
    if (!isWhole) return { texts: [safe`being written`], role: 'accent' }
    // Sent without a question, after a rejected one.
    if (from === 'update') return { texts: words(safe`sent`, plan.changedAtMs), role: 'dim' }
    return hasQuestion
      ? { texts: [safe`waiting`], role: 'warning' }
      : { texts: words(safe`proposed`, proposedAtMs), role: 'dim' }
  }
  const after = isUntimed ? safe`` : safe` after ${shortTime(outcome.atMs - proposedAtMs, 'took')}`
  const { kind: what, role } = outcomeLooks[outcome.kind]
  const kind = outcome.by === 'user' ? what : safe`${what}${afterBlank(deciderWords(outcome.by))}`
  const chosen = cutLine(outcome.words, 60)
  const full = chosen.trim() === '' ? [] : words(safe`${kind} “${chosen}”${after}`, outcome.atMs).slice(0, 1)
  const texts = [
    ...full,
    ...words(safe`${kind}${after}`, outcome.atMs).slice(0, 1),
    ...words(kind, outcome.atMs),
    what,
  ]
  const isChanged = !isProposed(plan)
  return {
    texts: isChanged ? texts.map((text) => safe`${text}, changed since`) : texts,
    role,
  }
}

const outcomeLooks: Readonly<
  Record<ProposalOutcome['kind'], { readonly kind: SafeText; readonly role: Role }>
> = {
  approved: { kind: safe`approved`, role: 'good' },
  rejected: { kind: safe`rejected`, role: 'warning' },
  refined: { kind: safe`to be refined`, role: 'dim' },
  kept: { kind: safe`saved`, role: 'dim' },
  cancelled: { kind: safe`cancelled`, role: 'warning' },
}
