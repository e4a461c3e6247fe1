import { lateRegExp } from '../memo.ts'
import { safeLine, safeText } from './safe-text.ts'

/** A fenced code block, whose fence is longer than any in the code. */
export function fencedCode(raw: string, language: string): string {
  const code = safeText(raw).trimEnd()
  const mark = '`'.repeat(Math.max(3, longestBacktickRun(code) + 1))
  return `${mark}${safeLine(language).replace(/[^\w+#.-]/g, '')}\n${code}\n${mark}`
}

export function longestBacktickRun(words: string): number {
  let longest = 0
  for (const [run] of words.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
/** A heading in one line: its marks, and its words with the blanks around them. */
export const headingLine = /^ {0,3}(#{1,6})(?=\s|$)([^\n]*)$/
/** What makes a heading of the line above, of level 1 (the first group) or 2. */
export const headingUnderline = /^ {0,3}(?:(=+)|-{2,})\s*$/
/** A line that may be underlined: dashes make no heading of lists, quotes, tables and indented code. */
export const mayBeUnderlined = /^ {0,3}(?![-*+>#|]|\d{1,9}[.)]\s)\S/

/** The opening of a code fence: its mark, such as `~~~~`, and the info string behind it, as written. */
export interface OpenedFence {
  readonly mark: string
  readonly info: string
}

/**
 * The fence that a line opens whose text begins at `at` and ends at `end`; null: none. The caller decides which indentation it
 * allows. https://spec.commonmark.org/0.31.2/#fenced-code-blocks: a backtick behind backticks makes them inline code.
 */
export function openedFence(source: string, at: number, end: number): OpenedFence | null {
  const code = source.charCodeAt(at)
  if (code !== backtick && code !== tilde) return null
  const after = markEnd(source, at, end)
  if (after - at < 3) return null
  const info = source.slice(after, end)
  return code === backtick && info.includes('`') ? null : { mark: source.slice(at, after), info }
}

/** Whether the text of a line closes the fence with that mark: the same character, at least as often, and only blanks behind it. */
export function closesFence(source: string, at: number, end: number, mark: string): boolean {
  if (source.charCodeAt(at) !== mark.charCodeAt(0)) return false
  let after = markEnd(source, at, end)
  if (after - at < mark.length) return false
  while (after < end && isBlankCode(source.charCodeAt(after))) after += 1
  return after === end
}

/** The mark of the fence that is open after a line, at any indentation; null: none. */
export function fenceAfter(open: string | null, line: string): string | null {
  const at = line.length - line.trimStart().length
  if (open === null) return openedFence(line, at, line.length)?.mark ?? null
  return closesFence(line, at, line.length, open) ? null : open
}

const backtick = 0x60
const tilde = 0x7e

/** Where the run of the character at `at` ends. */
function markEnd(source: string, at: number, end: number): number {
  const code = source.charCodeAt(at)
  let after = at + 1
  while (after < end && source.charCodeAt(after) === code) after += 1
  return after
}

function isBlankCode(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d
}

const deepest = 24
const marker = '(?: *(?:>|[-*+](?= )|\\d{1,9}[.)](?= )))'
const tooDeep = new RegExp(`^(${marker}{${deepest}})${marker}+`, 'gm')

/** Limits a line to 24 nested quotes and lists: deeper ones would be indented beyond any screen, and are shown flat. */
export function capNesting(text: string): string {
  return text.length <= deepest ? text : text.replace(tooDeep, '$1')
}

const links = lateRegExp(String.raw`!?\[([^[\]]*)\]\([^()]*\)`, 'g')
const spans = lateRegExp(
  '(`{1,3})([^`]+)\\1|' +
    String.raw`(?<![\p{L}\p{N}*_~/\\])(\*{1,3}|_{1,3}|~~)(?=[^\s*_~])([^*~]{0,400}?[^\s*~])\3(?![\p{L}\p{N}*_~/]|\.\p{L})`,
  'gu',
)

/** A line of markdown as its words: links without targets, and without pairs of marks around code and emphasis. A pattern such as `a/**` stays. */
export function withoutMarkup(line: string): string {
  if (!/[*_`[~]/.test(line)) return line
  const plain = line.replace(links(), '$1').replace(spans(), '$2$4')
  // Once more, for marks in marks.
  return plain.replace(spans(), '$2$4')
}
