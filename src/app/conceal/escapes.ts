import {
  backslash,
  carriageReturn,
  digitValue,
  endOfBackslashes,
  isPunctuation,
  lineFeed,
  maxEntityName,
  mayStartEscape,
  percent,
  semicolon,
} from './escape-characters.ts'

/** A character that a text may denote at an offset, and where the text continues after it. */
export interface Reading {
  readonly code: number
  readonly next: number
}

/** Denotes a character that is left out. */
const notThere = 0x200b

/** Readings followed per offset: percent signs may be percent-encoded again and again. */
const maxReadings = 6
const maxReadingsInside = 2

/** The nesting of escapes that is followed: the digits of one in a second one, those of that in a third. */
const deepest = 2

/** Offsets cached per depth: readings begin within a few characters of each other. */
const maxPlaces = 256

/** Shared by all texts, which are read one after the other: allocating these takes longer than reading most texts. */
const placesRead = new Int32Array((deepest + 1) * maxPlaces)
const readingsKept = Array.from({ length: placesRead.length }, (): readonly Reading[] => [])
/** Identifies the text that they belong to. */
let keptOf = 0
let textsRead = 0

/** Reads the escapes in a text. Caches readings: the reading of an escape needs those of the next ones, again and again. */
export class EscapedText {
  readonly text: string
  /** The effort so far, as a number of readings. */
  effort = 0
  readonly #number = ++textsRead

  constructor(text: string) {
    this.text = text
  }

  /**
   * Everything that the character at an offset may denote, itself first: escapes of JSON and of program texts
   * (`\u0041`, `\x41`, `\u{41}`, `\/`), of URLs (`%41`, `%u0041`) and of HTML (`&#65;`, `&amp;`), mixed and nested. A
   * row of backslashes is one: its length only shows how often a text was quoted.
   */
  readingsAt(at: number, depth = deepest): readonly Reading[] {
    this.effort++
    if (depth < 0) return [rawAt(this.text, at)]
    const slot = depth * maxPlaces + (at % maxPlaces)
    if (keptOf !== this.#number) {
      keptOf = this.#number
      placesRead.fill(-1)
    }
    const known = placesRead[slot] === at ? readingsKept[slot] : undefined
    if (known !== undefined) return known
    const readings = this.#read(at, depth)
    placesRead[slot] = at
    readingsKept[slot] = readings
    return readings
  }

  /** The reading with all escapes resolved. */
  lastReadingAt(at: number, depth: number): Reading {
    this.effort++
    const raw = rawAt(this.text, at)
    return mayStartEscape(raw.code) ? (this.readingsAt(at, depth).at(-1) ?? raw) : raw
  }

  #read(at: number, depth: number): readonly Reading[] {
    const raw = rawAt(this.text, at)
    const found = [raw]
    const isRow = this.text.charCodeAt(at) === backslash
    if (!isRow && !mayStartEscape(raw.code)) return found
    const most = depth === deepest ? maxReadings : maxReadingsInside
    for (let index = 0; index < found.length && index < most; index++) {
      const reading = found[index]
      if (reading === undefined) continue
      const sign = isRow && index === 0 ? { code: backslash, next: endOfBackslashes(this.text, at) } : reading
      const escaped = mayStartEscape(sign.code) ? escapeAfter(sign, this, depth - 1) : null
      if (escaped !== null) found.push(escaped)
    }
    return found
  }
}

/** Of a row of backslashes all but the last are one; the last may be left out, or begin an escape. */
function rawAt(text: string, at: number): Reading {
  const code = text.charCodeAt(at)
  if (code !== backslash) return { code, next: at + 1 }
  const end = endOfBackslashes(text, at)
  if (end > at + 1) return { code, next: end - 1 }
  return { code: text.charCodeAt(at - 1) === backslash ? notThere : code, next: end }
}

function escapeAfter({ code, next }: Reading, source: EscapedText, depth: number): Reading | null {
  if (next >= source.text.length) return null
  if (code === backslash) return afterBackslash(source, next, depth)
  return code === percent ? afterPercent(source, next, depth) : afterAmpersand(source, next, depth)
}

function afterBackslash(source: EscapedText, at: number, depth: number): Reading | null {
  for (const { code, next } of source.readingsAt(at, depth)) {
    switch (String.fromCharCode(code)) {
      case 'n':
        return { code: lineFeed, next }
      case 'r':
        return { code: carriageReturn, next }
      case 'u':
        return hexAt(source, next, 4, depth) ?? bracedAt(source, next)
      case 'U':
        return hexAt(source, next, 8, depth)
      case 'x':
        return hexAt(source, next, 2, depth)
      default:
        if (isPunctuation(code)) return { code, next }
    }
  }
  return null
}

const braced = /\{([0-9a-f]{1,6})\}/iy

function bracedAt(source: EscapedText, at: number): Reading | null {
  braced.lastIndex = at
  const digits = braced.exec(source.text)?.[1]
  return digits === undefined ? null : { code: Number.parseInt(digits, 16), next: braced.lastIndex }
}

function afterPercent(source: EscapedText, at: number, depth: number): Reading | null {
  const first = hexAt(source, at, 2, depth)
  if (first === null) {
    const letter = source.text[at]
    return letter === 'u' || letter === 'U' ? hexAt(source, at + 1, 4, depth) : null
  }
  const length = sequenceLength(first.code)
  if (length === 1) return first
  // A character of several bytes.
  const bytes = [first.code]
  let next = first.next
  while (bytes.length < length) {
    const sign = source.readingsAt(next, depth).find(({ code }) => code === percent)
    const byte = sign === undefined ? null : hexAt(source, sign.next, 2, depth)
    if (byte === null) return null
    bytes.push(byte.code)
    next = byte.next
  }
  const code = characterOf(bytes)
  return code > 0xffff ? null : { code, next }
}

/** Of UTF-8. */
function sequenceLength(byte: number): number {
  return byte < 0xc2 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
}

function characterOf([first = 0, ...rest]: readonly number[]): number {
  const start = rest.length === 1 ? first & 0x1f : rest.length === 2 ? first & 0x0f : first & 0x07
  return rest.reduce((code, byte) => (code << 6) | (byte & 0x3f), start)
}

const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    apos: "'",
    ast: '*',
    bsol: '\\',
    colon: ':',
    comma: ',',
    commat: '@',
    dollar: '$',
    equals: '=',
    excl: '!',
    grave: '`',
    gt: '>',
    hyphen: '-',
    lbrace: '{',
    lbrack: '[',
    lowbar: '_',
    lpar: '(',
    lt: '<',
    nbsp: ' ',
    num: '#',
    percnt: '%',
    period: '.',
    plus: '+',
    quest: '?',
    quot: '"',
    rbrace: '}',
    rbrack: ']',
    rpar: ')',
    semi: ';',
    sol: '/',
    vert: '|',
    Hat: '^',
  }),
)
const entityDigits = 12

function afterAmpersand(source: EscapedText, at: number, depth: number): Reading | null {
  const first = source.lastReadingAt(at, depth)
  if (first.code === 0x23) return numberedAt(source, first.next, depth)
  let name = ''
  for (let next = at; name.length <= maxEntityName;) {
    const reading = source.lastReadingAt(next, depth)
    if (Number.isNaN(reading.code)) return null
    if (reading.code === semicolon) {
      const character = names.get(name)
      return character === undefined ? null : { code: character.charCodeAt(0), next: reading.next }
    }
    name += String.fromCharCode(reading.code)
    ;({ next } = reading)
  }
  return null
}

/** `&#65;` and `&#x41;`; the semicolon may be missing. */
function numberedAt(source: EscapedText, at: number, depth: number): Reading | null {
  const isHex = /^[xX]$/.test(source.text.charAt(at))
  const base = isHex ? 16 : 10
  let code = 0
  let count = 0
  let next = isHex ? at + 1 : at
  while (count < entityDigits) {
    const digit = digitAt(source, next, depth)
    if (digit === null || digit.code >= base) break
    code = code * base + digit.code
    ;({ next } = digit)
    count++
  }
  if (count === 0 || code > 0xffff) return null
  const end = source.readingsAt(next, depth).find((each) => each.code === semicolon)
  return { code, next: end?.next ?? next }
}

/** The character that so many hexadecimal digits denote. `depth`: as in `readingsAt`. */
function hexAt(source: EscapedText, at: number, count: number, depth: number): Reading | null {
  let code = 0
  let next = at
  for (let index = 0; index < count; index++) {
    const digit = digitAt(source, next, depth)
    if (digit === null) return null
    code = code * 16 + digit.code
    ;({ next } = digit)
  }
  return code > 0xffff ? null : { code, next }
}

/** The value of a hexadecimal digit. */
function digitAt(source: EscapedText, at: number, depth: number): Reading | null {
  const raw = source.text.charCodeAt(at)
  if (!mayStartEscape(raw)) {
    const value = digitValue(raw)
    return value < 0 ? null : { code: value, next: at + 1 }
  }
  for (const { code, next } of source.readingsAt(at, depth)) {
    const value = digitValue(code)
    if (value >= 0) return { code: value, next }
  }
  return null
}
