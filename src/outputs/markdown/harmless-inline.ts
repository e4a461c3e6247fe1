import { safeLine } from '../../lib/text/safe-text.ts'

/** The start of HTML, for a markdown parser or for a browser. */
const tagStart = /<(?=[a-z/!?])/gi
const hasTag = /<[a-z/!?]/i
const lineBreakTag = /^<br ?\/?>/i
/** A markdown autolink. It has no backtick, which could pair with a later one. */
const autolink = /^<(?:(?:https?:\/\/|mailto:)[^\s<>`\\]*|[\w.+-]+@[\w-]+(?:\.[\w-]+)*)>/i
/** The delimiter row below a table header. */
const tableRule = /\n(?=[|: ]*-)[|:\- ]*(?:\n|$)/
const letterOrBar = /[\p{L}|]/u

/**
 * A target and a title after `](`, in the forms that all parsers agree on. The blanks before them are matched atomically
 * (`\1`), so that a failed match does not backtrack into them.
 */
const linkRest =
  /^(?=([ \t]*(?:\n[ \t]*)?))\1(?<target>(?:[^\s()<>`\\]|\([^\s()<>`\\]*\))*)(?:[ \t]+(?:"[^"\n`\\<]*"|'[^'\n`\\<]*'|\([^()\n`\\<]*\)))?[ \t]*\)/
const pointedRest = /^<([^<>\n`\\()]*)>((?:[ \t]+(?:"[^"\n`\\<]*"|'[^'\n`\\<]*'))?[ \t]*\))/
/** After the label of a link definition: the target and the rest of its line. */
const definitionRest = /^:[ \t]*(?:\n[ \t]*)?(<[^<>\n]*>|\S+)([^\n]*)/
/** A lookbehind from the bracket, so that the prefix of a line is not matched again from each of its characters. */
const definitionStart = /\[(?<=^[ >*+.)\d-]*(?:\[\^[^\]\s]{1,100}\]: *)?\[)/gm
const definitionTitle = /^[ \t]*$|^[ \t]+(?:"[^"`\\<]*"|'[^'`\\<]*'|\([^()`\\<]*\))[ \t]*$/
const titleStart = /^\s*["'(]/
const pointedAddress = /^<(?:https?:\/\/|mailto:)[^\s<>`\\]*>$/i
/** Bounded, since a text may have one after each `](`; a longer one counts as harmful. */
const firstWord = /^\s*<?(\S{0,200})(\S?)/

/**
 * Other bare addresses that GitHub's markdown makes links of (https://github.github.com/gfm/#autolinks-extension-), after any
 * character, as some parsers do. What stands in an address of the web belongs to that.
 */
const bareAddress = /https?:\/\/[\w/?#=&%.,:+~-]*|(ftp:(?=\/\/)|xmpp:(?=[\w.+-]*@))/gi
const mayBeBare = /ftp:\/\/|xmpp:/i

/** The beginning of a target after `](` or `]:`; '\n' if it is on another line. */
const anyTarget = /\][(:](?=[ \t]*<?([^\s>)]{1,200}|\n))/g

/** Whether a parser could find HTML or a harmful link, or make one of a bare address. */
export function mayAct(text: string): boolean {
  if (hasTag.test(text) || mayBeBare.test(text)) return true
  for (const [, target = ''] of text.matchAll(anyTarget))
    if (target === '\n' || !isHarmlessTarget(target)) return true
  return false
}

/**
 * The text of a paragraph, a heading or a table with HTML escaped, and with http, https, mailto and relative targets of links
 * and images only: the scheme of other bare addresses becomes code. Code spans and line breaks are unchanged. For texts that `mayAct`: unpaired backticks are escaped too, since
 * parsers differ in where a paragraph ends.
 */
export function harmlessInline(text: string): string {
  const { spans, unmatched } = codeSpans(text)
  const readings = [spans, spansBetween(text, /\n/g)]
  if (tableRule.test(text)) readings.push(spansBetween(text, /[\n|]/g))
  const links = linkEdits(text, surelyCode(readings.map((all) => all.filter((span) => isSimple(text, span)))))
  return edited(text, [
    ...links,
    ...addressEdits(text, readings),
    ...definitionEdits(text),
    ...unmatched.map(({ start, end }) => ({ start, end, by: '&#96;'.repeat(end - start) })),
    ...tagEdits(text, surelyCode(readings)),
  ])
}

/** Replaces a range of the text. */
interface Edit extends TextRange {
  readonly by: string
}

function edited(text: string, edits: readonly Edit[]): string {
  let changed = ''
  let from = 0
  for (const { start, end, by } of edits.toSorted((one, other) => one.start - other.start)) {
    // An earlier edit has replaced this range.
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

/** A `<br>` tag within a line: at the start of a line, it would begin an HTML block. */
function isLineBreak(text: string, at: number): boolean {
  if (!lineBreakTag.test(text.slice(at, at + 7))) return false
  const before = text.slice(Math.max(0, at - 400), at)
  return letterOrBar.test(before.slice(before.lastIndexOf('\n') + 1))
}

function addressEdits(text: string, readings: readonly (readonly TextRange[])[]): readonly Edit[] {
  if (!mayBeBare.test(text)) return []
  const edits: Edit[] = []
  const isCode = surelyCode(readings)
  const mayBeCode = readings.map(within)
  for (const { index, 1: scheme } of text.matchAll(bareAddress)) {
    if (scheme === undefined || isCode(index)) continue
    // Where some parsers see code, or after another backtick, its own backticks would pair with others.
    const isDoubtful = mayBeCode.some((isIn) => isIn(index)) || /[`\\]/.test(text[index - 1] ?? '')
    edits.push({ start: index, end: index + scheme.length, by: isDoubtful ? `${scheme} ` : `\`${scheme}\`` })
  }
  return edits
}

function linkEdits(text: string, isCode: (at: number) => boolean): readonly Edit[] {
  const edits: Edit[] = []
  const lastBacktick = text.lastIndexOf('`')
  for (let at = text.indexOf(']('); at >= 0; at = text.indexOf('](', at + 2)) {
    if (isCode(at)) continue
    const rest = text.slice(at + 2, at + 2 + 4096)
    const target = linkRest.exec(rest)?.groups?.['target']
    if (target !== undefined && isHarmlessTarget(target)) {
      // It stays, whatever other edits find in it.
      const start = at + 2 + rest.indexOf(target)
      edits.push({ start, end: start + target.length, by: target })
      continue
    }
    const [whole, pointed, behind = ''] = pointedRest.exec(rest) ?? []
    const plain = pointed?.trim().replaceAll(' ', '%20')
    if (whole !== undefined && plain !== undefined && isHarmlessTarget(plain)) {
      const by = plain + behind
      edits.push({ start: at + 2, end: at + 2 + whole.length, by })
      continue
    }
    // Before a backtick, the target that a parser finds also decides where it finds code.
    const [, word = '', more = ''] = firstWord.exec(rest) ?? []
    const mayBeTarget = lastBacktick > at || more !== '' || !isHarmlessTarget(word)
    if (mayBeTarget) edits.push({ start: at + 1, end: at + 2, by: '&#40;' })
  }
  return edits
}

/**
 * Escapes link definitions with harmful targets. Definitions begin at the start of a line, after markers of containers that are
 * nested too deep for `BlockLines`, or in footnotes; elsewhere `]:` is text.
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
  // With words after its target it is text and no definition.
  if (behind.trim() !== '' && !titleStart.test(behind)) return false
  const next = text.slice(end + 1 + whole.length)
  const hasTitleBelow = behind.trim() === '' && titleStart.test(next)
  if (hasTitleBelow || !definitionTitle.test(behind)) return true
  if (/[`<\\]/.test(label)) return true
  return pointedAddress.test(target) ? false : /[`<\\]/.test(target) || !isHarmlessTarget(target)
}

/** Of any length, since some parsers set no limit. The next `[` ends the search, so that it takes linear time. */
function labelEnd(text: string, at: number): number | null {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++
    else if (text[end] === ']') return end
    else if (text[end] === '[') return null
  }
  return null
}

/**
 * Whether an index is in code for every parser; call it with increasing indexes. Parsers differ in where a paragraph or a table
 * cell ends, so it must be code in the whole text, in its line alone and, in a table, between bars.
 */
function surelyCode(readings: readonly (readonly TextRange[])[]): (at: number) => boolean {
  const all = readings.map(within)
  return (at) => all.every((isIn) => isIn(at))
}

/** No backticks inside: in link labels, some parsers end a code span at a run of another length. */
function isSimple(text: string, { start, end }: TextRange): boolean {
  return /^`+[^`]*`+$/.test(text.slice(start, end))
}

function spansBetween(text: string, ends: RegExp): readonly TextRange[] {
  if (text.search(ends) < 0) return codeSpans(text).spans
  const spans: TextRange[] = []
  let from = 0
  for (const end of [...[...text.matchAll(ends)].map(({ index }) => index), text.length]) {
    for (const span of codeSpans(text.slice(from, end)).spans)
      spans.push({ start: from + span.start, end: from + span.end })
    from = end + 1
  }
  return spans
}

const blockStart = /^(?:#{1,6}(?=\s|$)|[-*+](?=\s|$)|[>|]|~{3}|\[[ xX]\](?=\s|$))/
const numberStart = /^(\d{1,9})([.)](?:\s|$))/

/**
 * An agent's text as one line of inline markdown. Its own marks (`code`, *words*) stay, but it begins no block and no HTML, and
 * links have http, https, mailto and relative targets only.
 */
export function inlineText(raw: string): string {
  const line = safeLine(raw.trim()).trim()
  // A line may contain several of these, so none may leave a mark open.
  const text = harmlessInline(line)
  return blockStart.test(text) ? `\\${text}` : text.replace(numberStart, '$1\\$2')
}

const allowed = /^(?:https?|mailto):/i
/** The part of a target that may contain a scheme. */
const beginning = /^(?:&#|[^/?#])*/
/** What parsers of markdown or HTML replace before they look for a scheme. */
const disguised = /[\\\s]|&(?:#|\w+;)/

/**
 * Whether a link may have this target: http, https, mailto, or relative to the document. A host without a scheme (`//host`)
 * is not allowed, since its scheme depends on where the document is opened.
 */
function isHarmlessTarget(target: string): boolean {
  if (target.startsWith('//') || target.includes('\\')) return false
  const [scheme = ''] = beginning.exec(target) ?? []
  if (disguised.test(scheme)) return false
  return !scheme.includes(':') || allowed.test(scheme)
}

/** A range of a text in UTF-16 units; `end` is exclusive. */
interface TextRange {
  readonly start: number
  readonly end: number
}

interface CodeSpans {
  /** Including their backticks, in order. */
  readonly spans: readonly TextRange[]
  /** Backticks that are not escaped and open no span, or not in every parser. */
  readonly unmatched: readonly TextRange[]
}

/**
 * The code spans of a text without HTML. https://spec.commonmark.org/0.31.2/#code-spans
 * A backtick in a bare URL opens none, since many parsers link the URL first.
 */
function codeSpans(text: string): CodeSpans {
  const runs = backtickRuns(text)
  const nextOfLength = nextOfSameLength(runs)
  const spans: TextRange[] = []
  const unmatched: TextRange[] = []
  const isInAddress = within(addresses(text))
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at]
    if (run === undefined) break
    // Outside of code a backslash escapes the first backtick of a run; inside it is an ordinary character.
    const taken = isEscaped(text, run.start) ? 1 : 0
    const length = run.end - run.start - taken
    if (length === 0) continue
    const start = run.start + taken
    if (isInAddress(start)) {
      unmatched.push({ start, end: run.end })
      continue
    }
    const closing = taken === 0 ? nextOfLength[at] : nextIndex(runs, at, length)
    const closer = closing === undefined ? undefined : runs[closing]
    if (closing === undefined || closer === undefined) {
      unmatched.push({ start, end: run.end })
      continue
    }
    spans.push({ start, end: closer.end })
    at = closing
  }
  return { spans, unmatched }
}

/** Possible bare URLs, from where one may begin within a word. */
function addresses(text: string): readonly TextRange[] {
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const at = word.search(/:\/\/|www\.|@|mailto:|xmpp:/i)
    return at < 0 ? [] : [{ start: index + at, end: index + word.length }]
  })
}

/** Whether an index is in one of the ranges, which are in order. Call it with increasing indexes. */
function within(ranges: readonly TextRange[]): (at: number) => boolean {
  let next = 0
  return (at) => {
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next++
    return (ranges[next]?.start ?? Number.POSITIVE_INFINITY) <= at
  }
}

function backtickRuns(text: string): readonly TextRange[] {
  return [...text.matchAll(/`+/g)].map(({ index, 0: run }) => ({ start: index, end: index + run.length }))
}

/** Searched from the end, so that it takes linear time. */
function nextOfSameLength(runs: readonly TextRange[]): readonly (number | undefined)[] {
  const next = new Map<number, number>()
  const found: (number | undefined)[] = []
  for (let at = runs.length - 1; at >= 0; at--) {
    const { start, end } = runs[at] ?? { start: 0, end: 0 }
    found[at] = next.get(end - start)
    next.set(end - start, at)
  }
  return found
}

/** How many runs ahead the end of a code span is looked for if its first backtick is escaped. */
const runsAhead = 200

function nextIndex(runs: readonly TextRange[], from: number, length: number): number | undefined {
  for (let at = from + 1; at < runs.length && at <= from + runsAhead; at++) {
    const run = runs[at]
    if (run !== undefined && run.end - run.start === length) return at
  }
  return undefined
}

/** An odd number of backslashes precedes it. */
function isEscaped(text: string, at: number): boolean {
  let before = at
  while (before > 0 && text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}
