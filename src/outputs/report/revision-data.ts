import { lineDiff, type LineHunk } from '../../plans/comparison/line-diff.ts'
import type { ComparedContent } from '../../plans/comparison/compare-revisions.ts'

/** The revisions of all plans, as a page carries them for its script: by the names of the plans. */
export type ReportData = Readonly<Record<string, PlanData>>

/** Each revision as its difference from the one before: a thousand of them share nearly all of their rows. */
export interface PlanData {
  /** A step is its key, its status and its text. */
  readonly steps: readonly (readonly [key: number, status: string, content: string])[]
  readonly lines: readonly string[]
  readonly revisions: readonly RevisionData[]
  /** The index of the approved one; absent: none was. */
  readonly approved?: number
}

interface RevisionData {
  readonly number: number
  /** When it came, as it is shown; '' if nobody tells. */
  readonly time: string
  /** Absent: a file whose document was not read. */
  readonly of?: 'steps' | 'text'
  /** In order: a place in the rows of the revision before, how many are gone there, and those that come, by their indices. */
  readonly edits?: readonly (readonly number[])[]
}

/** The rows of a revision, by their indices in `steps` or `lines` of the data. */
export function rowsOf({ revisions }: PlanData, index: number): readonly number[] {
  let rows: readonly number[] = []
  let of: RevisionData['of']
  for (const revision of revisions.slice(0, index + 1)) {
    if (revision.of === undefined) continue
    const edited: number[] = []
    const before = revision.of === of ? rows : []
    let from = 0
    for (const [start = 0, gone = 0, ...come] of revision.edits ?? []) {
      for (; from < start; from++) edited.push(before[from] ?? 0)
      for (const row of come) edited.push(row)
      from = start + gone
    }
    for (; from < before.length; from++) edited.push(before[from] ?? 0)
    of = revision.of
    rows = edited
  }
  return rows
}

/** A revision before it is written. */
export interface WrittenRevision {
  readonly number: number
  readonly time: string
  readonly content: ComparedContent | null
}

/** All revisions of a plan as the differences between them; `approved`: the index of the approved one, -1 for none. */
export function planData(revisions: readonly WrittenRevision[], approved: number): PlanData {
  const steps: PlanData['steps'][number][] = []
  const lines: string[] = []
  const known = new Map<unknown, number>()
  const indexIn = (rows: unknown[], key: unknown, row: unknown): number => {
    const index = known.get(key) ?? rows.push(row) - 1
    known.set(key, index)
    return index
  }
  let before: { readonly of: RevisionData['of']; readonly rows: readonly number[] } = {
    of: undefined,
    rows: [],
  }
  const written = revisions.map(({ number, time, content }): RevisionData => {
    if (content === null) return { number, time }
    const of = content.type
    const rows =
      content.type === 'text'
        ? content.text.split('\n').map((line) => indexIn(lines, line, line))
        : // Revisions share the steps that have not changed, so that nearly all are found as they are.
          content.body.entries.map((entry) => {
            const { key, status, content: text } = entry
            const index =
              known.get(entry) ?? indexIn(steps, `${key}\n${status}\n${text}`, [key, status, text])
            known.set(entry, index)
            return index
          })
    const edits = editsOf(before.of === of ? before.rows : [], rows)
    before = { of, rows }
    return { number, time, of, edits }
  })
  return { steps, lines, revisions: written, ...(approved < 0 ? {} : { approved }) }
}

function editsOf(before: readonly number[], after: readonly number[]): readonly (readonly number[])[] {
  return hunksOf(before, after).map(({ oldStart, oldEnd, newStart, newEnd }) => [
    oldStart,
    oldEnd - oldStart,
    ...after.slice(newStart, newEnd),
  ])
}

/** Mostly some steps have another status, and no other place. */
function hunksOf(before: readonly number[], after: readonly number[]): readonly LineHunk[] {
  if (before.length !== after.length) return lineDiff(before.map(String), after.map(String))
  const others = after.flatMap((row, at) => (row === before[at] ? [] : [at]))
  return others.map((at) => ({ oldStart: at, oldEnd: at + 1, newStart: at, newEnd: at + 1 }))
}
