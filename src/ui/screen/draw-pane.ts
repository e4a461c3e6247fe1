import { currentSession, type AppState } from '../../app/app-state.ts'
import type { PlanDocument } from '../../app/plan-document.ts'
import { drawNoPlan } from '../panes/empty-pane.ts'
import { drawFile } from '../panes/file-pane.ts'
import { drawItems } from '../panes/items-pane.ts'
import { drawMarkdown, type MarkdownFrame } from '../panes/markdown-pane.ts'
import type { MarkdownShelf } from '../panes/markdown-shelf.ts'
import { drawOpaque } from '../panes/opaque-pane.ts'
import type { PaneView } from '../panes/pane.ts'
import { dimmedRows, leavingRows, sweepStepMs } from '../panes/removal.ts'
import type { Theme } from '../paint/theme.ts'
import { earliest, nextSecond, removalMs } from './timing.ts'
import type { Tab } from './tabs.ts'
import { scrollOf, startOfPane, type UiState } from './ui-state.ts'

export interface DrawPane {
  /** The tab shown; null where there is no plan. */
  readonly tab: Tab | null
  readonly theme: Theme
  readonly nowMs: number
  readonly isAnimated: boolean
  readonly rows: number
  readonly shelf: MarkdownShelf
  /** What a file plan's URI leads to right now. */
  readonly documentOf: (uri: string) => PlanDocument
}

/** The plan of a tab, or why there is none. */
export function drawPane(state: AppState, ui: UiState, draw: DrawPane): PaneView {
  const { tab } = draw
  if (tab === null) return noPlan(state, ui, draw)
  const frame: MarkdownFrame = {
    theme: draw.theme,
    columns: ui.columns,
    rows: draw.rows,
    nowMs: draw.nowMs,
    scroll: scrollOf(ui, tab.id),
    query: ui.query,
    hasMarks: draw.isAnimated,
    shelf: draw.shelf,
    name: tab.id,
  }
  const view = drawKind(state, tab, { ...frame, documentOf: draw.documentOf })
  const removedAtMs = tab.plan.removedAtMs
  if (removedAtMs !== null && draw.isAnimated && draw.nowMs - removedAtMs < removalMs) {
    return {
      ...view,
      rows: leavingRows(draw.theme, view.rows, draw.nowMs - removedAtMs),
      nextAtMs: draw.nowMs + sweepStepMs,
    }
  }
  const isOver = removedAtMs !== null || tab.isLost || state.link.state === 'ended'
  return isOver ? { ...view, rows: dimmedRows(draw.theme, view.rows) } : view
}

type KindFrame = MarkdownFrame & Pick<DrawPane, 'documentOf'>

function drawKind(state: AppState, tab: Tab, frame: KindFrame): PaneView {
  const { plan } = tab
  const { body } = plan
  switch (body.type) {
    case 'items':
      return drawItems(plan, body, { ...frame, ...clockOf(state, tab, frame.nowMs) })
    case 'markdown':
      return drawMarkdown(plan, body.text, frame)
    case 'file':
      return drawFile(frame.documentOf(body.uri), frame)
    case 'opaque':
      return drawOpaque(body, frame)
  }
}

/** A step's clock runs while the agent may be at it: it stops with the turn, the agent or the plan. */
function clockOf(
  state: AppState,
  { plan, sessionId }: Tab,
  nowMs: number,
): { readonly clockMs: number; readonly isClockRunning: boolean } {
  const session = state.sessions.get(sessionId)
  // Nobody was asked to work and no step is begun: time that passes is not the plan's.
  const isResting =
    session?.turn.state === 'not-asked' && plan.body.type === 'items' && plan.body.counts.inProgress === 0
  const stops = earliest(
    plan.removedAtMs,
    isResting ? plan.changedAtMs : null,
    session?.turn.state === 'rested' ? session.turn.endedAtMs : null,
    state.link.state === 'ended' ? state.link.sinceMs : null,
  )
  return stops === null || stops > nowMs
    ? { clockMs: nowMs, isClockRunning: true }
    : { clockMs: Math.max(stops, plan.changedAtMs), isClockRunning: false }
}

function noPlan(state: AppState, ui: UiState, draw: DrawPane): PaneView {
  const turn = currentSession(state)?.turn
  const since =
    state.link.state === 'shaking-hands'
      ? state.link.sinceMs
      : state.link.state === 'open' && turn?.state === 'working'
        ? turn.sinceMs
        : null
  return {
    rows: drawNoPlan(state, { ...draw, columns: ui.columns }),
    scroll: startOfPane,
    total: 0,
    visible: draw.rows,
    matches: [],
    nextAtMs: since === null ? null : nextSecond(since, draw.nowMs),
  }
}
