// What the manual says about keys is what the program does.
import { describe, expect, test } from 'vitest'
import { keyName } from '../../../src/ui/keys/key-press.ts'
import { keyTable, playerTable, questionTable, wireTable } from '../../../src/ui/keys/key-table.ts'
import { readOwnKeys } from '../../../src/ui/keys/own-keys.ts'
import { codeIn, manualPage, tablesIn } from '../../support/manual.ts'

const page = manualPage('keys.md')

/** The manual's title of each table, and the commands that it has to list. */
const tables = [
  ...[...new Set(keyTable.map(({ group }) => group))].map(
    (title) => [title, keyTable.filter(({ group }) => group === title)] as const,
  ),
  ['At a question', questionTable] as const,
  ['While a recording is shown', playerTable] as const,
  ['In the wire panel', wireTable] as const,
]

describe('the page of keys', () => {
  test.each(tables)('%s: lists every key with its command, and no others', (title, bindings) => {
    const [, section = ''] = page.split(`\n## ${title}\n`)
    const [[...rows] = []] = tablesIn(section.split('\n## ')[0] ?? '')
    const listed = rows.map(([keys = '', command = '']) => [codeIn(keys), codeIn(command)])
    expect(listed, `the rows of “${title}” in src/manual/keys.md`).toEqual(
      bindings.map(({ command, keys }) => [
        command === 'pick-plan' ? ['1', '9'] : keys.map(keyName),
        [command],
      ]),
    )
    expect(rows.filter(([, , does = '']) => does === '')).toEqual([])
  })

  test('has no table of keys besides', () => {
    expect([...page.matchAll(/^## (.*)\n(?:(?!## ).*\n)*?\| key \|/gm)].map(([, title]) => title)).toEqual(
      tables.map(([title]) => title),
    )
  })

  test('shows own keys that the program takes', () => {
    const [, json = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? []
    const { keys } = JSON.parse(json) as { readonly keys: unknown }
    expect(readOwnKeys(keys).faults).toEqual([])
  })

  test('names keys that commands can have, and some that they cannot', () => {
    const named = (from: string): readonly string[] =>
      codeIn(page.slice(page.indexOf(from)).split('\n- ')[0] ?? '').filter((key) => !key.endsWith('-'))
    const isKey = (key: string): boolean =>
      readOwnKeys({ mark: [key] }).faults.every(({ text }) => text.includes('is a key of'))
    const usable = named('- A key is a character')
    expect(usable.filter((key) => !isKey(key))).toEqual([])
    expect(usable).toEqual(expect.arrayContaining(['G', 'space', 'delete', 'f12', 'insert']))
    const others = ['ctrl-i', 'ctrl-m', 'ctrl-h', 'ctrl-shift-x', 'ctrl-f5']
    expect(named('- Terminals send')).toEqual(expect.arrayContaining(others))
    expect(others.filter(isKey)).toEqual([])
  })
})
