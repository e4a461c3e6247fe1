import { expect, test } from 'vitest'
import { lateRegExp } from '../../src/lib/late-regexp.ts'

test('a late expression is the one that the source and flags say, made at its first use and only once', () => {
  const letters = lateRegExp(String.raw`\p{L}+`, 'gu')
  expect('né 1 日本'.match(letters())).toEqual(['né', '日本'])
  expect(letters()).toBe(letters())
  const wrong = lateRegExp('(', 'u')
  expect(wrong).toThrow(SyntaxError)
})
