import { createApp, type App } from '../app/app.ts'
import { TraceInterpreter } from '../app/exchange/trace-interpreter.ts'
import { isMark, type Moment } from '../app/playback/moment.ts'
import { startState, type AppState, type StateOptions } from '../app/state/app-state.ts'
import type { TraceRecord } from '../protocol/trace/trace-record.ts'

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
    return isMark(this.#to, { text, number: this.#markCount })
  }
}

function hasPlan({ sessions }: AppState): boolean {
  for (const session of sessions.values()) if (session.plans.size > 0) return true
  return false
}
