import { initialState, type AppState } from '../../app/state/app-state.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import { emptyCellRow, type CellFrame, type CellRow, cellRow } from '../../lib/cells/cell-row.ts'
import { memoWeak } from '../../lib/memo.ts'
import type { KeyPress } from '../keys/key-press.ts'
import type { Row } from '../../lib/cells/row.ts'
import { makeTheme, type OwnTheme, type ThemeName } from '../paint/theme.ts'
import { DocumentCache } from '../plan-panes/document-cache.ts'
import type { Frame } from './frame.ts'
import { createScreenController } from './screen-controller.ts'
import { screenRows } from './screen-view.ts'
import type { PlanView } from '../state/list-state.ts'

export interface OffscreenOptions {
  readonly columns: number
  readonly rows: number
  readonly theme: ThemeName | OwnTheme
  readonly ascii: boolean
  readonly title: string | null
  /** false: only the plan, or the open panel or picker. */
  readonly hasChrome: boolean
  /** How plans are shown before a key changes it. */
  readonly view: PlanView
  /** The time of day at the time 0, in milliseconds since the epoch. */
  readonly startedAtMs: number
  /** The document at the URI of a file plan. */
  readonly documentOf: (uri: string) => PlanDocument
}

export interface OffscreenPicture {
  readonly frame: CellFrame
  /** When the picture changes without an event; null: never. */
  readonly nextAtMs: number | null
}

/**
 * The screen without a terminal: the same rows as on the live screen. It reads no clock and starts nothing, so that the same
 * states, keys and times give the same pictures on every machine. There are no animations.
 */
export interface Offscreen {
  draw(state: AppState, nowMs: number): OffscreenPicture
  /** Presses a key on the screen at a time. Intents for the agent are not carried out. */
  press(press: KeyPress, state: AppState, nowMs: number): void
}

/** Loads the markdown renderer and the keys; drawing is synchronous. */
export async function openOffscreen(options: OffscreenOptions): Promise<Offscreen> {
  const [{ MarkdownDocument }, keys] = await Promise.all([
    import('../markdown/document.ts'),
    import('./act-with-pointer.ts'),
  ])
  const { columns, rows, ascii } = options
  const theme = makeTheme({ name: options.theme, color: true, ascii, hyperlinks: false })
  /** Most rows are the same as in the last frame. */
  const cellsOf = memoWeak((row: Row): CellRow => cellRow(row, columns))
  let state = initialState
  let nowMs = 0
  const screen = createScreenController({
    app: { state: () => state },
    clock: { nowMs: () => nowMs, wallMs: () => options.startedAtMs + nowMs },
    player: null,
    columns,
    rows,
    view: options.view,
    look: {
      theme,
      isAnimated: false,
      title: options.title,
      command: null,
      cwd: null,
      documentCache: DocumentCache.synchronous(MarkdownDocument),
      ...(options.hasChrome ? {} : { regions: 'main' }),
    },
    documents: { of: options.documentOf, keep() {} },
    keys: () => keys,
    requestFrame() {},
    perform() {},
  })

  function screenAt(shown: AppState, atMs: number): Frame {
    state = shown
    nowMs = atMs
    return screen.draw()
  }

  return {
    draw(shown, atMs) {
      const drawn = screenAt(shown, atMs)
      const cellRows = screenRows(drawn.view).slice(0, rows).map(cellsOf)
      while (cellRows.length < rows) cellRows.push(emptyCellRow)
      return { frame: { columns, rows: cellRows }, nextAtMs: drawn.nextAtMs }
    },
    press(press, shown, atMs) {
      screenAt(shown, atMs)
      screen.press(press)
    },
  }
}
