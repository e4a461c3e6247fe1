import { codeSpans, type Stretch } from './code-spans.ts'
import { isHarmlessTarget } from './link-target.ts'

/** What HTML begins with, for a reader of markdown and for a browser. */
const tagStart = /<(?=[a-z/!?])/gi
const hasTag = /<[a-z/!?]/i
const lineBreakTag = /^<br ?\/?>/i
/** An autolink, which is markdown's own. No backtick: it would pair with one behind it, or with none. */
const autolink = /^<(?:(?:https?:\/\/|mailto:)[^\s<>`\\]*|[\w.+-]+@[\w-]+(?:\.[\w-]+)*)>/i
/** The line below the head of a table. */
const tableRule = /\n(?=[|: ]*-)[|:\- ]*(?:\n|$)/
const letterOrBar = /[\p{L}|]/u

/**
 * A target and a title, behind `](`, in the forms that every reader understands alike. The blanks before them are taken once and for
 * all (`\1`): where nothing follows, no other way to share them out is tried.
 */
const linkRest =
  /^(?=([ \t]*(?:\n[ \t]*)?))\1(?<target>(?:[^\s()<>`\\]|\([^\s()<>`\\]*\))*)(?:[ \t]+(?:"[^"\n`\\<]*"|'[^'\n`\\<]*'|\([^()\n`\\<]*\)))?[ \t]*\)/
const pointedRest = /^<([^<>\n`\\()]*)>((?:[ \t]+(?:"[^"\n`\\<]*"|'[^'\n`\\<]*'))?[ \t]*\))/
/** Behind the label of a definition: a target, and what stands behind that. */
const definitionRest = /^:[ \t]*(?:\n[ \t]*)?(<[^<>\n]*>|\S+)([^\n]*)/
/** What stands before it is looked at only where it is: otherwise that would be looked at from each of its characters. */
const definitionStart = /\[(?<=^[ >*+.)\d-]*(?:\[\^[^\]\s]{1,100}\]: *)?\[)/gm
const definitionTitle = /^[ \t]*$|^[ \t]+(?:"[^"`\\<]*"|'[^'`\\<]*'|\([^()`\\<]*\))[ \t]*$/
const titleStart = /^\s*["'(]/
const pointedAddress = /^<(?:https?:\/\/|mailto:)[^\s<>`\\]*>$/i
/** A longer one leads nowhere that could be said of it: a text may have one behind each `](`. */
const firstWord = /^\s*<?(\S{0,200})(\S?)/

/** A target, as far as it tells where it leads, behind what makes a link or a definition of it; '\n' where it is in another line. */
const anyTarget = /\][(:](?=[ \t]*<?([^\s>)]{1,200}|\n))/g

/** Whether a text has anything that could be read as HTML, or as a link that is none of markdown's harmless ones. */
export function mayAct(text: string): boolean {
  if (hasTag.test(text)) return true
  for (const [, target = ''] of text.matchAll(anyTarget))
    if (target === '\n' || !isHarmlessTarget(target)) return true
  return false
}

/**
 * The text of a paragraph, a heading or a table without what is not markdown's own: HTML is shown as it is written, and links
 * and images lead to http, https, mailto and places relative to the document only. Code spans stay as they are. Its lines stay
 * lines. For texts that `mayAct`: where no backtick may be left without its other half, since readers differ in where a
 * paragraph ends.
 */
export function harmlessInline(text: string): string {
  const { spans, unmatched } = codeSpans(text)
  const readings = [spans, spansBetween(text, /\n/g)]
  if (tableRule.test(text)) readings.push(spansBetween(text, /[\n|]/g))
  return edited(text, [
    ...linkEdits(text, surelyCode(readings.map((all) => all.filter((span) => isSimple(text, span))))),
    ...definitionEdits(text),
    ...unmatched.map(({ start, end }) => ({ start, end, by: '&#96;'.repeat(end - start) })),
    ...tagEdits(text, surelyCode(readings)),
  ])
}

/** What stands in a stretch of the text from now on. */
interface Edit extends Stretch {
  readonly by: string
}

function edited(text: string, edits: readonly Edit[]): string {
  let changed = ''
  let from = 0
  for (const { start, end, by } of edits.toSorted((one, other) => one.start - other.start)) {
    // What an edit before it has taken is gone.
    if (start < from) continue
    changed += text.slice(from, start) + by
    from = end
  }
  return changed + text.slice(from)
}

function tagEdits(text: string, isCode: (at: number) => boolean): readonly Edit[] {
  const edits: Edit[] = []
  for (const { index } of text.matchAll(tagStart)) {
    if (isCode(index)) continue
    const isLink = autolink.test(text.slice(index, index + 2048))
    if (isLink || isLineBreak(text, index)) continue
    edits.push({ start: index, end: index + 1, by: '&lt;' })
  }
  return edits
}

/** Where a line begins with one, all that follows would be HTML, code too. */
function isLineBreak(text: string, at: number): boolean {
  if (!lineBreakTag.test(text.slice(at, at + 7))) return false
  const before = text.slice(Math.max(0, at - 400), at)
  return letterOrBar.test(before.slice(before.lastIndexOf('\n') + 1))
}

function linkEdits(text: string, isCode: (at: number) => boolean): readonly Edit[] {
  const edits: Edit[] = []
  const lastBacktick = text.lastIndexOf('`')
  for (let at = text.indexOf(']('); at >= 0; at = text.indexOf('](', at + 2)) {
    if (isCode(at)) continue
    const rest = text.slice(at + 2, at + 2 + 4096)
    const target = linkRest.exec(rest)?.groups?.['target']
    if (target !== undefined && isHarmlessTarget(target)) continue
    const [whole, pointed, behind = ''] = pointedRest.exec(rest) ?? []
    const plain = pointed?.trim().replaceAll(' ', '%20')
    if (whole !== undefined && plain !== undefined && isHarmlessTarget(plain)) {
      const by = plain + behind
      edits.push({ start: at + 2, end: at + 2 + whole.length, by })
      continue
    }
    // Behind a backtick, what a reader takes for the target decides what it takes for code.
    const [, word = '', more = ''] = firstWord.exec(rest) ?? []
    const mayBeTarget = lastBacktick > at || more !== '' || !isHarmlessTarget(word)
    if (mayBeTarget) edits.push({ start: at + 1, end: at + 2, by: '&#40;' })
  }
  return edits
}

/**
 * Definitions whose targets are no link's are none. They begin lines, behind the marks of quotes and items that are too deep to be
 * followed (`BlockLines`) too, or footnotes; where else `]:` stands it is text.
 */
function definitionEdits(text: string): readonly Edit[] {
  if (!text.includes(']:')) return []
  const edits: Edit[] = []
  for (const { index } of text.matchAll(definitionStart))
    if (isBadDefinition(text, index)) edits.push({ start: index, end: index + 1, by: '\\[' })
  return edits
}

function isBadDefinition(text: string, at: number): boolean {
  const end = labelEnd(text, at)
  if (end === null || text[end + 1] !== ':') return false
  const label = text.slice(at + 1, end)
  const [whole, target = '', behind = ''] = definitionRest.exec(text.slice(end + 1, end + 1 + 4096)) ?? []
  if (whole === undefined) return false
  // With words behind its target it is none, but text.
  if (behind.trim() !== '' && !titleStart.test(behind)) return false
  const next = text.slice(end + 1 + whole.length)
  const hasTitleBelow = behind.trim() === '' && titleStart.test(next)
  if (hasTitleBelow || !definitionTitle.test(behind)) return true
  if (/[`<\\]/.test(label)) return true
  return pointedAddress.test(target) ? false : /[`<\\]/.test(target) || !isHarmlessTarget(target)
}

/** However long it is: some readers set no limit. The next label that begins ends this one, so that no text takes quadratic time. */
function labelEnd(text: string, at: number): number | null {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++
    else if (text[end] === ']') return end
    else if (text[end] === '[') return null
  }
  return null
}

/**
 * Tells of places, asked for in rising order, whether they are in code for every reader: readers differ in where a paragraph,
 * or a cell of a table, ends, so it must be code in the whole text, in its line alone and, in a table, between bars.
 */
function surelyCode(readings: readonly (readonly Stretch[])[]): (at: number) => boolean {
  const all = readings.map(within)
  return (at) => all.every((isIn) => isIn(at))
}

/** Some readers end a code span in the label of a link at backticks of another number. */
function isSimple(text: string, { start, end }: Stretch): boolean {
  return /^`+[^`]*`+$/.test(text.slice(start, end))
}

function spansBetween(text: string, ends: RegExp): readonly Stretch[] {
  if (text.search(ends) < 0) return codeSpans(text).spans
  const spans: Stretch[] = []
  let from = 0
  for (const end of [...[...text.matchAll(ends)].map(({ index }) => index), text.length]) {
    for (const span of codeSpans(text.slice(from, end)).spans)
      spans.push({ start: from + span.start, end: from + span.end })
    from = end + 1
  }
  return spans
}

function within(spans: readonly Stretch[]): (at: number) => boolean {
  let index = 0
  return (at) => {
    while ((spans[index]?.end ?? Number.POSITIVE_INFINITY) <= at) index++
    const span = spans[index]
    return span !== undefined && span.start <= at
  }
}
