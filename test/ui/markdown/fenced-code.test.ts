import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeTheme, type ThemeName } from '../../../src/ui/paint/theme.ts'
import { allRows, bare, settled, textOf } from './support.ts'
import { ansiText } from '../../support/ansi-text.ts'

const source = readFileSync(new URL('fenced-code.txt', import.meta.url), 'utf8')

function rowsIn(name: ThemeName): readonly string[] {
  const theme = makeTheme({ name, color: true, ascii: false, hyperlinks: false })
  const rows = allRows(settled(source, 160, theme))
  expect(rows.map(textOf)).toEqual(allRows(settled(source, 160, bare)).map(textOf))
  return rows.map(ansiText)
}

test('fenced code in each language has its colours', async () => {
  // An escape character as its sign, so that a file of text can be read and compared.
  const text = rowsIn('dark').map((row) => row.replaceAll('\u001b', '␛'))
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('golden/fenced-code.txt')
})

test.each([
  ['dark', ['0', '2', '32', '33', '36', '91']],
  ['light', ['0', '2', '30', '31', '32', '34', '35']],
  ['high-contrast', ['0', '1', '91', '92']],
] as const)('fenced code in the theme %s has colours of the theme only', (name, expected) => {
  const parameters = rowsIn(name).flatMap((row) => [...row.matchAll(/\u001b\[([\d;]+)m/g)])
  const used = new Set(parameters.flatMap(([, codes = '']) => codes.split(';')))
  expect([...used].toSorted()).toEqual(expected)
})
