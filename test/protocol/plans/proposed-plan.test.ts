import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  endMessage,
  planReader,
  readPiece,
  type PieceOutput,
} from '../../../src/protocol/plans/proposed-plan.ts'

interface Told {
  readonly said: string
  readonly plan: string
  readonly closed: number
  readonly hasAside: boolean
}

/** What a message tells that comes in these pieces; a turn has one plan. */
function readAll(pieces: readonly string[], mayPropose = true): Told {
  let reader = planReader('')
  let told: Told = { said: '', plan: '', closed: 0, hasAside: false }
  const add = (piece: PieceOutput): void => {
    reader = piece.reader
    told = {
      said: told.said + piece.said,
      plan: told.plan + piece.plan,
      closed: told.closed + (piece.hasClosed ? 1 : 0),
      hasAside: told.hasAside || piece.hasAside,
    }
  }
  for (const piece of pieces) add(readPiece(reader, piece, mayPropose && told.plan === ''))
  add(endMessage(reader, mayPropose && told.plan === ''))
  return told
}

const none = { plan: '', closed: 0, hasAside: false }
const one = { closed: 1, hasAside: false }

test.each<[string, string, Told]>([
  ['plain text', 'Hello\nthere', { ...none, said: 'Hello\nthere' }],
  ['nothing', '', { ...none, said: '' }],
  [
    'a plan in a message',
    'Here:\n\n<proposed_plan>\n# Title\n- a\n</proposed_plan>\nDone.',
    { ...one, said: 'Here:\n\nDone.', plan: '# Title\n- a\n' },
  ],
  ['a plan and nothing else', '<proposed_plan>\nA\n</proposed_plan>', { ...one, said: '', plan: 'A\n' }],
  [
    'blanks around the tags',
    '  <proposed_plan> \t\nA\n\t</proposed_plan>  \n',
    { ...one, said: '', plan: 'A\n' },
  ],
  [
    'lines that end as on Windows',
    '<proposed_plan>\r\nA\r\n</proposed_plan>\r\nB',
    { ...one, said: 'B', plan: 'A\r\n' },
  ],
  ['a block that is never closed', 'x\n<proposed_plan>\nA\nB', { ...one, said: 'x\n', plan: 'A\nB' }],
  ['a block that opens with the last word', 'x\n<proposed_plan>', { ...none, said: 'x\n' }],
  ['a tag in the midst of a line', 'the <proposed_plan>\nA', { ...none, said: 'the <proposed_plan>\nA' }],
  ['a tag with more on its line', '<proposed_plan> now\nA', { ...none, said: '<proposed_plan> now\nA' }],
  ['a tag in a list', '- <proposed_plan>\nA', { ...none, said: '- <proposed_plan>\nA' }],
  ['a part of a tag', '<proposed\n<proposed_plan\n</', { ...none, said: '<proposed\n<proposed_plan\n</' }],
  ['a part of a tag, and a blank', '<proposed \nx', { ...none, said: '<proposed \nx' }],
  ['another tag', '<Proposed_Plan>\nA', { ...none, said: '<Proposed_Plan>\nA' }],
  ['a closing tag where nothing is open', 'x\n</proposed_plan>\ny', { ...none, said: 'x\ny' }],
  [
    'an opening tag in a block',
    '<proposed_plan>\nA\n<proposed_plan>\nB\n</proposed_plan>\nx',
    { ...one, said: 'x', plan: 'A\nB\n' },
  ],
  ['an empty block', '<proposed_plan>\n\n \n</proposed_plan>\nx', { ...none, said: 'x' }],
  [
    'an empty block before the plan, whose blank lines are its own',
    '<proposed_plan>\n</proposed_plan>\n<proposed_plan>\n\n  A\n</proposed_plan>',
    { ...one, said: '', plan: '\n  A\n' },
  ],
  [
    'a second block is text',
    '<proposed_plan>\nA\n</proposed_plan>\nx\n<proposed_plan>\nB\n</proposed_plan>\ny',
    { closed: 1, hasAside: true, said: 'x\nB\ny', plan: 'A\n' },
  ],
  [
    'a second block that is empty is nothing',
    '<proposed_plan>\nA\n</proposed_plan>\n<proposed_plan>\n</proposed_plan>',
    { ...one, said: '', plan: 'A\n' },
  ],
  [
    'a tag in a fence is one, as in codex',
    '```\n<proposed_plan>\nA\n</proposed_plan>\n```',
    { ...one, said: '```\n```', plan: 'A\n' },
  ],
  [
    'so many blanks that it is no tag',
    `${' '.repeat(300)}<proposed_plan>\nA`,
    { ...none, said: `${' '.repeat(300)}<proposed_plan>\nA` },
  ],
])('%s', (_, message, told) => {
  expect(readAll([message])).toEqual(told)
  expect(readAll(message.split(''))).toEqual(told)
})

describe('a line is given out as soon as it cannot be a tag', () => {
  test.each([
    ['<', '<'],
    ['<pro', '<pro'],
    ['  ', '  '],
    ['<proposed_plan>  ', '<proposed_plan>  '],
    ['</proposed_plan', '</proposed_plan'],
    ['<x', ''],
    ['<pro ', ''],
    ['word', ''],
    ['word <', ''],
    [' '.repeat(201), ''],
  ])('%j', (piece, held) => {
    const { reader, said } = readPiece(planReader(''), piece, true)
    expect({ held: reader.held, said }).toEqual({ held, said: held === '' ? piece : '' })
  })

  test('after text on the same line nothing is held back', () => {
    expect(readPiece(planReader('Hi'), '<proposed_plan>\n', true).said).toBe('<proposed_plan>\n')
    expect(readPiece(planReader('Hi\n'), '<proposed_plan>\n', true).said).toBe('')
  })

  test('a plan is given out as it comes', () => {
    const opened = readPiece(planReader(''), '<proposed_plan>\n# Ti', true)
    expect(opened).toMatchObject({ plan: '# Ti', hasClosed: false })
    expect(readPiece(opened.reader, 'tle\n</prop', true)).toMatchObject({ plan: 'tle\n', hasClosed: false })
  })

  test('the block is text where no plan can be', () => {
    expect(readAll(['x\n<proposed_plan>\nA\n</proposed_plan>\ny'], false)).toEqual({
      said: 'x\nA\ny',
      plan: '',
      closed: 0,
      hasAside: true,
    })
  })
})

const line = fc.constantFrom(
  '<proposed_plan>',
  '</proposed_plan>',
  ' <proposed_plan>\t',
  '</proposed_plan> x',
  '<proposed',
  '',
  '  ',
  '- a',
  'é🚀',
)
const message = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'))

test('any pieces of a message give the same as the whole', () => {
  fc.assert(
    fc.property(message, fc.array(fc.nat(9), { maxLength: 40 }), (whole, lengths) => {
      const pieces: string[] = []
      let at = 0
      for (const length of lengths) {
        pieces.push(whole.slice(at, at + length))
        at += length
      }
      pieces.push(whole.slice(at))
      expect(readAll(pieces)).toEqual(readAll([whole]))
    }),
    { numRuns: 1000 },
  )
})

test('the tags are removed, all other text is kept', () => {
  fc.assert(
    fc.property(message, (whole) => {
      const { said, plan } = readAll([whole])
      const isTag = (each: string): boolean => /^\s*<\/?proposed_plan>\s*$/.test(each)
      const lines = `${said}\n${plan}`.split('\n')
      expect(lines.filter(isTag)).toEqual([])
      const words = (text: string): readonly string[] =>
        text
          .split(/\s+/)
          .filter((word) => word !== '')
          .toSorted()
      const told = whole
        .split('\n')
        .filter((each) => !isTag(each))
        .join('\n')
      expect(words(`${said}\n${plan}`)).toEqual(words(told))
    }),
    { numRuns: 1000 },
  )
})
