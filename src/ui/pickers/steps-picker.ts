import { counted } from '../../lib/text/wording.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { keyWords } from '../keys/key-map.ts'
import type { StepsTopic } from '../state/ui-state.ts'
import { blankItem, onEnter, type PickerItem, type PickerModel, type StepAction } from './picker-item.ts'

/** What can be done with the selected steps, and with the comments on the plan. */
export function stepsPicker(place: StepsTopic): PickerModel {
  const { keys, comments } = place
  const count = keys.length
  return {
    title: count === 0 ? safe`Comments` : counted(count, 'step'),
    items: [...sendItems(comments), ...(count === 0 ? [] : stepItems(count)), ...commentItems(comments)],
    notes: [{ text: noteOn(place.goes), role: 'dim' }],
  }
}

function stepItems(count: number): readonly PickerItem[] {
  return [
    stepItem('only', safe`Do only ${those(count)}`, safe`and then stop`),
    stepItem('first', safe`Do ${those(count)} first`, safe`then the others`),
    stepItem('skip', safe`Skip ${those(count)}`, safe`and do the others`),
    stepItem('explain', safe`Explain ${those(count)}`, safe`and change nothing yet`),
    commentItem(safe`Comment on ${those(count)}`),
  ]
}

/** Names the key, which comments without the list. */
function commentItem(text: SafeText): PickerItem {
  return {
    ...stepItem('comment', text, safe``),
    view: ({ keys }) => ({ ...blankItem, text, facts: keyWords(keys, 'comment') }),
  }
}

/** The first: the screen says of each comment that this list sends it. */
function sendItems({ unsent }: StepsTopic['comments']): readonly PickerItem[] {
  return unsent === 0
    ? []
    : [stepItem('send-comments', safe`Send ${counted(unsent, 'comment')}`, safe`not sent yet`)]
}

function commentItems({ all, areFolded }: StepsTopic['comments']): readonly PickerItem[] {
  if (all === 0) return []
  return [
    stepItem('fold-comments', areFolded ? safe`Show the comments` : safe`Fold the comments`, safe``),
    stepItem('clear-comments', safe`Clear ${counted(all, 'comment')}`, safe`sent or not`),
  ]
}

function those(count: number): SafeText {
  return count === 1 ? safe`this` : safe`these`
}

function noteOn(goes: StepsTopic['goes']): SafeText {
  switch (goes) {
    case 'with-answer':
      return safe`The text goes into your feedback on the plan; enter sends it with the rejection.`
    case 'after-turn':
      return safe`The text goes into the prompt; enter sends it when the turn has ended.`
    case 'at-once':
      return safe`The text goes into the prompt; nothing is sent before you press enter.`
  }
}

function stepItem(action: StepAction, text: SafeText, facts: SafeText): PickerItem {
  const confirm = action === 'clear-comments' ? safe`clears them` : null
  const does = action === 'fold-comments' || action === 'clear-comments' ? 'do it' : 'write it'
  return {
    id: action,
    search: `${text} ${facts}`.toLowerCase(),
    actions: [onEnter(does, 'close', { withSteps: action, confirm })],
    view: () => ({ ...blankItem, text, facts }),
  }
}
