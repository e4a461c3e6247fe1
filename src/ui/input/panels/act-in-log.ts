import {
  type Layer,
  messageOnly,
  screenOnly,
  type CommandContext,
  type KeyContext,
  type KeyResult,
} from '../layer.ts'
import type { AnyCommand } from '../../keys/key-table.ts'
import { isInLog, logTabs } from '../../panels/panels.ts'
import { startOfLog, type ProblemMessage } from '../../state/panel-state.ts'
import type { UiState } from '../../state/ui-state.ts'
import { openedAtMessage, openedScroll } from './act-in-panel.ts'
import type { ShownLog } from '../../state/shown.ts'

/** The log, whose tabs are the conversation, stderr, the problems and the wire. Enter opens what is selected, whatever opens the prompt. */
export const logLayer: Layer = {
  commandOf: ({ plan, wire }, key) =>
    wire.commandOf(key) === 'filter' ? 'filter' : key === 'enter' ? 'wire-frame' : plan.commandOf(key),
  does: (ui, command, context) =>
    command === 'next-plan' || command === 'previous-plan'
      ? screenOnly(withTab(ui, command === 'next-plan' ? 1 : -1))
      : actInList(ui, command, context),
}

function withTab(ui: UiState, step: 1 | -1): UiState {
  const at = logTabs.findIndex((tab) => tab === ui.panel) + step
  const panel = logTabs[(at + logTabs.length) % logTabs.length] ?? 'conversation'
  const log = { ...startOfLog, showsAll: ui.log.showsAll }
  return { ...ui, panel, panelScroll: openedScroll(panel), log, message: null }
}

/** Carries out a command in a list of the log; null for one that keeps its meaning. */
function actInList(ui: UiState, command: AnyCommand, context: CommandContext): KeyResult | null {
  const drawn = context.shown.main
  if (!isInLog(ui.panel) || drawn.layer !== 'log') return null
  switch (command) {
    case 'down':
    case 'up':
      return selectedInView(ui, command === 'down' ? 1 : -1, drawn)
    case 'next-match':
    case 'previous-match':
      return selectedNext(ui, command === 'next-match' ? 1 : -1, drawn, context)
    case 'write-prompt':
    case 'wire-frame': {
      const message = drawn.places[selectedAt(drawn)]?.message ?? null
      return message === null
        ? messageOnly(ui, 'Nothing that came in a message of its own is selected.', context)
        : screenOnly(openedAtMessage(ui, message))
    }
    case 'filter': {
      const goesTo = drawn.places[selectedAt(drawn)]?.key ?? null
      return screenOnly({ ...ui, log: { ...ui.log, goesTo, showsAll: !ui.log.showsAll } })
    }
    case 'copy': {
      const text = drawn.textOf(selectedAt(drawn))
      return text === ''
        ? messageOnly(ui, 'There is nothing to copy.', context)
        : { ui, intents: [{ type: 'copy', taken: { type: 'text', title: 'entry of the log', text } }] }
    }
    default:
      return null
  }
}

/** The index of the selected item; -1: there is none. */
function selectedAt({ place }: ShownLog): number {
  return place?.at ?? -1
}

/** Selects the next item if it is visible; null: the rows scroll. */
function selectedInView(ui: UiState, step: 1 | -1, drawn: ShownLog): KeyResult | null {
  const { places, top, visible } = drawn
  const next = places[selectedAt(drawn) + step]
  if (next === undefined || next.row < top || next.row >= top + visible) return null
  return screenOnly(withSelected(ui, next.key, { top }))
}

/** Goes to the next item that leads to a message; with a search, to the next one of those that match. */
function selectedNext(ui: UiState, step: 1 | -1, drawn: ShownLog, context: KeyContext): KeyResult {
  const { places, top, matches } = drawn
  const isWanted = (at: number): boolean => {
    const [place, after] = [places[at], places[at + 1]]
    if (place === undefined) return false
    if (ui.query === '') return place.message !== null
    return matches.some((row) => row >= place.row && row < (after?.row ?? Number.POSITIVE_INFINITY))
  }
  for (let at = selectedAt(drawn) + step; at >= 0 && at < places.length; at += step) {
    const next = places[at]
    if (next !== undefined && isWanted(at))
      return screenOnly(withSelected(ui, next.key, { top, matchRow: next.row }))
  }
  const what = ui.query === '' ? 'Nothing leads to a message' : 'Nothing matches'
  return messageOnly(ui, `${what} further ${step > 0 ? 'down' : 'up'}.`, context)
}

/** A click on an item: selects it, the second one opens its message. */
export function clickedItem(ui: UiState, key: string, { shown: { main } }: KeyContext): KeyResult {
  const place = main.layer === 'log' ? main.places.find((each) => each.key === key) : undefined
  if (place === undefined) return screenOnly(ui)
  if (place.message !== null && ui.log.selected === key && ui.panelScroll.clicked === place.row)
    return screenOnly(openedAtMessage(ui, place.message))
  return screenOnly(withSelected(ui, key, { top: Math.min(place.row, main.top), clicked: place.row }))
}

function withSelected(ui: UiState, selected: string, scroll: Partial<UiState['panelScroll']>): UiState {
  return {
    ...ui,
    log: { ...ui.log, selected, isMissing: false },
    panelScroll: { ...ui.panelScroll, follows: 'free', matchRow: null, ...scroll },
  }
}

export function openedAtProblem(ui: UiState, wanted: ProblemMessage): UiState {
  return {
    ...ui,
    panel: 'problems',
    panelScroll: openedScroll('problems'),
    query: '',
    message: null,
    log: { ...startOfLog, wanted },
  }
}
