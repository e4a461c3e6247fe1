import { isProposed } from '../../app/proposals/session-proposals.ts'
import type { ProposedContent } from '../../app/state/permission.ts'
import type { Proposal, ProposalOutcome } from '../../app/state/proposal.ts'
import { timeOfDay, tookTime } from '../../lib/text/duration.ts'
import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import type { Plan } from '../../plans/plan.ts'
import { glyphs } from '../paint/glyphs.ts'
import { row, spread, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import type { ProposalChanges } from './proposal-changes.ts'

export interface ProposalHeadFrame {
  readonly theme: Theme
  readonly columns: number
  readonly nowMs: number
  /** What clocks show now, in milliseconds since the epoch. */
  readonly wallMs: number
  /** It waits for the user's answer. */
  readonly hasQuestion: boolean
}

/** Which proposal it is, what changed, and what became of it; with the feedback that it was given. */
export function proposalHead(
  plan: Plan,
  proposal: Proposal,
  frame: ProposalHeadFrame & {
    readonly changes: ProposalChanges | null
    readonly earlier: ProposedContent | null
  },
): readonly Row[] {
  const { theme, columns, changes } = frame
  if (frame.earlier !== null) return [earlierHead(frame)]
  const room = columns - 2
  const lefts = [long(proposal, changes, theme), short(proposal, changes, theme)]
  const { texts, role } = standing(proposal, plan, frame)
  // The fullest words that fit beside each other: what became of it matters more than what changed.
  const pairs = texts.flatMap((right) => lefts.map((left) => ({ left, right })))
  const fitting = pairs.find(({ left, right }) => displayWidth(left) + displayWidth(right) + 2 <= room)
  const left = fitting?.left ?? own``
  const right = fitting?.right ?? cutToWidth(texts.at(-1) ?? own``, room)
  const head = spread(row(own` `, paint(theme, 'dim', left)), paint(theme, role, right), columns - 1)
  const feedback = proposal.outcome?.feedback ?? null
  if (feedback === null || feedback.trim() === '') return [head]
  const words = cutToWidth(safeLine(feedback.slice(0, 1000)), Math.max(4, room - 10))
  return [head, row(own` `, paint(theme, 'dim', own`feedback: `), paint(theme, 'normal', words))]
}

/** The agent has gone on with it while the question waits. */
function earlierHead({ theme, columns }: ProposalHeadFrame): Row {
  return spread(
    row(own` `, paint(theme, 'warning', own`an earlier proposal`)),
    paint(theme, 'warning', own`waiting`),
    columns - 1,
  )
}

function long(proposal: Proposal, changes: ProposalChanges | null, theme: Theme): SafeText {
  const revision = own`revision ${proposal.revision}`
  if (changes === null) return revision
  const { dot } = glyphs(theme)
  const count = changes.added + changes.removed
  if (count === 0) return own`${revision} ${dot} the same as the last one`
  const lines = count === 1 ? own`line` : own`lines`
  return own`${revision} ${dot} ${counts(changes, theme)} ${lines} since the last one`
}

function short(proposal: Proposal, changes: ProposalChanges | null, theme: Theme): SafeText {
  if (changes === null || changes.added + changes.removed === 0) return own`rev ${proposal.revision}`
  return own`rev ${proposal.revision} ${glyphs(theme).dot} ${counts(changes, theme)}`
}

function counts({ added, removed }: ProposalChanges, theme: Theme): SafeText {
  return own`+${added} ${theme.ascii ? own`-` : own`−`}${removed}`
}

interface Standing {
  /** The same in fewer and fewer words. */
  readonly texts: readonly SafeText[]
  readonly role: Role
}

function standing(proposal: Proposal, plan: Plan, frame: ProposalHeadFrame): Standing {
  const { outcome, isWhole, proposedAtMs, from } = proposal
  if (outcome === null) {
    if (!isWhole) return { texts: [own`being written`], role: 'accent' }
    // Sent after one that was turned down, and not asked about.
    if (from === 'update')
      return { texts: [own`sent at ${clockAt(plan.changedAtMs, frame)}`, own`sent`], role: 'dim' }
    return frame.hasQuestion
      ? { texts: [own`waiting`], role: 'warning' }
      : { texts: [own`proposed at ${clockAt(proposedAtMs, frame)}`, own`proposed`], role: 'dim' }
  }
  const at = clockAt(outcome.atMs, frame)
  const after = tookTime(outcome.atMs - proposedAtMs)
  const kind = outcomeWords(outcome.kind)
  const words = cutToWidth(safeLine(outcome.words.slice(0, 300)), 60)
  const quoted = frame.theme.ascii ? own`"${words}"` : own`“${words}”`
  const full = words.trim() === '' ? [] : [own`${kind} ${quoted} after ${after} at ${at}`]
  const texts = [...full, own`${kind} after ${after} at ${at}`, own`${kind} at ${at}`, kind]
  const isChanged = !isProposed(plan)
  return {
    texts: isChanged ? texts.map((text) => own`${text}, changed since`) : texts,
    role: outcomeRole(outcome.kind),
  }
}

function clockAt(atMs: number, { nowMs, wallMs }: ProposalHeadFrame): SafeText {
  return timeOfDay(wallMs - nowMs + atMs)
}

function outcomeWords(kind: ProposalOutcome['kind']): SafeText {
  switch (kind) {
    case 'approved':
      return own`approved`
    case 'rejected':
      return own`rejected`
    case 'refined':
      return own`to be refined`
    case 'kept':
      return own`saved`
    case 'cancelled':
      return own`cancelled`
  }
}

function outcomeRole(kind: ProposalOutcome['kind']): Role {
  switch (kind) {
    case 'approved':
      return 'good'
    case 'rejected':
    case 'cancelled':
      return 'warning'
    case 'refined':
    case 'kept':
      return 'dim'
  }
}
