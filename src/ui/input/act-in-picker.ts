import type { AppState } from '../../app/state/app-state.ts'
import { armed, isArmedBy, unlessTyping } from './accidental-keys.ts'
import { type Layer, type LayerContext, screenOnly, type KeyContext, type KeyResult } from './layer.ts'
import { type KeyPress, nothingTyped } from '../keys/key-press.ts'
import { pageOf, selectionMoved } from './scroll.ts'
import { didWithSteps } from './plan/request-steps.ts'
import { editLine, inserted } from './lines/edit-line.ts'
import { carriedOut } from './plan/act-on-plan.ts'
import { planShown } from './plan/pick-tab.ts'
import { quitArmedMs } from '../state/timing.ts'
import type { PaletteAction } from '../state/palette.ts'
import { startOfList } from '../state/list-state.ts'
import { type PickerState, type UiState, isFiltered } from '../state/ui-state.ts'
import {
  filterWords,
  type ItemAction,
  type PickerItem,
  type PlanToShow,
  type ToPerform,
} from '../pickers/picker-item.ts'
import { armedBy, confirmKey, filtered, listOf, startPicker } from '../pickers/picker.ts'
import { emptyLine, type LineEdit } from '../state/line-edit.ts'

interface PickerContext extends LayerContext {
  readonly picker: PickerState
}

export const pickerLayer: Layer = {
  act(ui, press, context) {
    const { picker } = context.layers
    return picker === null ? null : actInPicker(ui, press, { ...context, picker })
  },
}

function actInPicker(ui: UiState, press: KeyPress, context: PickerContext): KeyResult | null {
  const { picker, state, shown } = context
  const { items, at } = listOf(picker, state)
  const step = stepOf(press.name, isFiltered(picker), pageOf(shown.main))
  if (step !== null) return screenOnly({ ...ui, picker: pickerMoved(picker, step, context) })
  const item = items[at]
  // A letter within a word is filter text, not a command.
  const isTyped = press.text !== '' && context.typing === 'in-text'
  const chosen = item === undefined || isTyped ? null : chooseAction(ui, press, { ...context, item })
  if (chosen !== null) return chosen
  if (press.name === 'enter') return screenOnly(ui)
  return isFiltered(picker) ? actInFilter(ui, press, context) : null
}

/** Selects an item further on; one that is taller than the list is scrolled to its end first, a page at a time. */
export function pickerMoved(
  picker: PickerState,
  by: number,
  { state, shown: { main } }: Pick<KeyContext, 'state' | 'shown'>,
): PickerState {
  const { list } = picker
  const { first, last } = ('held' in main ? main.held : null) ?? { first: main.top, last: main.top }
  const hidden = by > 0 ? last + 1 - main.top - main.visible : main.top - first
  if (hidden > 0)
    return { ...picker, list: { ...list, top: list.top + Math.sign(by) * Math.min(hidden, pageOf(main)) } }
  const { items, at } = listOf(picker, state)
  const idAt = (index: number): string => items[index]?.id ?? ''
  const moved = selectionMoved(list, by, { length: items.length, at, idAt })
  return moved.selected === null ? picker : withSelected(picker, moved.selected, { list: moved, items })
}

/** A click on an item: selects it where it is. */
export function pickerAt(picker: PickerState, id: string, state: AppState): PickerState {
  const { items } = listOf(picker, state)
  return withSelected(picker, id, { list: { ...picker.list, clicked: id }, items })
}

function withSelected(
  picker: PickerState,
  selected: string,
  { list, items }: { readonly list: PickerState['list']; readonly items: readonly PickerItem[] },
): PickerState {
  const at = items.findIndex(({ id }) => id === selected)
  return { ...picker, list: { ...list, selected }, at: Math.max(0, at), armed: null }
}

/** Carries out or arms the action that a key has on the selected item; null for other keys. */
function chooseAction(
  ui: UiState,
  press: KeyPress,
  context: PickerContext & { readonly item: PickerItem },
): KeyResult | null {
  const { picker, state, item } = context
  const armed = item.actions.find(
    (each) => armedBy(each, item) === picker.armed && confirmKey(each) === press.name,
  )
  const action = armed ?? item.actions.find(({ key }) => key === press.name)
  if (action === undefined) return null
  // The item that was drawn as selected is gone: the key was not meant for its neighbour.
  if (item.id !== picker.list.selected) return screenOnly(ui)
  if (armed === undefined && action.confirm !== null)
    return screenOnly({ ...ui, picker: { ...picker, armed: armedBy(action, item) } })
  const { intents, next, withSteps } = action
  const does = (): KeyResult => {
    if (typeof next === 'object' && next.kind === 'plan') return planShown(ui, next, state)
    if (typeof next === 'object' && next.kind === 'perform') return performed(ui, next.does, context)
    const after = { ...ui, picker: nextPicker(state, picker, next) }
    return withSteps === undefined || picker.topic.kind !== 'steps'
      ? { ui: after, intents }
      : didWithSteps(after, withSteps, { ...context, place: picker.topic })
  }
  return armed === undefined || press.text === '' ? does() : unlessTyping(ui, press, { ...context, does })
}

/** The picker after a letter: filter text. A command letter that was armed before turns out to be filter text too. */
export function typedInto(picker: PickerState, { text }: KeyPress): PickerState {
  const armedLetter = picker.armed?.startsWith('D ') === true ? 'd' : ''
  return refiltered({ ...picker, armed: null }, inserted(picker.filter, armedLetter + text))
}

/** Closes the palette, and carries out its entry on what was shown before. */
function performed(ui: UiState, does: PaletteAction, context: PickerContext): KeyResult {
  const { topic } = context.picker
  const closed = { ...ui, picker: null, guard: { ...ui.guard, typed: nothingTyped } }
  if (topic.kind !== 'commands') return screenOnly(closed)
  const then: LayerContext = { ...context, shown: context.shown.below ?? context.shown, typing: 'alone' }
  return carriedOut({ ...closed, panel: topic.panel }, does, then)
}

function nextPicker(
  state: AppState,
  before: PickerState,
  next: Exclude<ItemAction['next'], PlanToShow | ToPerform>,
): PickerState | null {
  const disarmed = { ...before, armed: null }
  switch (next) {
    case 'close':
      return null
    case 'back':
      return before.back
    case 'stay':
      return disarmed
    default:
      // Going back shows the whole list, without the filter.
      return atFound(startPicker(state, next, { ...disarmed, filter: emptyLine }), before.filter.text, state)
  }
}

/** A setting that was found by a value opens at that value. */
function atFound(picker: PickerState, filter: string, state: AppState): PickerState {
  if (picker.topic.kind !== 'choices') return picker
  const { model, items } = listOf(picker, state)
  const title = model.title.toLowerCase()
  const words = filterWords(filter).filter((word) => !title.includes(word))
  const found = words.length === 0 ? undefined : filtered(items, words.join(' '))[0]
  return found === undefined ? picker : withSelected(picker, found.id, { list: picker.list, items })
}

const keysDown: readonly string[] = ['down', 'ctrl-n', 'ctrl-j']
const keysUp: readonly string[] = ['up', 'ctrl-p', 'ctrl-k']

/** By how many items a key moves the selection; letters move it only in a list without a filter. */
function stepOf(name: string, hasFilter: boolean, page: number): number | null {
  const [next, previous] = hasFilter ? ['tab', 'shift-tab'] : ['j', 'k']
  if (name === next || keysDown.includes(name)) return 1
  if (name === previous || keysUp.includes(name)) return -1
  if (name === 'pagedown' || name === 'ctrl-d') return page
  return name === 'pageup' ? -page : null
}

function actInFilter(ui: UiState, press: KeyPress, context: PickerContext): KeyResult | null {
  const { picker } = context
  const isLast = picker.topic.kind === 'observed' && picker.filter.text === ''
  if (press.name === 'escape' && isLast) return quitByEscape(ui, context)
  if (press.name === 'escape') {
    const next = afterEscape(picker)
    const panel = next === null && picker.topic.kind === 'commands' ? picker.topic.panel : ui.panel
    return screenOnly({ ...ui, picker: next, panel })
  }
  // The filter is open already, with this sign before it.
  if (press.text === '/' && picker.filter.text === '') return screenOnly(ui)
  if (press.text !== '') return screenOnly({ ...ui, picker: typedInto(picker, press) })
  const filter = editLine(picker.filter, press)
  if (filter !== null) return screenOnly({ ...ui, picker: refiltered({ ...picker, armed: null }, filter) })
  // All other keys have no effect in a filtered list.
  return ui.keys.plan.commandOf(press.name) === 'redraw' ? null : screenOnly(ui)
}

/** Behind the list of observed sessions there is nothing: escape quits when it is pressed twice. */
function quitByEscape(ui: UiState, { nowMs }: KeyContext): KeyResult {
  return isArmedBy(ui, 'escape', nowMs)
    ? { ui, intents: [{ type: 'quit', reason: 'quit' }] }
    : screenOnly(armed(ui, { key: 'escape', untilMs: nowMs + quitArmedMs }, 'esc again quits.'))
}

/** Escape: disarms the action, else clears the filter, else leaves the list. */
function afterEscape(picker: PickerState): PickerState | null {
  if (picker.armed !== null) return { ...picker, armed: null }
  return picker.filter.text === '' ? picker.back : refiltered(picker, emptyLine)
}

/** The picker with another filter text; the first matching item is selected. */
export function refiltered(picker: PickerState, filter: LineEdit): PickerState {
  const isSame = filter.text === picker.filter.text
  return isSame ? { ...picker, filter } : { ...picker, filter, list: startOfList, at: 0, armed: null }
}
