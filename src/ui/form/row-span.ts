import type { Bar } from '../chrome/bar.ts'

/** Rows that stand together, made one by one when they are seen: there may be thousands of them. */
export interface RowSpan {
  readonly count: number
  readonly rowAt: (index: number) => Bar
  /** Its first row is kept in view. */
  readonly hasFocus?: boolean
  /** Its first row names what follows, and is shown in place of it where it would be out of view. */
  readonly isHeading?: boolean
}

/** So many rows of all, around the one that has the focus. */
export function rowsAround(spans: readonly RowSpan[], rows: number): readonly Bar[] {
  const total = spans.reduce((sum, { count }) => sum + count, 0)
  const focus = startOf(spans, (span) => span.hasFocus === true) ?? total
  const top = Math.max(0, Math.min(focus - Math.floor(rows / 2), total - rows))
  const shown = Array.from({ length: Math.min(rows, total) }, (_, index) => rowAt(spans, top + index))
  const heading = startOf(spans, (span) => span.isHeading === true)
  const isHidden = heading !== null && heading < top && focus > top
  const headingRow = heading === null || !isHidden ? null : rowAt(spans, heading)
  return headingRow === null ? shown : shown.with(0, headingRow)
}

function startOf(spans: readonly RowSpan[], isMeant: (span: RowSpan) => boolean): number | null {
  let start = 0
  for (const span of spans) {
    if (isMeant(span)) return start
    start += span.count
  }
  return null
}

function rowAt(spans: readonly RowSpan[], at: number): Bar {
  let start = 0
  for (const { count, rowAt } of spans) {
    if (at < start + count) return rowAt(at - start)
    start += count
  }
  throw new RangeError(`no row ${at}`)
}
