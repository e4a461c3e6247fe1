// What is looked for in a recording before it is drawn: its first plan, and the rows that it needs.
import { createApp, type App } from '../app/app.ts'
import { TraceInterpreter } from '../app/exchange/trace-interpreter.ts'
import { isMarker, type Moment } from '../app/playback/playback.ts'
import { startState, type AppState, type StateOptions } from '../app/state/app-state.ts'
import type { TraceRecord } from '../protocol/trace/trace-record.ts'
import { type CellFrame, emptyCellRow } from '../lib/cells/cell-row.ts'

/**
 * The rows of pictures that fit their content: a recording is drawn once to see which rows are blank in all frames, and again without
 * these. One stays between two parts of the screen.
 */
export class FittedRows {
  readonly #least: number
  readonly #used = new Set<number>()
  #kept: readonly number[] | null = null

  /** `least`: so many rows stay, blank or not, if there are so many. */
  constructor(least: number) {
    this.#least = least
  }

  /** Whether all frames were seen: from then on they are fitted. */
  get isKnown(): boolean {
    return this.#kept !== null
  }

  /** How many rows are left. */
  get count(): number {
    return this.#kept?.length ?? 0
  }

  see(frame: CellFrame): void {
    for (const [at, row] of frame.rows.entries()) if (row.key !== emptyCellRow.key) this.#used.add(at)
  }

  /** Of a screen of so many rows. */
  settle(rows: number): void {
    const all = Array.from({ length: rows }, (_, at) => at)
    const last = Math.max(0, ...this.#used)
    const isNeeded = (at: number): boolean => this.#used.has(at) || (at <= last && this.#used.has(at - 1))
    let spare = this.#least - all.filter(isNeeded).length
    this.#kept = all.filter((at) => isNeeded(at) || spare-- > 0)
  }

  fit({ columns, rows }: CellFrame): CellFrame {
    return { columns, rows: (this.#kept ?? []).map((at) => rows[at] ?? emptyCellRow) }
  }
}

/** Finds when the first plan of a recording appears. It takes the records one by one, up to the moment that ends the film. */
export class FirstPlanSearch {
  readonly #to: Moment
  readonly #interpreter: TraceInterpreter
  readonly #app: App
  #markCount = 0
  #foundMs: number | null = null
  #isOver = false

  constructor(request: StateOptions & { readonly to: Moment }, fallbackName: string) {
    this.#to = request.to
    this.#app = createApp(startState(request))
    this.#interpreter = new TraceInterpreter({ fallbackName })
  }

  /** The plan is found, or the film ends before one comes: further records are not needed. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** The time of the first plan in the recording; null: the film has none. */
  get foundMs(): number | null {
    return this.#foundMs
  }

  push(record: TraceRecord): void {
    if (this.#isOver) return
    if (this.#to.type === 'time' && record.t > this.#to.atMs) {
      this.#isOver = true
      return
    }
    for (const event of this.#interpreter.read(record)) this.#app.dispatch(event)
    if (hasPlan(this.#app.state())) this.#foundMs = record.t
    this.#isOver = this.#foundMs !== null || (record.type === 'mark' && this.#endsAt(record.text))
  }

  #endsAt(text: string): boolean {
    this.#markCount++
    return isMarker(this.#to, { text, number: this.#markCount })
  }
}

function hasPlan({ sessions }: AppState): boolean {
  for (const session of sessions.values()) if (session.plans.size > 0) return true
  return false
}
