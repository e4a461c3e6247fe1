import { expect, test } from 'vitest'
import type { PermissionRequest } from '../../../src/app/state/permission.ts'
import { optionsOf } from '../../../src/ui/state/questions.ts'

const request: PermissionRequest = {
  key: 1,
  sessionId: 's',
  title: 'Edit',
  toolKind: 'edit',
  detail: [],
  options: [
    { id: 'all', name: 'Bypass permissions', kind: 'allow_always' },
    { id: 'no', name: ' ', kind: 'reject_once' },
  ],
  plan: null,
  askedAtMs: 0,
}

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
