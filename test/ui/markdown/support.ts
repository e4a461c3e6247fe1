import { expect } from 'vitest'
import { displayWidth } from '../../../src/lib/text/width.ts'
import { MarkdownDocument } from '../../../src/ui/markdown/document.ts'
import { rowText, type Row } from '../../../src/lib/cells/row.ts'
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

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const forbidden = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
/** The only targets that links may have. */
const allowedTarget = /^(?:https?:\/\/|mailto:)[\x21-\x7e]*$/

export function textOf(each: Row): string {
  return rowText(each)
}

/** Throws unless the row fits, holds no control character, and links lead only where they may. */
export function checkRow(each: Row, columns: number): void {
  const text = textOf(each)
  if (forbidden.test(text) || !text.isWellFormed()) throw new Error(`not safe: ${JSON.stringify(each)}`)
  if (displayWidth(text) > columns) throw new Error(`wider than ${columns}: ${JSON.stringify(text)}`)
  const wrong = each.filter(({ link }) => link !== null && !allowedTarget.test(link))
  if (wrong.length > 0) throw new Error(`no target for a link: ${JSON.stringify(wrong)}`)
}

/** The offset of each line. */
export function startsOf(text: string): Uint32Array {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return Uint32Array.from(starts)
}
