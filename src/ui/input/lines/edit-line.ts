import { graphemes } from '../../../lib/text/graphemes.ts'
import { displayWidth } from '../../../lib/text/width.ts'
import type { KeyPress } from '../../keys/key-press.ts'
import {
  emptyPrompt,
  lineWith,
  rewritten,
  rowOfCursor,
  writtenRows,
  type LineEdit,
  type PromptEdit,
} from '../../state/line-edit.ts'

/** The line after a key; null for a key that does not edit. Moves by and deletes whole graphemes. */
export function editLine(line: LineEdit, press: KeyPress): LineEdit | null {
  if (press.text !== '') return typed(line, press.text)
  switch (press.name) {
    case 'backspace':
    case 'ctrl-h':
      return cut(line, before(line), line.cursor)
    case 'delete':
    case 'ctrl-d':
      return cut(line, line.cursor, after(line))
    case 'ctrl-w':
    case 'alt-backspace':
      return killed(line, wordBefore(line), line.cursor)
    case 'alt-d':
    case 'alt-delete':
    case 'ctrl-delete':
      return killed(line, line.cursor, wordAfter(line))
    case 'ctrl-u':
      return killed(line, lineStart(line), line.cursor)
    case 'ctrl-k':
      return killed(line, line.cursor, lineEnd(line))
    case 'ctrl-y':
      return line.killed === undefined ? line : inserted(line, line.killed.text)
    case 'ctrl-_':
      return undone(line)
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
    case 'ctrl-home':
      return { ...line, cursor: 0 }
    case 'ctrl-end':
      return { ...line, cursor: line.text.length }
    default:
      return null
  }
}

/** `editLine` for a text of several lines: alt-enter and ctrl-j begin a new one. */
export function editText(line: LineEdit, press: KeyPress): LineEdit | null {
  const isBreak = press.name === 'alt-enter' || press.name === 'ctrl-j'
  return isBreak ? inserted(line, '\n') : editLine(line, press)
}

export function inserted(line: LineEdit, text: string): LineEdit {
  const whole = line.text.slice(0, line.cursor) + text + line.text.slice(line.cursor)
  return rewritten(line, whole, boundaryFrom(whole, line.cursor + text.length))
}

/** With a typed character. Those of a word are undone together. */
function typed(line: LineEdit, text: string): LineEdit {
  const next = inserted(line, text)
  const continues = line.typedTo === line.cursor && !(isSpace(line.text[line.cursor - 1]) && !isSpace(text))
  const { past } = continues ? line : next
  return { ...next, ...(past === undefined ? {} : { past }), typedTo: next.cursor }
}

function undone(line: LineEdit): LineEdit {
  const { past = [], killed } = line
  const last = past.at(-1)
  if (last === undefined) return line
  return { ...last, past: past.slice(0, -1), ...(killed === undefined ? {} : { killed }) }
}

function cut(line: LineEdit, from: number, to: number): LineEdit {
  if (from === to) return line
  const text = line.text.slice(0, from) + line.text.slice(to)
  return rewritten(line, text, boundaryFrom(text, from))
}

/** A deletion that can be put back; together with the one before it, if nothing else was done between them. */
function killed(line: LineEdit, from: number, to: number): LineEdit {
  const next = cut(line, from, to)
  if (next === line) return line
  const { killed: last } = line
  const text = line.text.slice(from, to)
  const continues = last?.left === line.text && last.at === line.cursor
  const all = !continues ? text : from < line.cursor ? text + last.text : last.text + text
  return { ...next, killed: { text: all, at: next.cursor, left: next.text } }
}

/** `at`, or the end of the grapheme around it: an edit may join the characters on both sides to one. */
function boundaryFrom(text: string, at: number): number {
  const around = graphemes(text).containing(at)
  return around === undefined || around.index === at ? at : around.index + around.segment.length
}

/** The start of the grapheme that contains `at`. */
function boundaryTo(text: string, at: number): number {
  return graphemes(text).containing(at)?.index ?? at
}

function before(line: LineEdit): number {
  return line.cursor === 0 ? 0 : boundaryTo(line.text, line.cursor - 1)
}

function after(line: LineEdit): number {
  return boundaryFrom(line.text, Math.min(line.text.length, line.cursor + 1))
}

function wordBefore({ text, cursor }: LineEdit): number {
  let at = cursor
  while (at > 0 && isSpace(text[at - 1])) at--
  while (at > 0 && !isSpace(text[at - 1])) at--
  return boundaryTo(text, at)
}

function wordAfter({ text, cursor }: LineEdit): number {
  let at = cursor
  while (at < text.length && isSpace(text[at])) at++
  while (at < text.length && !isSpace(text[at])) at++
  return boundaryFrom(text, at)
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character)
}

function lineStart(line: LineEdit): number {
  return line.cursor === 0 ? 0 : line.text.lastIndexOf('\n', line.cursor - 1) + 1
}

function lineEnd(line: LineEdit): number {
  const end = line.text.indexOf('\n', line.cursor)
  return end < 0 ? line.text.length : end
}

/** The cursor one row up or down, in the same column or at the end of a shorter row; null at the first or last row. */
export function movedLine(line: LineEdit, direction: -1 | 1, columns: number): LineEdit | null {
  const rows = writtenRows(line.text, columns)
  const at = rowOfCursor(rows, line.cursor)
  const [from, to] = [rows[at], rows[at + direction]]
  if (from === undefined || to === undefined) return null
  const column = displayWidth(line.text.slice(from.start, line.cursor))
  const cursor = to.start + unitsIn(line.text.slice(to.start, to.end), column)
  // The end of a row that goes on is the start of the next one.
  const isOver = cursor === to.end && rows[at + direction + 1]?.start === to.end
  return { ...line, cursor: isOver ? before({ ...line, cursor }) : cursor }
}

/** How many UTF-16 units of a text fit into that many columns, in whole graphemes. */
function unitsIn(text: string, columns: number): number {
  let width = 0
  for (const { segment, index } of graphemes(text)) {
    width += displayWidth(segment)
    if (width > columns) return index
  }
  return text.length
}

const maxHistory = 1000

/** The prompt after a key; null for a key that does not edit it. ↑ and ↓ move within the text first, then through the history. */
export function editPrompt(prompt: PromptEdit, press: KeyPress, columns: number): PromptEdit | null {
  switch (press.name) {
    case 'up':
    case 'ctrl-p':
      return moved(prompt, -1, columns)
    case 'down':
    case 'ctrl-n':
      return moved(prompt, 1, columns)
    default: {
      const line = editText(prompt.line, press)
      return line === null ? null : { ...prompt, line }
    }
  }
}

function moved(prompt: PromptEdit, direction: -1 | 1, columns: number): PromptEdit {
  const line = movedLine(prompt.line, direction, columns)
  if (line !== null) return { ...prompt, line }
  const { history, historyAt } = prompt
  const from = historyAt ?? history.length
  const to = from + direction
  if (to < 0 || to > history.length) return prompt
  const draft = historyAt === null ? prompt.line.text : prompt.draft
  const text = to === history.length ? draft : (history[to] ?? '')
  return {
    ...prompt,
    draft,
    historyAt: to === history.length ? null : to,
    line: lineWith(text),
  }
}

/** The prompt after its text was sent: an empty line, and the text as the newest entry of the history. */
export function sentPrompt(prompt: PromptEdit): PromptEdit {
  const { text } = prompt.line
  const history =
    prompt.history.at(-1) === text ? prompt.history : [...prompt.history, text].slice(-maxHistory)
  return { ...emptyPrompt, history }
}
