import { type Layer, messageOnly, screenOnly, type KeyContext, type KeyResult } from '../layer.ts'
import type { AnyCommand } from '../../keys/key-table.ts'
import { startOfList } from '../../state/list-state.ts'
import type { UiState } from '../../state/ui-state.ts'
import { openedAtMessage } from './act-in-panel.ts'
import type { ProblemMessage } from '../../state/message-panels.ts'
import type { ShownProblems } from '../../state/shown.ts'

/** The problems panel. Enter opens the message, whatever opens the prompt. */
export const problemsLayer: Layer = {
  commandOf: ({ plan }, key) => (key === 'enter' ? 'wire-frame' : plan.commandOf(key)),
  does: actInProblemsPanel,
}

/** Carries out a command in the problems panel; null for one that keeps its meaning. */
function actInProblemsPanel(ui: UiState, command: AnyCommand, context: KeyContext): KeyResult | null {
  const drawn = context.shown.main
  if (ui.panel !== 'problems' || drawn.layer !== 'problems') return null
  switch (command) {
    case 'down':
      return selectedInView(ui, 1, drawn)
    case 'up':
      return selectedInView(ui, -1, drawn)
    case 'next-match':
      return ui.query === '' ? selectedNext(ui, 1, drawn, context) : null
    case 'previous-match':
      return ui.query === '' ? selectedNext(ui, -1, drawn, context) : null
    case 'write-prompt':
    case 'wire-frame': {
      const place = drawn.places[selectedAt(drawn)]
      return place === undefined
        ? messageOnly(ui, 'No problem of a message is selected.', context)
        : screenOnly(openedAtMessage(ui, place.message))
    }
    default:
      return null
  }
}

/** The index of the selected problem; -1: there is none. */
function selectedAt({ place }: ShownProblems): number {
  return place?.at ?? -1
}

/** Selects the next problem if it is visible; null: the rows scroll. */
function selectedInView(ui: UiState, step: 1 | -1, drawn: ShownProblems): KeyResult | null {
  const { places, top, visible } = drawn
  const next = places[selectedAt(drawn) + step]
  if (next === undefined || next.row < top || next.row >= top + visible) return null
  return screenOnly(withSelected(ui, next.key, { top }))
}

function selectedNext(ui: UiState, step: 1 | -1, drawn: ShownProblems, context: KeyContext): KeyResult {
  const { places, top } = drawn
  const next = places[selectedAt(drawn) + step]
  if (next === undefined)
    return messageOnly(ui, `There is no problem of a message ${step > 0 ? 'below' : 'above'}.`, context)
  return screenOnly(withSelected(ui, next.key, { top, matchRow: next.row }))
}

/** A click on a problem of a message: selects it, the second one opens its message. */
export function clickedProblem(ui: UiState, key: string, { shown: { main } }: KeyContext): KeyResult {
  const place = main.layer === 'problems' ? main.places.find((each) => each.key === key) : undefined
  if (ui.panel !== 'problems' || place === undefined) return screenOnly(ui)
  if (ui.problems.selected === key && ui.panelScroll.clicked === place.row)
    return screenOnly(openedAtMessage(ui, place.message))
  return screenOnly(withSelected(ui, key, { top: Math.min(place.row, main.top), clicked: place.row }))
}

function withSelected(ui: UiState, selected: string, scroll: Partial<UiState['panelScroll']>): UiState {
  return {
    ...ui,
    problems: { ...ui.problems, selected, isMissing: false },
    panelScroll: { ...ui.panelScroll, follows: 'free', matchRow: null, ...scroll },
  }
}

/** Opens the problems panel at the problem of a message. */
export function openedAtProblem(ui: UiState, wanted: ProblemMessage): UiState {
  return {
    ...ui,
    panel: 'problems',
    panelScroll: { ...startOfList, follows: 'end' },
    query: '',
    message: null,
    problems: { selected: null, wanted, isMissing: false },
  }
}
