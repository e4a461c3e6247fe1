import { type WireFacts, type WireKind, wireKinds } from './read-logged.ts'
import type { LoggedMessage } from './wire-block.ts'
import type { WireIndex } from './wire-index.ts'
import type { WireLog } from './wire-log.ts'
import { nearest } from '../../lib/text/usage-error.ts'

/** What a filter of the wire can ask for by name. */
const fields = ['method', 'kind', 'session', 'plan', 'dir', 'error', 'text'] as const
export type FilterField = (typeof fields)[number]

/** A condition of a filter. Values are in lower case; with several, one of them must fit. */
export interface FilterTerm {
  readonly isNegated: boolean
  /** null: a plain word, which may occur anywhere. */
  readonly field: FilterField | null
  readonly values: readonly string[]
}

/** A mistake in a filter, which is then used without that part. `from` and `to` are places in the text. */
export interface FilterFault {
  readonly from: number
  readonly to: number
  readonly words: string
}

export interface ParsedFilter {
  readonly terms: readonly FilterTerm[]
  /** The first mistake; null: there is none. */
  readonly fault: FilterFault | null
}

/** The most that is read of a filter. */
const longestFilter = 1_000

const directions: Readonly<Record<string, readonly string[]>> = {
  in: ['from-agent', 'stderr', 'problem'],
  out: ['to-agent'],
  agent: ['from-agent', 'stderr', 'problem'],
  client: ['to-agent'],
}

const truths: readonly string[] = ['any', 'yes', 'no']

/**
 * A filter as the user writes it: words, and `field:value`, each with `!` for the opposite. Blanks separate, `"…"` keeps blanks and colons
 * in a word, a comma separates values. Never throws.
 */
export function parseFilter(text: string): ParsedFilter {
  const terms: FilterTerm[] = []
  let fault: FilterFault | null = null
  for (const token of tokensOf(text.slice(0, longestFilter))) {
    const read = readTerm(token)
    if ('words' in read) fault ??= read
    else terms.push(read)
  }
  return { terms, fault }
}

interface Token {
  readonly from: number
  readonly to: number
  /** The part before the first colon outside of quotes, without `!`; null: there is none. */
  readonly name: string | null
  /** Where the value begins. */
  readonly valueFrom: number
  readonly isNegated: boolean
  readonly isOpen: boolean
  /** Where values are separated by commas outside of quotes. */
  readonly values: readonly string[]
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) at++
    else {
      const token = tokenAt(text, at)
      tokens.push(token)
      at = token.to
    }
  }
  return tokens
}

function tokenAt(text: string, from: number): Token {
  const isNegated = text[from] === '!'
  let at = isNegated ? from + 1 : from
  let valueFrom = at
  let isOpen = false
  let name: string | null = null
  let part = ''
  const values: string[] = []
  for (; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === '"') isOpen = !isOpen
    else if (isOpen) part += character
    else if (/\s/.test(character)) break
    else if (character === ':' && name === null && part !== '') {
      name = part
      part = ''
      valueFrom = at + 1
    } else if (character === ',' && name !== null) {
      values.push(part)
      part = ''
    } else part += character
  }
  values.push(part)
  return { from, to: at, name, valueFrom, isNegated, isOpen, values }
}

function readTerm(token: Token): FilterTerm | FilterFault {
  const { from, to, name, isNegated, isOpen, valueFrom } = token
  const values = token.values.map((value) => value.toLowerCase()).filter((value) => value !== '')
  if (isOpen) return { from, to, words: 'the quotation mark is not closed' }
  if (name === null) {
    if (values.length === 0)
      return { from, to, words: `${isNegated ? '! needs' : 'this needs'} a word behind it` }
    return { isNegated, field: null, values }
  }
  const field = fields.find((each) => each === name.toLowerCase())
  if (field === undefined) return { from, to: valueFrom, words: unknownField(name) }
  if (values.length === 0) return { from, to, words: `${field}: needs a value behind it` }
  const wrong = wrongValue(field, values)
  return wrong === null ? { isNegated, field, values } : { from: valueFrom, to, words: wrong }
}

function unknownField(name: string): string {
  const meant = nearest(name, fields)
  const words = `there is no field “${name}”`
  return meant === null ? `${words}, only ${fields.join(', ')}` : `${words}: ${meant}?`
}

function wrongValue(field: FilterField, values: readonly string[]): string | null {
  const allowed = field === 'kind' ? wireKinds : field === 'dir' ? Object.keys(directions) : null
  const wrong = allowed === null ? undefined : values.find((value) => !isOneOf(allowed, value))
  if (wrong === undefined || allowed === null) return null
  const meant = nearest(wrong, allowed)
  return meant === null
    ? `${field} is one of ${allowed.join(', ')}`
    : `there is no ${field} “${wrong}”: ${meant}?`
}

function isOneOf(allowed: readonly string[], value: string): boolean {
  return allowed.includes(value) || allowed.includes(`${value}s`)
}

/** The kind that a value of `kind:` stands for: `chunk` is `chunks` too. */
function isKind(value: string, kind: WireKind): boolean {
  return kind === value || kind === `${value}s`
}

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

/** Whether a message fits all terms. Its bytes are searched only if its facts do not decide. */
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
      return values.some((value) => directions[value]?.includes(facts.sort) === true)
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
  if (!truths.includes(value)) return isError ? 'text' : false
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
