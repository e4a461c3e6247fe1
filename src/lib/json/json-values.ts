const deepestIndent = 24

/** A text, and whether it was cut. */
export interface Beginning {
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
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null')
}

function indent(depth: number): string {
  return '  '.repeat(Math.min(depth, deepestIndent))
}

/**
 * Whether two values parsed from JSON are equal, whatever the order of keys. Not recursive, so it never throws, however deep they are
 * nested.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  const open: [unknown, unknown][] = [[one, other]]
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [left, right] = pair
    if (Object.is(left, right)) continue
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
    if (Array.isArray(left) !== Array.isArray(right)) return false
    const keys = Object.keys(left)
    if (keys.length !== Object.keys(right).length) return false
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false
      open.push([left[key as keyof typeof left], right[key as keyof typeof right]])
    }
  }
  return true
}

/** Whether two objects of one type have the same values, each compared by identity. */
export function hasSameFields<T extends object>(one: T, other: T): boolean {
  return (Object.keys(one) as (keyof T)[]).every((key) => one[key] === other[key])
}
