import { isOnlyShown, type AppState } from '../../app/state/app-state.ts'
import type { Row } from '../../lib/cells/row.ts'
import { agoEndsAt, pastFoot, pastHead, placeInFoot, type PastFrame } from '../chrome/past-rows.ts'
import type { Theme } from '../paint/theme.ts'
import type { PointerTarget } from '../pointer/pointer-target.ts'
import type { OpenLayers } from '../state/open-layers.ts'
import { planPast } from '../state/looking-back.ts'
import type { Tab } from '../state/tabs.ts'
import type { PastMoment, UiState } from '../state/ui-state.ts'
import { textColumns } from '../paint/layout.ts'

/** The rows around a plan of the past, at most one above and one below it. */
export interface AroundPast {
  readonly moment: PastMoment
  readonly head: readonly Row[]
  readonly foot: readonly Row[]
  /** What can be clicked in a column of the foot. */
  readonly inFoot: (column: number) => PointerTarget | null
  /** When the head changes. */
  readonly nextAtMs: number | null
}

export interface AroundPastFrame {
  readonly theme: Theme
  readonly nowMs: number
  /** Rows for the plan and what is around it. */
  readonly rows: number
  readonly layers: Pick<OpenLayers, 'past' | 'asked'>
}

/** Fewer rows are all needed for the plan and the head. */
const rowsForFoot = 5

/** What is around the plan while a past moment of it is shown; null while it is not. */
export function drawAroundPast(
  state: AppState,
  ui: UiState,
  tab: Tab | null,
  frame: AroundPastFrame,
): AroundPast | null {
  const { theme, nowMs, rows, layers } = frame
  const { past: moment, asked } = layers
  if (tab === null || moment === null) return null
  const past = planPast(state, tab.sessionId, tab.plan.key)
  if (past === null) return null
  const pastFrame: PastFrame = { theme, nowMs, columns: textColumns(ui.columns), title: tab.title, past }
  const hasQuestion = asked !== null && !isOnlyShown(state)
  const footFrame = { ...pastFrame, hasQuestion }
  return {
    moment,
    head: rows < 2 ? [] : [pastHead(moment, pastFrame)],
    foot: rows < rowsForFoot ? [] : [pastFoot(moment, footFrame)],
    inFoot(column) {
      const place = placeInFoot(moment, footFrame, column)
      return place === null ? null : { type: 'moment', tab: tab.id, place }
    },
    nextAtMs: agoEndsAt((moment.mark ?? moment.revision).atMs, nowMs),
  }
}
