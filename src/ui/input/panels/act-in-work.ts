import { isPlanShown } from '../../state/open-layers.ts'
import { outcomeOf } from '../../../app/state/step-work.ts'
import type { AnyCommand } from '../../keys/key-table.ts'
import { startOfList } from '../../state/list-state.ts'
import { startOfWork } from '../../state/panel-state.ts'
import { numberAt, outsideNumber, type ShownMain, type ShownWork } from '../../state/shown.ts'
import type { UiState } from '../../state/ui-state.ts'
import { openedAtMessage } from './act-in-panel.ts'
import { messageOnly, screenOnly, type KeyContext, type KeyResult, type Layer } from '../layer.ts'
import { moveOf, selectionMoved } from '../scroll.ts'

/** The panel with the work of a step. Enter opens the message of a call, whatever opens the prompt. */
export const workLayer: Layer = {
  commandOf: ({ plan }, key) => (key === 'enter' ? 'wire-frame' : plan.commandOf(key)),
  does: actInWork,
}

/** Carries out a command in the work panel; null for one that keeps its meaning. */
function actInWork(ui: UiState, command: AnyCommand, context: KeyContext): KeyResult | null {
  const drawn = context.shown.main
  if (ui.panel !== 'work' || drawn.layer !== 'work') return null
  switch (command) {
    case 'leave':
      return ui.work.isOutside ? screenOnly(listing(ui, false)) : null
    case 'write-prompt':
    case 'wire-frame':
      return opened(ui, drawn, context)
    case 'next-match':
    case 'previous-match':
      return ui.query === '' ? toFailure(ui, command === 'next-match' ? 1 : -1, drawn, context) : null
    default: {
      const by = moveOf(command, drawn)
      return by === null ? null : screenOnly(moved(ui, by, drawn))
    }
  }
}

/** Selects so many calls further on, as the wheel does. null: the panel is not shown. */
export function workMoved(ui: UiState, by: number, drawn: ShownMain): UiState | null {
  return ui.panel === 'work' && drawn.layer === 'work' ? moved(ui, by, drawn) : null
}

function moved(ui: UiState, by: number, drawn: ShownWork): UiState {
  const { calls, hasOutside, place } = drawn
  const idAt = (at: number): number => numberAt(calls, at)
  const length = calls.length + (hasOutside ? 1 : 0)
  const { selected } = ui.panelScroll
  // Several turns of the wheel may come before the next frame: each begins where the one before has led.
  const known = selected === null ? -1 : calls.findIndex(({ number }) => number === selected)
  const at = selected === outsideNumber ? calls.length : known < 0 ? (place?.at ?? 0) : known
  return { ...ui, panelScroll: selectionMoved(ui.panelScroll, by, { length, at, idAt }) }
}

function toFailure(ui: UiState, step: 1 | -1, drawn: ShownWork, context: KeyContext): KeyResult {
  const at = drawn.place?.at ?? -1
  const isFailed = (index: number): boolean => {
    const call = drawn.calls[index]
    return call !== undefined && outcomeOf(call) === 'failed'
  }
  for (let next = at + step; next >= 0 && next < drawn.calls.length; next += step)
    if (isFailed(next)) return screenOnly(moved(ui, next - at, drawn))
  return messageOnly(ui, `No call has failed ${step > 0 ? 'below' : 'above'}.`, context)
}

/** The message of the selected call; of the row behind them, the calls outside of the plan. */
function opened(ui: UiState, { calls, hasOutside, place }: ShownWork, context: KeyContext): KeyResult {
  const call = calls[place?.at ?? -1]
  if (call !== undefined)
    return call.frame === null
      ? messageOnly(ui, 'This call did not come in a message of the agent.', context)
      : screenOnly({
          ...openedAtMessage(ui, { by: 'frame', frame: call.frame }),
          work: { ...ui.work, left: ui.panelScroll },
        })
  return hasOutside ? screenOnly(listing(ui, true)) : messageOnly(ui, 'No call is selected.', context)
}

function listing(ui: UiState, isOutside: boolean): UiState {
  return { ...ui, panelScroll: { ...startOfList, follows: 'end' }, work: { ...ui.work, isOutside } }
}

/** A click on a call selects it, the second one does what enter does. Beside the plan it opens the panel at the call. */
export function clickedCall(ui: UiState, number: number, context: KeyContext): KeyResult {
  const { state, shown } = context
  const { main } = shown
  const { panelScroll: list } = ui
  const clicked: UiState['panelScroll'] = { ...startOfList, follows: 'free', selected: number }
  if (isPlanShown(ui, state))
    return screenOnly({ ...ui, panel: 'work', panelScroll: clicked, work: startOfWork })
  if (ui.panel !== 'work' || main.layer !== 'work') return screenOnly(ui)
  return list.selected === number && list.clicked === number
    ? opened(ui, main, context)
    : screenOnly({ ...ui, panelScroll: { ...clicked, top: list.top, clicked: number } })
}
