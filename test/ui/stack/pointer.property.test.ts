import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sourceOfLog } from '../../../src/app/wire/wire-log.ts'
import type { MouseReport } from '../../../src/app/ports/terminal-keys.ts'
import type { Intent } from '../../../src/ui/state/intent.ts'
import { loadedLint, loadedWirePanel } from '../wire/loaded-readers.ts'
import type { PointerTarget } from '../../../src/ui/rows/row-form.ts'
import type { Frame } from '../../../src/ui/stack/frame.ts'
import { smallest } from '../../../src/ui/paint/look.ts'
import { screenRows } from '../../../src/ui/stack/screen-view.ts'
import { gestureMs, quitArmedMs } from '../../../src/ui/state/timing.ts'
import { exchange, loggedAll } from '../../app/wire/wire-lines.ts'
import { asked, items, opened, planned, prompted } from '../../support/app-states.ts'
import { elicited, everyKind } from '../questions/asked-forms.ts'
import { anyEvent, anyKey, timed } from './any-events.ts'
import { controlledAs } from './controlled-screen.ts'
import { lasting } from '../input/lasting-intents.ts'

const source = sourceOfLog(loggedAll(exchange))

/** What no single click may ever do. A tab of another session that is open makes that the current one at once. */
const guarded: ReadonlySet<Intent['type']> = new Set([...lasting, 'save-as'])

const asking = [
  [asked(2)],
  [elicited(everyKind, { askedAtMs: 2 })],
  [asked(2), elicited(everyKind, { askedAtMs: 3 })],
  [],
] as const

/** A report at a place in shares of the screen, or at one of the things there that can be clicked. */
const anyReport = fc.record({
  action: fc.oneof(
    { weight: 6, arbitrary: fc.constant('press' as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom<MouseReport['action']>(
        'release',
        'move',
        'wheel-up',
        'wheel-down',
        'wheel-left',
        'wheel-right',
      ),
    },
  ),
  button: fc.oneof(
    { weight: 6, arbitrary: fc.constant('left' as const) },
    { weight: 1, arbitrary: fc.constantFrom('middle' as const, 'right' as const, 'other' as const) },
  ),
  at: fc.constantFrom('anything', 'target', 'careful-target', 'careful-target'),
  column: fc.double({ min: 0, max: 1.2, noNaN: true }),
  row: fc.double({ min: 0, max: 1.2, noNaN: true }),
  times: fc.integer({ min: 1, max: 4 }),
  /** The time before each of them but the first. */
  gapMs: fc.constantFrom(0, 10, gestureMs - 1, gestureMs, 1000),
})

const anyStep = fc.record({
  report: anyReport,
  /** What comes from the agent before it, shown or not. */
  event: fc.option(anyEvent, { freq: 4 }),
  isDrawn: fc.boolean(),
  waitMs: fc.constantFrom(0, 0, 10, gestureMs - 1, gestureMs, 1000, quitArmedMs),
})

interface Size {
  readonly columns: number
  readonly rows: number
}

interface Place {
  readonly column: number
  readonly row: number
}

/** Where something can be clicked. */
function placesOf(drawn: Frame, size: Size, isMeant: (target: PointerTarget) => boolean): readonly Place[] {
  const places: Place[] = []
  for (let row = 0; row < size.rows; row++)
    for (let column = 1; column < size.columns; column += Math.ceil(size.columns / 12)) {
      const { target } = drawn.placeAt(column, row)
      if (target !== null && isMeant(target)) places.push({ column, row })
    }
  return places
}

/** Whether a click on it may have an effect outside of the screen. */
function isCareful({ type }: PointerTarget): boolean {
  return type === 'option' || type === 'button' || type === 'item' || type === 'hint' || type === 'command'
}

/** What a click is about, by which a second one is known to be about the same. */
function nameOf(target: PointerTarget): string {
  switch (target.type) {
    case 'hint':
      return `hint ${target.hint.key}`
    default:
      return JSON.stringify(target)
  }
}

test('any reports anywhere throw nothing, and no single click or double click has an effect outside of the screen', () => {
  let effects = 0
  fc.assert(
    fc.property(
      fc.record({
        size: fc.record({ columns: fc.integer({ min: 1, max: 200 }), rows: fc.integer({ min: 1, max: 60 }) }),
        question: fc.constantFrom(...asking),
        events: fc.array(anyEvent, { maxLength: 6 }),
        keys: fc.array(fc.oneof(anyKey, fc.constantFrom('i', '!', ':', 'p', 's', '?', 'T', '[')), {
          maxLength: 5,
        }),
        steps: fc.array(anyStep, { minLength: 1, maxLength: 15 }),
      }),
      ({ size, question, events, keys, steps }) => {
        const wire = loadedWirePanel(source)
        const lint = loadedLint(source)
        const plans = [planned(1, items('» Read it', '○ Write it')), planned(2, items('○ Test it'), 'b')]
        const { app, clock, controller, intents, press } = controlledAs(
          { ...size, wire, lint },
          ...opened(),
          prompted(0),
          ...plans,
          ...question,
        )
        for (const { event, afterMs } of events) {
          clock.pass(afterMs)
          app.dispatch(timed(event, clock.nowMs()))
        }
        controller.draw()
        for (const key of keys) press(key)
        clock.pass(quitArmedMs)
        controller.pressHeldKey()
        let drawn = controller.draw()
        let last: { readonly name: string; readonly atMs: number } | null = null
        for (const { report, event, isDrawn, waitMs } of steps) {
          clock.pass(waitMs)
          if (event !== null) app.dispatch(timed(event.event, clock.nowMs()))
          const { action, button, times, gapMs } = report
          const places =
            report.at === 'anything'
              ? []
              : placesOf(drawn, size, (target) => report.at === 'target' || isCareful(target))
          const place = places[Math.floor((report.row / 1.2) * (places.length - 1))] ?? {
            column: Math.floor(report.column * size.columns),
            row: Math.floor(report.row * size.rows),
          }
          for (let count = 0; count < times; count++) {
            if (count > 0) clock.pass(gapMs)
            const { target } = drawn.placeAt(place.column, place.row)
            const before = intents.length
            controller.point({ type: 'mouse', action, button, ...place })
            const done = intents.slice(before).filter(({ type }) => guarded.has(type))
            const name = action !== 'press' || button !== 'left' || target === null ? null : nameOf(target)
            const isSecond = last !== null && last.name === name && clock.nowMs() - last.atMs >= gestureMs
            if (done.length > 0) expect([done, target, isSecond]).toEqual([done, target, true])
            effects += done.length
            if (name !== null) last = { name, atMs: clock.nowMs() }
          }
          if (!isDrawn) continue
          drawn = controller.draw()
          if (size.rows >= smallest.rows) expect(screenRows(drawn.view)).toHaveLength(size.rows)
        }
      },
    ),
    { numRuns: 70 },
  )
  expect(effects).toBeGreaterThan(0)
})
