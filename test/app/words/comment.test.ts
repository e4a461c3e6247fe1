import { describe, expect, test } from 'vitest'
import { commentsText, placeWords } from '../../../src/app/words/prompt.ts'

const step = { number: '2', text: 'Split it' }

describe('comments as one text', () => {
  test('name what each stands on, and what to do with them', () => {
    const comments = [
      { on: [step], isOnSteps: true, text: 'not before the release' },
      { on: [step, { number: '4', text: 'Ship it' }], isOnSteps: true, text: 'together' },
      { on: [{ number: null, text: '## Why' }], isOnSteps: false, text: 'say more' },
    ]
    expect(commentsText(comments, true).split('\n')).toEqual([
      'My comments on the plan:',
      '- On step 2 “Split it”: not before the release',
      '- On steps 2 “Split it” and 4 “Ship it”: together',
      '- On the line “## Why”: say more',
      'Please revise the plan accordingly.',
    ])
    expect(commentsText(comments.slice(0, 1), false)).toBe(
      'My comment on the plan:\n- On step 2 “Split it”: not before the release\nPlease take it into account.',
    )
  })

  test('a step without a number is named by its text', () => {
    expect(placeWords([{ number: null, text: 'Ask' }], true)).toBe('step “Ask”')
  })

  test('hostile and many steps stay short', () => {
    const hostile = { number: '1', text: `a\u001b[31m\n\n${'😀'.repeat(1_000_000)}` }
    const words = placeWords(
      Array.from({ length: 10_000 }, () => hostile),
      true,
    )
    expect(words).toMatch(/^steps 1 “a \[31m (?:😀)+…”, .* and 9995 more$/u)
    expect(words.length).toBeLessThan(1000)
  })
})
