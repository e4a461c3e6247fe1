import type { ElicitationAnswer, ElicitationRequest } from '../../../app/state/elicitation.ts'
import { pageAddress } from '../../../app/forms/page-address.ts'
import { unlessTyping } from '../accidental-keys.ts'
import { type Layer, messageOnly, screenOnly, type KeyContext, type KeyResult } from '../layer.ts'
import { type KeyPress, pressOf } from '../../keys/key-press.ts'
import { withDetailScrolled } from './choose-option.ts'
import { wasShown } from '../../state/shown.ts'
import { withMessage, type UiState } from '../../state/ui-state.ts'
import { postpone } from '../plan/leave.ts'
import type { FieldTarget } from '../../rows/row-form.ts'
import {
  answerOf,
  editField,
  focusField,
  moveFocus,
  pageChoices,
  pasteInField,
  pickFocused,
  seekChoice,
  validateField,
  type FocusedField,
} from './edit-form.ts'
import { type FormAction, type FormState, entryOf, fieldsOf, formIn } from '../../state/question-state.ts'

interface FormContext extends KeyContext {
  readonly request: ElicitationRequest
  readonly form: FormState
  /** The field with the focus; null: an action has it. */
  readonly focused: FocusedField | null
}

export const formLayer: Layer = {
  act(ui, press, context) {
    const { question } = context.layers
    return question?.kind === 'elicitation'
      ? handleFormKey(ui, press, { ...context, request: question.request })
      : null
  },
}

/** Handles a key while an elicitation (a form, or a page to open) has the focus; null: the plan handles the key. */
function handleFormKey(
  ui: UiState,
  press: KeyPress,
  key: KeyContext & { readonly request: ElicitationRequest },
): KeyResult | null {
  const { request } = key
  const command = ui.keys.plan.commandOf(press.name)
  if (command === 'redraw' && press.text === '') return null
  const form = formIn(request, ui.form)
  const focused = focusedField(request, form)
  const context: FormContext = { ...key, form, focused }
  switch (press.name) {
    case 'escape':
      return screenOnly(postpone(ui, { kind: 'elicitation', request }, context.nowMs))
    case 'ctrl-s':
      return submit(ui, context)
    case 'ctrl-x':
      // Only moves the focus: a key that repeats while it is held must not decline.
      return withForm(ui, { ...form, focus: { at: 'action', action: 'decline' } })
    case 'tab':
    case 'shift-tab': {
      const by = press.name === 'tab' ? 1 : -1
      return withForm(ui, moveFocus(request, validateOnLeave(context), { by, skipsChoices: true }))
    }
    case 'pagedown':
    case 'pageup':
      return scrollByPage(ui, press.name === 'pagedown' ? 1 : -1, context)
    default:
      return focused === null
        ? handleButtonKey(ui, press, context)
        : handleFieldKey(ui, press, { ...context, focused })
  }
}

export function pasteInForm(ui: UiState, text: string, request: ElicitationRequest): UiState {
  const form = formIn(request, ui.form)
  const focused = focusedField(request, form)
  return focused === null ? ui : { ...ui, form: pasteInField(form, text, focused) }
}

function withForm(ui: UiState, form: FormState): KeyResult {
  return screenOnly(ui.form === form ? ui : { ...ui, form })
}

/** The field that has the focus; null: an action has it. */
function focusedField(request: ElicitationRequest, { focus }: FormState): FocusedField | null {
  const field = focus.at === 'field' ? fieldsOf(request)[focus.field] : undefined
  return field === undefined || focus.at !== 'field' ? null : { field, focus }
}

/** Validates the focused field when it loses the focus, unless it is untouched or empty. */
function validateOnLeave({ form, focused }: Pick<FormContext, 'form' | 'focused'>): FormState {
  if (focused === null || !form.entries.has(focused.focus.field)) return form
  const entry = entryOf(form, focused.field, focused.focus.field)
  const isEmpty = entry.type === 'line' ? entry.line.text.trim() === '' : entry.value === null
  return isEmpty ? form : validateField(form, focused.field, focused.focus.field)
}

/** Whether the last frame showed the form: the user has not seen one that has arrived since. */
function isSeen({ request, shown }: FormContext): boolean {
  return wasShown({ kind: 'elicitation', request }, shown)
}

function handleFieldKey(
  ui: UiState,
  press: KeyPress,
  context: FormContext & { readonly focused: FocusedField },
): KeyResult | null {
  const { request, form, focused } = context
  const { field, focus } = focused
  switch (press.name) {
    case 'up':
    case 'down': {
      const by = press.name === 'down' ? 1 : -1
      return withForm(ui, moveFocus(request, validateOnLeave(context), { by, skipsChoices: false }))
    }
    case 'enter': {
      if (!isSeen(context)) return screenOnly(ui)
      const picked = validateField(pickFocused(form, focused), field, focus.field)
      return withForm(
        ui,
        picked.errors.has(focus.field)
          ? picked
          : focusField(request, picked, { field: focus.field + 1, isFromBelow: false }),
      )
    }
    default: {
      const edited = editField(form, press, focused) ?? seekChoice(form, press, focused)
      if (edited !== null) return withForm(ui, edited)
      // Letters edit a text field or find a choice by its first letter. In other fields the plan handles the key of the help.
      const isText = entryOf(form, field, focus.field).type === 'line'
      return !isText && isHelp(ui, press) ? null : screenOnly(ui)
    }
  }
}

function isHelp({ keys }: UiState, { name }: KeyPress): boolean {
  // A letter may be the first one of a choice.
  return keys.plan.commandOf(name) === 'help' && !/^\p{L}$/u.test(name)
}

function handleButtonKey(ui: UiState, press: KeyPress, context: FormContext): KeyResult | null {
  const { request, form } = context
  const action = form.focus.at === 'action' ? form.focus.action : null
  const isPage = request.mode.type === 'url'
  switch (press.name) {
    case 'up':
    case 'down': {
      const by = press.name === 'down' ? 1 : -1
      return isPage
        ? (scrollText(ui, by, 1, context) ?? screenOnly(ui))
        : withForm(ui, moveFocus(request, form, { by, skipsChoices: false }))
    }
    case 'left':
    case 'right': {
      const next = moveFocus(request, form, { by: press.name === 'right' ? 1 : -1, skipsChoices: false })
      return next.focus.at === 'action' ? withForm(ui, next) : screenOnly(ui)
    }
    case 'o':
      return isPage ? unlessTyping(ui, press, { ...context, does: () => openPage(ui, context) }) : null
    case 'enter':
      if (action === 'open') return openPage(ui, context)
      return action === 'decline'
        ? respond(ui, { type: 'declined', by: 'user' }, context)
        : submit(ui, context)
    default:
      return null
  }
}

function submit(ui: UiState, context: FormContext): KeyResult {
  const { request, form, nowMs } = context
  const answer = answerOf(request, form)
  if (answer.ok) return respond(ui, { type: 'accepted', content: answer.value }, context)
  const [first = 0] = answer.problem.keys()
  const count = answer.problem.size
  const invalid = { ...form, errors: answer.problem }
  const shown = { ...ui, form: focusField(request, invalid, { field: first, isFromBelow: false }) }
  const words = count === 1 ? 'One answer is not valid yet.' : `${count} answers are not valid yet.`
  return screenOnly(withMessage(shown, words, nowMs))
}

function respond(ui: UiState, answer: ElicitationAnswer, context: FormContext): KeyResult {
  if (!isSeen(context)) return screenOnly(ui)
  const intent = { type: 'answer-elicitation', key: context.request.key, answer } as const
  return { ui: { ...ui, form: null, message: null }, intents: [intent] }
}

function openPage(ui: UiState, context: FormContext): KeyResult {
  const { request, form } = context
  if (request.mode.type !== 'url' || !isSeen(context)) return screenOnly(ui)
  const page = pageAddress(request.mode.url)
  if (!page.ok) return messageOnly(ui, `It cannot be opened from here: ${page.problem}.`, context)
  const opened: FormState = { ...form, isOpened: true, focus: { at: 'action', action: 'send' } }
  return { ui: { ...ui, form: opened }, intents: [{ type: 'open-url', url: page.value.href }] }
}

/** PgDn and PgUp scroll the choices of a field, else the agent's text if it is long; null: the plan handles the key. */
function scrollByPage(ui: UiState, step: -1 | 1, context: FormContext): KeyResult | null {
  const { form, focused } = context
  const choices = focused === null ? null : pageChoices(form, step, focused)
  return choices === null ? scrollText(ui, step, 'page', context) : withForm(ui, choices)
}

/** Scrolls the agent's text; null when all of it is visible. */
function scrollText(
  ui: UiState,
  step: -1 | 1,
  lines: number | 'page',
  context: FormContext,
): KeyResult | null {
  const next = isSeen(context) ? withDetailScrolled(ui, context.shown.question, step, lines) : null
  return next === null ? null : screenOnly(next)
}

/** A click on a field or a choice focuses it, and places the cursor of a text. A click on the focused choice picks it, as space does. */
export function clickedField(ui: UiState, target: FieldTarget, request: ElicitationRequest): UiState {
  const before = formIn(request, ui.form)
  const { focus } = target
  const hasFocus =
    before.focus.at === 'field' && before.focus.field === focus.field && before.focus.option === focus.option
  const form = hasFocus ? before : { ...left(request, before), focus }
  const focused = focusedField(request, form)
  const next = focused === null ? null : edited(form, { ...target, hasFocus }, focused)
  return { ...ui, form: next ?? form }
}

/** A click on an action: it gets the focus. Nothing is sent. */
export function focusedAction(ui: UiState, action: FormAction, request: ElicitationRequest): UiState {
  return { ...ui, form: { ...left(request, formIn(request, ui.form)), focus: { at: 'action', action } } }
}

/** The form whose focused field loses the focus. */
function left(request: ElicitationRequest, form: FormState): FormState {
  return validateOnLeave({ form, focused: focusedField(request, form) })
}

/** The form with what the click changes in the focused field; null: nothing. */
function edited(
  form: FormState,
  { cursor, flag, hasFocus }: FieldTarget & { readonly hasFocus: boolean },
  focused: FocusedField,
): FormState | null {
  const { field, focus } = focused
  const entry = entryOf(form, field, focus.field)
  if (entry.type === 'line') {
    if (cursor === null) return null
    const line = { ...entry.line, cursor: Math.min(cursor, entry.line.text.length) }
    return { ...form, entries: new Map(form.entries).set(focus.field, { type: 'line', line }) }
  }
  if (!hasFocus) return null
  if (flag !== null) return editField(form, pressOf(flag ? 'y' : 'n'), focused)
  return field.type === 'boolean' ? null : editField(form, pressOf('space'), focused)
}
