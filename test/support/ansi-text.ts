import { readAnsi, type Row } from '../../src/lib/cells/row.ts'
import { safeLine } from '../../src/lib/text/safe-text.ts'

/** A row as text with escape sequences, which is short in expectations. Each run opens and closes its own style and link. */
export function ansiText(row: Row): string {
  return row
    .map(({ text, style, link }) => {
      const styled = style.sgr === '' ? text : `\u001b[${style.sgr}m${text}\u001b[0m`
      return link === null ? styled : `\u001b]8;;${link}\u001b\\${styled}\u001b]8;;\u001b\\`
    })
    .join('')
}

/** The row that a text with escape sequences stands for. */
export function rowOf(text: string): Row {
  return readAnsi(text).map((run) => ({ ...run, text: safeLine(run.text) }))
}
