import { cells } from '../../lib/text/width.ts'
import { plainText, type Painted } from './painted.ts'

/**
 * A row as it is written to a terminal, from its first column on. Terminals do not agree on the widths of emoji and rare
 * signs: what follows such a one is put where it belongs, so that columns stay columns and nothing is pushed out at the end.
 */
export function placedRow(row: Painted): string {
  if (isSureRow.test(row)) return row
  const places = placesIn(row)
  let placed = ''
  let at = 0
  for (const part of row.split(sequences)) {
    if (part.startsWith('\u001b')) {
      placed += part
      continue
    }
    for (const character of part) {
      placed += (places.get(at) ?? '') + character
      at += character.length
    }
  }
  return placed
}

// ASCII and our own signs take one column, ideographs, kana and Korean syllables two, whatever draws them.
const sure =
  '\\x20-\\x7e\\u00a1-\\u00ac\\u00ae-\\u02ff\\u0384-\\u0482\\u048a-\\u052f\\u2010-\\u2027\\u2030-\\u205e\\u2190-\\u2319\\u2500-\\u25fc\\u2610\\u2611\\u2713\\u2717' +
  '\\u3001-\\u3029\\u3041-\\u3096\\u309b-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff60'
const sequence = '\\u001b\\[[\\d;]*m|\\u001b\\]8;;[^\\u001b]*\\u001b\\\\'
const isSureRow = new RegExp(`^(?:[${sure}]|${sequence})*$`)
const isSureText = new RegExp(`^[${sure}]*$`)
const sequences = new RegExp(`(${sequence})`)

/** Before which places of the row's text the cursor is put where, as the sequence that does it. */
function placesIn(row: Painted): ReadonlyMap<number, string> {
  const places = new Map<number, string>()
  let at = 0
  let column = 1
  for (const { text, width } of cells(plainText(row))) {
    at += text.length
    column += width
    if (!isSureText.test(text)) places.set(at, `\u001b[${column}G`)
  }
  return places
}
