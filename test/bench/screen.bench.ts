import { bench, describe } from 'vitest'
import type { AppEvent } from '../../src/app/state/app-event.ts'
import { initialState, type AppState } from '../../src/app/state/app-state.ts'
import { reduce } from '../../src/app/reduce/reduce.ts'
import { Painter } from '../../src/ui/paint/painter.ts'
import { screenRows } from '../../src/ui/stack/screen-view.ts'
import { items, opened, planned, prompted } from '../support/app-states.ts'
import { loadedDocumentCache, ShownScreen } from '../ui/stack/shown-screen.ts'

const frames = 200

/** The states of a run, one for each update. */
function statesOf(eventAt: (index: number) => AppEvent): readonly AppState[] {
  let state = [...opened(), prompted(0)].reduce(reduce, initialState)
  return Array.from({ length: frames }, (_, index) => (state = reduce(state, eventAt(index))))
}

function checklist(count: number): (index: number) => AppEvent {
  return (index) => {
    const steps = Array.from({ length: count }, (_, step) => {
      const sign = step < index % count ? '✓' : step === index % count ? '»' : '○'
      return `${sign} Move the parser of part ${step} to streams${sign === '»' ? ` (${index})` : ''}`
    })
    return planned(index * 50, items(...steps))
  }
}

function growingText(index: number): AppEvent {
  const lines = Array.from({ length: 2 * index }, (_, line) =>
    line % 20 === 0 ? `## Part ${line}\n` : `- [ ] step ${line} of the **plan**, with \`code\` and 日本語`,
  )
  return planned(index * 50, { type: 'markdown', text: `# Plan\n\n${lines.join('\n')}\n` }, 'text')
}

const runs: Readonly<Record<string, readonly AppState[]>> = {
  'a checklist of 12': statesOf(checklist(12)),
  'a checklist of 1000': statesOf(checklist(1000)),
  'a text that grows': statesOf(growingText),
}

describe.each(Object.entries(runs))(`${frames} frames of %s, at 120×40`, (_, states) => {
  const once = { iterations: 3, time: 0, warmupIterations: 1, warmupTime: 0 }

  bench(
    'drawn and painted',
    async () => {
      const shown = new ShownScreen(initialState, {
        columns: 120,
        rows: 40,
        documentCache: await loadedDocumentCache(),
      })
      let length = 0
      const painter = new Painter((bytes) => (length += bytes.length))
      for (const [index, state] of states.entries()) {
        const { view, scrolls } = shown.show(state, index * 50)
        painter.paint(screenRows(view), scrolls)
      }
      if (length === 0) throw new Error('nothing was painted')
    },
    once,
  )
})
