import { breakAnywhere, breakAtWords, type LineRange } from './line-breaks.ts'
import type { Run } from '../../lib/cells/row.ts'
import type { StyledRow } from './styled-row.ts'

/** Rows of at most `columns`, broken at words; a line break in the text starts a row. At least one row. */
export function wrapRuns(runs: readonly Run<string>[], columns: number): readonly StyledRow[] {
  return wrapBy(runs, (text) => breakAtWords(text, columns))
}

/** Rows of at most `columns`, broken anywhere, white space kept. At least one row. */
export function wrapCode(runs: readonly Run<string>[], columns: number): readonly StyledRow[] {
  return wrapBy(runs, (text) => breakAnywhere(text, columns))
}

function wrapBy(
  runs: readonly Run<string>[],
  breakText: (text: string) => readonly LineRange[],
): readonly StyledRow[] {
  const rows: StyledRow[] = []
  for (const line of splitAtBreaks(runs)) {
    const first = line[0]
    if (first === undefined) {
      rows.push([])
      continue
    }
    const text = line.length === 1 ? first.text : line.map((run) => run.text).join('')
    const ranges = breakText(text)
    if (ranges.length === 1 && ranges[0]?.start === 0 && ranges[0].end === text.length) rows.push(line)
    else cutRuns(line, ranges, rows)
  }
  return rows
}

function splitAtBreaks(runs: readonly Run<string>[]): readonly StyledRow[] {
  const lines: Run<string>[][] = [[]]
  for (const run of runs) {
    run.text.split('\n').forEach((text, index) => {
      if (index > 0) lines.push([])
      if (text !== '') lines.at(-1)?.push(text === run.text ? run : { ...run, text })
    })
  }
  return lines
}

/** Both lists are in order, so one walk over the runs gives all rows. */
function cutRuns(line: StyledRow, ranges: readonly LineRange[], rows: StyledRow[]): void {
  let index = 0
  let offset = 0
  for (const range of ranges) {
    const cut: Run<string>[] = []
    for (let run = line[index]; run !== undefined; run = line[index]) {
      const start = Math.max(range.start, offset)
      const end = Math.min(range.end, offset + run.text.length)
      if (end > start) cut.push({ ...run, text: run.text.slice(start - offset, end - offset) })
      if (offset + run.text.length > range.end) break
      offset += run.text.length
      index += 1
    }
    rows.push(cut)
  }
}
