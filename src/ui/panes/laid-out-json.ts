const deepestIndent = 24

/** A value or a sign that stands between values; one or the other is next to be written. */
type Next =
  | { readonly type: 'value'; readonly value: unknown; readonly depth: number }
  | { readonly type: 'text'; readonly text: string }

/**
 * A JSON value with one member a line, cut after `limit` characters. Never throws, however deep the value nests; lines
 * nested very deep are indented no further.
 */
export function laidOutJson(
  value: unknown,
  limit: number,
): { readonly text: string; readonly isCut: boolean } {
  const open: Next[] = [{ type: 'value', value, depth: 0 }]
  const parts: string[] = []
  let length = 0
  while (length < limit) {
    const next = open.pop()
    if (next === undefined) return { text: parts.join(''), isCut: false }
    const part = next.type === 'text' ? next.text : begin(next.value, next.depth, open)
    parts.push(part.slice(0, limit - length))
    length += part.length
  }
  return { text: parts.join(''), isCut: open.length > 0 || length > limit }
}

/** Writes what begins a value, and puts the rest of it on the stack. */
function begin(value: unknown, depth: number, open: Next[]): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const isList = Array.isArray(value)
  const [before, after] = isList ? ['[', ']'] : ['{', '}']
  const members = Object.entries(value)
  if (members.length === 0) return `${before}${after}`
  open.push({ type: 'text', text: `\n${indent(depth)}${after}` })
  // The last member first: what is put on the stack last is written first.
  let isLast = true
  for (const [key, member] of members.toReversed()) {
    const label = isList ? '' : `${JSON.stringify(key)}: `
    if (!isLast) open.push({ type: 'text', text: ',' })
    open.push({ type: 'value', value: member, depth: depth + 1 })
    open.push({ type: 'text', text: `\n${indent(depth + 1)}${label}` })
    isLast = false
  }
  return before
}

function indent(depth: number): string {
  return '  '.repeat(Math.min(depth, deepestIndent))
}
