import { Buffer } from 'node:buffer'
import type { Line } from './mutate-text.ts'

/** Texts in a line that are shorter are left as they are. */
const shortText = 16
/** What is nested deeper is not looked into: whoever walks over it must not fail on it. */
const deepest = 40

/**
 * Lines with less in them, what takes away most first: without a field or an entry of a list, without the half of a list or
 * of a long text; of what is no JSON, each half. Empty when there is nothing to take away.
 */
export function smallerLines(line: Line): readonly Line[] {
  if ('base64' in line) {
    const bytes = Buffer.from(line.base64, 'base64')
    return halves(bytes).map((half) => ({ base64: half.toString('base64') }))
  }
  const value = parsed(line.text)
  if (value === undefined) return halves(line.text).map((text) => ({ text }))
  const smaller = without(value, 0).map((less) => JSON.stringify(less))
  const { length } = line.text
  return [...new Set(smaller)]
    .filter((text) => text.length < length)
    .toSorted((one, other) => one.length - other.length)
    .map((text) => ({ text }))
}

/** undefined: it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Every value that has one thing less. */
function without(value: unknown, depth: number): readonly unknown[] {
  if (typeof value === 'string') return halves(value)
  if (typeof value !== 'object' || value === null || depth > deepest) return []
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    const half = Math.ceil(list.length / 2)
    return [
      ...(list.length > 2 ? [list.slice(0, half), list.slice(half)] : []),
      ...list.map((_, at) => list.toSpliced(at, 1)),
      ...list.flatMap((entry, at) => without(entry, depth + 1).map((less) => list.with(at, less))),
    ]
  }
  const fields = Object.entries(value)
  return [
    ...fields.map((_, at) => Object.fromEntries(fields.toSpliced(at, 1))),
    ...fields.flatMap(([name, field], at) =>
      without(field, depth + 1).map((less) => Object.fromEntries(fields.with(at, [name, less]))),
    ),
  ]
}

function halves<T extends string | Buffer>(text: T): readonly T[] {
  if (text.length < shortText) return []
  const half = Math.ceil(text.length / 2)
  return [text.slice(0, half), text.slice(half)] as T[]
}
