import type { FilteredRows } from '../../app/wire/filter/filtered-rows.ts'
import type { WireIndex, WireRow } from '../../app/wire/wire-index.ts'
import type { WireLog } from '../../app/wire/wire-log.ts'
import type { ShownWire } from '../state/shown.ts'

/** The rows of the list: all of the index, or those that fit the filter; without those whose messages were dropped. */
export interface ShownRows extends ShownWireRows {
  rowAt(place: number): WireRow | null
}

type ShownWireRows = ShownWire['rows']

export function shownRows(index: WireIndex, log: WireLog, filtered: FilteredRows | null): ShownRows {
  const firstKept = index.endRow === index.firstRow ? index.endRow : index.rowOf(log.first)
  const fitting = filtered?.rows ?? null
  const skipped = fitting === null ? 0 : placeIn(fitting, firstKept)
  const length = fitting === null ? index.endRow - firstKept : fitting.length - skipped
  const rowOf = (place: number): number =>
    fitting === null ? firstKept + place : (fitting[skipped + place] ?? -1)
  const rowAt = (place: number): WireRow | null =>
    place < 0 || place >= length ? null : index.row(rowOf(place))
  return {
    length,
    rowAt,
    numberAt: (place) => rowAt(place)?.first ?? -1,
    placeOf(number) {
      const row = index.rowOf(number)
      return fitting === null ? Math.max(0, row - firstKept) : Math.max(0, placeIn(fitting, row) - skipped)
    },
  }
}

/** The place of the first row in an ascending list that is this one or a later one. */
function placeIn(list: readonly number[], row: number): number {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((list[middle] ?? 0) < row) from = middle + 1
    else to = middle
  }
  return from
}
