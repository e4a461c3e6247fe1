import { singleWidth } from '../text/single-width.ts'
import { cells } from '../text/width.ts'
import type { CellRow, CellRun } from './cell-frame.ts'
import { plainStyle, type CellStyle } from './cell-style.ts'

/** The grapheme and the style in each column of a row. */
export interface RowColumns {
  /** One grapheme for each column; '' in the second column of a wide one. */
  readonly texts: readonly string[]
  readonly styles: readonly CellStyle[]
}

/** The columns up to the last grapheme of the row. */
export function columnsOfRow(row: CellRow): RowColumns {
  return columnsOfRuns(row.runs, 0)
}

/** The columns from `first`, where no run has begun yet, up to the last grapheme of the runs. */
export function columnsOfRuns(runs: readonly CellRun[], first: number): RowColumns {
  const texts: string[] = []
  const styles: CellStyle[] = []
  const put = (text: string, style: CellStyle): void => {
    texts.push(text)
    styles.push(style)
  }
  for (const run of runs) {
    while (texts.length < run.column - first) put(' ', plainStyle)
    if (singleWidth.test(run.text)) {
      for (const character of run.text) put(character, run.style)
      continue
    }
    for (const cell of cells(run.text)) {
      if (cell.width === 0) appendToLast(texts, cell.text)
      else put(cell.text, run.style)
      if (cell.width === 2) put('', run.style)
    }
  }
  return { texts, styles }
}

/** A zero-width grapheme belongs to the one before it, which is two columns back if it is wide; without one it is left out. */
function appendToLast(texts: string[], text: string): void {
  const column = texts.length - (texts.at(-1) === '' ? 2 : 1)
  const before = texts[column]
  if (before !== undefined) texts[column] = before + text
}

/** The row's text without its styles. */
export function cellRowText(row: CellRow): string {
  let text = ''
  let column = 0
  for (const run of row.runs) {
    text += ' '.repeat(run.column - column) + run.text
    column = run.column + run.width
  }
  return text
}
