import { fail, ok, type Result } from '../../lib/result.ts'
import { type Finding, isAtEdge, type Span } from './matching/finding.ts'
import { escapePattern } from './matching/literals.ts'
import { isMasked, mask } from './replacements/mask.ts'

/** A text, or a JavaScript regular expression, which is matched line by line (`searchLines`). */
export type RuleMatch =
  | { readonly literal: string; readonly ignoreCase: boolean }
  | { readonly pattern: string }

export interface RedactRule {
  readonly match: RuleMatch
  /** null: as many x as the match has characters. */
  readonly replacement: string | null
}

/** The rules of a file, as written. */
export interface WrittenRules {
  readonly rules: readonly RedactRule[]
  /** Texts that are kept, whatever matches them. */
  readonly allow: readonly RuleMatch[]
}

export interface RedactRules {
  find(text: string): readonly Finding[]
  /** One of them finds a line break. */
  readonly haveLineBreak: boolean
  /** The ranges of a text that are kept. */
  allowed(text: string): readonly Span[]
}

export interface RuleFault {
  readonly list: 'rules' | 'allow'
  readonly index: number
  readonly key: 'literal' | 'pattern' | 'replacement'
  readonly message: string
}

/** Compiles rules; fails with the fault of the first unusable one. */
export function compileRules({ rules, allow }: WrittenRules): Result<RedactRules, RuleFault> {
  const compiled: CompiledRule[] = []
  for (const [index, { match, replacement }] of rules.entries()) {
    const search = searchFor(match)
    if (search === null) return fail({ list: 'rules', index, ...faultOf(match) })
    const needsWholeLines = 'pattern' in match && looksAround(match.pattern)
    compiled.push({ search, needsWholeLines, replacement, what: `text that rule ${index + 1} finds` })
  }
  // A replacement that another rule matches would change again each time.
  for (const [index, { replacement }] of rules.entries()) {
    const again = replacement === null ? -1 : compiled.findIndex((rule) => changes(rule, replacement))
    if (again === -1) continue
    const message = `rule ${again + 1} matches this replacement`
    return fail({ list: 'rules', index, key: 'replacement', message })
  }
  const allowed: Search[] = []
  for (const [index, match] of allow.entries()) {
    const search = searchFor(match)
    if (search === null) return fail({ list: 'allow', index, ...faultOf(match) })
    allowed.push(search)
  }
  return ok({
    haveLineBreak: rules.some(({ match }) => 'literal' in match && match.literal.includes('\n')),
    find: (text) => compiled.flatMap((rule) => findingsOf(rule, text)),
    allowed: (text) => allowed.flatMap((search) => search(text)),
  })
}

type Search = (text: string) => readonly Span[]

interface CompiledRule {
  readonly search: Search
  readonly needsWholeLines: boolean
  readonly replacement: string | null
  readonly what: string
}

function changes(rule: CompiledRule, text: string): boolean {
  return findingsOf(rule, text).some(
    ({ start, end, replacement }) => text.slice(start, end) !== replacement(),
  )
}

function findingsOf(rule: CompiledRule, text: string): readonly Finding[] {
  const { search, needsWholeLines, replacement, what } = rule
  const findings: Finding[] = []
  for (const { start, end } of search(text)) {
    const found = text.slice(start, end)
    if (isMasked(found)) continue
    const isVague = needsWholeLines && isAtEdge(text, { start, end })
    findings.push({ start, end, what, isVague, replacement: () => replacement ?? mask(found) })
  }
  return findings
}

/** null for an invalid expression, one for line breaks, or one that matches nothing. */
function searchFor(match: RuleMatch): Search | null {
  if ('pattern' in match) {
    const expression = hasLineBreak(match.pattern) ? null : expressionOf(match.pattern)
    return expression === null ? null : (text) => searchLines(expression, text)
  }
  const { literal, ignoreCase } = match
  if (literal === '') return null
  const expression = new RegExp(escapePattern(literal), ignoreCase ? 'giu' : 'gu')
  return (text) =>
    Array.from(text.matchAll(expression), ({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
    }))
}

/** With the flag u, as in a JSON schema; if that is too strict (`\-`), without it. */
function expressionOf(source: string): RegExp | null {
  for (const flags of ['gu', 'g']) {
    try {
      return new RegExp(source, flags)
    } catch {
      // Tries the other flags.
    }
  }
  return null
}

/** Whether an expression matches a line break: no line contains one. Inside brackets (`[^\n]`) it may mean something else. */
function hasLineBreak(source: string): boolean {
  return /\\[nr]|[\n\r]/.test(source.replaceAll(/\[(?:\\.|[^\]])*\]|\\[^nr]/gs, ''))
}

/** Whether an expression depends on the start or end of a line, or on neighbours: unknown at the end of a screen's row. */
function looksAround(source: string): boolean {
  return /[$^]|\(\?<?[!=]/.test(source.replaceAll(/\[(?:\\.|[^\]])*\]|\\./gs, ''))
}

function faultOf(match: RuleMatch): { readonly key: 'literal' | 'pattern'; readonly message: string } {
  if ('literal' in match) return { key: 'literal', message: 'the text to find is empty' }
  const message = hasLineBreak(match.pattern)
    ? 'a pattern is matched line by line: a line break can only be found as a "literal"'
    : 'a regular expression is expected, as JavaScript reads it'
  return { key: 'pattern', message }
}

/** Characters of a long line that are searched at a time, and the context before and after them. */
const pieceLength = 2_000
const seenAround = 1_000
/** How far a match is followed beyond the context. */
const longestSeen = 16_000

/**
 * The matches of a user's global expression, from left to right, line by line, without empty ones. JavaScript regular
 * expressions backtrack, many in quadratic time and some worse: so lines over 4,000 characters are searched in
 * pieces, where matches over 1,000 characters may be missed. A match that reaches the end of its piece is searched
 * again with more context; if it still has no end, that much of it counts.
 */
export function searchLines(expression: RegExp, text: string): readonly Span[] {
  const spans: Span[] = []
  let start = 0
  for (const line of text.split(/[\n\r]/)) {
    for (const found of searchLine(expression, line)) {
      spans.push({ start: start + found.start, end: start + found.end })
    }
    start += line.length + 1
  }
  return spans
}

function searchLine(expression: RegExp, line: string): readonly Span[] {
  const isShort = line.length <= pieceLength + 2 * seenAround
  const length = isShort ? line.length : pieceLength
  const spans: Span[] = []
  for (let start = 0; start < line.length; start += length) {
    const piece = { from: Math.max(start, spans.at(-1)?.end ?? 0), until: start + length }
    spans.push(...searchPiece(expression, line, { ...piece, seenFrom: Math.max(0, start - seenAround) }))
  }
  return spans
}

interface Piece {
  /** Where matches may begin, the end excluded. */
  readonly from: number
  readonly until: number
  readonly seenFrom: number
}

function searchPiece(
  expression: RegExp,
  line: string,
  { from: start, until, seenFrom }: Piece,
): readonly Span[] {
  const spans: Span[] = []
  let seen = line.slice(seenFrom, until + seenAround)
  let from = start
  while (from < until) {
    expression.lastIndex = from - seenFrom
    const match = expression.exec(seen)
    const found = seenFrom + (match?.index ?? 0)
    if (match === null || found >= until) break
    const end = found + match[0].length
    const isCut = end === seenFrom + seen.length && end < line.length
    if (isCut && seen.length < longestSeen) {
      seen = line.slice(seenFrom, seenFrom + seen.length * 2)
    } else {
      if (end > found) spans.push({ start: found, end })
      from = end > found ? end : found + (isPairAt(line, found) ? 2 : 1)
    }
  }
  return spans
}

/** A match must not begin inside a surrogate pair: the expression would step back. */
function isPairAt(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff
}
