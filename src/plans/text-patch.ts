import { lineDiff } from './comparison/line-diff.ts'

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
