import { safeText } from '../../lib/text/safe-text.ts'

export interface Embedding {
  /** How many levels its headings go down; there are six in all. */
  readonly deeper: number
  /** The heading that it begins with is left out: it stands above it already. */
  readonly dropsFirstHeading: boolean
}

const fence = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/
const heading = /^ {0,3}(#{1,6})(?=\s|$)(.*)$/
const underline = /^ {0,3}(?:(=+)|(-{2,}))\s*$/
// What a line of dashes does not turn into a heading: lists, quotes, tables, indented code.
const paragraph = /^ {0,3}(?![-*+>#|<]|\d{1,9}[.)]\s)\S/

/** A markdown document as a part of another one: whatever is left open in it ends with it. */
export function embeddedMarkdown(raw: string, { deeper, dropsFirstHeading }: Embedding): string {
  const source = safeText(raw).split('\n')
  const html = new HtmlBlocks(source)
  const lines: string[] = []
  let open: string | null = null
  let mayDrop = dropsFirstHeading
  for (const [index, line] of source.entries()) {
    const isHtml = open === null && html.holds(index)
    const [, mark, info = ''] = isHtml ? [] : (fence.exec(line) ?? [])
    const isCode = open !== null || mark !== undefined
    if (mark !== undefined) open = fenceAfter(open, mark, info)
    const level = isHtml || isCode ? null : headingLevel(line, lines)
    if (level === null) {
      lines.push(isHtml || isCode ? line : html.escaped(line))
      continue
    }
    const words = level.isUnderlined ? (lines.pop() ?? '') : (heading.exec(line)?.[2] ?? '')
    const isDropped = mayDrop && lines.every((each) => each.trim() === '')
    mayDrop = false
    if (!isDropped) lines.push(`${'#'.repeat(Math.min(6, level.level + deeper))} ${words.trim()}`)
  }
  if (open !== null) lines.push(open)
  return lines.join('\n').replace(/^\n+/, '').trimEnd()
}

/** The level of the heading that a line makes, of itself or of the line before. */
function headingLevel(
  line: string,
  before: readonly string[],
): { readonly level: number; readonly isUnderlined: boolean } | null {
  const hashes = heading.exec(line)?.[1]
  if (hashes !== undefined) return { level: hashes.length, isUnderlined: false }
  const [, double] = underline.exec(line) ?? []
  const isUnder =
    underline.test(line) && paragraph.test(before.at(-1) ?? '') && (before.at(-2) ?? '').trim() === ''
  return isUnder ? { level: double === undefined ? 2 : 1, isUnderlined: true } : null
}

/** https://spec.commonmark.org/0.31.2/#fenced-code-blocks: only a bare mark closes, and no backtick follows an opening one. */
function fenceAfter(open: string | null, mark: string, info: string): string | null {
  if (open === null) return mark.startsWith('`') && info.includes('`') ? null : mark
  return mark[0] === open[0] && mark.length >= open.length && info.trim() === '' ? null : open
}

/** What begins a block of HTML that ends by its own sign only, and that sign. https://spec.commonmark.org/0.31.2/#html-blocks */
const htmlKinds: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}<!--/, '-->'],
  [/^ {0,3}<\?/, '?>'],
  [/^ {0,3}<!\[CDATA\[/, ']]>'],
  [/^ {0,3}<![a-z]/i, '>'],
  [/^ {0,3}<script(?:\s|>|$)/i, '</script>'],
  [/^ {0,3}<pre(?:\s|>|$)/i, '</pre>'],
  [/^ {0,3}<style(?:\s|>|$)/i, '</style>'],
  [/^ {0,3}<textarea(?:\s|>|$)/i, '</textarea>'],
]

/** Follows the blocks of HTML of a text, line by line; one that never ends is none. */
class HtmlBlocks {
  readonly #lines: readonly string[]
  /** The last line that has the sign which ends a kind of block. */
  readonly #lastWith = new Map<string, number>()
  /** The sign that ends the block we are in. */
  #ends: string | null = null

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  /** Whether a line belongs to a block. To be asked in the order of the lines. */
  holds(index: number): boolean {
    const line = this.#lines[index] ?? ''
    const ends = this.#ends ?? endOf(line)
    if (ends === null || (this.#ends === null && this.#lastLineWith(ends) < index)) return false
    this.#ends = line.toLowerCase().includes(ends) ? null : ends
    return true
  }

  /** A line that is in no block, so that it begins none. */
  escaped(line: string): string {
    return endOf(line) === null ? line : line.replace('<', '&lt;')
  }

  #lastLineWith(ends: string): number {
    const known = this.#lastWith.get(ends)
    if (known !== undefined) return known
    const last = this.#lines.findLastIndex((line) => line.toLowerCase().includes(ends))
    this.#lastWith.set(ends, last)
    return last
  }
}

function endOf(line: string): string | null {
  return htmlKinds.find(([begins]) => begins.test(line))?.[1] ?? null
}
