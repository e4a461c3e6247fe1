import type { AppState } from '../../../src/app/state/app-state.ts'
import type { PlanDocument } from '../../../src/app/ports/plan-document.ts'
import { displayWidth } from '../../../src/lib/text/width.ts'
import { KeptRows } from '../../../src/ui/rows/kept-rows.ts'
import { act, actHeld } from '../../../src/ui/stack/act.ts'
import { actWithPointer } from '../../../src/ui/stack/act-with-pointer.ts'
import { rowText, type Row } from '../../../src/lib/cells/row.ts'
import type { Intent } from '../../../src/ui/state/intent.ts'
import { makeTheme, type Theme } from '../../../src/ui/paint/theme.ts'
import { MarkdownDocument } from '../../../src/ui/markdown/document.ts'
import { DocumentCache } from '../../../src/ui/plan-panes/document-cache.ts'
import { settleFrame, type Frame } from '../../../src/ui/stack/frame.ts'
import type { FrameAt } from '../../../src/ui/stack/frame-at.ts'
import { nothingShown } from '../../../src/ui/state/shown.ts'
import { screenRows } from '../../../src/ui/stack/screen-view.ts'
import { startUiState, type UiState } from '../../../src/ui/state/ui-state.ts'
import type { LintView, LateWirePanel } from '../../../src/ui/wire/late-readers.ts'

export const dark: Theme = makeTheme({ name: 'dark', color: true, ascii: false, hyperlinks: true })
export const plainAscii: Theme = makeTheme({ name: 'dark', color: false, ascii: true, hyperlinks: false })

/** A document cache whose renderer is loaded, and which renders long documents in slices. */
export async function loadedDocumentCache(theme: Theme = dark): Promise<DocumentCache> {
  return new Promise((resolve) => {
    const documentCache: DocumentCache = new DocumentCache(
      async () => ({ MarkdownDocument }),
      () => resolve(documentCache),
    )
    documentCache.get({ name: 'first', source: '', columns: 40, theme, top: 0 })
  })
}

export interface ShowOptions {
  /** Absent: 80 x 24. */
  readonly columns?: number
  readonly rows?: number
  /** Absent: one of its own, which renders each document completely. */
  readonly documentCache?: DocumentCache
  readonly theme?: Theme
  readonly nowMs?: number
  readonly isAnimated?: boolean
  /** Absent: the terminal reports the mouse. */
  readonly hasMouse?: boolean
  readonly title?: string
  /** What file plans lead to. */
  readonly documentOf?: (uri: string) => PlanDocument
  /** Absent: there are no messages. */
  readonly wire?: LateWirePanel
  readonly lint?: LintView
}

/** The time that people read is always the same. */
const wallMs = Date.UTC(2026, 10, 21, 12)

/** The screen without its terminal: keys go in, frames come out. */
export class ShownScreen {
  readonly #options: ShowOptions
  readonly #documentCache: DocumentCache
  readonly #kept = new KeptRows()
  #shownAtMs = 0
  #ui: UiState
  #drawn: Frame
  #state: AppState
  readonly #intents: Intent[] = []
  /** Time that has passed since the screen was opened. */
  #passedMs = 0

  constructor(state: AppState, options: ShowOptions = {}) {
    this.#options = options
    this.#documentCache = options.documentCache ?? DocumentCache.synchronous(MarkdownDocument)
    this.#state = state
    this.#ui = startUiState(options.columns ?? 80, options.rows ?? 24)
    this.#drawn = this.show(state)
  }

  get ui(): UiState {
    return this.#ui
  }

  /** What the keys have asked for so far. */
  get intents(): readonly Intent[] {
    return this.#intents
  }

  get drawn(): Frame {
    return this.#drawn
  }

  get #nowMs(): number {
    return (this.#options.nowMs ?? 0) + this.#passedMs
  }

  show(state: AppState, nowMs = this.#nowMs): Frame {
    this.#state = state
    this.#shownAtMs = nowMs
    this.#drawn = settleFrame(state, this.#ui, this.#at(nowMs)).draw()
    this.#ui = this.#drawn.ui
    return this.#drawn
  }

  /** The same frame, with nothing kept of those before. */
  get anew(): Frame {
    return settleFrame(this.#state, this.#ui, { ...this.#at(this.#shownAtMs), kept: new KeptRows() }).draw()
  }

  /** The plan without what is around it, on all rows. */
  get planAlone(): readonly Row[] {
    return screenRows(
      settleFrame(this.#state, this.#ui, { ...this.#at(this.#nowMs), regions: 'main' }).draw().view,
    )
  }

  #at(nowMs: number): FrameAt {
    const { theme = dark, isAnimated = true, title = null, documentOf, wire, lint } = this.#options
    return {
      theme,
      hasMouse: this.#options.hasMouse ?? true,
      nowMs,
      isAnimated,
      title,
      wallMs,
      command: ['claude-agent-acp', '--quiet mode'],
      cwd: '/home/user/project',
      documentCache: this.#documentCache,
      documentOf: documentOf ?? ((uri) => ({ state: 'loading', uri })),
      ...(wire === undefined ? {} : { wire }),
      ...(lint === undefined ? {} : { lint }),
      kept: this.#kept,
      last: this.#drawn === undefined ? nothingShown : this.#drawn.shown,
    }
  }

  resize(columns: number, rows: number): void {
    this.#ui = { ...this.#ui, columns, rows }
    this.show(this.#state)
  }

  /** Keys by their names in the key table; a single character types itself. `pause`: nothing follows for a moment. */
  press(...names: readonly string[]): this {
    for (const name of names) this.pressAt(name, this.#nowMs)
    return this
  }

  /** Changes the screen by something that is no key. */
  change(by: (ui: UiState) => UiState): this {
    this.#ui = by(this.#ui)
    this.show(this.#state)
    return this
  }

  /** Lets time pass: what follows comes so much later. */
  wait(ms: number): this {
    this.#passedMs += ms
    this.show(this.#state)
    return this
  }

  /** One key, at a time of its own. */
  pressAt(name: string, nowMs: number): void {
    const text = name === 'space' ? ' ' : /^.$/u.test(name) ? name : ''
    const context = { state: this.#state, shown: this.#drawn.shown, nowMs }
    const acted = name === 'pause' ? actHeld(this.#ui, context) : act(this.#ui, { name, text }, context)
    this.#ui = acted.ui
    this.#intents.push(...acted.intents)
    this.show(this.#state, nowMs)
  }

  /** Presses the left button on the first letter of a text on the screen, or turns the wheel there. */
  clickOn(text: string, action: 'press' | 'wheel-up' | 'wheel-down' = 'press'): this {
    const lines = this.text.split('\n')
    const row = lines.findIndex((line) => line.includes(text))
    if (row < 0) throw new Error(`“${text}” is not on the screen:\n${this.text}`)
    const before = lines[row]?.slice(0, lines[row].indexOf(text)) ?? ''
    return this.pointAt(displayWidth(before), row, action)
  }

  pointAt(column: number, row: number, action: 'press' | 'wheel-up' | 'wheel-down' = 'press'): this {
    const nowMs = this.#nowMs
    const button = action === 'press' ? 'left' : 'other'
    const report = { type: 'mouse', action, button, column, row } as const
    const pointed = { report, place: this.#drawn.placeAt(column, row) }
    const acted = actWithPointer(this.#ui, pointed, { state: this.#state, shown: this.#drawn.shown, nowMs })
    this.#ui = acted.ui
    this.#intents.push(...acted.intents)
    this.show(this.#state, nowMs)
    return this
  }

  /** Every row of the screen. */
  get rows(): readonly Row[] {
    return screenRows(this.#drawn.view)
  }

  get text(): string {
    return this.rows.map((each) => rowText(each).trimEnd()).join('\n')
  }
}
