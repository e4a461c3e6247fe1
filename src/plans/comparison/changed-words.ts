import { diffArrays } from 'diff'
import { commonEnds } from '../../lib/sequences.ts'
import { lateRegExp } from '../../lib/memo.ts'

/** A part of a line, [start, end), in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Which words of two forms of a line differ. */
export interface ChangedWords {
  readonly before: readonly Span[]
  readonly after: readonly Span[]
}

/** Beyond these, everything between the first and the last difference counts as changed. */
const maxCharacters = 20_000
const maxDifferences = 200

const token = lateRegExp(
  String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}_])+|\s+|[^\p{L}\p{N}\p{M}_\s]`,
  'gu',
)

/**
 * The words in which two forms of a line differ; none where too little is common to both. Bounded by counts and not by a clock,
 * so that the result is the same everywhere.
 */
export function changedWords(before: string, after: string): ChangedWords {
  const ends = commonEnds(before, after, (old, now) => before.charCodeAt(old) === after.charCodeAt(now))
  const start = wordStart(before, ends.start)
  const end = before.length - wordEnd(before, before.length - ends.end)
  const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const whole: ChangedWords = { before: spanOf(start, old.length), after: spanOf(start, now.length) }
  if (old === '' || now === '' || old.length + now.length > maxCharacters) return whole
  const parts = diffArrays(old.match(token()) ?? [], now.match(token()) ?? [], {
    maxEditLength: maxDifferences,
  })
  if (parts === undefined) return whole
  const spans: { readonly before: Span[]; readonly after: Span[] } = { before: [], after: [] }
  let [oldAt, nowAt] = [start, start]
  for (const { added, removed, value } of parts) {
    const length = value.reduce((sum, each) => sum + each.length, 0)
    if (removed) addSpan(spans.before, { start: oldAt, end: oldAt + length }, before)
    if (added) addSpan(spans.after, { start: nowAt, end: nowAt + length }, after)
    if (!added) oldAt += length
    if (!removed) nowAt += length
  }
  return isMostly(spans.before, before) && isMostly(spans.after, after) ? nothing : spans
}

const nothing: ChangedWords = { before: [], after: [] }

/** Whether more than three quarters of a line are in the spans. */
function isMostly(spans: readonly Span[], line: string): boolean {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0) > line.trim().length * 0.75
}

function spanOf(start: number, length: number): readonly Span[] {
  return length === 0 ? [] : [{ start, end: start + length }]
}

/** Adds a span; joined with the one before if there is only white space between them. */
function addSpan(spans: Span[], span: Span, line: string): void {
  const last = spans.at(-1)
  if (last !== undefined && line.slice(last.end, span.start).trim() === '')
    spans[spans.length - 1] = { start: last.start, end: span.end }
  else spans.push(span)
}

/** Longer words are cut: a line may be one. */
const maxWord = 60
const inWord = lateRegExp(String.raw`[\p{L}\p{N}\p{M}_\u200d]`, 'u')

/** The beginning of the word that an offset lies in or behind. */
function wordStart(text: string, offset: number): number {
  let at = offset
  while (at > 0 && offset - at < maxWord && inWord().test(text[at - 1] ?? '')) at--
  return isInPair(text, at) ? at - 1 : at
}

/** The end of the word that an offset lies in or before. */
function wordEnd(text: string, offset: number): number {
  let at = offset
  while (at < text.length && at - offset < maxWord && inWord().test(text[at] ?? '')) at++
  return isInPair(text, at) ? at + 1 : at
}

/** Whether the offset lies within a surrogate pair. */
function isInPair(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}
