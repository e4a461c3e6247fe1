import type { PlanDocument } from '../../app/plan-document.ts'
import type { ProposedContent } from '../../app/permission.ts'
import type { Proposal } from '../../app/proposal.ts'
import type { Plan } from '../../plans/plan.ts'
import { emptyRow } from '../paint/painted.ts'
import { changesRows } from './changes-rows.ts'
import { drawFile } from './file-pane.ts'
import { drawDocument, type MarkdownFrame } from './markdown-pane.ts'
import type { PaneView } from './pane.ts'
import { changesOf } from './proposal-changes.ts'
import { proposalHead, type ProposalHeadFrame } from './proposal-head.ts'
import { scrolledRows } from './text-rows.ts'

export type ProposalFrame = MarkdownFrame &
  ProposalHeadFrame & {
    /** The changes since the last proposal take the place of the text. */
    readonly showsChanges: boolean
    readonly documentOf: (uri: string) => PlanDocument
    /** The plan that the open question is about, where that is an earlier one; else null. */
    readonly earlier: ProposedContent | null
  }

/** Fewer rows are the plan's alone: what waits for an answer is said beneath it. */
const rowsForHead = 6

/** A plan that the agent asks about: how it stands, and the text with the changes marked. */
export function drawProposal(plan: Plan, proposal: Proposal, frame: ProposalFrame): PaneView {
  const { earlier } = frame
  const body = earlier ?? plan.body
  const previous = earlier === null && proposal.isWhole ? proposal.previousText : null
  const changes = body.type === 'markdown' && previous !== null ? changesOf(previous, body.text) : null
  const notes = frame.rows < rowsForHead ? [] : proposalHead(plan, proposal, { ...frame, changes })
  const head = frame.rows >= 12 ? [...notes, emptyRow] : notes
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
  const view = body.type === 'markdown' ? text(body.text) : file(body.type === 'file' ? body.uri : '')
  const scroll = { ...view.scroll, follows: frame.scroll.follows }
  return { ...view, scroll, rows: [...head, ...view.rows].slice(0, frame.rows) }

  function text(source: string): PaneView {
    if (changes === null) return drawDocument(source, inner)
    return frame.showsChanges
      ? scrolledRows(changesRows(changes, inner), inner)
      : drawDocument(source, { ...inner, changes })
  }

  function file(uri: string): PaneView {
    return drawFile(frame.documentOf(uri), inner)
  }
}
