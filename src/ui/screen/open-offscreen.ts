import type { AppState } from '../../app/state/app-state.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import { emptyCellRow, type CellFrame, type CellRow } from '../../lib/cells/cell-frame.ts'
import { cellRow } from '../../lib/cells/cell-row.ts'
import { act } from '../keys/act.ts'
import type { KeyPress } from '../keys/key-press.ts'
import type { Row } from '../../lib/cells/row.ts'
import { makeTheme, type ThemeName } from '../paint/theme.ts'
import { DocumentCache } from '../panes/document-cache.ts'
import { drawScreen, type DrawnScreen, type DrawScreen } from './draw-screen.ts'
import { nothingDrawn } from '../state/drawn-facts.ts'
import { isRoomy } from './layout.ts'
import { startUiState } from '../state/ui-state.ts'
import { screenRows } from './screen-view.ts'

export interface OffscreenOptions {
  readonly columns: number
  readonly rows: number
  readonly theme: ThemeName
  readonly color: boolean
  readonly ascii: boolean
  readonly title: string | null
  /** false: only the plan, or what is open over it. */
  readonly hasChrome: boolean
  /** What clocks showed at the time 0, in milliseconds since the epoch. */
  readonly startedAtMs: number
  /** What a file plan's URI leads to; else it is said that nobody knows. */
  readonly documentOf?: (uri: string) => PlanDocument
}

export interface OffscreenPicture {
  readonly frame: CellFrame
  /** When the picture changes by itself; null: never. */
  readonly nextAtMs: number | null
}

/**
 * The screen without a terminal: the same rows as the live one paints. It asks for no time and starts nothing, so that the
 * same states, keys and times give the same pictures on every machine. Nothing moves: what would be animated has ended.
 */
export interface Offscreen {
  /** The screen at a moment. */
  draw(state: AppState, nowMs: number): OffscreenPicture
  /** A key, pressed on the screen as it is at that moment. What it asks of an agent is not done. */
  press(press: KeyPress, state: AppState, nowMs: number): void
}

/** Only loading what renders markdown takes time; drawing does not wait for anything. */
export async function openOffscreen(options: OffscreenOptions): Promise<Offscreen> {
  const { MarkdownDocument } = await import('../markdown/document.ts')
  const { columns, rows, ascii, color } = options
  const theme = makeTheme({ name: options.theme, color, ascii, hyperlinks: false })
  const documentCache = DocumentCache.synchronous(MarkdownDocument)
  const documentOf = options.documentOf ?? notRecorded
  const kept = new WeakMap<Row, CellRow>()
  let ui = startUiState(columns, rows)
  let facts = nothingDrawn

  /** Most rows of a frame are those of the frame before. */
  function cellsOf(row: Row): CellRow {
    const known = kept.get(row)
    if (known !== undefined) return known
    const made = cellRow(row, columns)
    kept.set(row, made)
    return made
  }

  function screenAt(state: AppState, nowMs: number): DrawnScreen {
    const draw: DrawScreen = {
      theme,
      nowMs,
      isAnimated: false,
      wallMs: options.startedAtMs + nowMs,
      title: options.title,
      command: null,
      cwd: null,
      documentCache,
      documentOf,
      last: facts,
    }
    const screen = options.hasChrome ? drawScreen(state, ui, draw) : drawTaller(state, draw)
    ui = screen.ui
    facts = screen.facts
    return screen
  }

  /** Without the frame around it the plan has all rows: they are those of a screen that is taller by its frame. */
  function drawTaller(state: AppState, draw: DrawScreen): DrawnScreen {
    let screen = drawScreen(state, ui, draw)
    // A taller screen may have a taller frame, which settles soon: a frame takes half of the screen at the most.
    for (let tries = 0; tries < 8 && planRows(screen).length !== rows; tries++) {
      const missing = rows - planRows(screen).length
      ui = { ...ui, rows: Math.max(1, ui.rows + missing) }
      screen = drawScreen(state, ui, draw)
    }
    return screen
  }

  return {
    draw(state, nowMs) {
      const screen = screenAt(state, nowMs)
      const painted = options.hasChrome ? screenRows(screen.view) : planRows(screen)
      const shown = painted.slice(0, rows).map(cellsOf)
      while (shown.length < rows) shown.push(emptyCellRow)
      return { frame: { columns, rows: shown }, nextAtMs: screen.nextAtMs }
    },
    press(press, state, nowMs) {
      screenAt(state, nowMs)
      ui = act(ui, press, { state, facts, nowMs }).ui
    },
  }
}

function notRecorded(uri: string): PlanDocument {
  return { state: 'unavailable', uri, reason: { kind: 'not-recorded' } }
}

/** The rows between the rules, where there is room for rules. */
function planRows({ view, ui }: DrawnScreen): readonly Row[] {
  const { rows } = view.main
  return isRoomy(ui.rows) ? rows.slice(1, -1) : rows
}
