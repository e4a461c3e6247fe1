import type { ElicitationRequest } from '../../app/state/elicitation.ts'
import type { Hint } from '../chrome/hint.ts'
import { panelHint } from '../chrome/panel-hints.ts'
import type { FormState } from '../state/ui-state.ts'
import { fieldsOf, formIn } from './form-state.ts'
import { actionsOf } from './move-in-form.ts'

/** The keys of a form, or of a page that the agent wants opened, the most useful first. */
export function formHints(request: ElicitationRequest, last: FormState | null): readonly Hint[] {
  const { stop } = formIn(request, last)
  const fields = fieldsOf(request)
  const field = stop.at === 'field' ? fields[stop.field] : undefined
  if (field === undefined) {
    return [
      { key: 'enter', does: 'choose' },
      { key: '←→', does: 'select' },
      { key: 'esc', does: 'plan' },
      ...(actionsOf(request).includes('open') ? [{ key: 'o', does: 'open it' }] : []),
      ...(fields.length > 0 ? [{ key: '↑', does: 'fields' }] : []),
      panelHint('help'),
    ]
  }
  const isPicked = field.type !== 'text' && field.type !== 'number'
  return [
    { key: 'enter', does: field.type === 'choice' ? 'pick' : 'next' },
    ...(field.type === 'choices' || field.type === 'boolean' ? [{ key: 'space', does: 'pick' }] : []),
    { key: 'esc', does: 'plan' },
    { key: 'ctrl-s', does: 'send' },
    { key: '↑↓', does: isPicked && field.type !== 'boolean' ? 'choices' : 'fields' },
    { key: 'ctrl-x', does: 'decline' },
    { key: 'tab', does: 'next field' },
    ...(isPicked ? [panelHint('help')] : []),
  ]
}
