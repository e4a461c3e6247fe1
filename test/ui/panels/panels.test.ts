import { describe, expect, test } from 'vitest'
import { cachedRows } from '../../../src/ui/panels/panel.ts'
import { dark, plain } from '../paint/any-rows.ts'
import type { Look } from '../../../src/ui/paint/look.ts'

const frame: Look = { theme: dark, columns: 60 }
describe('cached rows', () => {
  test('are made once for an item, and again for another theme or width', () => {
    const asked: number[] = []
    const rows = cachedRows<{ readonly name: string }>((_item, { columns }) => {
      asked.push(columns)
      return []
    })
    const [one, other] = [{ name: 'a' }, { name: 'a' }]
    expect(rows(one, frame)).toBe(rows(one, { ...frame }))
    rows(other, frame)
    rows(one, { ...frame, columns: 40 })
    rows(one, { theme: plain, columns: 40 })
    expect(asked).toEqual([60, 60, 40, 40])
  })
})
