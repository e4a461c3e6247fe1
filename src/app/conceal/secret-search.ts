import { isUnseen, opensEscape, plainEnd, readingsAt } from './escapes.ts'
import type { Needle } from './needles.ts'

/** A part of a text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What is looked for of a longer needle; the rest of it is followed from there. */
const anchorLength = 32
/** So much of a secret's beginning is concealed too, where a text was cut in the middle of it. */
const shortestCut = 8
/** More ways to read a text at one place than any real one has. */
const mostThreads = 100
const quote = 0x22
const backslash = 0x5c
const opener = 0xfffe
const unseen = 0xffff

/** One way to read the text up to a place. */
interface Thread {
  at: number
  state: number
  /** Where the characters began that were read last, one after the other. */
  readonly starts: Int32Array
  count: number
}

const historyMask = 63

/**
 * Looks for all needles at once, in all ways in which a text may be read (`readingsAt`), in a time that grows with the
 * length of the text only. An Aho-Corasick automaton; its states are numbered by their depth.
 */
export class SecretSearch {
  readonly #needles: readonly string[]
  readonly #isBase64: readonly boolean[]
  /** The class of each character, `opener` or `unseen`. */
  readonly #classes = new Uint16Array(0x10000)
  /** The classes of characters that open escapes. */
  readonly #openerClasses = new Map<number, number>()
  #classCount = 1
  /** Of state and class: the next state. */
  #table = new Int32Array(0)
  /** The index of the longest needle that ends in a state, and 1; 0: none does. */
  #ends = new Int32Array(0)
  #depths = new Int32Array(0)
  /** States from this one on are looked at closer. */
  #closer = 0

  constructor(needles: readonly Needle[]) {
    const normal = needles.map(({ text, isBase64 }) => ({ text: normalized(text), isBase64 }))
    const kept = normal.filter(({ text }) => text !== '')
    this.#needles = kept.map(({ text }) => text)
    this.#isBase64 = kept.map(({ isBase64 }) => isBase64)
    this.#classify()
    this.#build()
  }

  /** Whether a needle, or a beginning of one at the end of the text or of a quoted string in it, may be there. */
  mayHold(text: string): boolean {
    return this.#needles.length > 0 && this.#find(text, 0, true) !== null
  }

  /** Where needles are, and the beginning of one at the end of the text. From left to right, apart from each other. */
  spans(text: string): readonly Span[] {
    const spans: Span[] = []
    if (this.#needles.length === 0) return spans
    let from = 0
    for (let found = this.#find(text, from, false); found !== null; found = this.#find(text, from, false)) {
      const last = spans.at(-1)
      if (last?.end === found.start) spans[spans.length - 1] = { start: last.start, end: found.end }
      else spans.push(found)
      from = found.end
    }
    return spans
  }

  #classify(): void {
    for (let code = 0; code <= 0xffff; code++)
      if (opensEscape(code)) this.#classes[code] = opener
      else if (isUnseen(code)) this.#classes[code] = unseen
    for (const needle of this.#needles)
      for (let at = 0; at < Math.min(needle.length, anchorLength); at++) this.#learn(needle.charCodeAt(at))
  }

  #learn(code: number): void {
    if (this.#classOf(code) !== 0) return
    const number = this.#classCount++
    const codes = code === 0x20 || code === 0x2b ? [0x20, 0x2b] : [code]
    for (const each of codes)
      if (opensEscape(each)) this.#openerClasses.set(each, number)
      else this.#classes[each] = number
  }

  /** 0: in no needle. A plus is a blank in some URLs, so they are the same. */
  #classOf(code: number): number {
    const known = this.#classes[code] ?? 0
    return known === opener ? (this.#openerClasses.get(code) ?? 0) : known
  }

  #build(): void {
    const root: TrieNode = { children: new Map(), end: 0, depth: 0, id: 0, fail: null }
    for (const [index, needle] of this.#needles.entries()) {
      let node = root
      for (let at = 0; at < Math.min(needle.length, anchorLength); at++) {
        const number = this.#classOf(needle.charCodeAt(at))
        let child = node.children.get(number)
        if (child === undefined) {
          child = { children: new Map(), end: 0, depth: at + 1, id: 0, fail: root }
          node.children.set(number, child)
        }
        node = child
      }
      if (node.end === 0) node.end = index + 1
    }
    const nodes = [root]
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at]
      if (node === undefined) break
      node.id = at
      nodes.push(...node.children.values())
    }
    const width = this.#classCount
    this.#table = new Int32Array(nodes.length * width)
    this.#ends = new Int32Array(nodes.length)
    this.#depths = Int32Array.from(nodes, ({ depth }) => depth)
    for (const node of nodes) {
      const fail = (node.fail?.id ?? 0) * width
      const row = node.id * width
      if (node !== root) this.#table.copyWithin(row, fail, fail + width)
      this.#ends[node.id] = node.end === 0 ? (this.#ends[node.fail?.id ?? 0] ?? 0) : node.end
      for (const [number, child] of node.children) {
        child.fail = node === root ? root : (nodes[this.#table[row + number] ?? 0] ?? root)
        this.#table[row + number] = child.id
      }
    }
    const least = Math.min(shortestCut, ...this.#needles.map(({ length }) => length))
    this.#closer = Math.max(
      1,
      this.#depths.findIndex((depth) => depth >= least),
    )
  }

  #find(text: string, from: number, atQuotes: boolean): Span | null {
    const width = this.#classCount
    const [classes, table, closer] = [this.#classes, this.#table, this.#closer]
    const starts = new Int32Array(historyMask + 1)
    const main: Thread = { at: from, state: 0, starts, count: 0 }
    let others: Thread[] = []
    let at = from
    while (at < text.length) {
      const number = classes[text.charCodeAt(at)] ?? 0
      if (number < opener && others.length === 0) {
        // The way of nearly all characters.
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
        const found = state < closer ? null : this.#seen(text, main, atQuotes)
        if (found !== null) return found
        continue
      }
      if (others.length === 0 && (number === unseen || main.state === 0)) {
        const next = number === unseen ? at + 1 : this.#meansNothing(text, at)
        if (next !== -1) {
          at = next
          continue
        }
      }
      main.at = at
      others = this.#step(text, main, others)
      at = main.at
      for (const thread of [main, ...others]) {
        const found = thread.state < closer ? null : this.#seen(text, thread, atQuotes)
        if (found !== null) return found
      }
    }
    return null
  }

  /**
   * Where an opener is left behind that no needle begins with, in any reading; -1: it has to be looked at closer. For
   * most of them: line feeds and quotes in JSON.
   */
  #meansNothing(text: string, at: number): number {
    const end = plainEnd(text, at)
    const isBeginning = this.#after(0, text.charCodeAt(at)) !== 0
    if (isBeginning) return -1
    if (end !== -1) return end
    // A backslash before what no needle begins with.
    let follows = at + 1
    while (text.charCodeAt(follows) === backslash) follows++
    const code = text.charCodeAt(follows)
    if (text.charCodeAt(at) !== backslash || opensEscape(code) || isHexSign(code)) return -1
    return this.#after(0, code) === 0 ? follows : -1
  }

  /** Reads the character at the main thread's place, in all threads that are there; gives the other ones that are left. */
  #step(text: string, main: Thread, others: readonly Thread[]): Thread[] {
    const { at } = main
    const readings = readingsAt(text, at)
    const left = others.filter((thread) => thread.at !== at)
    for (const thread of [...others.filter((each) => each.at === at), main])
      for (const [index, reading] of readings.entries()) {
        if (thread === main && index === 0) continue
        const state = this.#after(thread.state, reading.code)
        if (state === 0 || left.length >= mostThreads) continue
        if (left.some((other) => other.at === reading.next && other.state === state)) continue
        const fork = { ...thread, starts: thread.starts.slice(), at: reading.next, state }
        if (!isUnseen(reading.code)) fork.starts[fork.count++ & historyMask] = at
        left.push(fork)
      }
    const [raw] = readings
    if (raw !== undefined && !isUnseen(raw.code)) {
      main.starts[main.count++ & historyMask] = at
      main.state = this.#after(main.state, raw.code)
    }
    main.at = raw?.next ?? at + 1
    return left
  }

  #after(state: number, code: number): number {
    return isUnseen(code) ? state : (this.#table[state * this.#classCount + this.#classOf(code)] ?? 0)
  }

  /** What a thread has found where it is now. */
  #seen(text: string, { at, state, starts, count }: Thread, atQuotes: boolean): Span | null {
    const startOf = (length: number): number => starts[(count - length) & historyMask] ?? 0
    const index = (this.#ends[state] ?? 0) - 1
    const needle = this.#needles[index]
    if (needle !== undefined) {
      const isBase64 = this.#isBase64[index] === true
      const start = startOf(Math.min(needle.length, anchorLength))
      const end = this.#follow(text, needle, at)
      return isBase64 ? aroundBase64(text, start, end) : { start, end }
    }
    const depth = this.#depths[state] ?? 0
    const isEnd = at >= text.length || (atQuotes && isQuote(text, at))
    return isEnd && depth >= shortestCut ? { start: startOf(depth), end: at } : null
  }

  /** Where the rest of a long needle ends, or as much of it as is there. */
  #follow(text: string, needle: string, from: number): number {
    let at = from
    for (let index = anchorLength; index < needle.length; index++) {
      const wanted = needle.charCodeAt(index)
      let next = -1
      for (let here = at; here < text.length && next === -1; here++) {
        const found = readingsAt(text, here).find(({ code }) => isSame(code, wanted))
        if (found !== undefined) ({ next } = found)
        else if (!isUnseen(text.charCodeAt(here))) return at
      }
      if (next === -1) return at
      at = next
    }
    return at
  }
}

interface TrieNode {
  readonly children: Map<number, TrieNode>
  /** The index of the needle that ends here, and 1; 0: none does. */
  end: number
  readonly depth: number
  id: number
  fail: TrieNode | null
}

/** `u`, `x` or `U`. */
function isHexSign(code: number): boolean {
  return code === 0x75 || code === 0x78 || code === 0x55
}

function isSame(code: number, wanted: number): boolean {
  return code === wanted || ((wanted === 0x20 || wanted === 0x2b) && (code === 0x20 || code === 0x2b))
}

/** A quote, or one that is escaped. */
function isQuote(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === quote || (opensEscape(code) && readingsAt(text, at).some((each) => each.code === quote))
}

/** As texts are read: rows of backslashes are one, and what cannot be seen is not there. */
function normalized(text: string): string {
  return [...text.replace(/\\+/g, '\\')].filter((character) => !isUnseen(character.charCodeAt(0))).join('')
}

const base64 = /[A-Za-z0-9+/_-]/

function aroundBase64(text: string, from: number, to: number): Span {
  const start = from > 0 && base64.test(text.charAt(from - 1)) ? from - 1 : from
  let end = base64.test(text.charAt(to)) ? to + 1 : to
  while (end < to + 3 && text.charAt(end) === '=') end++
  return { start, end }
}
