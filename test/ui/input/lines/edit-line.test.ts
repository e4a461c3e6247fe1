import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  editLine,
  inserted,
  movedLine,
  editPrompt,
  sentPrompt,
} from '../../../../src/ui/input/lines/edit-line.ts'
import { emptyPrompt, lineWith, type LineEdit, type PromptEdit } from '../../../../src/ui/state/line-edit.ts'

/** A line with its cursor drawn as `|`. */
function line(drawn: string): LineEdit {
  const cursor = drawn.indexOf('|')
  return { text: drawn.replace('|', ''), cursor }
}

function drawn({ text, cursor }: LineEdit): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`
}

const columns = 40

describe('one key in a line', () => {
  test.each([
    ['left', 'ab|c', 'a|bc'],
    ['left', '|abc', '|abc'],
    ['left', 'a👨‍👩‍👧|b', 'a|👨‍👩‍👧b'],
    ['left', 'ae\u0301|', 'a|e\u0301'],
    ['left', '🇩🇪🇫🇷|', '🇩🇪|🇫🇷'],
    ['left', 'a\n|b', 'a|\nb'],
    ['right', 'a|🇩🇪🇫🇷', 'a🇩🇪|🇫🇷'],
    ['right', 'abc|', 'abc|'],
    ['backspace', 'a👨‍👩‍👧|b', 'a|b'],
    ['backspace', '|a', '|a'],
    ['backspace', 'a\n|b', 'a|b'],
    ['delete', 'a|👨‍👩‍👧b', 'a|b'],
    ['delete', 'a|', 'a|'],
    ['ctrl-w', 'one two  |three', 'one |three'],
    ['ctrl-w', 'one|', '|'],
    ['alt-backspace', 'one two|', 'one |'],
    ['ctrl-u', 'first\nsecond li|ne', 'first\n|ne'],
    ['ctrl-k', 'fi|rst\nsecond', 'fi|\nsecond'],
    ['home', 'first\nsec|ond', 'first\n|second'],
    ['end', 'fi|rst\nsecond', 'first|\nsecond'],
    ['ctrl-a', 'ab|', '|ab'],
    ['ctrl-e', '|ab', 'ab|'],
    ['alt-b', 'one two|', 'one |two'],
    ['alt-f', '|one two', 'one| two'],
    ['ctrl-left', 'one two|', 'one |two'],
    ['ctrl-right', 'one| two', 'one two|'],
    ['alt-d', 'one| two three', 'one| three'],
    ['alt-d', 'one|', 'one|'],
    ['ctrl-home', 'a\nb|', '|a\nb'],
    ['ctrl-end', '|a\nb', 'a\nb|'],
    ['ctrl-y', 'a|', 'a|'],
    ['ctrl-_', 'a|', 'a|'],
  ])('%s: %j becomes %j', (name, before, after) => {
    const edited = editLine(line(before), { name, text: '' })
    expect(edited === null ? null : drawn(edited)).toBe(after)
  })

  test('typed text is inserted at the cursor; keys that do not edit give null', () => {
    expect(drawn(inserted(line('a|c'), 'b'))).toBe('ab|c')
    expect(editLine(line('a|'), { name: 'f5', text: '' })).toBeNull()
  })

  test('the cursor is never within characters that an edit has joined to one grapheme', () => {
    expect(drawn(inserted(line('|\u0301'), 'e'))).toBe('e\u0301|')
    expect(editLine(line('🇩|x🇪'), { name: 'delete', text: '' })).toMatchObject({ text: '🇩🇪', cursor: 4 })
  })

  test('an extremely long grapheme is one step', () => {
    const pile = `a${'\u0301'.repeat(200)}`
    expect(editLine({ text: pile, cursor: 0 }, { name: 'right', text: '' })?.cursor).toBe(pile.length)
    expect(editLine({ text: `${pile}b`, cursor: 0 }, { name: 'delete', text: '' })?.text).toBe('b')
  })
})

test.each([
  [-1, 'first\nse|cond', 'fi|rst\nsecond'],
  [-1, 'a\nlonger| one', 'a|\nlonger one'],
  [-1, 'on|ly', null],
  [1, 'lo|ng\nx', 'long\nx|'],
  [1, 'only|', null],
  // An ideograph has two columns: the second letter is below the first one.
  [-1, '日本\nab|c', '日|本\nabc'],
  [-1, '日本\na|bc', '|日本\nabc'],
  [1, 'ab|c\n🚀🚀', 'abc\n🚀|🚀'],
] as const)('one line up and down by %i: %j becomes %j', (direction, before, after) => {
  const moved = movedLine(line(before), direction, columns)
  expect(moved === null ? null : drawn(moved)).toBe(after)
})

describe('a row that goes on below', () => {
  const text = 'one two three four 日本語日本語 five'
  test.each([
    // The blank at the end of a row belongs to it: the cursor never seems to be in the next one.
    [1, '|one two three four', 'one two |three four'],
    [1, 'one tw|o three four', 'one two three| four'],
    [-1, 'one two three| four', 'one t|wo three four'],
    [1, 'one two |three four', 'one two three |four'],
    [-1, 'one two three fo|ur', 'one two th|ree four'],
  ] as const)('up and down by %i in eight columns: %j becomes %j', (direction, before, after) => {
    const moved = movedLine(line(before), direction, 8)
    expect(moved === null ? null : drawn(moved)).toBe(after)
  })

  test('from the start each row down is another one, to the end', () => {
    let at: LineEdit = { text, cursor: 0 }
    const seen = [0]
    for (let next = movedLine(at, 1, 8); next !== null; next = movedLine(at, 1, 8)) {
      expect(next.cursor).toBeGreaterThan(at.cursor)
      seen.push(next.cursor)
      at = next
    }
    expect(seen.map((cursor) => text.slice(cursor).split(' ')[0])).toEqual([
      'one',
      'three',
      'four',
      '本語日本語',
      '語',
    ])
  })
})

function pressed(start: LineEdit, ...names: readonly string[]): LineEdit {
  return names.reduce((before, name) => {
    const isKey = name.length > 1
    return editLine(before, { name, text: isKey ? '' : name }) ?? before
  }, start)
}

describe('what was deleted', () => {
  test.each<[string, readonly string[], string]>([
    ['one two|', ['ctrl-w', 'home', 'ctrl-y'], 'two|one '],
    ['one two three|', ['ctrl-w', 'ctrl-w', 'ctrl-y'], 'one two three|'],
    ['one |two', ['ctrl-w', 'ctrl-k', 'ctrl-y'], 'one two|'],
    ['one two|', ['ctrl-w', 'left', 'right', 'ctrl-w', 'ctrl-y'], 'one two|'],
    ['one two|', ['ctrl-w', 'x', 'ctrl-w', 'ctrl-y'], 'one x|'],
    ['one two|', ['ctrl-u', 'ctrl-y', 'ctrl-y'], 'one twoone two|'],
  ])('%j, then %j: %j', (before, names, after) => {
    expect(drawn(pressed(line(before), ...names))).toBe(after)
  })
})

describe('undo', () => {
  test.each<[string, readonly string[], string]>([
    ['|', ['o', 'n', 'e', ' ', 't', 'w', 'o', 'ctrl-_'], 'one |'],
    ['|', ['o', 'n', 'e', ' ', 't', 'w', 'o', 'ctrl-_', 'ctrl-_', 'ctrl-_'], '|'],
    ['one two|', ['ctrl-w', 'ctrl-_'], 'one two|'],
    ['one|', ['x', 'left', 'y', 'ctrl-_', 'ctrl-_'], 'one|'],
    ['one|', ['ctrl-u', 'ctrl-y', 'ctrl-_', 'ctrl-_'], 'one|'],
  ])('%j, then %j: %j', (before, names, after) => {
    expect(drawn(pressed(line(before), ...names))).toBe(after)
  })

  const edits = fc.array(
    fc.oneof(
      fc.constantFrom(
        'backspace',
        'ctrl-w',
        'ctrl-u',
        'ctrl-k',
        'alt-d',
        'ctrl-y',
        'left',
        'right',
        'home',
        'end',
      ),
      fc.constantFrom('a', ' ', '日', '🚀', '\u0301', '👨‍👩‍👧'),
    ),
    { maxLength: 30 },
  )

  test('of an edit that types nothing gives the text and the cursor before it', () => {
    fc.assert(
      fc.property(
        edits,
        fc.constantFrom('backspace', 'delete', 'ctrl-w', 'ctrl-u', 'ctrl-k', 'alt-d', 'ctrl-y'),
        (names, last) => {
          const before = pressed(lineWith('one two 日本 '), ...names)
          const after = pressed(before, last)
          if (after.text === before.text) return
          const { text, cursor } = pressed(after, 'ctrl-_')
          expect({ text, cursor }).toEqual({ text: before.text, cursor: before.cursor })
        },
      ),
    )
  })

  test('often enough gives the first text, whatever was done', () => {
    fc.assert(
      fc.property(edits, (names) => {
        let at = pressed(lineWith('start 🇩🇪'), ...names)
        for (const _ of names) at = pressed(at, 'ctrl-_')
        expect(at.text).toBe('start 🇩🇪')
      }),
    )
  })

  test('of long texts is bounded', () => {
    let at = lineWith('x'.repeat(1_500_000))
    for (let time = 0; time < 10; time++) at = inserted(at, 'yy')
    expect(at.past).toHaveLength(1)
  })
})

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const names =
  'left right up down home end backspace delete ctrl-w ctrl-u ctrl-k alt-b alt-f ctrl-p ctrl-n alt-enter ctrl-j ctrl-d ctrl-a alt-d ctrl-y ctrl-_'.split(
    ' ',
  )
const anyPress = fc.oneof(
  fc.constantFrom(...names).map((name) => ({ name, text: '' })),
  fc
    .oneof(
      fc.constantFrom('a', ' ', '日', '🚀', '\u0301', '\u200d', '👨‍👩‍👧', '🇩', '🇪', '\u1112', '\u1161', 'क', '्'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
    )
    .map((text) => ({ name: text, text })),
)

test('after any keys the cursor is between two graphemes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 6 }), { maxLength: 3 }),
      fc.array(anyPress, { maxLength: 40 }),
      (history, presses) => {
        let prompt: PromptEdit = { ...emptyPrompt, history }
        for (const press of presses) {
          prompt = editPrompt(prompt, press, columns) ?? prompt
          const { text, cursor } = prompt.line
          const starts = Array.from(graphemes.segment(text), ({ index }) => index)
          expect([...starts, text.length]).toContain(cursor)
        }
      },
    ),
    { numRuns: 300 },
  )
})

describe('the history', () => {
  const written = fc.array(
    fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/[\r\n]/.test(text)),
    { minLength: 1, maxLength: 6 },
  )

  test('as many steps down as up restore the draft', () => {
    fc.assert(
      fc.property(written, fc.nat({ max: 9 }), fc.string({ maxLength: 8 }), (sent, steps, draft) => {
        const plain = draft.replaceAll(/[\r\n]/g, '')
        let prompt = sent.reduce(
          (before, text) => sentPrompt({ ...before, line: { text, cursor: text.length } }),
          emptyPrompt,
        )
        prompt = { ...prompt, line: { text: plain, cursor: plain.length } }
        const up = Math.min(steps, prompt.history.length)
        const seen: string[] = []
        for (let step = 0; step < up; step++) {
          prompt = editPrompt(prompt, { name: 'up', text: '' }, columns) ?? prompt
          seen.push(prompt.line.text)
        }
        expect(seen).toEqual(prompt.history.toReversed().slice(0, up))
        for (let step = 0; step < up; step++)
          prompt = editPrompt(prompt, { name: 'down', text: '' }, columns) ?? prompt
        expect(prompt.line.text).toBe(plain)
        expect(prompt.historyAt).toBeNull()
      }),
    )
  })

  test('keeps the last thousand prompts, without repetitions in a row, and starts at the newest again after each', () => {
    let prompt: PromptEdit = emptyPrompt
    for (let number = 0; number < 1050; number++)
      for (let twice = 0; twice < 2; twice++)
        prompt = sentPrompt({ ...prompt, line: { text: `p${number}`, cursor: 0 } })
    expect(prompt.history).toEqual(Array.from({ length: 1000 }, (_, index) => `p${index + 50}`))
    expect({ ...prompt, history: [] }).toEqual(emptyPrompt)
  })

  test('stops at the oldest entry and at the draft', () => {
    const prompt: PromptEdit = { ...emptyPrompt, history: ['one'] }
    const up = editPrompt(prompt, { name: 'up', text: '' }, columns)
    expect(up?.line.text).toBe('one')
    expect(up === null ? null : editPrompt(up, { name: 'up', text: '' }, columns)).toEqual(up)
    expect(editPrompt(prompt, { name: 'down', text: '' }, columns)).toEqual(prompt)
  })

  test('arrows move through the lines of a text before the history', () => {
    const prompt: PromptEdit = { ...emptyPrompt, history: ['one'], line: line('first\nsecond|') }
    expect(editPrompt(prompt, { name: 'up', text: '' }, columns)?.line).toEqual(line('first|\nsecond'))
  })
})
