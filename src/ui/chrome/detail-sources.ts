import type { DetailPart, RequestDetail } from '../../app/state/request-detail.ts'
import { memoWeak } from '../../lib/memo-weak.ts'
import { fencedCode, longestBacktickRun } from '../../lib/text/fenced-code.ts'

/** The markdown of each part of a detail. The same array for the same detail. */
export const detailSources = memoWeak((detail: RequestDetail): readonly string[] => detail.map(partSource))

function partSource(part: DetailPart): string {
  if (part.type === 'words') return withDiffsNamed(part.text)
  const { text, language, file, folder } = part
  const code = text === '' ? [] : [fencedCode(text, language ?? (isLikeDiff(text) ? 'diff' : ''))]
  const above = file === undefined ? [] : [codeSpan(file)]
  const below = folder === undefined ? [] : [`in ${codeSpan(folder)}`]
  return [...above, ...code, ...below].join('\n')
}

function codeSpan(raw: string): string {
  const text = raw.replace(/\s+/g, ' ')
  const mark = '`'.repeat(longestBacktickRun(text) + 1)
  return mark.length === 1 ? `\`${text}\`` : `${mark} ${text} ${mark}`
}

/** A diff has added lines or hunk headers. Lines with `-` prove nothing: a list in a plan has them too. */
function isLikeDiff(text: string): boolean {
  return /^(?:\+|@@ )/m.test(text.slice(0, 20_000))
}

const fence = /^( {0,3})(`{3,}|~{3,})([^`]*)$/
const diffLine = /^(?:[-+ \\]|@@|diff |index [\da-f]+\.\.|\*\*\* (?:Begin|End|Add|Delete|Update|Move) )/

/**
 * Markdown in which each diff is code that is named so: one without a fence, whose signs would be taken for bullets and be lost, and
 * one in a fence without a language.
 */
function withDiffsNamed(text: string): string {
  if (!isLikeDiff(text)) return text
  const lines = text.split(/\r?\n/)
  const named: string[] = []
  for (let at = 0; at < lines.length;) {
    const block = fencedBlock(lines, at) ?? diffBlock(lines, at)
    for (const line of block?.lines ?? lines.slice(at, at + 1)) named.push(line)
    at = block?.end ?? at + 1
  }
  return named.join('\n')
}

interface Block {
  readonly lines: readonly string[]
  /** The line after it. */
  readonly end: number
}

/** The fenced code that begins in a line; one that is not closed lasts to the end. */
function fencedBlock(lines: readonly string[], at: number): Block | null {
  const [line = '', indent = '', mark = '', info = ''] = fence.exec(lines[at] ?? '') ?? []
  if (mark === '') return null
  let closing = at + 1
  while (closing < lines.length && !closes((lines[closing] ?? '').trim(), mark)) closing += 1
  const end = Math.min(lines.length, closing + 1)
  const inner = lines.slice(at + 1, end)
  const isNamed = info.trim() !== '' || !isLikeDiff(inner.join('\n'))
  return { lines: [isNamed ? line : `${indent}${mark}diff`, ...inner], end }
}

function closes(line: string, mark: string): boolean {
  return line.startsWith(mark) && line === line.charAt(0).repeat(line.length)
}

/** The lines from this one on that may be those of a diff: in a fence if they are, else as they are. */
function diffBlock(lines: readonly string[], at: number): Block | null {
  if (!/^[^ ]/.test(lines[at] ?? '') || !diffLine.test(lines[at] ?? '')) return null
  let end = at
  // A blank line may be one of the diff, or end it.
  for (let next = at; next < lines.length && mayBeOfDiff(lines[next] ?? ''); next += 1)
    if (lines[next]?.trim() !== '') end = next + 1
  const block = lines.slice(at, end)
  const diff = block.join('\n')
  return { lines: isLikeDiff(diff) ? ['', ...fencedCode(diff, 'diff').split('\n'), ''] : block, end }
}

function mayBeOfDiff(line: string): boolean {
  return line.trim() === '' || diffLine.test(line)
}
