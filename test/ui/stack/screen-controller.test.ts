import { expect, test } from 'vitest'
import { heldMs } from '../../../src/ui/state/timing.ts'
import { asked, items, opened, planned, prompted } from '../../support/app-states.ts'
import { controlled } from './controlled-screen.ts'

const steps = items('One', 'Two', 'Three')

test('each key of a burst acts on what the keys before it show', () => {
  const { controller, press } = controlled(...opened())
  press('?')
  press('down')
  press('down')
  expect(controller.draw().ui.panelScroll.top).toBe(2)
})

test('an enter does not answer a question that no frame has shown', () => {
  const { app, controller, intents, press } = controlled(...opened(), prompted(0), planned(0, steps))
  press('down')
  app.dispatch(asked(0))
  press('enter')
  expect(intents).toEqual([])
  controller.draw()
  press('enter')
  expect(intents).toMatchObject([{ type: 'answer' }])
})

test('a letter that was held back takes effect when nothing has followed it in time', () => {
  const { clock, controller, intents, press } = controlled(...opened())
  press('q')
  clock.pass(heldMs - 1)
  controller.pressHeldKey()
  expect(intents).toEqual([])
  clock.pass(1)
  controller.pressHeldKey()
  expect(intents).toEqual([{ type: 'quit', reason: 'quit' }])
})
