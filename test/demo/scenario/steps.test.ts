import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checklist } from '../../../src/demo/scenario/checklist.ts'
import { play } from '../../../src/demo/turn/step-player.ts'
import type { DemoStep } from '../../../src/demo/scenario/scenario.ts'
import { parseSpeed } from '../../../src/lib/speed.ts'
import { streamMarkdown, tickBoxes } from '../../../src/demo/scenario/steps.ts'
import { replyToPrompt } from '../../../src/demo/scenario/reply.ts'
import type { Update } from '../demo-process.ts'
import { recordingStage } from '../recording-stage.ts'

test('a streamed markdown plan grows to its whole text and is never cut inside a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      (text, pieceLength) => {
        const steps = streamMarkdown({ dialect: 'c', id: 'x' }, text, { pieceLength, seconds: 0.1 })
        const texts = steps.flatMap((step) =>
          step.type === 'plan' && step.body.type === 'markdown' ? [step.body.content] : [],
        )
        expect(texts.at(-1)).toBe(text)
        expect(texts.every((each) => text.startsWith(each) && each.isWellFormed())).toBe(true)
      },
    ),
  )
})

test('a message is sent in pieces that make it up again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (text) => {
      const stage = recordingStage()
      await play([{ type: 'say', text }], stage)
      const pieces = stage.played.map((each) =>
        each.type === 'update' ? ((each.update as Update).content?.text ?? '') : '',
      )
      expect(pieces.join('')).toBe(text)
    }),
  )
})

test('boxes are ticked from the top', () => {
  expect(tickBoxes('- [ ] a\n- [x] b\n- [ ] c\n- [ ] d', 2)).toBe('- [x] a\n- [x] b\n- [x] c\n- [ ] d')
})

describe('a checklist', () => {
  const start = checklist({ dialect: 'a' }, [
    { key: 'one', content: 'One', priority: 'high' },
    { key: 'two', content: 'Two' },
  ])

  test('changes into a new one and leaves the old one as it was', () => {
    const later = start
      .change({ one: 'completed' })
      .add({ key: 'half', content: 'One and a half' }, 'two')
      .drop('two')
    expect([rowsOf(start.step), rowsOf(later.step)]).toEqual([
      ['pending high One', 'pending medium Two'],
      ['completed high One', 'pending medium One and a half'],
    ])
  })

  test('does not know an entry that is not there', () => {
    expect(() => start.change({ three: 'completed' })).toThrow('no entry has the key three')
  })
})

function rowsOf(step: DemoStep): readonly string[] {
  if (step.type !== 'plan' || step.body.type !== 'items') throw new Error('not a checklist')
  return step.body.entries.map((entry) => `${entry.status} ${entry.priority} ${entry.content}`)
}

describe('a reply to a prompt', () => {
  const contentsFor = (prompt: string): readonly string[] => {
    const plan = replyToPrompt(prompt).find((step) => step.type === 'plan')
    return plan?.type === 'plan' && plan.body.type === 'items'
      ? plan.body.entries.map((entry) => entry.content).slice(1, -1)
      : []
  }

  test.each([
    ['add a test', ['Add a test']],
    [
      'Read v1.2 of the spec. Then compare it; write a summary',
      ['Read v1.2 of the spec', 'Then compare it', 'Write a summary'],
    ],
    ['fix the bug and add a test, please', ['Fix the bug', 'Add a test', 'Please']],
    ['日本語を直す。テストを書く。', ['日本語を直す', 'テストを書く']],
    ['one\ntwo\nthree\nfour\nfive\nsix\nseven', ['One', 'Two', 'Three', 'Four', 'Five', 'Six']],
    ['', ['Think about nothing in particular']],
    ['x'.repeat(300), [`X${'x'.repeat(98)}…`]],
  ])('makes entries of %j', (prompt, contents) => {
    expect(contentsFor(prompt)).toEqual(contents)
  })

  test('completes every entry, with any prompt', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (prompt) => {
        const last = replyToPrompt(prompt).findLast((step) => step.type === 'plan')
        expect(last && rowsOf(last).every((row) => row.startsWith('completed '))).toBe(true)
      }),
    )
  })
})

test('speeds', () => {
  expect(['1', '2.5', '0', 'max'].map((text) => parseSpeed(text))).toEqual([
    { ok: true, value: 1 },
    { ok: true, value: 2.5 },
    { ok: true, value: 'max' },
    { ok: true, value: 'max' },
  ])
  expect(['', ' ', '-1', 'fast', 'NaN', 'Infinity'].filter((text) => parseSpeed(text).ok)).toEqual([])
})
