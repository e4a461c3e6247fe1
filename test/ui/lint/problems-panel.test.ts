import { describe, expect, test } from 'vitest'
import { type WireLog, sourceOfLog } from '../../../src/app/wire/wire-log.ts'
import { rowWidth } from '../../../src/lib/cells/row.ts'
import type { TraceRecord } from '../../../src/protocol/trace/trace-record.ts'
import { loadedLint, loadedWirePanel } from '../wire/loaded-readers.ts'
import { entries, exchange, loggedAll, update } from '../../app/wire/wire-lines.ts'
import { observed } from '../../recordings/read-recording.ts'
import { ShownScreen, type ShowOptions } from '../stack/shown-screen.ts'

/** Frame 7 is no message, frame 9 goes back, and frame 10 has a status that nobody knows. */
const records: readonly TraceRecord[] = [
  ...exchange.slice(0, 9),
  { t: 8_300, type: 'frame', dir: 'from-agent', line: '{"half' },
  update(9_000, 'plan', { entries: entries('completed') }),
  update(10_000, 'plan', { entries: entries('pending') }),
  update(11_000, 'plan', { entries: entries('blocked') }),
]

function screenOf(of: readonly TraceRecord[], options: ShowOptions = {}, log = loggedAll(of)): ShownScreen {
  return new ShownScreen(observed(of), { nowMs: 43_000, ...viewsOf(log), ...options })
}

function viewsOf(log: WireLog): Pick<ShowOptions, 'wire' | 'lint'> {
  const source = sourceOfLog(log)
  return {
    wire: loadedWirePanel(source),
    lint: loadedLint(source),
  }
}

/** How many problems of messages are listed. */
function placesOn({ drawn: { shown } }: ShownScreen): number {
  return shown.main.layer === 'log' ? shown.main.places.length : 0
}

function pointed(screen: ShownScreen): string {
  return screen.text.split('\n').find((each) => each.startsWith('›')) ?? ''
}

const typed = (text: string): readonly string[] => Array.from(text)

describe('the problems panel', () => {
  for (const [columns, rows] of [
    [40, 12],
    [80, 24],
    [160, 50],
  ] as const)
    test(`is drawn at ${columns}x${rows}`, async () => {
      const screen = screenOf(records, { columns, rows }).press('!')
      expect(screen.rows).toHaveLength(rows)
      expect(screen.rows.filter((each) => rowWidth(each) > columns)).toEqual([])
      await expect(`${screen.text}\n`).toMatchFileSnapshot(`../golden/problems-listed.${columns}x${rows}.txt`)
    })

  test('opens at the first row of the newest one, where that is taller than the panel too', () => {
    const screen = screenOf(records, { columns: 40, rows: 10 }).press('!')
    const head = screen.text.split('\n')[2]
    expect(head).toMatch(/^›(?:rejected|noted) /)
    expect(screen.press('G').text).not.toContain(head)
    expect(screen.press('tab', 'shift-tab').text.split('\n')[2]).toBe(head)
    const more = update(12_000, 'plan', { entries: [{ content: 7 }] })
    screen.show(observed([...records, more]))
    expect(screen.text.split('\n').slice(2, 4).join('')).toMatch(/^›rejected .*update\.entries\[0\]/)
  })

  test('says so when there are none', () => {
    expect(screenOf([]).press('!').text).toContain(' No protocol errors.')
  })

  test('I leads from each problem to its message, and ! back to it', () => {
    const screen = screenOf(records, { rows: 12 }).press('!')
    const problems = new Set<string>()
    const messages = new Set<string>()
    const count = placesOn(screen)
    expect(count).toBe(4)
    for (let step = 0; step < count; step++) {
      const problem = pointed(screen)
      problems.add(problem)
      expect(screen.press('I').ui).toMatchObject({ panel: 'wire', wire: { wanted: null, isLost: false } })
      messages.add(pointed(screen))
      expect(screen.press('!').ui.panel).toBe('problems')
      expect(pointed(screen)).not.toBe('')
      screen.press('escape', '!')
      for (let up = 0; up <= step; up++) screen.press('N')
    }
    expect(problems.size).toBe(count)
    expect(Array.from(messages, (each) => each.slice(16).trim()).join('\n')).toMatch(/\{"half/)
  })

  test('a message leads to its own problem, not to the newest', () => {
    const screen = screenOf(records).press('i', '/', ...typed('kind:malformed'), 'enter', '!')
    expect(pointed(screen)).toContain('rejected')
    screen.press('enter')
    expect(pointed(screen)).toContain('{"half')
    expect(screen.press('enter', '!').ui.panel).toBe('problems')
  })

  test('a message without a problem says so', () => {
    const screen = screenOf(records).press('i', 'g', '!')
    expect(screen.text).toContain('No problem of that message is listed.')
    expect(screen.press('escape', '!').text).not.toContain('No problem of that message')
  })

  test('a selected problem stays selected while others are found', () => {
    const log = loggedAll(records)
    const screen = screenOf(records, {}, log).press('!', 'N', 'N')
    const before = pointed(screen)
    expect(before).not.toBe('')
    const more = [
      ...records,
      ...[1, 2].map((at) => update(12_000 + at, 'plan', { entries: [{ content: 7 }] })),
    ]
    for (const record of more.slice(records.length)) log.append(record)
    screen.show(observed(more))
    expect(pointed(screen)).toBe(before)
  })

  test('j and k select what is visible and scroll the rest', () => {
    const screen = screenOf(records, { rows: 10 }).press('!')
    const seen = new Set<string>()
    for (let count = 0; count < 80; count++) seen.add(pointed(screen.press('k')))
    expect(screen.drawn.shown.main.top).toBe(0)
    const places = placesOn(screen)
    seen.delete('')
    expect(seen.size).toBe(places)
    for (let count = 0; count < 80; count++) screen.press('j')
    expect(screen.drawn.shown.main.top + screen.drawn.shown.main.visible).toBe(screen.drawn.shown.main.total)
  })

  test.each([
    [40, 12],
    [80, 24],
    [160, 50],
  ])(
    'a click on any row of a problem selects it, and the second one opens its message: %dx%d',
    (columns, rows) => {
      const shown = (): ShownScreen => screenOf(records, { columns, rows }).press('!', 'g')
      const keys = new Set<string>()
      for (let turn = 0; turn < 80; turn++) {
        const scrolled = (): ShownScreen => {
          const screen = shown()
          for (let count = 0; count < turn; count++) screen.pointAt(3, 4, 'wheel-down')
          return screen
        }
        const first = scrolled()
        for (const [row] of first.rows.entries()) {
          const { target } = first.drawn.placeAt(3, row)
          if (target?.type !== 'log-item' || keys.has(target.key)) continue
          keys.add(target.key)
          const screen = scrolled().pointAt(3, row)
          expect(screen.ui).toMatchObject({ panel: 'problems', log: { selected: target.key } })
          expect(screen.pointAt(3, row).ui).toMatchObject({ panel: 'wire', wire: { isLost: false } })
        }
        if (first.drawn.shown.main.top + first.drawn.shown.main.visible >= first.drawn.shown.main.total) break
      }
      expect(keys.size).toBe(placesOn(shown()))
    },
  )

  test('a search selects the problem that it finds', () => {
    const screen = screenOf(records, { rows: 12 }).press('!', '/', ...typed('blocked'), 'enter')
    expect(screen.press('I').ui.panel).toBe('wire')
    expect(screen.press('enter').text).toContain('frame 10')
  })

  test('without problems of messages I says so', () => {
    expect(screenOf([]).press('!', 'I').text).toContain(
      'Nothing that came in a message of its own is selected.',
    )
  })
})

test('a message that a filter shows leaves the filter on, another one suspends it', () => {
  const log = loggedAll(records)
  const screen = screenOf(records, {}, log).press('i', '/', ...typed('kind:plan'), 'enter', 'escape', 'I')
  expect(screen.ui.wire).toMatchObject({ isSuspended: false, wanted: null })
  expect(pointed(screen)).toContain('revision')
  screen.press('/', ...Array.from({ length: 9 }, () => 'backspace'), ...typed('kind:request'), 'enter')
  expect(screen.press('escape', 'I').ui.wire.isSuspended).toBe(true)
  expect(pointed(screen)).toContain('revision')
})
