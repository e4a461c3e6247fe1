import { type WireFacts, wireKinds } from '../read-logged.ts'
import type { LoggedMessage } from '../wire-block.ts'
import type { WireIndex } from '../wire-index.ts'
import type { WireLog } from '../wire-log.ts'
import { type FilterTerm, directionsOf, isKind, isTruth } from './parse-filter.ts'

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

/** `text`: it depends on the text of the message, too. */
type FactsMatch = boolean | 'text'

/** Whether messages with these facts fit a filter. The answer is the same for all of them, unless it is `text`. */
function matchFacts(terms: readonly FilterTerm[], facts: WireFacts): FactsMatch {
  let needsText = false
  for (const term of terms) {
    const match = matchTerm(term, facts)
    if (match === 'text') needsText = true
    else if (match === term.isNegated) return false
  }
  return needsText ? 'text' : true
}

/** Whether a message fits a filter whose answer depends on its text. `text`: the whole message in lower case. */
function matchText(terms: readonly FilterTerm[], facts: WireFacts, text: string): boolean {
  return terms.every((term) => {
    const match = matchTerm(term, facts)
    const fits = match === 'text' ? term.values.some((value) => text.includes(value)) : match
    return fits !== term.isNegated
  })
}

/** Whether a term fits without its `!`. */
function matchTerm({ field, values, isNegated }: FilterTerm, facts: WireFacts): FactsMatch {
  switch (field) {
    case null:
      // `!chunks` leaves out the pieces, not every message that has the word in it.
      if (isNegated && values.every((value) => wireKinds.some((kind) => isKind(value, kind))))
        return values.some((value) => isKind(value, facts.kind))
      return values.some((value) => isNamed(value, facts)) ? true : 'text'
    case 'text':
      return 'text'
    case 'kind':
      return values.some((value) => isKind(value, facts.kind))
    case 'dir':
      return values.some((value) => directionsOf(value).includes(facts.sort))
    case 'method':
      return values.some((value) => holds(facts.method, value) || holds(facts.update, value))
    case 'session':
      return values.some((value) => holds(facts.session, value))
    case 'plan':
      return values.some((value) => holds(facts.plan, value))
    case 'error':
      return matchError(values, facts)
  }
}

/** An error is a response with an error, a problem, or a line that is no message. */
function matchError(values: readonly string[], { kind }: WireFacts): FactsMatch {
  const isError = kind === 'error' || kind === 'problem' || kind === 'malformed'
  const [value = ''] = values
  if (!isTruth(value)) return isError ? 'text' : false
  return isError === (value !== 'no')
}

function isNamed(value: string, { kind, method, update, session, plan }: WireFacts): boolean {
  return (
    isKind(value, kind) ||
    holds(method, value) ||
    holds(update, value) ||
    holds(session, value) ||
    holds(plan, value)
  )
}

function holds(text: string | null, value: string): boolean {
  return text !== null && text.toLowerCase().includes(value)
}
