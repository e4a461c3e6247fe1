import { expect, test } from 'vitest'
import { createApp } from '../../../src/app/app.ts'
import type { AppEvent } from '../../../src/app/app-event.ts'
import type { Intent } from '../../../src/ui/intent.ts'
import * as keys from '../../../src/ui/keys/input-actions.ts'
import { createScreenController } from '../../../src/ui/screen/screen-controller.ts'
import { OpenDocuments } from '../../../src/ui/screen/open-documents.ts'
import { heldMs } from '../../../src/ui/state/timing.ts'
import { fakeClock } from '../../agent/fake-clock.ts'
import { asked, items, opened, planned, prompted } from '../../support/app-states.ts'
import { dark, loadedDocumentCache } from './shown-screen.ts'

const documentCache = await loadedDocumentCache()

function controlled(...events: readonly AppEvent[]) {
  const app = createApp()
  for (const event of events) app.dispatch(event)
  const clock = fakeClock()
  const intents: Intent[] = []
  const documents = new OpenDocuments(
    { open: () => () => undefined, fetch: () => undefined },
    () => undefined,
  )
  const look = {
    theme: dark,
    isAnimated: false,
    title: null,
    command: null,
    cwd: null,
    documentCache,
  }
  const controller = createScreenController({
    app,
    clock,
    player: null,
    columns: 80,
    rows: 24,
    look,
    documents,
    keys: () => keys,
    requestFrame: () => undefined,
    perform: (intent) => intents.push(intent),
  })
  controller.draw()
  const press = (name: string): void => controller.press({ name, text: name.length === 1 ? name : '' })
  return { app, clock, controller, intents, press }
}

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
