import { expect, test } from 'vitest'
import { optionsOf } from '../../../src/ui/state/questions.ts'
import { asked } from '../../support/app-states.ts'

const { request } = asked(0, {
  options: [
    { id: 'all', name: 'Bypass permissions', kind: 'allow_always' },
    { id: 'no', name: ' ', kind: 'reject_once' },
  ],
})

test('the options of a request are computed once, not for each frame and key', () => {
  const options = optionsOf({ kind: 'permission', request })
  expect(options).toEqual([
    { name: 'no', danger: null, isLasting: false, answer: { type: 'answer', key: 1, optionId: 'no' } },
    {
      name: 'Bypass permissions',
      danger: 'everything',
      isLasting: true,
      answer: { type: 'answer', key: 1, optionId: 'all' },
    },
  ])
  expect(optionsOf({ kind: 'permission', request })).toBe(options)
})
