import { describe, expect, test } from 'vitest'
import { commandOf, keyTable } from '../../../src/ui/keys/key-table.ts'
import { plainText } from '../../../src/ui/paint/painted.ts'
import { initialState } from '../../../src/app/state/app-state.ts'
import { keysOf } from '../../../src/ui/keys/key-help.ts'
import { help } from '../../../src/ui/panels/help-panel.ts'
import { dark, plain } from '../paint/any-painted.ts'

describe('the key table', () => {
  test('no key stands twice, and each leads to its command', () => {
    const keys = keyTable.flatMap(({ keys }) => keys)
    expect(new Set(keys).size).toBe(keys.length)
    for (const binding of keyTable)
      for (const key of binding.keys) expect(commandOf(key)).toBe(binding.command)
  })

  test('no command stands twice, and every one has a key', () => {
    const commands = keyTable.map(({ command }) => command)
    expect(new Set(commands).size).toBe(commands.length)
    expect(keyTable.filter(({ keys }) => keys.length === 0)).toEqual([])
  })

  test('an unknown key means nothing', () => {
    for (const key of ['x', '', 'ctrl-x', 'constructor', '__proto__', '0'])
      expect(commandOf(key)).toBeUndefined()
  })
})

describe('the help', () => {
  test.each([30, 40, 60, 80, 120])('at %i columns it has every binding, whole', (columns) => {
    const text = help
      .rows(initialState, { theme: dark, columns, keysOf })
      .map(plainText)
      .join(' ')
      .replaceAll(/ +/g, ' ')
    for (const { label, does } of keyTable) {
      expect(text).toContain(label)
      const words = does.split(' ')
      // Wrapped beside its key: the words are all there, in this order.
      expect(text).toMatch(
        new RegExp(words.map((word) => word.replaceAll(/[^\w]/g, String.raw`\$&`)).join(' ')),
      )
    }
  })

  test('in an ASCII terminal its keys are written in letters, in the same columns', () => {
    const rows = help.rows(initialState, { theme: plain, columns: 80, keysOf }).map(plainText)
    expect(rows.filter((text) => !/^[\x20-\x7e]*$/.test(text))).toEqual([])
    expect(rows.find((text) => text.includes('plan before'))).toBe('   shift-tab left    plan before')
  })
})
