import { safeLinkTarget, type SafeText } from '../../lib/text/safe-text.ts'
import { cells, displayWidth } from '../../lib/text/width.ts'
import type { Role, Theme } from './theme.ts'

/**
 * One row for the screen: SafeText with SGR and OSC 8 sequences of our own making, every style closed at its end, no
 * line break. Made by the functions of this file only.
 */
export type Painted = string & { readonly painted: unique symbol }

export const emptyRow = '' as Painted

/** The text in the style of its role; signs that a terminal without Unicode lacks are replaced by plain ones as wide. */
export function paint(theme: Theme, role: Role, text: SafeText): Painted {
  const sgr = theme.sgr[role]
  const signs = theme.ascii ? plainSigns(text) : text
  return (sgr === '' || signs === '' ? signs : `\u001b[${sgr}m${signs}\u001b[0m`) as Painted
}

const plainSign: Readonly<Record<string, string>> = {
  '…': '~',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '·': '-',
  '•': '*',
  '↑': '^',
  '↓': 'v',
  '←': '<',
  '→': '>',
  '⏎': '/',
}

function plainSigns(text: SafeText): string {
  return text.replace(/[…“”‘’–—·•↑↓←→⏎]/g, (sign) => plainSign[sign] ?? sign)
}

/** Joins pieces into a row. */
export function row(...pieces: readonly (Painted | SafeText)[]): Painted {
  return pieces.join('') as Painted
}

/** A link the terminal can open, where the target may be one (http, https, mailto) and the terminal knows links. */
export function link(theme: Theme, text: SafeText, target: string): Painted {
  const safe = theme.hyperlinks ? safeLinkTarget(target) : null
  const painted = paint(theme, 'link', text)
  return (safe === null ? painted : `\u001b]8;;${safe}\u001b\\${painted}\u001b]8;;\u001b\\`) as Painted
}

// oxlint-disable-next-line no-control-regex -- our own sequences
const sequences = /\u001b\[[\d;]*m|\u001b\]8;;[^\u001b]*\u001b\\/g

/** The row's text without its styles and links. */
export function plainText(painted: Painted): SafeText {
  const text: string = painted.includes('\u001b') ? painted.replace(sequences, '') : painted
  return text as SafeText
}

/** Columns the row takes. */
export function paintedWidth(painted: Painted): number {
  return displayWidth(plainText(painted))
}

/** Left and right parts with blanks between, `columns` wide; the right part is left out when there is no room for both. */
export function spread(left: Painted, right: Painted, columns: number): Painted {
  if (right === '') return left
  const gap = columns - paintedWidth(left) - paintedWidth(right)
  return gap < 1 ? left : row(left, ' '.repeat(gap) as SafeText, right)
}

/** The row, not wider than `columns`: its end an ellipsis, in the style of what is before it, if anything was cut. */
export function cutRow(painted: Painted, columns: number): Painted {
  if (columns < 1) return emptyRow
  if (paintedWidth(painted) <= columns) return painted
  let left = cellsWithin(plainText(painted), columns - 1)
  let cut = left === 0 ? '…' : ''
  for (const part of painted.split(/(\u001b\[[\d;]*m|\u001b\]8;;[^\u001b]*\u001b\\)/)) {
    // What begins a style or a link is kept, wherever it stands, and so is what ends it.
    if (part.startsWith('\u001b')) cut += part
    else
      for (const cell of cells(part)) {
        if (left === 0) break
        left -= 1
        cut += left === 0 ? `${cell.text}…` : cell.text
      }
  }
  return cut as Painted
}

/** How many of the first characters fit. */
function cellsWithin(text: string, columns: number): number {
  let count = 0
  let width = 0
  for (const cell of cells(text)) {
    width += cell.width
    if (width > columns) break
    count += 1
  }
  return count
}

// oxlint-disable-next-line no-control-regex -- our own sequences
const inverse = /\u001b\[(?:\d+;)*7[;m]/

/**
 * Marks each occurrence of `query` (lower case, not empty) in the row's text, keeping the styles around it. In text that is
 * inverse already a match stands out by not being so.
 */
export function markMatches(theme: Theme, painted: Painted, query: string): Painted {
  const text = plainText(painted)
  const lower = text.toLowerCase()
  // Where lower case changes the length (İ), positions would not fit: such rows go unmarked.
  if (lower.length !== text.length || !lower.includes(query)) return painted
  const isMatched = new Uint8Array(text.length)
  for (let at = lower.indexOf(query); at >= 0; at = lower.indexOf(query, at + query.length))
    isMatched.fill(1, at, at + query.length)
  const on = (): string => (inverse.test(style) ? '\u001b[27m' : `\u001b[${theme.sgr.inverse}m`)
  let marked = ''
  let position = 0
  let style = ''
  let isOn = false
  for (const part of painted.split(/(\u001b\[[\d;]*m|\u001b\]8;;[^\u001b]*\u001b\\)/)) {
    if (part.startsWith('\u001b')) {
      if (part.startsWith('\u001b[')) style = part === '\u001b[0m' ? '' : style + part
      marked += isOn && part.startsWith('\u001b[') ? `${part}${on()}` : part
      continue
    }
    for (const character of part) {
      const wanted = isMatched[position] === 1
      if (wanted !== isOn) marked += wanted ? on() : `\u001b[0m${style}`
      isOn = wanted
      marked += character
      position += character.length
    }
  }
  return (isOn ? `${marked}\u001b[0m` : marked) as Painted
}
