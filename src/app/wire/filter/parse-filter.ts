import { nearest } from '../../../lib/text/usage-error.ts'
import { wireKinds, type WireKind } from '../read-logged.ts'

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
export function isKind(value: string, kind: WireKind): boolean {
  return kind === value || kind === `${value}s`
}

export function directionsOf(value: string): readonly string[] {
  return directions[value] ?? []
}

export function isTruth(value: string): boolean {
  return truths.includes(value)
}
