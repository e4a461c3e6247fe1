import { Buffer } from 'node:buffer'
import type { Span } from '../redact/matching/finding.ts'
import { escapePattern } from '../redact/matching/literals.ts'

/** Secrets of fewer characters would be found by chance in base64; of a text that was cut off, fewer of a secret's stay. */
const leastCharacters = 8
/** A longer secret counts as found after so many of its characters, and ends where they differ. */
const enoughCharacters = 32
/** Decoded forms that are shorter would be found by chance. */
const shortestForm = 4

/** How many escapes more are decoded: keys wait meanwhile. */
export interface Effort {
  left: number
}

/** For a message; this takes less than half a second. */
export const wholeEffort = 100_000

/** Of a row of backslashes one is kept, since its length only shows how often a text was quoted, and nothing of what a person does not see. */
const rows = /(\\)\\+|[\n\r\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/g
const slash = String.raw`\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2}))?`
const percent = String.raw`P([0-7]H)|P([c-dC-D]H)P([89abAB]H)|P([eE]H)P([89abAB]H)P([89abAB]H)`.replaceAll(
  'H',
  String.raw`[\da-fA-F]`,
)
/** Of URLs, as UTF-8. */
const oncePercents = new RegExp(percent.replaceAll('P', '%'), 'g')
/** The same, encoded any number of times. */
const percents = new RegExp(percent.replaceAll('P', '%(?:25)*'), 'g')
/** Of JSON and of program texts. */
const slashes = new RegExp(slash, 'g')
const shortSlashes = /\\(?:x([\da-fA-F]{2}))?/g
const lineBreaks = /\\[nr]/g
const allEscapes = new RegExp(`${slash}|${percents.source}`, 'g')
/** What may begin an escape. */
const marks = /\\+|%/g
const base64 = /[A-Za-z0-9+/_-]/

/** A form in which a secret may occur in a text that is read in one of the ways of `readingsOf`. */
interface Needle {
  readonly text: string
  /** In base64, neighbouring characters hold some bits of the secret. */
  readonly isBase64: boolean
}

/**
 * Searches for secrets as they are, escaped for JSON, program texts and URLs in any mixture, and in base64 of either alphabet at any
 * offset of the encoded data, or in hexadecimal digits. Takes linear time.
 */
export class SecretSearch {
  readonly #needles: readonly Needle[]
  readonly #beginnings: RegExp

  constructor(secrets: readonly string[]) {
    const needles = [...new Set(secrets)].flatMap(needlesOf)
    const beginnings = new Set(needles.map(({ text }) => text.slice(0, leastCharacters)))
    const longestFirst = [...beginnings].toSorted((one, other) => other.length - one.length)
    this.#needles = needles
    this.#beginnings = new RegExp(longestFirst.map(escapePattern).join('|'), 'g')
  }

  /** There are no secrets: nothing is ever found. */
  get isEmpty(): boolean {
    return this.#needles.length === 0
  }

  /** Whether a secret, or the beginning of one, may occur in the text or in the strings of a JSON text. */
  mayHold(text: string): boolean {
    if (this.isEmpty) return false
    if (searchedEnd(text, { left: wholeEffort }) < text.length) return true
    return readingsOf(text).some((reading) => reading.text.search(this.#beginnings) >= 0)
  }

  /**
   * The ranges of secrets, and of the beginning of one at the end of the text; from left to right, without overlaps.
   * What is not searched, since no effort is left, is a range, too.
   */
  spans(text: string, effort: Effort = { left: wholeEffort }): readonly Span[] {
    if (this.isEmpty) return []
    const end = searchedEnd(text, effort)
    const spans = readingsOf(text.slice(0, end)).flatMap((reading) => this.#spansIn(reading, text))
    if (end < text.length) spans.push({ start: end, end: text.length })
    return joined(spans)
  }

  #spansIn(reading: Reading, text: string): readonly Span[] {
    const spans: Span[] = []
    const beginnings = this.#beginnings
    beginnings.lastIndex = 0
    for (let match = beginnings.exec(reading.text); match !== null; match = beginnings.exec(reading.text)) {
      const { length, isBase64 } = this.#longestAt(reading.text, match.index)
      beginnings.lastIndex = match.index + Math.max(1, length)
      if (length === 0) continue
      const span = reading.spanOf(match.index, match.index + length)
      spans.push(isBase64 ? aroundBase64(text, span) : span)
    }
    return spans
  }

  /** How many characters from an offset on are a secret's; 0: none. */
  #longestAt(text: string, at: number): { readonly length: number; readonly isBase64: boolean } {
    let longest = { length: 0, isBase64: false }
    for (const { text: needle, isBase64 } of this.#needles) {
      let length = 0
      while (length < needle.length && text.charCodeAt(at + length) === needle.charCodeAt(length)) length++
      const isCut = at + length === text.length && length >= leastCharacters
      const isFound = length === needle.length || length >= enoughCharacters || isCut
      if (isFound && length > longest.length) longest = { length, isBase64 }
    }
    return longest
  }
}

function needlesOf(secret: string): readonly Needle[] {
  const [raw = '', ...others] = readingsOf(secret).map(({ text }) => text)
  const plain = [raw, ...others, raw.replaceAll('\\', '')]
  const bytes = Buffer.from(secret, 'utf8')
  const encoded = secret.length < leastCharacters ? [] : coresOf(bytes)
  const digits = encoded.length === 0 ? '' : bytes.toString('hex')
  return [
    ...[...plain, digits, digits.toUpperCase()].map((text) => ({ text, isBase64: false })),
    ...encoded.map((text) => ({ text, isBase64: true })),
  ].filter(({ text }, at) => text !== '' && (at === 0 || text.length >= shortestForm))
}

/** The parts of the base64 text that do not depend on the bytes before and after, for each of the three possible offsets. */
function coresOf(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const wholeCharacters = Math.floor(((before + bytes.length) * 8) / 6)
    const core = text.slice(Math.ceil((before * 8) / 6), wholeCharacters)
    return [core.replaceAll('+', ' '), core.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** The ways to read a text: with no escapes decoded, with those of one kind, with those of several one after the other, and at once. */
function readingsOf(text: string): readonly Reading[] {
  const readings = [new Reading(text, null, rows)]
  const readEach = (pattern: RegExp): void => {
    for (const before of readings.slice()) {
      if (before.text.search(pattern) < 0) continue
      const decoded = new Reading(before.text, before, pattern)
      readings.push(decoded.text.search(rows) < 0 ? decoded : new Reading(decoded.text, decoded, rows))
    }
  }
  // What looks like a part of an escape may be a part of a secret.
  if (text.includes('%25')) readEach(oncePercents)
  readEach(percents)
  const hasPercents = readings.length > 1
  readEach(lineBreaks)
  if (text.includes('\\u')) readEach(shortSlashes)
  readEach(slashes)
  if (hasPercents) readEach(allEscapes)
  return readings
}

/** A text as somebody reads it who decodes escapes. */
class Reading {
  readonly text: string
  readonly #source: string
  readonly #before: Reading | null
  readonly #escapes: RegExp
  /** For each character where it begins and ends in the source; found when they are needed. */
  #places: { readonly starts: Int32Array; readonly ends: Int32Array } | null = null

  /** `before`: the reading that the source is the text of; null: the source is the text itself. */
  constructor(source: string, before: Reading | null, pattern: RegExp) {
    this.#source = source
    this.#before = before
    this.#escapes = pattern
    const decoded =
      pattern === rows
        ? source.replace(rows, '$1')
        : source.replace(pattern, (...match: unknown[]) => this.#characterOf(match.slice(1, -2)))
    // A plus denotes a blank in some URLs.
    this.text = decoded.replaceAll('+', ' ')
  }

  /** The range in the text itself. */
  spanOf(from: number, to: number): Span {
    const { starts, ends } = (this.#places ??= this.#findPlaces())
    const start = starts[from] ?? 0
    const end = ends[to - 1] ?? start
    return this.#before?.spanOf(start, end) ?? { start, end }
  }

  #findPlaces(): { readonly starts: Int32Array; readonly ends: Int32Array } {
    const starts = new Int32Array(this.text.length)
    const ends = new Int32Array(this.text.length)
    let [from, count] = [0, 0]
    const add = (to: number): void => {
      starts[count] = from
      ends[count++] = to
      from = to
    }
    for (const match of this.#source.matchAll(this.#escapes)) {
      const end = match.index + match[0].length
      while (from < match.index) add(from + 1)
      if (this.#characterOf(match.slice(1)) !== '') add(end)
      from = end
    }
    while (from < this.#source.length) add(from + 1)
    return { starts, ends }
  }

  /** The character that the groups of an escape stand for; '' if it is left out. Where slashes are decoded, none are left. */
  #characterOf(groups: readonly unknown[]): string {
    if (this.#escapes === rows) return groups[0] === undefined ? '' : '\\'
    const digits = groups.filter((each) => typeof each === 'string')
    if (digits.length === 0) return ''
    const [first = 0, ...rest] = digits.map((each) => Number.parseInt(each, 16))
    const lead = rest.length === 0 ? first : first & (rest.length === 1 ? 0x1f : 0x0f)
    const character = String.fromCharCode(rest.reduce((code, byte) => (code << 6) | (byte & 0x3f), lead))
    return character === '\\' && this.#escapes !== percents && this.#escapes !== oncePercents ? '' : character
  }
}

/** Where the effort is used up; the end of the text if it is not. */
function searchedEnd(text: string, effort: Effort): number {
  for (const { index } of text.matchAll(marks)) if (effort.left-- <= 0) return index
  return text.length
}

function aroundBase64(text: string, { start, end }: Span): Span {
  const from = start > 0 && base64.test(text.charAt(start - 1)) ? start - 1 : start
  let to = base64.test(text.charAt(end)) ? end + 1 : end
  while (to < end + 3 && text.charAt(to) === '=') to++
  return { start: from, end: to }
}

/** In order, those that touch as one. */
function joined(spans: readonly Span[]): readonly Span[] {
  const all: { start: number; end: number }[] = []
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else all.push({ start, end })
  }
  return all
}
