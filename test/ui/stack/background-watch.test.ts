import { describe, expect, test } from 'vitest'
import type { TerminalReport } from '../../../src/app/ports/terminal-keys.ts'
import { BackgroundWatch, isDark } from '../../../src/ui/stack/background-watch.ts'
import { fakeClock } from '../../agent/fake-clock.ts'

const query = '\u001b]11;?\u001b\\\u001b[c'
const white = { type: 'background', red: 1, green: 1, blue: 1 } as const
const black = { type: 'background', red: 0, green: 0, blue: 0 } as const
const attributes = { type: 'attributes' } as const
const lightScheme = { type: 'scheme', isDark: false } as const

function watched() {
  const clock = fakeClock()
  const written: string[] = []
  const found: (string | null)[] = []
  const watch = new BackgroundWatch({
    clock,
    write: (bytes) => void written.push(bytes),
    onBackground: (background) => void found.push(background),
  })
  const take = (...reports: readonly Exclude<TerminalReport, { type: 'mouse' }>[]): void => {
    for (const report of reports) watch.take(report)
  }
  const queries = (): number => written.filter((bytes) => bytes === query).length
  return { clock, watch, written, found, take, queries }
}

test.each<[string, boolean]>([
  ['000000', true],
  ['002b36', true],
  ['1e1e1e', true],
  ['0000ff', true],
  ['767676', false],
  ['747474', true],
  ['fdf6e3', false],
  ['ffffff', false],
  ['00ff00', false],
])('#%s is dark: %s', (hex, wanted) => {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  )
  expect(isDark({ red, green, blue })).toBe(wanted)
})

describe('the terminal’s background', () => {
  test('is asked, with the attributes behind it, and changes are to be reported', () => {
    const { watch, written } = watched()
    watch.start()
    expect(written).toEqual(['\u001b[?2031h', query])
    watch.stop()
    expect(written.slice(2)).toEqual(['\u001b[?2031l'])
  })

  test('is told to be unknown where the terminal answers for the rest only, or not at all', () => {
    const { watch, found, take } = watched()
    watch.start()
    take(attributes)
    expect(found).toEqual([null])
    const other = watched()
    other.watch.start()
    other.clock.pass(99)
    expect(other.found).toEqual([])
    other.clock.pass(1)
    expect(other.found).toEqual([null])
  })

  test('is what the terminal answers, however late', () => {
    const { clock, watch, found, take } = watched()
    watch.start()
    take(white, attributes)
    clock.pass(60_000)
    take(black)
    expect(found).toEqual(['light', 'dark'])
  })

  test('is asked again at a report of a change, once for many reports', () => {
    const { watch, found, take, queries } = watched()
    watch.start()
    take(black, attributes)
    take(lightScheme, lightScheme, lightScheme)
    expect(queries()).toBe(2)
    take(white, attributes)
    expect(queries()).toBe(3)
    take(white, attributes)
    expect(queries()).toBe(3)
    expect(found).toEqual(['dark', 'light', 'light'])
  })

  test('is what the report says on a terminal that has not answered', () => {
    const { watch, found, take, queries } = watched()
    watch.start()
    take(attributes, lightScheme)
    expect(found).toEqual([null, 'light'])
    expect(queries()).toBe(1)
  })

  test('can be asked again on a terminal that has answered once and then no more', () => {
    const { clock, watch, take, queries } = watched()
    watch.start()
    take(white, lightScheme)
    expect(queries()).toBe(1)
    clock.pass(1000)
    expect(queries()).toBe(2)
  })
})

describe('what gives the terminal away', () => {
  test('goes on at once if nothing was asked, or all is answered', () => {
    const { watch, take } = watched()
    const left: string[] = []
    watch.whenAnswered(() => void left.push('before'))
    watch.start()
    take(attributes)
    watch.whenAnswered(() => void left.push('after'))
    expect(left).toEqual(['before', 'after'])
  })

  test('waits for the answer', () => {
    const { clock, watch, take } = watched()
    let left = 0
    watch.start()
    watch.whenAnswered(() => void left++)
    take(white)
    expect(left).toBe(0)
    take(lightScheme, attributes)
    expect(left).toBe(1)
    clock.pass(5000)
    expect(left).toBe(1)
  })

  test('does not wait for long', () => {
    const { clock, watch, take } = watched()
    let left = 0
    watch.start()
    watch.whenAnswered(() => void left++)
    clock.pass(999)
    expect(left).toBe(0)
    clock.pass(1)
    expect(left).toBe(1)
    take(attributes)
    expect(left).toBe(1)
  })

  test('does not wait where nothing has come in a second', () => {
    const { clock, watch } = watched()
    let left = 0
    watch.start()
    clock.pass(1000)
    watch.whenAnswered(() => void left++)
    expect(left).toBe(1)
  })
})
