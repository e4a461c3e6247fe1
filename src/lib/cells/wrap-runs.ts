import { lineRanges, type LineBreaks, type LineRange } from '../text/wrap.ts'
import { rowText, type Run } from './row.ts'

type Runs<Text extends string> = readonly Run<Text>[]

/** Rows of at most `columns`, broken at words, or anywhere; a line break in the text starts a row. At least one row. */
export function wrapRuns<Text extends string>(
  runs: Runs<Text>,
  columns: number,
  at: LineBreaks['at'] = 'words',
): readonly Runs<Text>[] {
  const rows: Runs<Text>[] = []
  for (const line of splitAtBreaks(runs)) {
    const text = rowText(line)
    const ranges = lineRanges(text, columns, { at })
    if (ranges.length === 1 && ranges[0]?.start === 0 && ranges[0].end === text.length) rows.push(line)
    else cutRuns(line, ranges, rows)
  }
  return rows
}

function splitAtBreaks<Text extends string>(runs: Runs<Text>): readonly Runs<Text>[] {
  const lines: Run<Text>[][] = [[]]
  for (const run of runs) {
    run.text.split('\n').forEach((text, index) => {
      if (index > 0) lines.push([])
      if (text !== '') lines.at(-1)?.push(text === run.text ? run : { ...run, text: text as Text })
    })
  }
  return lines
}

/** Both lists are in order, so one walk over the runs gives all rows. */
function cutRuns<Text extends string>(
  line: Runs<Text>,
  ranges: readonly LineRange[],
  rows: Runs<Text>[],
): void {
  let index = 0
  let offset = 0
  for (const range of ranges) {
    const cut: Run<Text>[] = []
    for (let run = line[index]; run !== undefined; run = line[index]) {
      const start = Math.max(range.start, offset)
      const end = Math.min(range.end, offset + run.text.length)
      if (end > start) cut.push({ ...run, text: run.text.slice(start - offset, end - offset) as Text })
      if (offset + run.text.length > range.end) break
      offset += run.text.length
      index += 1
    }
    rows.push(cut)
  }
}
