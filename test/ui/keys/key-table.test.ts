import { describe, expect, test } from 'vitest'
import { tableKeys } from '../../../src/ui/keys/key-map.ts'
import { keyTable, playerTable, questionTable, wireTable } from '../../../src/ui/keys/key-table.ts'
import { rowText } from '../../../src/lib/cells/row.ts'
import { initialState } from '../../../src/app/state/app-state.ts'
import { keysOf } from '../../../src/ui/stack/key-help.ts'
import { startUiState } from '../../../src/ui/state/ui-state.ts'
import type { KeyGroup } from '../../../src/ui/panels/panel.ts'
import { help } from '../../../src/ui/panels/help-panel.ts'
import { dark, plain } from '../paint/any-rows.ts'

describe('the key table', () => {
  test('every key is listed once, and has its command', () => {
    const keys = keyTable.flatMap(({ keys }) => keys)
    expect(new Set(keys).size).toBe(keys.length)
    for (const binding of keyTable)
      for (const key of binding.keys) expect(tableKeys.plan.commandOf(key)).toBe(binding.command)
  })

  test('every command is listed once; what is set once or rarely wanted has no key', () => {
    const commands = keyTable.map(({ command }) => command)
    expect(new Set(commands).size).toBe(commands.length)
    const bindings = [...keyTable, ...playerTable, ...wireTable, ...questionTable]
    expect(bindings.filter(({ keys }) => keys.length === 0).map(({ command }) => command)).toEqual([
      'widen-pane',
      'narrow-pane',
      'repeat',
      'copy-exchange',
    ])
  })

  test('an unknown key has no command', () => {
    for (const key of ['x', '', 'ctrl-x', 'constructor', '__proto__', '0'])
      expect(tableKeys.plan.commandOf(key)).toBeUndefined()
  })
})

const listed = (): readonly KeyGroup[] => keysOf(initialState, startUiState(80, 24))

describe('the help', () => {
  test.each([30, 40, 60, 80, 120])('shows every binding completely at %i columns', (columns) => {
    const text = help
      .rows(initialState, { theme: dark, columns, plan: null, keysOf: listed })
      .map(rowText)
      .join(' ')
      .replaceAll(/ +/g, ' ')
    for (const { label, does } of keyTable.filter(({ keys }) => keys.length > 0)) {
      expect(text).toContain(label)
      const words = does.split(' ')
      // Wrapped beside the key: all words are there, in this order.
      expect(text).toMatch(
        new RegExp(words.map((word) => word.replaceAll(/[^\w]/g, String.raw`\$&`)).join(' ')),
      )
    }
  })

  test('names arrow keys in letters in an ASCII terminal, with the same alignment', () => {
    const rows = help
      .rows(initialState, { theme: plain, columns: 80, plan: null, keysOf: listed })
      .map(rowText)
    expect(rows.filter((text) => !/^[\x20-\x7e]*$/.test(text))).toEqual([])
    expect(rows.find((text) => text.includes('previous plan'))).toBe('   shift-tab left      previous plan')
  })
})
