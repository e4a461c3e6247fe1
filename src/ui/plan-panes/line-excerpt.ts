import type { Span } from '../../plans/comparison/line-diff.ts'

/** A part of a line: as it was, or changed. Raw. */
export interface LinePart {
  readonly text: string
  readonly isMarked: boolean
}

/** Characters shown of a line, and of each unchanged part of a longer one beside a change. */
const maxLength = 4000
const beside = 200

/** The parts of a line; of a long one only what is changed, and some of the text beside it. */
export function lineExcerpt(line: string, marked: readonly Span[]): readonly LinePart[] {
  const isLong = line.length > maxLength
  const parts: LinePart[] = []
  let left = maxLength
  const add = (text: string, isMarked: boolean): void => {
    if (text === '' || left <= 0) return
    parts.push({ text: text.length > left ? `${text.slice(0, left)}…` : text, isMarked })
    left -= text.length
  }
  let at = 0
  for (const { start, end } of marked) {
    add(isLong ? shortened(line.slice(at, start), at === 0) : line.slice(at, start), false)
    add(line.slice(start, end), true)
    at = end
  }
  const rest = line.slice(at)
  add(isLong && marked.length > 0 && rest.length > beside ? `${rest.slice(0, beside)}…` : rest, false)
  return parts
}

/** An unchanged part before a change: its beginning, if that is beside another change, and its end. */
function shortened(text: string, isFirst: boolean): string {
  if (text.length <= 2 * beside) return text
  return `${isFirst ? '' : text.slice(0, beside)}…${text.slice(-beside)}`
}
