import { describe, expect, test } from 'vitest'
import { MarkdownDocument } from '../../../src/ui/markdown/document.ts'
import { dark, startsOf } from './support.ts'

const code = Array.from({ length: 1000 }, (_, at) => `const line${at} = read(${at}) // of the parser`)
const source = ['# Plan', '', '```ts', ...code, '```', '', '- [ ] Read', '- [ ] Ship', ''].join('\n')

function documentOf(text: string, columns = 80): MarkdownDocument {
  const document = new MarkdownDocument({ theme: dark, columns })
  document.setSource(text)
  return document
}

/** The text of the rows of each line, as the lines are found one by one, and the line that begins in each row. */
function shown(document: MarkdownDocument, text: string): readonly unknown[] {
  const starts = startsOf(text)
  const rowsOf = (line: number): unknown => document.rowsOfLine(line, starts)
  return [
    Array.from({ length: starts.length }, (_, line) => rowsOf(line)),
    document.linesBegun(0, document.rowCount, starts),
  ]
}

describe('the rows of a line', () => {
  test('of a long block of code', () => {
    const document = documentOf(source)
    const starts = startsOf(source)
    const { first, end } = document.rowsOfLine(503, starts)
    expect(end - first).toBe(1)
    expect(document.linesBegun(first, 3, starts)).toEqual([503, 504, 505])
  })

  test.each([
    ['another width', source, 30],
    ['lines in front', `# Before\n\nWords\n\n${source}`, 80],
    ['another line in the block', source.replace('line499', 'a_new_name\nconst line499'), 80],
    ['a longer text', `${source}- [ ] Tell everyone\n`, 80],
  ])('after %s are those of a new document', (_, text, columns) => {
    const document = documentOf(source)
    shown(document, source)
    document.setSource(text)
    document.setColumns(columns)
    expect(shown(document, text)).toEqual(shown(documentOf(text, columns), text))
  })
})
