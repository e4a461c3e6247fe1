import { describe, expect, test } from 'vitest'
import { documentLines, maxLineLength } from '../../src/plans/document-lines.ts'

/** The steps of a document as `line number[box] text`. */
function stepsOf(...source: readonly string[]): readonly string[] {
  return documentLines(source.join('\n')).lines.flatMap(({ line, text, step }) => {
    if (step === null) return []
    const box = step.isTicked === null ? '' : step.isTicked ? '[x]' : '[ ]'
    return [`${line} ${step.number ?? '-'}${box} ${text}`]
  })
}

describe('the steps of a document', () => {
  test('are task boxes and numbered items, nested ones too; no bullets', () => {
    const steps = stepsOf(
      '# Plan',
      '1. Read the parser',
      '   - [ ] its tests',
      '   - [X] its docs',
      '     1) deeper',
      '2. Split it',
      '',
      '* a bullet',
      '* [x] done',
      '> - [/] quoted',
      '3) other',
    )
    expect(steps).toEqual([
      '1 1 Read the parser',
      '2 -[ ] its tests',
      '3 -[x] its docs',
      '4 1 deeper',
      '5 2 Split it',
      '8 -[x] done',
      '9 -[ ] quoted',
      '10 3 other',
    ])
  })

  test('are not in fences, nor in indented code', () => {
    expect(
      stepsOf(
        '```',
        '1. a',
        '```',
        '',
        '    2. code',
        '',
        '3. c',
        '',
        '       ~~~',
        '   - [ ] d',
        '       ~~~',
      ),
    ).toEqual(['6 3 c'])
    expect(stepsOf('1. a', '', 'text', '', '    - [ ] code')).toEqual(['0 1 a'])
    expect(stepsOf('- a', '    - [ ] nested by four')).toEqual(['1 -[ ] nested by four'])
    expect(stepsOf('```js', '```', '1. after')).toEqual(['2 1 after'])
  })

  test('have a text without the number and the box, so that only its words count', () => {
    expect(stepsOf('1. [ ] both', '2. [x]  ticked  ', '3.', '- [ ]', '[ ] no list')).toEqual([
      '0 1[ ] both',
      '1 2[x] ticked',
      '3 -[ ] ',
    ])
  })

  test('are at most ten thousand', () => {
    const source = Array.from({ length: 10_050 }, (_, index) => `${index + 1}. step`)
    expect(stepsOf(...source)).toHaveLength(10_000)
    expect(documentLines(source.join('\n')).lines).toHaveLength(10_050)
  })
})

describe('the lines of a document', () => {
  test('are those that are not blank, each with its number and offset', () => {
    const { lines, starts } = documentLines('one\r\n\n  two\n')
    expect(lines.map(({ line, text }) => [line, text])).toEqual([
      [0, 'one'],
      [2, 'two'],
    ])
    expect([...starts]).toEqual([0, 5, 6, 12])
  })

  test('are read to a limit: a megabyte in one line, and more lines than anybody reads', () => {
    const [long] = documentLines(`1. ${'x'.repeat(1_000_000)}`).lines
    expect(long?.text).toBe('x'.repeat(maxLineLength - 3))
    expect(documentLines('x\n'.repeat(30_000)).lines).toHaveLength(20_000)
    expect(documentLines('- '.repeat(50_000)).lines).toHaveLength(1)
    expect(documentLines('> '.repeat(50_000)).lines).toHaveLength(1)
  })
})
