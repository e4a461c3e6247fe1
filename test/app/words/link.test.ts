import { expect, test } from 'vitest'
import type { LinkEnd } from '../../../src/app/state/link.ts'
import { exitWords } from '../../../src/app/words/exit.ts'
import { linkEndLabel, linkEndWords } from '../../../src/app/words/link.ts'

test.each<[number | null, string | null, string]>([
  [0, null, 'ended with status 0'],
  [3, null, 'ended with status 3'],
  [null, 'SIGKILL', 'was killed (SIGKILL)'],
  [null, 'SIGXYZ', 'was ended (SIGXYZ)'],
  [130, null, 'ended with status 130 (as with SIGINT)'],
  [134, null, 'ended with status 134 (as with SIGABRT)'],
  [137, null, 'ended with status 137 (as with SIGKILL)'],
  [139, null, 'ended with status 139 (as with SIGSEGV)'],
  [143, null, 'ended with status 143 (as with SIGTERM)'],
  // 128 and a number that is no signal's, or not the same one's everywhere.
  [128, null, 'ended with status 128'],
  [255, null, 'ended with status 255'],
  [null, null, 'ended with status unknown'],
])('status %j and signal %j', (code, signal, words) => {
  expect(exitWords({ code, signal })).toBe(words)
})

test.each<[number | null, string | null, string]>([
  [3, null, 'stopped, status 3'],
  [null, 'SIGKILL', 'killed'],
  [null, 'SIGTERM', 'terminated'],
  [137, null, 'stopped, status 137'],
])('the label of status %j and signal %j', (code, signal, label) => {
  expect(linkEndLabel({ kind: 'exited', code, signal })).toBe(label)
})

test('a variable in the place of a command has the option that sets it', () => {
  const end = (command: string): LinkEnd => ({ kind: 'not-started', command, cause: 'there is none' })
  expect(linkEndWords(end('KEY=1')).hint).toBe('Set variables with --env KEY=1, and give the command alone.')
  expect(linkEndWords(end('./a=1')).hint).toBe('Check its command; try it in a shell.')
})
