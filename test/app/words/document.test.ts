import { expect, test } from 'vitest'
import { describeShown, describeUnavailable } from '../../../src/app/words/document.ts'
import { unavailableReasons } from '../unavailable-reasons.ts'
import { shownDocument } from '../../support/shown-document.ts'

test('each reason has words, with the URI in them', async () => {
  const sentences = unavailableReasons.map((reason) => describeUnavailable(reason, 'file:///a/plan.md'))
  for (const sentence of sentences) expect(sentence).toContain('file:///a/plan.md')
  await expect(`${sentences.join('\n')}\n`).toMatchFileSnapshot('golden/unavailable-documents.txt')
})

test('the path is named where the URI spells it differently, and a long URI is cut', () => {
  expect(describeUnavailable({ kind: 'missing', path: '/a b' }, 'file:///a%20b')).toBe(
    'There is no file at /a b (file:///a%20b). It is shown as soon as it is written.',
  )
  expect(describeUnavailable({ kind: 'binary' }, `data:,${'x'.repeat(1_000_000)}`).length).toBeLessThan(400)
  expect(describeUnavailable({ kind: 'bad-uri', cause: 'it is empty' }, '')).toBe(
    'The URI cannot be used: it is empty. The agent has to send a valid URI.',
  )
})

test('what a reader should know about a shown text', () => {
  const shown = shownDocument('data:,', 'one line', { format: 'plain' })
  const mebibyte = 1024 * 1024
  expect(describeShown(shown)).toEqual([])
  expect(describeShown({ ...shown, text: '', sizeBytes: 0 })).toEqual(['There is nothing in it.'])
  expect(describeShown({ ...shown, text: '\n\u200b\n' })).toEqual(['There is nothing in it.'])
  expect(
    describeShown({
      ...shown,
      sizeBytes: 9.5 * mebibyte,
      truncatedToBytes: 8 * mebibyte,
      replacedCharacters: 3,
      fetchedFrom: 'https://b/',
    }),
  ).toEqual([
    'Too large to show whole: this is the first 8 MiB of 9.5 MiB.',
    'Not valid text: 3 unreadable places are shown as “\uFFFD”.',
    'Redirected to https://b/.',
  ])
})
