import type { ItemsBody } from '../../plans/kinds/items.ts'
import type { DroppedEntry } from '../../plans/steps/tracked-entry.ts'
import type { StepRequest } from '../../app/words/prompt.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'

/** A line of a checklist: an entry, one that was just dropped, the folded completed ones, or the name of the entries that follow. */
export type ItemLine =
  | { readonly type: 'group'; readonly name: string; readonly index: -1; readonly key: -1 }
  | { readonly type: 'entry'; readonly index: number; readonly key: number }
  | { readonly type: 'dropped'; readonly dropped: DroppedEntry; readonly index: -1; readonly key: -1 }
  | { readonly type: 'done'; readonly count: number; readonly index: -1; readonly key: -1 }

export interface ItemLines {
  readonly length: number
  at(line: number): ItemLine | undefined
  /** The number of the first line that matches, or -1. */
  find(fits: (line: ItemLine) => boolean): number
}

export interface LinesOptions {
  readonly isCollapsed: boolean
  /** Entries dropped before this are not shown. */
  readonly droppedSinceMs: number
  /** The keys of steps that are not folded, although they are reported as completed. */
  readonly held: ReadonlySet<number>
}

/** The lines of a checklist. Without dropped or folded entries and groups no line is made before it is read. */
export function itemLines(body: ItemsBody, options: LinesOptions): ItemLines {
  const dropped = body.dropped.filter((entry) => entry.atMs > options.droppedSinceMs)
  if (dropped.length === 0 && !options.isCollapsed && !body.hasGroups) return plainLines(body)
  const lines: ItemLine[] = []
  let folded = 0
  let next = 0
  let group: string | undefined
  const unfold = (): void => {
    if (folded > 0) lines.push({ type: 'done', count: folded, index: -1, key: -1 })
    folded = 0
  }
  body.entries.forEach((entry, index) => {
    // The indices of dropped entries include each other: of [a, b, c] without a and b, both come before c.
    for (let gone = dropped[next]; gone !== undefined && gone.index <= index + next; gone = dropped[++next]) {
      lines.push({ type: 'dropped', dropped: gone, index: -1, key: -1 })
    }
    if (entry.told?.group !== group) {
      unfold()
      group = entry.told?.group
      lines.push({ type: 'group', name: group ?? 'Others', index: -1, key: -1 })
    }
    if (options.isCollapsed && entry.status === 'completed' && !options.held.has(entry.key)) folded++
    else {
      unfold()
      lines.push({ type: 'entry', index, key: entry.key })
    }
  })
  unfold()
  for (const gone of dropped.slice(next)) lines.push({ type: 'dropped', dropped: gone, index: -1, key: -1 })
  return { length: lines.length, at: (line) => lines[line], find: (fits) => lines.findIndex(fits) }
}

function plainLines(body: ItemsBody): ItemLines {
  const at = (line: number): ItemLine | undefined => {
    const entry = body.entries[line]
    return entry === undefined ? undefined : { type: 'entry', index: line, key: entry.key }
  }
  return {
    length: body.entries.length,
    at,
    find: (fits) => body.entries.findIndex((entry, index) => fits({ type: 'entry', index, key: entry.key })),
  }
}

/** What a row says of a step besides its text. */
export interface StepSigns {
  /** It is one of the steps that the user has selected. */
  readonly isPicked: boolean
  /** What the user has asked for it; null: nothing. */
  readonly asked: StepRequest | null
}

/** One column between the sign of a step's status and its text. */
export function stepSign(theme: Theme, { isPicked, asked }: StepSigns): Row {
  const { selected, asked: arrow, removed } = glyphs(theme)
  if (isPicked) return paint(theme, 'accent', selected)
  switch (asked) {
    case null:
      return row(safe` `)
    case 'only':
    case 'first':
      return paint(theme, 'accent', arrow)
    case 'skip':
      return paint(theme, 'accent', removed)
    case 'explain':
      return paint(theme, 'accent', safe`?`)
  }
}

export const askedWords: Readonly<Record<StepRequest, SafeText>> = {
  only: safe`asked: only these`,
  first: safe`asked: first`,
  skip: safe`asked: skip`,
  explain: safe`asked: explain`,
}
