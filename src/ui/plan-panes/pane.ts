import type { Doubts } from '../../app/work/doubts.ts'
import type { Session } from '../../app/state/session.ts'
import type { Child } from '../../app/state/children.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { safe, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import type { PlanProgress } from '../../plans/kinds/plan-kind.ts'
import type { Comparison } from '../../plans/comparison/comparison.ts'
import type { WorkClock, WorkTime } from '../../plans/steps/step-times.ts'
import type { KeyMap } from '../keys/key-map.ts'
import type { PlanSteps } from '../state/comments.ts'
import type { ShownDiff, ShownPlan } from '../state/shown.ts'
import type { PaneScroll, TabId } from '../state/ui-state.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { Plan } from '../../plans/plan.ts'
import type { DocumentCache } from './document-cache.ts'
import type { Look } from '../paint/look.ts'
import { memoLast } from '../../lib/memo.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import { scrolledRows, type SettledView } from '../rows/settle.ts'

/** What a plan is settled with: the room that it has, the time, and what the user has done with it. */
export interface PaneAt extends Look {
  readonly keys: KeyMap
  readonly rows: number
  readonly nowMs: number
  readonly scroll: PaneScroll
  /** The search text in lower case; '' for none. */
  readonly query: string
  /** Recent changes are marked. */
  readonly hasMarks: boolean
  /** What has changed since the baseline, which is marked at the left edge; null: there is no baseline. */
  readonly comparison: Comparison | null
  /** What the user has selected in the plan; null: nothing. */
  readonly steps: PlanSteps | null
  /** The sub-agents and tasks that were begun in its session; absent: there are none. */
  readonly children?: readonly ShownChild[]
  readonly documentCache: DocumentCache
  /** The name of the plan's document in the cache. */
  readonly name: string
  /** The document at the URI of a file plan. */
  readonly documentOf: (uri: string) => PlanDocument
  /** The work time of the plan's session, and whether its clock runs. */
  readonly work: WorkTime
  readonly clock: WorkClock['state']
  /** The key of the step that seems to be stalled; null: none. */
  readonly stalledKey: number | null
  /** What was really done in its steps; null: it is shown as it was at a past moment. */
  readonly evidence: PlanEvidence | null
}

/** The room of a panel that draws itself, and the time. */
export type PanelRoom = Pick<PaneAt, 'theme' | 'rows' | 'nowMs' | 'documentCache'>

/** What was done in the steps of a plan, and what there is to doubt. */
export interface PlanEvidence {
  readonly session: Session
  readonly doubts: Doubts
  /** It has no steps because its entries were invalid. */
  readonly isUnread: boolean
}

/** A sub-agent or a task, and where its own plan is shown. */
export interface ShownChild {
  readonly child: Child
  /** Who answers its questions. */
  readonly asked: string
  /** null: it has no plan of its own. */
  readonly tab: {
    readonly id: TabId
    /** Its place on the tab bar, from 1: a key up to 9. */
    readonly number: number
    readonly progress: PlanProgress | null
  } | null
}

export interface SettledPane extends SettledView<ShownPlan | ShownDiff> {
  readonly scroll: PaneScroll
}

/** A plan that shows only these rows, of which none can be scrolled. */
export function withoutScrolling(
  draw: SettledPane['draw'],
  { scroll, rows }: Pick<PaneAt, 'scroll' | 'rows'>,
): SettledPane {
  return {
    scroll,
    shown: {
      layer: 'plan',
      top: scroll.top,
      visible: rows,
      total: 0,
      matches: [],
      place: null,
      steps: null,
      lines: null,
    },
    nextAtMs: null,
    draw,
  }
}

/** The view of a plan whose lines cannot be selected. */
export function withoutLines(view: SettledPane): SettledPane {
  const { shown } = view
  return shown.layer === 'plan' ? { ...view, shown: { ...shown, lines: null } } : view
}

export interface PaneKind<Body> {
  /** Brings it into its room. Called for each frame: long plans cache their rows. */
  settle(plan: Plan, body: Body, at: PaneAt): SettledPane
  /** It has steps that the user can select; absent: its rows only scroll. */
  readonly isChecklist?: true
}

/** Rows of one text that are laid out. */
const rowsLaidOut = 200_000

export interface TextLook {
  readonly theme: Theme
  readonly role: Role
  /** The width of the text, without the margin. */
  readonly columns: number
}

/** A text as rows, wrapped to the width, with a margin of one column. */
export function wrappedRows(text: SafeText, { theme, role, columns }: TextLook): readonly Row[] {
  return wrapText(text, columns, rowsLaidOut).map((line) => row(safe` `, paint(theme, role, line)))
}

/** A raw text as rows of a pane. The rows of the last one are cached: a text of megabytes is not wrapped for each frame. */
export const textRows = memoLast((raw: string, theme: Theme, columns: number): readonly Row[] =>
  wrappedRows(safeText(raw), { theme, role: 'normal', columns: columns - 2 }),
)

/** A plan that is a text: its rows only scroll. */
export function settleRows(all: readonly Row[], at: Pick<PaneAt, 'rows' | 'scroll' | 'query'>): SettledPane {
  const { scroll, shown, draw } = scrolledRows(all, at)
  return { scroll, shown: { ...shown, layer: 'plan', steps: null, lines: null }, nextAtMs: null, draw }
}
