import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOnlyShown, type AppState } from '../../../src/app/state/app-state.ts'
import { openQuestion } from '../../../src/app/state/question.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { openLayers, type OpenLayers } from '../../../src/ui/state/open-layers.ts'
import { opened, stateAfter } from '../../support/app-states.ts'
import { anyEvent, anyKey, timed } from '../stack/any-events.ts'
import { ShownScreen } from '../stack/shown-screen.ts'

const anyStep = fc.oneof(
  { weight: 2, arbitrary: anyEvent.map((event) => ({ type: 'event' as const, ...event })) },
  { weight: 1, arbitrary: anyKey.map((key) => ({ type: 'key' as const, key })) },
)

function check(state: AppState, layers: OpenLayers): void {
  const { order, main, question, asked, isResting, writing, past, panel, picker } = layers
  expect(new Set(order).size).toBe(order.length)
  expect(order.at(-1)).toBe('plan')
  expect(main === 'plan' || order.includes(main) || writing !== null).toBe(true)
  expect(order[0] === 'writing').toBe(writing !== null)
  expect(asked).toEqual(openQuestion(state))
  if (question === null) return
  // Nobody answers about a text that is not on the screen.
  expect({ question, isResting, writing, past, panel }).toEqual({
    question: asked,
    isResting: false,
    writing: null,
    past: null,
    panel: null,
  })
  expect(isOnlyShown(state)).toBe(false)
  expect(picker === null || picker.topic.kind === 'login').toBe(true)
}

test('after any events and keys what is open has an order, and escape closes all of it but the plan', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
      let state = stateAfter(...opened())
      const screen = new ShownScreen(state)
      let nowMs = 0
      for (const step of steps) {
        if (step.type === 'key') screen.press(step.key)
        else {
          nowMs += step.afterMs
          state = reduce(state, timed(step.event, nowMs))
          screen.show(state)
        }
        check(state, openLayers(screen.ui, state))
      }
      const order = state.link.state === 'wants-login' ? ['picker', 'plan'] : ['plan']
      const open = (): OpenLayers => openLayers(screen.ui, state)
      for (let presses = 0; presses < 30 && open().order.length > order.length; presses++)
        screen.press('escape')
      // Once more opens nothing.
      for (const presses of [0, 1, 2]) {
        if (presses > 0) screen.press('escape')
        expect(open()).toMatchObject({ order, main: order[0] })
      }
    }),
    { numRuns: 100 },
  )
})
