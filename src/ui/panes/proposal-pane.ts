import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { ProposedContent } from '../../app/state/permission.ts'
import type { Proposal } from '../../app/state/proposal.ts'
import { isProposed } from '../../app/proposals/session-proposals.ts'
import type { Plan } from '../../plans/plan.ts'
import { planProgress } from '../../plans/plan-progress.ts'
import { emptyRow } from '../../lib/cells/row.ts'
import { changesRows } from './changes-rows.ts'
import { drawFile } from './file-pane.ts'
import { drawDocument, type MarkdownFrame } from './markdown-pane.ts'
import type { PaneView } from './pane.ts'
import { progressBar } from './progress-bar.ts'
import { changesOf } from './proposal-changes.ts'
import { proposalHead, type ProposalHeadFrame } from './proposal-head.ts'
import { scrolledRows } from './text-rows.ts'

export type ProposalFrame = MarkdownFrame &
  ProposalHeadFrame & {
    /** The changes since the last proposal take the place of the text. */
    readonly showsChanges: boolean
    readonly documentOf: (uri: string) => PlanDocument
    /** What the proposal before this one said; null where there was none. */
    readonly textBefore: string | null
    /** The plan as the open question has it, where the agent has gone on since; else null. */
    readonly earlier: ProposedContent | null
  }

/** Fewer rows are the plan's alone: what waits for an answer is said beneath it. */
const rowsForHead = 6

/** A plan that the agent asks about, or has: how it stands, and the text with the changes marked. */
export function drawProposal(plan: Plan, proposal: Proposal, frame: ProposalFrame): PaneView {
  const { earlier } = frame
  const body = earlier ?? plan.body
  const document = body.type === 'markdown' ? null : frame.documentOf(body.type === 'file' ? body.uri : '')
  const before = earlier === null && proposal.isWhole ? frame.textBefore : null
  const now = body.type === 'markdown' ? body.text : textOf(document)
  const proposed = before !== null && now !== null ? changesOf(before, now) : null
  // The agent works it off, and has ticked some boxes of it since: that is no change that was proposed.
  const isWorkedOff = !isProposed(plan)
  const changes = isWorkedOff ? null : proposed
  const progress = isWorkedOff ? planProgress(plan) : null
  const bar = progress === null ? [] : [progressBar({ ...progress, time: null, clock: 'standing' }, frame)]
  const notes = frame.rows < rowsForHead ? [] : proposalHead(plan, proposal, { ...frame, changes })
  const head = frame.rows >= 12 ? [...notes, ...bar, emptyRow] : [...notes, ...bar]
  const inner: ProposalFrame = {
    ...frame,
    name: earlier === null ? frame.name : `${frame.name}\u0000earlier`,
    rows: Math.max(1, frame.rows - head.length),
    // A plan that is whole is read from its beginning.
    scroll:
      proposal.isWhole && frame.scroll.follows === 'current'
        ? { ...frame.scroll, follows: 'free' }
        : frame.scroll,
  }
  const view =
    changes !== null && frame.showsChanges ? scrolledRows(changesRows(changes, inner), inner) : whole()
  const scroll = { ...view.scroll, follows: frame.scroll.follows }
  return { ...view, scroll, rows: [...head, ...view.rows].slice(0, frame.rows) }

  function whole(): PaneView {
    const marked = changes === null ? inner : { ...inner, changes }
    return document === null ? drawDocument(now ?? '', marked) : drawFile(document, marked)
  }
}

/** Only what is rendered as it stands can have its lines marked. */
function textOf(document: PlanDocument | null): string | null {
  return document?.state === 'shown' && document.format === 'markdown' ? document.text : null
}
