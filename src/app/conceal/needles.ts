import { Buffer } from 'node:buffer'
import { writeJson } from '../../lib/json/write-json.ts'
import { isInvisible, mayStartEscape } from './escape-characters.ts'

/** A form in which a secret may occur in a text; escapes are resolved by the search. */
export interface Needle {
  readonly text: string
  /** In base64, neighbouring characters hold some bits of the secret. */
  readonly isBase64: boolean
}

/** Shorter secrets would be found by chance in base64 and hexadecimal digits. */
const shortestEncoded = 8

/**
 * The forms of a secret to search for: as it is, in hexadecimal digits, in UTF-16, and in base64 of either alphabet
 * at any offset of the encoded data, escaped for a URL or JSON before, or encoded a second time.
 */
export function needlesOf(secret: string): readonly Needle[] {
  const plain = [secret]
  const encoded: string[] = []
  if (secret.length >= shortestEncoded) {
    const bytes = Buffer.from(secret, 'utf8')
    plain.push(secret.split('').join('\0'), bytes.toString('hex'), bytes.toString('hex').toUpperCase())
    const once = formsOf(secret).flatMap((form) => coresOf(Buffer.from(form, 'utf8')))
    const twice = coresOf(bytes)
      .flatMap(inBothAlphabets)
      .flatMap((core) => coresOf(Buffer.from(core)))
    encoded.push(...once, ...twice)
  }
  const both = encoded.flatMap(inBothAlphabets)
  return [
    ...[...new Set(plain)].map((text) => ({ text, isBase64: false })),
    ...[...new Set(both)].map((text) => ({ text, isBase64: true })),
  ]
}

function inBothAlphabets(text: string): readonly string[] {
  return [text, text.replaceAll('+', '-').replaceAll('/', '_')]
}

/** As programs write it into URLs and into JSON. */
function formsOf(secret: string): readonly string[] {
  const strict = Buffer.from(secret, 'utf8')
    .toString('latin1')
    .replace(/[^\w.~-]/g, percentEncoded)
  const loose = strict.replace(/%(?:21|27|28|29|2A)/g, (code) => decodeURIComponent(code))
  const inUrl = [strict, loose].flatMap((url) => [url, lowered(url), url.replaceAll('%20', '+')])
  const inJson = writeJson(secret).slice(1, -1)
  return [...new Set([secret, ...inUrl, inJson, inJson.replaceAll('/', '\\/')])]
}

function lowered(url: string): string {
  return url.replace(/%../g, (code) => code.toLowerCase())
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

/** The part of the base64 text that does not depend on the bytes before and after, for each of the three possible offsets. */
function coresOf(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const wholeCharacters = Math.floor(((before + bytes.length) * 8) / 6)
    return text.slice(Math.ceil((before * 8) / 6), wholeCharacters)
  })
}

/** The length of a longer needle's beginning that the automaton searches for. */
export const anchorLength = 32

/** The classes of characters that open escapes, and of invisible ones. All others are below. */
export const opener = 0xfffe
export const unseen = 0xffff

const blank = 0x20
const plus = 0x2b

/**
 * An Aho-Corasick automaton that searches for the beginnings of all needles at once. States are numbers, ordered by
 * depth; 0 is the start.
 */
export interface NeedleAutomaton {
  /** For each UTF-16 code: its class, `opener` or `unseen`. */
  readonly classes: Uint16Array
  /** The number of classes: the state after `state` and `class` is in `table` at `state * width + class`. */
  readonly width: number
  readonly table: Int32Array
  /** For each state: the index of the longest needle that ends there, plus 1; 0: none. */
  readonly ends: Int32Array
  readonly depths: Int32Array
  /** The state after one more character. An invisible one changes nothing. */
  after(state: number, code: number): number
}

export function needleAutomaton(needles: readonly string[]): NeedleAutomaton {
  const alphabet = alphabetOf(needles)
  const { classes, width, classOf } = alphabet
  const nodes = trieOf(needles, classOf)
  const table = new Int32Array(nodes.length * width)
  const ends = new Int32Array(nodes.length)
  for (const node of nodes) {
    const row = node.id * width
    const fail = (node.fail?.id ?? 0) * width
    if (node.id !== 0) table.copyWithin(row, fail, fail + width)
    ends[node.id] = node.end === 0 ? (ends[node.fail?.id ?? 0] ?? 0) : node.end
    for (const [number, child] of node.children) {
      child.fail = nodes[node.id === 0 ? 0 : (table[row + number] ?? 0)] ?? null
      table[row + number] = child.id
    }
  }
  return {
    classes,
    width,
    table,
    ends,
    depths: Int32Array.from(nodes, ({ depth }) => depth),
    after: (state, code) => (isInvisible(code) ? state : (table[state * width + classOf(code)] ?? 0)),
  }
}

interface Alphabet {
  readonly classes: Uint16Array
  readonly width: number
  /** Also for characters that open escapes. 0: in no needle. */
  readonly classOf: (code: number) => number
}

/** A plus denotes a blank in some URLs, so they are in one class. */
function alphabetOf(needles: readonly string[]): Alphabet {
  const classes = new Uint16Array(0x10000)
  for (let code = 0; code <= 0xffff; code++)
    if (mayStartEscape(code)) classes[code] = opener
    else if (isInvisible(code)) classes[code] = unseen
  const openers = new Map<number, number>()
  const classOf = (code: number): number => {
    const known = classes[code] ?? 0
    return known === opener ? (openers.get(code) ?? 0) : known
  }
  let width = 1
  for (const needle of needles)
    for (let at = 0; at < Math.min(needle.length, anchorLength); at++) {
      const code = needle.charCodeAt(at)
      if (classOf(code) !== 0) continue
      for (const each of code === blank || code === plus ? [blank, plus] : [code])
        if (mayStartEscape(each)) openers.set(each, width)
        else classes[each] = width
      width++
    }
  return { classes, width, classOf }
}

interface TrieNode {
  readonly children: Map<number, TrieNode>
  readonly depth: number
  /** The index of the needle that ends here, plus 1; 0: none. */
  end: number
  id: number
  fail: TrieNode | null
}

/** From the root, ordered by depth. */
function trieOf(needles: readonly string[], classOf: (code: number) => number): readonly TrieNode[] {
  const root: TrieNode = { children: new Map(), depth: 0, end: 0, id: 0, fail: null }
  for (const [index, needle] of needles.entries()) {
    let node = root
    for (let at = 0; at < Math.min(needle.length, anchorLength); at++) {
      const number = classOf(needle.charCodeAt(at))
      const known = node.children.get(number)
      const child = known ?? { children: new Map(), depth: at + 1, end: 0, id: 0, fail: root }
      if (known === undefined) node.children.set(number, child)
      node = child
    }
    if (node.end === 0) node.end = index + 1
  }
  const nodes = [root]
  for (const node of nodes) {
    for (const child of node.children.values()) {
      child.id = nodes.length
      nodes.push(child)
    }
  }
  return nodes
}
