import { expect } from 'vitest'
import { displayWidth } from '../../../src/lib/text/width.ts'
import { MarkdownDocument } from '../../../src/ui/markdown/document.ts'
import type { Row } from '../../../src/lib/cells/row.ts'
import { makeTheme, type Theme } from '../../../src/ui/paint/theme.ts'

export const dark: Theme = makeTheme({ name: 'dark', color: true, ascii: false, hyperlinks: true })
export const bare: Theme = makeTheme({ name: 'dark', color: false, ascii: false, hyperlinks: false })
export const asciiOnly: Theme = makeTheme({ name: 'dark', color: false, ascii: true, hyperlinks: false })

/** A document with nothing left to do. */
export function settled(source: string, columns: number, theme: Theme = bare): MarkdownDocument {
  const document = new MarkdownDocument({ theme, columns })
  document.setSource(source)
  settle(document)
  return document
}

export function settle(document: MarkdownDocument): void {
  expect(document.work(Number.POSITIVE_INFINITY, () => 0)).toBe(true)
  expect(document.isSettled).toBe(true)
}

export function allRows(document: MarkdownDocument): readonly Row[] {
  return document.rows(0, Number.POSITIVE_INFINITY)
}

/** What a reader sees: rows without styles. */
export function shown(source: string, columns = 40, theme: Theme = bare): readonly string[] {
  return allRows(settled(source, columns, theme)).map(textOf)
}

// The only sequences that rows may hold: SGR of digits, and OSC 8 for the three schemes.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const ours = /\u001b\[[\d;]*m|\u001b\]8;;(?:(?:https?:\/\/|mailto:)[\x21-\x7e]*)?\u001b\\/g
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const forbidden = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

export function textOf(painted: string): string {
  return painted.replaceAll(ours, '')
}

/** Throws unless the row fits, holds no control character but in sequences of ours, and closes what it opens. */
export function checkRow(painted: string, columns: number): void {
  const text = textOf(painted)
  if (forbidden.test(text) || !text.isWellFormed()) throw new Error(`not safe: ${JSON.stringify(painted)}`)
  if (displayWidth(text) > columns) throw new Error(`wider than ${columns}: ${JSON.stringify(text)}`)
  let isStyled = false
  let isLinked = false
  for (const [sequence] of painted.matchAll(ours)) {
    if (sequence.startsWith('\u001b]')) isLinked = sequence !== '\u001b]8;;\u001b\\'
    else isStyled = sequence !== '\u001b[0m'
  }
  if (isStyled || isLinked) throw new Error(`left open: ${JSON.stringify(painted)}`)
}
