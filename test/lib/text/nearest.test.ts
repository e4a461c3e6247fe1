import { expect, test } from 'vitest'
import { nearest } from '../../../src/lib/text/nearest.ts'

const words = ['prompt', 'prompt-file', 'protocol', 'permissions', 'theme', 'title', 'cwd']

test.each([
  ['prompt', 'prompt'],
  ['promt', 'prompt'],
  ['propmt', 'prompt'],
  ['PROMPT', 'prompt'],
  ['prompt-flie', 'prompt-file'],
  ['perm', 'permissions'],
  ['thme', 'theme'],
  ['cw', 'cwd'],
  ['pr', null],
  ['banana', null],
  ['', null],
])('%s → %s', (typed, wanted) => {
  expect(nearest(typed, words)).toBe(wanted)
})
