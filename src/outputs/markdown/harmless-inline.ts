import { safeLine } from '../../lib/text/safe-text.ts'

/** The start of HTML, for a markdown parser or for a browser. */
const tagStart = /<[a-z/!?]/i
const lineBreakTag = /^<br ?\/?>/i
const letterOrBar = /[\p{L}|]/u
const autolink = /^<(?:(?:https?:\/\/|mailto:)[^\s<>`\\]*|[\w.+-]+@[\w-]+(?:\.[\w-]+)*)>/i
/**
 * A link's target and title after its label, in the forms that all parsers agree on. The blanks before them are matched atomically (`\1`),
 * so that a failed match does not backtrack into them.
 */
const link =
  /^\]\((?=([ \t]*))\1((?:[^\s()[\]<>`\\]|\([^\s()[\]<>`\\]*\))*)(?:[ \t]+(?:"[^"`\\<]*"|'[^'`\\<]*'|\([^()`\\<]*\)))?[ \t]*\)/
/** The first word after `](` and `]:`. A longer one counts as harmful. */
const firstWord = /^\][(:][ \t]*(<?)([^\s<>`\\)]{0,200})(\S?)/
/** Whether anything follows `](` and `]:` that is no harmless target; '\n' if it is on another line. */
const anyTarget = /\][(:](?=[ \t]*<?([^\s>)]{1,200}|\n))/g
/** Other bare addresses that GitHub makes links of: https://github.github.com/gfm/#autolinks-extension- */
const bareAddress = /ftp:\/\/|xmpp:/i

/** What harmless text may not have, and addresses of the web, in which such a thing is a part of the address. */
const active =
  /(?<!\w)https?:\/\/[\w/?#=&%.,:+~-]*|ftp:(?=\/\/)|xmpp:(?=[\w.+-]*@)|<(?=[a-z/!?])|\][(:]|\\\\|\\?`/gi
const escapes: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '](': ']&#40;',
  ']:': ']&#58;',
  '`': '&#96;',
  '\\`': '&#96;',
}
/** So much after and before a sign decides what becomes of it. */
const readAhead = 4096
const readBehind = 400

/** References to characters, as parsers read them or might, and all names of those that nobody sees. */
const references =
  /&(?:#(?:[xX]([\da-fA-F]+)|(\d+));?|(?:shy|zwn?j|[lr][rl]m|ZeroWidthSpace|Negative(?:VeryThin|Thin|Medium|Thick)Space|NoBreak|ApplyFunction|af|Invisible(?:Times|Comma)|i[tc]);)/g

/** A text in which references to control characters and invisible ones stand as they are written, since a reader of it would decode them. */
export function withoutHidden(text: string): string {
  return text.replace(references, (reference: string, hex?: string, decimal?: string) =>
    isShown(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      ? reference
      : `&amp;${reference.slice(1)}`,
  )
}

/** NaN: one of the names. A number that no character has is shown as U+FFFD. */
function isShown(code: number): boolean {
  if (Number.isNaN(code) || code > 0x10ffff) return code > 0x10ffff
  const character = String.fromCodePoint(code)
  return /[\t\n\r]/.test(character) || safeLine(character) === character
}

/** Whether a parser could find HTML, a harmful link or a hidden character, or make a link of a bare address. */
export function mayAct(text: string): boolean {
  if (tagStart.test(text) || bareAddress.test(text) || withoutHidden(text) !== text) return true
  for (const [, target = ''] of text.matchAll(anyTarget))
    if (target === '\n' || !isHarmlessTarget(target)) return true
  return false
}

/**
 * A line of a paragraph, a heading or a table with HTML escaped, and with http, https, mailto and relative targets of links and images
 * only: the scheme of other bare addresses becomes code. References to hidden characters are escaped. Code within the line is unchanged, except for code with bars in tables: parsers
 * end it there. All other backticks are escaped, so that all parsers find the same code.
 */
export function harmlessLine(line: string, isInTable: boolean): string {
  let written = ''
  let from = 0
  for (const span of codeSpans(line, isInTable)) {
    const code = line.slice(span.start, span.end)
    written += harmlessText(line, { start: from, end: span.start })
    written += isHarmlessCode(code) ? code : harmlessText(line, span)
    from = span.end
  }
  return written + harmlessText(line, { start: from, end: line.length })
}

/** In the label of a link some parsers do not see code. */
function isHarmlessCode(code: string): boolean {
  const hasTicks = code.replace(/^`+|`+$/g, '').includes('`')
  return [...code.matchAll(anyTarget)].every(([, target = '']) => !hasTicks && isHarmlessTarget(target))
}

function harmlessText(line: string, { start, end }: TextRange): string {
  const text = line.slice(start, end)
  let written = ''
  let from = 0
  active.lastIndex = 0
  for (let match = active.exec(text); match !== null; match = active.exec(text)) {
    const [sign] = match
    const at = start + match.index
    const before = line.slice(Math.max(0, at - readBehind), at)
    const kept = keptOf(sign, text.slice(match.index, match.index + readAhead), before, end === line.length)
    written += text.slice(from, match.index) + (kept ?? escapes[sign] ?? codeOf(sign, before))
    from = match.index + (kept ?? sign).length
    active.lastIndex = from
  }
  return withoutHidden(written + text.slice(from))
}

/** How much of the text stays as it is from such a sign on; null: the sign is replaced. `isLast`: no code follows in the line. */
function keptOf(sign: string, rest: string, before: string, isLast: boolean): string | null {
  if (sign === '<') {
    const lineBreak = letterOrBar.test(before) ? lineBreakTag.exec(rest) : null
    return (autolink.exec(rest) ?? lineBreak)?.[0] ?? null
  }
  if (sign === '](' || sign === ']:') {
    const [whole, , target = ''] = (sign === '](' ? link.exec(rest) : null) ?? []
    // Without a label before it, this is no link, and an address in its target is a bare one.
    const hasBare = bareAddress.test(target) && !/^https?:/i.test(target)
    if (whole !== undefined && isHarmlessTarget(target) && !hasBare) return whole
    const [, pointed, word = '', more = ''] = firstWord.exec(rest) ?? []
    if (sign === ']:' && pointed === '<') return autolink.test(rest.slice(2).trimStart()) ? sign : null
    const isHarmless = (word !== '' || more === ')') && /^[>)]?$/.test(more) && isHarmlessTarget(word)
    return isHarmless && (sign === ']:' || isLast) ? sign : null
  }
  return sign === '\\\\' || /^http/i.test(sign) ? sign : null
}

/** A scheme as code, so that no parser makes a link of it; after another backtick it is only set apart. */
function codeOf(scheme: string, before: string): string {
  return /[`\\]$/.test(before) ? `${scheme} ` : `\`${scheme}\``
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
  const text = harmlessLine(line, false)
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

/**
 * The code spans of a line that every parser finds, with their backticks: https://spec.commonmark.org/0.31.2/#code-spans
 * A backtick in a bare address opens none, since many parsers link the address first.
 */
function codeSpans(line: string, isInTable: boolean): readonly TextRange[] {
  const runs = [...line.matchAll(/`+/g)].map(({ index, 0: run }) => ({
    start: index,
    end: index + run.length,
  }))
  const next = nextOfSameLength(runs)
  const spans: TextRange[] = []
  for (let at = 0; at < runs.length; at++) {
    const { start, end } = runs[at] ?? { start: 0, end: 0 }
    const closing = next[at]
    const closer = runs[closing ?? -1]
    if (closing === undefined || closer === undefined || isInAddress(line, start)) continue
    if (isInTable && line.slice(end, closer.start).includes('|')) continue
    spans.push({ start, end: closer.end })
    at = closing
  }
  return spans
}

/** After a backslash, too, which escapes it. */
function isInAddress(line: string, at: number): boolean {
  const before = line.slice(Math.max(0, at - readAhead), at)
  const word = before.slice(before.search(/\S*$/))
  return word.endsWith('\\') || /:\/\/|www\.|@|mailto:|xmpp:/i.test(word)
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
