import type { ElicitationRequest } from '../../app/state/elicitation.ts'
import { pageAddress } from '../../app/forms/page-address.ts'
import type { FormAction, FormState } from '../state/ui-state.ts'
import { chosenIn, entryOf, fieldsOf, optionCount, pickedIn } from './form-state.ts'

/** What can be done with a request besides filling it in; the first one is next to the fields. */
export function actionsOf({ asks }: ElicitationRequest): readonly FormAction[] {
  if (asks.type === 'url') return pageAddress(asks.url).ok ? ['decline', 'open', 'send'] : ['decline', 'send']
  return asks.fields.length === 0 ? ['decline', 'send'] : ['send', 'decline']
}

interface Move {
  readonly by: -1 | 1
  /** Over the choices of a field at once. */
  readonly isByField: boolean
}

/** The focus one further, or one back: through the choices of a field, the fields, and what can be done with them. */
export function moved(request: ElicitationRequest, form: FormState, { by, isByField }: Move): FormState {
  const fields = fieldsOf(request)
  const { stop } = form
  if (stop.at === 'action') {
    const actions = actionsOf(request)
    const action = actions[actions.indexOf(stop.action) + by]
    if (action !== undefined) return { ...form, stop: { at: 'action', action } }
    return by < 0 ? atField(request, form, { field: fields.length - 1, isFromBelow: !isByField }) : form
  }
  const field = fields[stop.field]
  const option = stop.option + by
  const isInside = field !== undefined && option >= 0 && option < optionCount(field)
  if (!isByField && isInside) return { ...form, stop: { ...stop, option } }
  return atField(request, form, { field: stop.field + by, isFromBelow: by < 0 && !isByField })
}

interface Target {
  readonly field: number
  /** Its last row is next, not its first. */
  readonly isFromBelow: boolean
}

/** The focus on a field, on what is picked in it; behind the last field on what can be done. */
export function atField(request: ElicitationRequest, form: FormState, target: Target): FormState {
  const fields = fieldsOf(request)
  if (fields.length === 0) return form
  const at = Math.max(0, target.field)
  const field = fields[at]
  const [action = 'send'] = actionsOf(request)
  if (field === undefined) return { ...form, stop: { at: 'action', action } }
  const entry = entryOf(form, field, at)
  const isFromEnd = target.isFromBelow && pickedIn(entry).length === 0
  const option = isFromEnd ? optionCount(field) - 1 : chosenIn(field, entry)
  return { ...form, stop: { at: 'field', field: at, option } }
}
