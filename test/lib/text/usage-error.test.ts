import { expect, test } from 'vitest'
import { shownUsage, usageLines, nearest } from '../../../src/lib/text/usage-error.ts'

test('an error is two lines, without control characters', () => {
  const lines = usageLines({ message: 'there is no “\u001b[31m\nx”', hint: 'Use y.' })
  expect(lines).toBe('acp-plan-tui: there is no “␛[31m ⏎ x”\n  Use y.\n')
})

test.each([
  ['a word', 'x'.repeat(5000)],
  ['a quoted text', `“${'some words '.repeat(500)}”`],
  ['a path', `/${'folder/'.repeat(1000)}`],
  ['a text of emoji', '👩‍👩‍👧'.repeat(1000)],
])('%s that is far too long is cut, and what stands around it stays', (_, long) => {
  const shown = shownUsage(`--theme ${long}: there is none, not even ${long} here`)
  expect(shown.length).toBeLessThan(700)
  expect(shown).toMatch(/^--theme .*…?.*: there is none, not even .*…?.* here$/)
})

test('the name of a file stays at the end of a long path', () => {
  expect(shownUsage(`the theme /${'folder/'.repeat(1000)}mine.json: none`)).toMatch(/…\S*\/mine\.json: none$/)
})

test('a path of 290 characters stays whole', () => {
  const path = `/${'x'.repeat(289)}`
  expect(shownUsage(`the file ${path}: “${path}”`)).toBe(`the file ${path}: “${path}”`)
})

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
