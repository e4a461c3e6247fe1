import type { SafeText } from '../../lib/text/safe-text.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { isObject } from '../../protocol/wire/message.ts'

/** A line of a JSON value. */
export interface JsonLine {
  readonly depth: number
  /** Raw. */
  readonly text: string
  /** The last line of the object or list that begins here; its own index for a line that begins none. */
  readonly end: number
}

/** Lines that are made of a value, and characters of a text in it. */
const maxLines = 20_000
const longestText = 20_000

interface Open {
  readonly line: number
  readonly members: readonly (readonly [string | null, unknown])[]
  next: number
  readonly close: string
}

/**
 * A JSON value with one member per line. Bounded, and not recursive: the value may be nested deeply. Where it is cut, the key that copies all of
 * it is named.
 */
export function jsonLines(value: unknown, copyKey: SafeText): readonly JsonLine[] {
  const lines: { depth: number; text: string; end: number }[] = []
  const open: Open[] = []
  const add = (label: string, item: unknown, tail: string): void => {
    const depth = open.length
    const index = lines.length
    const members = membersOf(item)
    if (members === null || members.length === 0)
      lines.push({ depth, text: `${label}${scalar(item)}${tail}`, end: index })
    else {
      const isList = Array.isArray(item)
      lines.push({ depth, text: `${label}${isList ? '[' : '{'}`, end: index })
      open.push({ line: index, members, next: 0, close: `${isList ? ']' : '}'}${tail}` })
    }
  }
  add('', value, '')
  for (let last = open.at(-1); last !== undefined && lines.length < maxLines; last = open.at(-1)) {
    const member = last.members[last.next++]
    if (member === undefined) {
      open.pop()
      const began = lines[last.line]
      if (began !== undefined) began.end = lines.length
      lines.push({ depth: open.length, text: last.close, end: lines.length })
    } else {
      const [key, item] = member
      const label = key === null ? '' : `${writeJson(key.slice(0, longestText))}: `
      add(label, item, last.next < last.members.length ? ',' : '')
    }
  }
  if (open.length > 0)
    lines.push({
      depth: 0,
      text: `… the rest is not shown: ${copyKey} copies the whole message`,
      end: lines.length,
    })
  return lines
}

function membersOf(item: unknown): readonly (readonly [string | null, unknown])[] | null {
  if (Array.isArray(item)) return (item as readonly unknown[]).slice(0, maxLines).map((each) => [null, each])
  return isObject(item) ? Object.entries(item).slice(0, maxLines) : null
}

function scalar(item: unknown): string {
  if (typeof item === 'string' && item.length > longestText)
    return `${writeJson(item.slice(0, longestText)).slice(0, -1)}…"`
  return writeJson(item)
}
