import { isMark, type ComeMark, type Moment } from '../../app/playback/moment.ts'

/** Something to do at a moment of a recording. */
export interface AgendaItem<T> {
  readonly at: Moment
  readonly what: T
  /** Done before what happens at that moment, and not after it. */
  readonly isBefore: boolean
}

export interface DueItem<T> {
  readonly atMs: number
  readonly what: T
}

interface Timed<T> {
  readonly atMs: number
  readonly item: AgendaItem<T>
}

/** What is to be done when, in order; a marker's time is known once it has come. */
export class Agenda<T> {
  readonly #timed: Timed<T>[] = []
  #marked: readonly AgendaItem<T>[]
  #next = 0

  /** Moments that are the end are not for here. */
  constructor(items: readonly AgendaItem<T>[]) {
    for (const item of items) if (item.at.type === 'time') this.#timed.push({ atMs: item.at.atMs, item })
    this.#timed.sort((one, other) => one.atMs - other.atMs)
    this.#marked = items.filter(({ at }) => at.type === 'mark' || at.type === 'mark-number')
  }

  /** The next thing to do before what happens at a moment; null: there is none. */
  takeBefore(atMs: number): DueItem<T> | null {
    const next = this.#timed[this.#next]
    if (next === undefined) return null
    return next.atMs < atMs || (next.atMs === atMs && next.item.isBefore) ? this.#take(next) : null
  }

  /** The next thing to do when nothing more happens at a moment; null: there is none. */
  takeThrough(atMs: number): DueItem<T> | null {
    const next = this.#timed[this.#next]
    return next !== undefined && next.atMs <= atMs ? this.#take(next) : null
  }

  #take({ atMs, item }: Timed<T>): DueItem<T> {
    this.#next++
    return { atMs, what: item.what }
  }

  /** What is to be done at a mark that has just come. */
  takeAt(mark: ComeMark): readonly T[] {
    const taken = this.#marked.filter(({ at }) => isMark(at, mark))
    if (taken.length > 0) this.#marked = this.#marked.filter((item) => !taken.includes(item))
    return taken.map(({ what }) => what)
  }

  /** What was not done, since its moment did not come. */
  rest(): readonly AgendaItem<T>[] {
    return [...this.#timed.slice(this.#next).map(({ item }) => item), ...this.#marked]
  }
}
