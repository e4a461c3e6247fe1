import type { ElicitationAnswer, ElicitationRequest } from '../../app/state/elicitation.ts'
import { pageAddress } from '../../app/forms/page-address.ts'
import { questionKey } from '../../app/state/question.ts'
import { unlessTyping } from '../keys/accidental-keys.ts'
import type { KeyPress } from '../keys/key-press.ts'
import { screenOnly, withMessage, type KeyContext, type KeyResult } from '../keys/key-result.ts'
import { postpone } from '../keys/plan/leave.ts'
import type { FormAction, FormState, UiState } from '../state/ui-state.ts'
import { validateField, editField, pasteInField, pickFocused, type FocusedField } from './edit-field.ts'
import { answerOf, entryOf, fieldsOf, formIn } from './form-state.ts'
import { focusField, moveFocus, pageChoices, seekChoice } from './move-in-form.ts'

interface FormContext extends KeyContext {
  readonly request: ElicitationRequest
}

/** Handles a key while an elicitation (a form, or a page to open) has the focus; null: the plan handles the key. */
export function handleFormKey(ui: UiState, press: KeyPress, context: FormContext): KeyResult | null {
  const { request } = context
  const form = formIn(request, ui.form)
  switch (press.name) {
    case 'escape':
      return screenOnly(postpone(ui, { kind: 'elicitation', request }, context.nowMs))
    case 'ctrl-s':
      return submit(ui, form, context)
    case 'ctrl-x':
      // Only moves the focus: a key that repeats while it is held must not decline.
      return screenOnly(withForm(ui, { ...form, focus: { at: 'action', action: 'decline' } }))
    case 'ctrl-l':
      return null
    case 'tab':
    case 'shift-tab': {
      const by = press.name === 'tab' ? 1 : -1
      return screenOnly(
        withForm(ui, moveFocus(request, validateOnLeave(form, request), { by, skipsChoices: true })),
      )
    }
    case 'pagedown':
    case 'pageup':
      return scrollByPage(ui, press.name === 'pagedown' ? 1 : -1, context)
    default: {
      const focused = focusedField(request, form)
      return focused === null
        ? handleButtonKey(ui, press, context)
        : handleFieldKey(ui, press, { ...context, focused })
    }
  }
}

/** The form after a paste into its focused field. */
export function pasteInForm(ui: UiState, text: string, request: ElicitationRequest): UiState {
  const form = formIn(request, ui.form)
  const focused = focusedField(request, form)
  return focused === null ? ui : withForm(ui, pasteInField(form, text, focused))
}

function withForm(ui: UiState, form: FormState | null): UiState {
  return ui.form === form ? ui : { ...ui, form }
}

function focusedField(request: ElicitationRequest, { focus }: FormState): FocusedField | null {
  const field = focus.at === 'field' ? fieldsOf(request)[focus.field] : undefined
  return field === undefined || focus.at !== 'field' ? null : { field, focus }
}

/** Validates the focused field when it loses the focus, unless it is untouched or empty. */
function validateOnLeave(form: FormState, request: ElicitationRequest): FormState {
  const focused = focusedField(request, form)
  if (focused === null || !form.entries.has(focused.focus.field)) return form
  const entry = entryOf(form, focused.field, focused.focus.field)
  const isEmpty = entry.type === 'line' ? entry.line.text.trim() === '' : entry.value === null
  return isEmpty ? form : validateField(form, focused.field, focused.focus.field)
}

interface FieldContext extends FormContext {
  readonly focused: FocusedField
}

function handleFieldKey(ui: UiState, press: KeyPress, context: FieldContext): KeyResult | null {
  const { request, focused } = context
  const form = formIn(request, ui.form)
  switch (press.name) {
    case 'up':
    case 'down': {
      const before = validateOnLeave(form, request)
      return screenOnly(
        withForm(ui, moveFocus(request, before, { by: press.name === 'down' ? 1 : -1, skipsChoices: false })),
      )
    }
    case 'enter': {
      // The user has not seen a form that arrived after the last frame.
      if (context.facts.questionKey !== questionKey({ kind: 'elicitation', request })) return screenOnly(ui)
      const { field, focus } = focused
      const picked = validateField(pickFocused(form, focused), field, focus.field)
      const isInvalid = picked.errors.has(focus.field)
      const next = isInvalid
        ? picked
        : focusField(request, picked, { field: focus.field + 1, isFromBelow: false })
      return screenOnly(withForm(ui, next))
    }
    default: {
      const edited = editField(form, press, focused) ?? seekChoice(form, press, focused)
      if (edited !== null) return screenOnly(withForm(ui, edited))
      // Letters edit a text field or find a choice by its first letter. In other fields the plan handles digits and `?`.
      const isText = entryOf(form, focused.field, focused.focus.field).type === 'line'
      return !isText && /^[1-9?]$/.test(press.name) ? null : screenOnly(ui)
    }
  }
}

function handleButtonKey(ui: UiState, press: KeyPress, context: FormContext): KeyResult | null {
  const { request } = context
  const form = formIn(request, ui.form)
  const action: FormAction | null = form.focus.at === 'action' ? form.focus.action : null
  switch (press.name) {
    case 'up':
    case 'down': {
      const by = press.name === 'down' ? 1 : -1
      return request.mode.type === 'url'
        ? (scrollText(ui, by, context) ?? screenOnly(ui))
        : screenOnly(withForm(ui, moveFocus(request, form, { by, skipsChoices: false })))
    }
    case 'left':
    case 'right': {
      const next = moveFocus(request, form, { by: press.name === 'right' ? 1 : -1, skipsChoices: false })
      return screenOnly(next.focus.at === 'action' ? withForm(ui, next) : ui)
    }
    case 'o':
      return request.mode.type === 'url'
        ? unlessTyping(ui, press, { ...context, does: () => openPage(ui, form, context) })
        : null
    case 'enter':
      if (action === 'open') return openPage(ui, form, context)
      return action === 'decline'
        ? respond(ui, { type: 'declined', by: 'user' }, context)
        : submit(ui, form, context)
    default:
      return null
  }
}

function submit(ui: UiState, form: FormState, context: FormContext): KeyResult {
  const { request, nowMs } = context
  const answer = answerOf(request, form)
  if (answer.ok) return respond(ui, { type: 'accepted', content: answer.value }, context)
  const [first = 0] = answer.problem.keys()
  const count = answer.problem.size
  const invalid = { ...form, errors: answer.problem }
  const shown = withForm(ui, focusField(request, invalid, { field: first, isFromBelow: false }))
  return screenOnly(
    withMessage(
      shown,
      count === 1 ? 'One answer is not valid yet.' : `${count} answers are not valid yet.`,
      nowMs,
    ),
  )
}

function respond(ui: UiState, answer: ElicitationAnswer, { request, facts }: FormContext): KeyResult {
  if (facts.questionKey !== questionKey({ kind: 'elicitation', request })) return screenOnly(ui)
  const intent = { type: 'answer-elicitation', key: request.key, answer } as const
  return { ui: { ...withForm(ui, null), message: null }, intents: [intent] }
}

function openPage(ui: UiState, form: FormState, { request, facts, nowMs }: FormContext): KeyResult {
  const page = request.mode.type === 'url' ? pageAddress(request.mode.url) : null
  if (page === null || facts.questionKey !== questionKey({ kind: 'elicitation', request }))
    return screenOnly(ui)
  if (!page.ok) return screenOnly(withMessage(ui, `It cannot be opened from here: ${page.problem}.`, nowMs))
  const next = withForm(ui, { ...form, isOpened: true, focus: { at: 'action', action: 'send' } })
  return { ui: next, intents: [{ type: 'open-url', url: page.value.href }] }
}

/** PgDn and PgUp scroll the choices of a field, else the agent's text if it is long; null: the plan handles the key. */
function scrollByPage(ui: UiState, direction: -1 | 1, context: FormContext): KeyResult | null {
  const form = formIn(context.request, ui.form)
  const focused = focusedField(context.request, form)
  const choices = focused === null ? null : pageChoices(form, direction, focused)
  if (choices !== null) return screenOnly(withForm(ui, choices))
  return scrollText(ui, direction * Math.max(1, (context.facts.detail?.visible ?? 2) - 1), context)
}

/** Scrolls the agent's text by `by` lines; null when all of it is visible. */
function scrollText(ui: UiState, by: number, { request, facts }: FormContext): KeyResult | null {
  const { detail } = facts
  if (detail === null) return null
  const textTop = Math.max(0, Math.min(detail.top + by, detail.total - detail.visible))
  return screenOnly(withForm(ui, { ...formIn(request, ui.form), textTop }))
}
