import { expect, test } from 'vitest'
import { safeLine } from '../../../src/lib/text/safe-text.ts'
import { link, paint, row, spread } from '../../../src/ui/paint/paint.ts'
import { placedRow } from '../../../src/ui/paint/placed-row.ts'
import { dark } from './any-painted.ts'

test('letters, ideographs and Korean syllables are written as they stand', () => {
  const sure = row(paint(dark, 'accent', safeLine('Plan » 日本語 한국어、か ✓ │')), safeLine(' · “é”…'))
  expect(placedRow(sure)).toBe(sure)
})

test('what follows a character whose width terminals do not agree on is put where it belongs', () => {
  const left = paint(dark, 'dim', safeLine('🇩🇪 👩🏿‍🚀'))
  const written = placedRow(spread(left, paint(dark, 'accent', safeLine('0:02')), 12))
  expect(written).toBe(
    `${left}   ${paint(dark, 'accent', safeLine('0:02'))}`
      .replace('🇩🇪', '🇩🇪\u001b[3G')
      .replace('👩🏿‍🚀\u001b[0m', '👩🏿‍🚀\u001b[0m\u001b[6G'),
  )
})

test('links and styles inside such a row are what they were', () => {
  const linked = row(
    safeLine('a '),
    link({ ...dark, hyperlinks: true }, safeLine('⚠️ b'), 'https://example.com/🚀'),
  )
  expect(placedRow(linked)).toBe(linked.replace('⚠️', '⚠️\u001b[5G'))
})
