import { cutMark, deepestLevel } from './cut-depth.ts'

/**
 * A value as JSON on one line; `null` for values that JSON does not have. Never throws for its depth: a value that is too deep for
 * JSON.stringify is cut. `asWritten` replaces each text, but not keys.
 */
export function writeJson(value: unknown, asWritten?: (text: string) => string): string {
  const replacer =
    asWritten && ((_: string, each: unknown) => (typeof each === 'string' ? asWritten(each) : each))
  try {
    return JSON.stringify(value, replacer) ?? 'null'
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return JSON.stringify(upTo(value, deepestLevel), replacer) ?? 'null'
  }
}

// JSON itself escapes the C0 controls and lone surrogates. It allows these, which control a terminal or hide text: DEL and
// C1, bidi controls, line and paragraph separators, invisible operators, byte-order marks, tags.
const unsafe =
  /[\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g

/** The same for JSON that people may see in a terminal: it contains no terminal control and nothing invisible. */
export function writeShownJson(value: unknown): string {
  return escapeUnsafe(writeJson(value))
}

/** JSON that means the same and contains no terminal control and nothing invisible. */
export function escapeUnsafe(json: string): string {
  return json.replace(unsafe, escaped)
}

function escaped(text: string): string {
  let escapes = ''
  for (let at = 0; at < text.length; at++)
    escapes += `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`
  return escapes
}

/** A copy, cut at a depth. */
function upTo(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return cutMark
  if (Array.isArray(value)) return value.map((item) => upTo(item, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, upTo(member, levels - 1)]))
}

const deepestIndent = 24

/** A text, and whether it was cut. */
interface Beginning {
  readonly text: string
  readonly isCut: boolean
}

/**
 * A JSON value with one member per line, cut after `limit` characters. The cost depends on the length of the result, and it never throws, however
 * deep the value is nested; the indentation is limited.
 */
export function formattedJson(value: unknown, limit: number): Beginning {
  return beginning(value, limit, { lineBreak: (depth) => `\n${indent(depth)}`, colon: ': ' })
}

/** The beginning of a JSON value on one line: at most `limit` characters. The cost depends on the length of the result. Never throws. */
export function beginningOfJson(value: unknown, limit: number): string {
  return beginning(value, limit, { lineBreak: () => '', colon: ':' }).text
}

interface Style {
  /** The text before a member, and before a closing bracket. */
  readonly lineBreak: (depth: number) => string
  readonly colon: string
}

/** An object or list whose first members were written. */
interface Open {
  /** null: a list. */
  readonly keys: readonly string[] | null
  readonly container: Readonly<Record<string | number, unknown>>
  readonly length: number
  written: number
}

function beginning(value: unknown, limit: number, { lineBreak, colon }: Style): Beginning {
  const parts: string[] = []
  let length = 0
  const isFull = (): boolean => length > limit
  const write = (part: string): void => {
    parts.push(part.slice(0, Math.max(0, limit - length)))
    length += part.length
  }
  // Innermost last.
  const open: Open[] = []
  const begin = (next: unknown): void => {
    if (typeof next !== 'object' || next === null) return write(scalar(next, limit))
    const keys = Array.isArray(next) ? null : keysOf(next)
    const count = keys?.length ?? (next as readonly unknown[]).length
    write(keys === null ? '[' : '{')
    if (count === 0) return write(keys === null ? ']' : '}')
    open.push({ keys, container: next as Open['container'], length: count, written: 0 })
  }
  begin(value)
  for (let last = open.at(-1); last !== undefined && !isFull(); last = open.at(-1)) {
    const { keys, container, written } = last
    if (written === last.length) {
      open.pop()
      write(`${lineBreak(open.length)}${keys === null ? ']' : '}'}`)
      continue
    }
    last.written++
    const key = keys?.[written]
    const label = key === undefined ? '' : `${scalar(key, limit)}${colon}`
    write(`${written > 0 ? ',' : ''}${lineBreak(open.length)}${label}`)
    begin(container[key ?? written])
  }
  return { text: parts.join(''), isCut: isFull() || open.length > 0 }
}

/** Without undefined members, as JSON.stringify has it. */
function keysOf(object: object): readonly string[] {
  return Object.keys(object).filter((key) => object[key as keyof typeof object] !== undefined)
}

/** A long text is cut before it is serialised, to save time. */
function scalar(value: unknown, limit: number): string {
  if (typeof value === 'string' && value.length > limit) return JSON.stringify(value.slice(0, limit + 1))
  return JSON.stringify(value) ?? 'null'
}

function indent(depth: number): string {
  return '  '.repeat(Math.min(depth, deepestIndent))
}
