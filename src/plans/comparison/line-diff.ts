import { diffArrays } from 'diff'
import { commonEnds } from '../../lib/sequences.ts'
import { lateRegExp } from '../../lib/memo.ts'

/** Lines [oldStart, oldEnd) of the old text, replaced by [newStart, newEnd) of the new one. One of the ranges may be empty. */
export interface LineHunk {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

/** Limits the search for moved lines, which takes quadratic time. 1000 take 50 ms. */
const maxMoved = 1_000

/**
 * The difference of two lists of lines, in order: minimal (Myers), or everything between the first and the last
 * change if too much has moved. Bounded by a count and not by a clock, so that the result is the same everywhere.
 */
export function lineDiff(before: readonly string[], after: readonly string[]): readonly LineHunk[] {
  const ids = new Map<string, number>()
  const [old, now] = [numbered(before, ids), numbered(after, ids)]
  const common = commonEnds(old, now, (oldIndex, newIndex) => old[oldIndex] === now[newIndex])
  const { start } = common
  const end = { old: old.length - common.end, now: now.length - common.end }
  const hunks: LineHunk[] = []
  let last = { old: start, now: start }
  const addUntil = (next: Pair): void => {
    if (last.old < next.old || last.now < next.now)
      hunks.push({ oldStart: last.old, oldEnd: next.old, newStart: last.now, newEnd: next.now })
    last = { old: next.old + 1, now: next.now + 1 }
  }
  for (const pair of pairsOf(old.slice(start, end.old), now.slice(start, end.now)))
    addUntil({ old: start + pair.old, now: start + pair.now })
  addUntil(end)
  return hunks
}

/** A position in each of the texts. */
interface Pair {
  readonly old: number
  readonly now: number
}

/** A longest common subsequence of both; none if too much has moved. */
function pairsOf(old: readonly number[], now: readonly number[]): readonly Pair[] {
  // Lines that are in one text only need not be compared.
  const oldShared = placesOfShared(old, new Set(now))
  const newShared = placesOfShared(now, new Set(old))
  const lines = [oldShared.map((at) => old[at]), newShared.map((at) => now[at])] as const
  const pairs: Pair[] = []
  let [oldIndex, newIndex] = [0, 0]
  for (const { added, removed, count } of diffArrays(...lines, { maxEditLength: maxMoved }) ?? []) {
    const kept = added || removed ? 0 : count
    for (let at = 0; at < kept; at++)
      pairs.push({ old: oldShared[oldIndex + at] ?? 0, now: newShared[newIndex + at] ?? 0 })
    if (!added) oldIndex += count
    if (!removed) newIndex += count
  }
  return pairs
}

function placesOfShared(lines: readonly number[], other: ReadonlySet<number>): readonly number[] {
  return Array.from(lines.keys()).filter((at) => other.has(lines[at] ?? -1))
}

/** Maps equal lines to equal numbers, which are faster to compare. */
function numbered(lines: readonly string[], ids: Map<string, number>): readonly number[] {
  return lines.map((line) => {
    const id = ids.get(line) ?? ids.size
    ids.set(line, id)
    return id
  })
}

/** A part of a line, [start, end), in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Which words of two forms of a line differ. */
interface ChangedWords {
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

/** The difference of two texts, for a reader. */
export interface TextPatch {
  /** In unified form, without a header for files. Raw. */
  readonly text: string
  readonly added: number
  readonly removed: number
  /** Some of it is left out. */
  readonly isCut: boolean
}

export interface PatchLimits {
  /** Unchanged lines around each change. */
  readonly context: number
  readonly characters: number
}

/** The changes from one text to another, in unified form. A difference in line breaks at the end is none. */
export function textPatch(before: string, after: string, { context, characters }: PatchLimits): TextPatch {
  const [old, now] = [linesOf(before), linesOf(after)]
  const hunks = lineDiff(old, now)
  const lines: string[] = []
  let length = 0
  let added = 0
  let removed = 0
  let isCut = false
  /** The first line of the old text that is not written yet. */
  let next = 0
  const write = (line: string): void => {
    length += line.length + 1
    if (length > characters) isCut = true
    else lines.push(line)
  }
  hunks.forEach(({ oldStart, oldEnd, newStart, newEnd }, index) => {
    added += newEnd - newStart
    removed += oldEnd - oldStart
    if (isCut) return
    const from = Math.max(next, oldStart - context)
    if (from > next || index === 0) write(`@@ line ${newStart - (oldStart - from) + 1} @@`)
    for (const line of old.slice(from, oldStart)) write(` ${line}`)
    for (const line of old.slice(oldStart, oldEnd)) write(`-${line}`)
    for (const line of now.slice(newStart, newEnd)) write(`+${line}`)
    const following = hunks[index + 1]?.oldStart ?? old.length
    next = Math.min(oldEnd + context, following, old.length)
    for (const line of old.slice(oldEnd, next)) write(` ${line}`)
  })
  return { text: lines.join('\n'), added, removed, isCut }
}

function linesOf(text: string): readonly string[] {
  let end = text.length
  while (text[end - 1] === '\n') end--
  const lines = text.slice(0, end).split('\n')
  return lines.length === 1 && lines[0] === '' ? [] : lines
}
