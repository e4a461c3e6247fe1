import type { StepRequest } from '../../app/wording/step-requests.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import type { StepsPlace } from '../state/ui-state.ts'
import { blankItem, type PickerItem, type PickerModel } from './picker-item.ts'

/** What can be done with the selected steps. */
export function stepsPicker(place: StepsPlace): PickerModel {
  const count = place.keys.length
  return {
    title: count === 1 ? safe`1 step` : safe`${count} steps`,
    items: [
      requestItem('only', safe`Do only ${those(count)}`, safe`and then stop`),
      requestItem('first', safe`Do ${those(count)} first`, safe`then the others`),
      requestItem('skip', safe`Skip ${those(count)}`, safe`and do the others`),
      requestItem('explain', safe`Explain ${those(count)}`, safe`and change nothing yet`),
    ],
    notes: [{ text: noteOn(place.goes), role: 'dim' }],
  }
}

function those(count: number): SafeText {
  return count === 1 ? safe`this` : safe`these`
}

function noteOn(goes: StepsPlace['goes']): SafeText {
  switch (goes) {
    case 'with-answer':
      return safe`It is written into the feedback on the plan, which enter sends with the rejection.`
    case 'after-turn':
      return safe`It is written into the prompt; enter queues that until the turn has ended.`
    case 'at-once':
      return safe`It is written into the prompt; nothing is sent before enter.`
  }
}

function requestItem(request: StepRequest, text: SafeText, facts: SafeText): PickerItem {
  return {
    id: request,
    search: `${text} ${facts}`.toLowerCase(),
    group: null,
    actions: [
      { key: 'enter', does: 'write it', intents: [], requests: request, next: 'close', confirm: null },
    ],
    view: () => ({ ...blankItem, text, facts }),
  }
}
