import type { LineEdit } from '../screen/ui-state.ts'
import type { KeyPress } from './key-press.ts'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The line after a key, or null when the key does not edit. Works on whole characters as people see them. */
export function editLine(line: LineEdit, press: KeyPress): LineEdit | null {
  if (press.text !== '') return inserted(line, press.text)
  switch (press.name) {
    case 'backspace':
    case 'ctrl-h':
      return cut(line, before(line), line.cursor)
    case 'delete':
    case 'ctrl-d':
      return cut(line, line.cursor, after(line))
    case 'ctrl-w':
    case 'alt-backspace':
      return cut(line, wordBefore(line), line.cursor)
    case 'ctrl-u':
      return cut(line, lineStart(line), line.cursor)
    case 'ctrl-k':
      return cut(line, line.cursor, lineEnd(line))
    case 'left':
    case 'ctrl-b':
      return { ...line, cursor: before(line) }
    case 'right':
    case 'ctrl-f':
      return { ...line, cursor: after(line) }
    case 'alt-left':
    case 'ctrl-left':
    case 'alt-b':
      return { ...line, cursor: wordBefore(line) }
    case 'alt-right':
    case 'ctrl-right':
    case 'alt-f':
      return { ...line, cursor: wordAfter(line) }
    case 'home':
    case 'ctrl-a':
      return { ...line, cursor: lineStart(line) }
    case 'end':
    case 'ctrl-e':
      return { ...line, cursor: lineEnd(line) }
    default:
      return null
  }
}

export function inserted(line: LineEdit, text: string): LineEdit {
  return {
    text: line.text.slice(0, line.cursor) + text + line.text.slice(line.cursor),
    cursor: line.cursor + text.length,
  }
}

function cut(line: LineEdit, from: number, to: number): LineEdit {
  return { text: line.text.slice(0, from) + line.text.slice(to), cursor: from }
}

function before(line: LineEdit): number {
  const start = lineStart({ ...line, cursor: Math.max(0, line.cursor - 1) })
  let last = start
  for (const { index } of graphemes.segment(line.text.slice(start, line.cursor))) last = start + index
  return line.cursor === 0 ? 0 : Math.min(last, line.cursor - 1)
}

function after(line: LineEdit): number {
  const next = graphemes
    .segment(line.text.slice(line.cursor, line.cursor + 64))
    [Symbol.iterator]()
    .next()
  return next.done === true ? line.cursor : line.cursor + next.value.segment.length
}

function wordBefore(line: LineEdit): number {
  return line.text.slice(0, line.cursor).replace(/[^\s]*\s*$/u, '').length
}

function wordAfter(line: LineEdit): number {
  return line.cursor + (/^\s*\S*/u.exec(line.text.slice(line.cursor))?.[0].length ?? 0)
}

function lineStart(line: LineEdit): number {
  return line.cursor === 0 ? 0 : line.text.lastIndexOf('\n', line.cursor - 1) + 1
}

function lineEnd(line: LineEdit): number {
  const end = line.text.indexOf('\n', line.cursor)
  return end < 0 ? line.text.length : end
}

/** The cursor one line up or down, at the same column where there is one; null at the first or last line. */
export function movedLine(line: LineEdit, direction: -1 | 1): LineEdit | null {
  const start = lineStart(line)
  const column = line.cursor - start
  if (direction < 0) {
    if (start === 0) return null
    const previous = lineStart({ ...line, cursor: start - 1 })
    return { ...line, cursor: Math.min(previous + column, start - 1) }
  }
  const end = lineEnd(line)
  if (end === line.text.length) return null
  return { ...line, cursor: Math.min(end + 1 + column, lineEnd({ ...line, cursor: end + 1 })) }
}
