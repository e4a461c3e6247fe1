import type { Span } from '../redact/matching/finding.ts'
import {
  backslash,
  endOfBackslashes,
  isEscapeLetter,
  isInvisible,
  mayStartEscape,
  endIfPlain,
} from './escape-characters.ts'
import { EscapedText } from './escapes.ts'
import {
  anchorLength,
  type Needle,
  needleAutomaton,
  type NeedleAutomaton,
  opener,
  unseen,
} from './needles.ts'

/** Characters of a secret's beginning that are concealed if the text was cut off inside it. */
const shortestCut = 8
/** More ways to read a text at one offset than any real text has. */
const maxThreads = 100
const quote = 0x22

/** One way to read the text up to an offset. */
interface Thread {
  at: number
  state: number
  /** The offsets of the last characters, in order. */
  readonly starts: Int32Array
  count: number
}

const historyMask = 63

/** The remaining effort, in readings: keys wait meanwhile. */
export interface Effort {
  left: number
}

/** A megabyte with every third character escaped may need more; this takes 0.3 s. */
export const wholeEffort = 2_000_000
/** A step with all its threads takes as long as so many readings. */
const effortOfStep = 4

interface Looking {
  readonly effort: Effort
  /** The ends of quoted strings count as ends, too. */
  readonly atQuotes: boolean
}

/**
 * Searches for all needles at once, in all ways to read a text (`readingsAt`), in linear time. Long needles are found
 * by their beginnings, and followed from there.
 */
export class SecretSearch {
  readonly #needles: readonly string[]
  readonly #isBase64: readonly boolean[]
  readonly #automaton: NeedleAutomaton
  /** States from this one on are examined further. */
  readonly #closer: number

  constructor(needles: readonly Needle[]) {
    const normal = needles.map(({ text, isBase64 }) => ({ text: normalized(text), isBase64 }))
    const kept = normal.filter(({ text }) => text !== '')
    this.#needles = kept.map(({ text }) => text)
    this.#isBase64 = kept.map(({ isBase64 }) => isBase64)
    this.#automaton = needleAutomaton(this.#needles)
    const least = Math.min(shortestCut, ...this.#needles.map(({ length }) => length))
    this.#closer = Math.max(
      1,
      this.#automaton.depths.findIndex((depth) => depth >= least),
    )
  }

  /** Whether a needle, or the beginning of one at the end of the text or of a quoted string, may occur. */
  mayHold(text: string): boolean {
    if (this.#needles.length === 0) return false
    return this.#find(new EscapedText(text), 0, { effort: { left: wholeEffort }, atQuotes: true }) !== null
  }

  /**
   * The ranges of needles, and of the beginning of one at the end of the text; from left to right, without overlaps.
   * What is not searched, since no effort is left, is a range, too.
   */
  spans(text: string, effort: Effort = { left: wholeEffort }): readonly Span[] {
    const spans: Span[] = []
    if (this.#needles.length === 0) return spans
    const source = new EscapedText(text)
    const find = (from: number): Span | null => this.#find(source, from, { effort, atQuotes: false })
    let from = 0
    for (let found = find(from); found !== null; found = find(from)) {
      const last = spans.at(-1)
      if (last?.end === found.start) spans[spans.length - 1] = { start: last.start, end: found.end }
      else spans.push(found)
      from = found.end
    }
    return spans
  }

  #find(source: EscapedText, from: number, { effort, atQuotes }: Looking): Span | null {
    const { text } = source
    const { classes, table, width } = this.#automaton
    const closer = this.#closer
    const starts = new Int32Array(historyMask + 1)
    const main: Thread = { at: from, state: 0, starts, count: 0 }
    let others: Thread[] = []
    let at = from
    while (at < text.length) {
      const number = classes[text.charCodeAt(at)] ?? 0
      if (number < opener && others.length === 0) {
        // The fast path, for nearly all characters.
        let { state, count } = main
        let current = number
        do {
          starts[count++ & historyMask] = at++
          state = table[state * width + current] ?? 0
          if (state >= closer) break
          current = classes[text.charCodeAt(at)] ?? 0
        } while (current < opener && at < text.length)
        main.state = state
        main.count = count
        main.at = at
        const found = state < closer ? null : this.#seen(source, main, atQuotes)
        if (found !== null) return found
        continue
      }
      if (others.length === 0) {
        const next = number === unseen ? at + 1 : this.#endOfPlain(text, at, main.state)
        if (next !== -1) {
          if (number === opener) {
            starts[main.count++ & historyMask] = at
            main.state = this.#automaton.after(main.state, text.charCodeAt(at))
          }
          at = next
          continue
        }
      }
      const before = source.effort
      main.at = at
      others = this.#step(source, main, others)
      at = main.at
      effort.left -= source.effort - before + effortOfStep * (others.length + 1)
      if (effort.left < 0) return { start: from, end: text.length }
      for (const thread of [main, ...others]) {
        const found = thread.state < closer ? null : this.#seen(source, thread, atQuotes)
        if (found !== null) return found
      }
    }
    return null
  }

  /**
   * The offset after an opener that opens no escape, or none that a needle continues with; -1: it needs examination.
   * Most are plain: quotes in JSON. No needle may end with it.
   */
  #endOfPlain(text: string, at: number, state: number): number {
    if (this.#automaton.after(state, text.charCodeAt(at)) >= this.#closer) return -1
    const end = endIfPlain(text, at)
    if (end !== -1 || text.charCodeAt(at) !== backslash) return end
    const follows = endOfBackslashes(text, at)
    const code = text.charCodeAt(follows)
    if (mayStartEscape(code) || (isEscapeLetter(code) && (state !== 0 || !isLineEnd(code)))) return -1
    return this.#automaton.after(state, code) === 0 ? follows : -1
  }

  /** Reads the character at the main thread's offset in all threads; returns the others that remain. */
  #step(source: EscapedText, main: Thread, others: readonly Thread[]): Thread[] {
    const { at } = main
    const readings = source.readingsAt(at)
    const left = others.filter((thread) => thread.at !== at)
    for (const thread of [...others.filter((each) => each.at === at), main])
      for (const [index, reading] of readings.entries()) {
        if (thread === main && index === 0) continue
        const state = this.#automaton.after(thread.state, reading.code)
        if (state === 0 || left.length >= maxThreads) continue
        if (left.some((other) => other.at === reading.next && other.state === state)) continue
        const fork = { ...thread, starts: thread.starts.slice(), at: reading.next, state }
        if (!isInvisible(reading.code)) fork.starts[fork.count++ & historyMask] = at
        left.push(fork)
      }
    const [raw] = readings
    if (raw !== undefined && !isInvisible(raw.code)) {
      main.starts[main.count++ & historyMask] = at
      main.state = this.#automaton.after(main.state, raw.code)
    }
    main.at = raw?.next ?? at + 1
    return left
  }

  /** What a thread has found at its current offset. */
  #seen(source: EscapedText, { at, state, starts, count }: Thread, atQuotes: boolean): Span | null {
    const { text } = source
    const startOf = (length: number): number => starts[(count - length) & historyMask] ?? 0
    const index = (this.#automaton.ends[state] ?? 0) - 1
    const needle = this.#needles[index]
    if (needle !== undefined) {
      const isBase64 = this.#isBase64[index] === true
      const start = startOf(Math.min(needle.length, anchorLength))
      const end = this.#follow(source, needle, at)
      return isBase64 ? aroundBase64(text, start, end) : { start, end }
    }
    const depth = this.#automaton.depths[state] ?? 0
    const isEnd = at >= text.length || (atQuotes && isQuote(source, at))
    return isEnd && depth >= shortestCut ? { start: startOf(depth), end: at } : null
  }

  /** The end of the rest of a long needle, or of as much of it as there is. */
  #follow(source: EscapedText, needle: string, from: number): number {
    const { text } = source
    let at = from
    for (let index = anchorLength; index < needle.length; index++) {
      const wanted = needle.charCodeAt(index)
      let next = -1
      for (let here = at; here < text.length && next === -1; here++) {
        const found = source.readingsAt(here).find(({ code }) => isSame(code, wanted))
        if (found !== undefined) ({ next } = found)
        else if (!isInvisible(text.charCodeAt(here))) return at
      }
      if (next === -1) return at
      at = next
    }
    return at
  }
}

/** `n` and `r` of JSON. */
function isLineEnd(code: number): boolean {
  return code === 0x6e || code === 0x72
}

function isSame(code: number, wanted: number): boolean {
  return code === wanted || ((wanted === 0x20 || wanted === 0x2b) && (code === 0x20 || code === 0x2b))
}

/** A quote, escaped or not. */
function isQuote(source: EscapedText, at: number): boolean {
  const code = source.text.charCodeAt(at)
  return code === quote || (mayStartEscape(code) && source.readingsAt(at).some((each) => each.code === quote))
}

/** As texts are read: a row of backslashes is one, and invisible characters are left out. */
function normalized(text: string): string {
  return text
    .replace(/\\+/g, '\\')
    .split('')
    .filter((character) => !isInvisible(character.charCodeAt(0)))
    .join('')
}

const base64 = /[A-Za-z0-9+/_-]/

function aroundBase64(text: string, from: number, to: number): Span {
  const start = from > 0 && base64.test(text.charAt(from - 1)) ? from - 1 : from
  let end = base64.test(text.charAt(to)) ? to + 1 : to
  while (end < to + 3 && text.charAt(end) === '=') end++
  return { start, end }
}
