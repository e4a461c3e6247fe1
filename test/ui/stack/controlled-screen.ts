import { createApp } from '../../../src/app/app.ts'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { Intent } from '../../../src/ui/state/intent.ts'
import { rowText } from '../../../src/lib/cells/row.ts'
import * as keys from '../../../src/ui/stack/act-with-pointer.ts'
import {
  createScreenController,
  type ScreenControllerOptions,
} from '../../../src/ui/stack/screen-controller.ts'
import { OpenDocuments } from '../../../src/ui/stack/open-documents.ts'
import { screenRows } from '../../../src/ui/stack/screen-view.ts'
import { fakeClock } from '../../agent/fake-clock.ts'
import { MarkdownDocument } from '../../../src/ui/markdown/document.ts'
import { DocumentCache } from '../../../src/ui/plan-panes/document-cache.ts'
import { dark } from './shown-screen.ts'

// It renders completely: in slices, what a search finds would depend on the speed of the machine.
const documentCache = DocumentCache.synchronous(MarkdownDocument)

export interface ControlledOptions extends Pick<ScreenControllerOptions['look'], 'wire' | 'lint'> {
  readonly columns: number
  readonly rows: number
}

/** A screen of 80x24 with its controller, after events of the app; keys are pressed one after another. */
export function controlled(...events: readonly AppEvent[]) {
  return controlledAs({ columns: 80, rows: 24 }, ...events)
}

/** The same of any size, with the messages of panels. */
export function controlledAs(
  { columns, rows: height, ...views }: ControlledOptions,
  ...events: readonly AppEvent[]
) {
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
    ...views,
  }
  const controller = createScreenController({
    app,
    clock,
    player: null,
    columns,
    rows: height,
    look,
    documents,
    keys: () => keys,
    requestFrame: () => undefined,
    perform: (intent) => intents.push(intent),
  })
  controller.draw()
  const press = (name: string): void => controller.press({ name, text: name.length === 1 ? name : '' })
  const rows = (): readonly string[] => screenRows(controller.draw().view).map(rowText)
  return { app, clock, controller, intents, press, rows }
}
