import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeTheme } from '../../../src/ui/paint/theme.ts'
import { allRows, bare, settled, textOf } from './support.ts'

const source = readFileSync(new URL('fenced-code.txt', import.meta.url), 'utf8')

test.each(['dark', 'high-contrast'] as const)('fenced code has its colours (%s)', async (name) => {
  const theme = makeTheme({ name, color: true, ascii: false, hyperlinks: false })
  const rows = allRows(settled(source, 160, theme))
  // An escape character as its sign, so that a file of text can be read and compared.
  const text = rows.map((row) => row.replaceAll('\u001b', '␛')).join('\n')
  await expect(`${text}\n`).toMatchFileSnapshot(`golden/fenced-code.${name}.txt`)
  expect(rows.map(textOf)).toEqual(allRows(settled(source, 160, bare)).map(textOf))
})
