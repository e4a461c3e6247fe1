import { expect, test } from 'vitest'
import { heldMs } from '../../../src/ui/state/timing.ts'
import { asked, items, opened, planned, prompted } from '../../support/app-states.ts'
import { controlled } from './controlled-screen.ts'

const steps = items('One', 'Two', 'Three')

test('each key of a burst acts on what the keys before it show', () => {
  const { controller, press } = controlled(...opened())
  press('?')
  press('?')
  press('down')
  press('down')
  expect(controller.draw().ui.panelScroll.top).toBe(2)
})

test('a click after a burst of keys is on what was drawn', () => {
  const texts = Array.from({ length: 40 }, (_, index) => `○ Step ${index + 1}.`)
  const { controller, press, rows } = controlled(...opened(), planned(0, items(...texts)))
  const row = rows().findIndex((each) => each.includes('Step 3.'))
  press('G')
  press('up')
  controller.point({ type: 'mouse', action: 'press', button: 'left', column: 8, row })
  expect(rows().find((each) => each.startsWith('›'))).toContain('Step 3.')
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

test('a letter that becomes due between the look at held keys and the frame asks for another frame', () => {
  const { clock, controller, press } = controlled(...opened())
  press('q')
  const dueAtMs = clock.nowMs() + heldMs
  clock.pass(heldMs - 1)
  controller.pressHeldKey()
  clock.pass(5)
  expect(controller.draw().nextAtMs).toBe(dueAtMs)
})

test('a rehearsal shows a plan to nobody and changes nothing', () => {
  const { app, controller, rows } = controlled()
  const before = app.state()
  const shown = rows()
  const { ui } = controller.draw()
  controller.rehearse()
  expect(app.state()).toBe(before)
  const after = controller.draw()
  expect(after.ui).toBe(ui)
  expect(rows()).toEqual(shown)
})
