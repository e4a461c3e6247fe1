import type { WireFacts } from '../read-logged.ts'
import type { LoggedMessage } from '../wire-block.ts'
import type { WireIndex } from '../wire-index.ts'
import type { WireLog } from '../wire-log.ts'
import { matchFacts, matchText, type FactsMatch } from './match-filter.ts'
import type { FilterTerm } from './parse-filter.ts'

/** Messages looked at between two looks at the clock. */
const lookedAtOnce = 64
/** Characters of a message that are searched. */
const searchedBytes = 256 * 1024

/**
 * The rows of an index that fit a filter, found message by message: a new message costs one look, and a new filter is tried on all
 * messages in slices. A run is shown if one of its messages fits.
 */
export class FilteredRows {
  readonly #log: WireLog
  readonly #index: WireIndex
  readonly #terms: readonly FilterTerm[]
  /** The answer for messages with the same facts. */
  readonly #byShape: FactsMatch[] = []
  #rows: number[] = []
  #next: number

  constructor(log: WireLog, index: WireIndex, terms: readonly FilterTerm[]) {
    this.#log = log
    this.#index = index
    this.#terms = terms
    this.#next = log.first
  }

  /** The rows found so far, in order; some of the first may be dropped by now. */
  get rows(): readonly number[] {
    return this.#rows
  }

  /** Looks at messages until all are looked at (true), or the time is over (false). */
  readOn(isOver: () => boolean): boolean {
    this.#next = Math.max(this.#next, this.#log.first)
    for (let count = 1; this.#next < this.#index.end; count++) {
      if (count % lookedAtOnce === 0 && isOver()) return false
      this.#look(this.#next++)
    }
    this.#drop()
    return true
  }

  #look(number: number): void {
    const row = this.#index.rowOf(number)
    if (this.#rows.at(-1) === row) return
    if (this.#fits(number)) this.#rows.push(row)
  }

  #fits(number: number): boolean {
    const shape = this.#index.shapeOf(number)
    const facts = this.#index.factsOf(number)
    if (facts === null) return false
    const match = (this.#byShape[shape] ??= matchFacts(this.#terms, facts))
    if (match !== 'text') return match
    const message = this.#log.at(number)
    return message !== null && matchText(this.#terms, facts, searchedText(message))
  }

  #drop(): void {
    const first = this.#index.firstRow
    if ((this.#rows[0] ?? first) >= first) return
    const at = this.#rows.findIndex((row) => row >= first)
    this.#rows = at < 0 ? [] : this.#rows.slice(at)
  }
}

/** Whether a message with these facts fits a filter. */
export function fitsFilter(
  terms: readonly FilterTerm[],
  facts: WireFacts,
  message: Pick<LoggedMessage, 'bytes'>,
): boolean {
  const match = matchFacts(terms, facts)
  return match === 'text' ? matchText(terms, facts, searchedText(message)) : match
}

function searchedText({ bytes }: Pick<LoggedMessage, 'bytes'>): string {
  return bytes.toString('utf8', 0, searchedBytes).toLowerCase()
}
