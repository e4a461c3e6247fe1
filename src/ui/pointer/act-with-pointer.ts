import type { MouseReport } from '../../app/ports/terminal-report.ts'
import { questionKey } from '../../app/state/question.ts'
import type { Hint } from '../chrome/hint.ts'
import { act, actHeld } from '../keys/act.ts'
import { armed, isArmedBy } from '../keys/accidental-keys.ts'
import { focusedPicker, focusedQuestion } from '../keys/focus.ts'
import { firstKey } from '../keys/key-map.ts'
import type { KeyPress } from '../keys/key-press.ts'
import { messageOnly, screenOnly, type KeyContext, type KeyResult } from '../keys/key-result.ts'
import { pickedAt } from '../keys/plan/pick-tab.ts'
import { actInWirePanel } from '../wire/act-in-wire.ts'
import type { DrawnFacts } from '../state/drawn-facts.ts'
import { quitArmedMs } from '../state/timing.ts'
import { choiceIn, scrollOf, withScroll, type PaneScroll, type UiState } from '../state/ui-state.ts'
import { clickedProblem } from '../lint/act-in-problems.ts'
import { clickedLine, clickedMessage } from '../wire/act-in-wire.ts'
import type { PointedPlace, PointerTarget } from './pointer-target.ts'

/** Rows that one turn of the wheel scrolls. */
const wheelRows = 3

/**
 * The result of a press or a turn of the wheel at a place of the last frame. Pure. The wheel scrolls what is under it; a click does what a
 * key would do there, and answers nothing that was not clicked twice.
 */
export function actWithPointer(
  before: UiState,
  { report, place }: { readonly report: MouseReport; readonly place: PointedPlace },
  context: KeyContext,
): KeyResult {
  // A letter that was held back comes first: no other letter has followed it.
  const held = before.held === null ? screenOnly(before) : actHeld(before, context)
  const { ui } = held
  const result = actOn(ui, { report, place }, context)
  return { ui: result.ui, intents: [...held.intents, ...result.intents] }
}

function actOn(
  ui: UiState,
  { report, place }: { readonly report: MouseReport; readonly place: PointedPlace },
  context: KeyContext,
): KeyResult {
  switch (report.action) {
    case 'wheel-up':
      return wheeled(ui, -1, place.part, context)
    case 'wheel-down':
      return wheeled(ui, 1, place.part, context)
    case 'press':
      return report.button === 'left' && place.target !== null
        ? clicked(ui, place.target, context)
        : screenOnly(ui)
    case 'release':
    case 'move':
    case 'wheel-left':
    case 'wheel-right':
      return screenOnly(ui)
  }
}

function wheeled(ui: UiState, step: -1 | 1, part: PointedPlace['part'], context: KeyContext): KeyResult {
  const { facts } = context
  switch (part) {
    case 'plan-pane':
      return screenOnly(
        ui.tab === null
          ? ui
          : withScroll(
              ui,
              ui.tab,
              turned(scrollOf(ui, ui.tab), step, { facts, isList: facts.lineKeys !== null }),
            ),
      )
    case 'panel':
      return ui.panel === 'wire'
        ? repeated(ui, (from) => actInWirePanel(from, step < 0 ? 'up' : 'down', context) ?? screenOnly(from))
        : screenOnly({ ...ui, panelScroll: turned(ui.panelScroll, step, { facts, isList: false }) })
    case 'picker':
      return focusedPicker(ui, context.state) === null
        ? screenOnly(ui)
        : repeated(ui, (from) => act(from, { name: step < 0 ? 'up' : 'down', text: '' }, context))
    case 'question-dialog':
      return screenOnly(withDetailTurned(ui, step, facts))
    default:
      return screenOnly(ui)
  }
}

/** A step as often as the wheel scrolls rows. */
function repeated(ui: UiState, step: (from: UiState) => KeyResult): KeyResult {
  let result = screenOnly(ui)
  for (let count = 0; count < wheelRows; count++) result = step(result.ui)
  return result
}

interface Turn {
  readonly facts: DrawnFacts
  readonly isList: boolean
}

/** Several turns may come before the next frame: each begins where the one before has led. */
function turned(before: PaneScroll, step: -1 | 1, { facts, isList }: Turn): PaneScroll {
  const from = before.follows === 'free' ? before.top : facts.top
  const last = Math.max(0, facts.total - facts.visible)
  const top = Math.max(0, Math.min(from + step * wheelRows, last))
  const isAtEnd = !isList && step > 0 && top === last
  return { ...before, top, follows: isAtEnd ? 'end' : 'free', cursorKey: null, matchRow: null }
}

/** Scrolls the long detail of the question that the last frame showed. */
function withDetailTurned(ui: UiState, step: -1 | 1, { detail, questionKey: key }: DrawnFacts): UiState {
  if (detail === null || key === null) return ui
  const choice = choiceIn(key, ui.choice)
  const last = Math.max(0, detail.total - detail.visible)
  return {
    ...ui,
    choice: { ...choice, detailTop: Math.max(0, Math.min(choice.detailTop + step * wheelRows, last)) },
  }
}

function clicked(ui: UiState, target: PointerTarget, context: KeyContext): KeyResult {
  switch (target.type) {
    case 'tab': {
      const at = context.facts.tabs.findIndex(({ id }) => id === target.id)
      const isShown = target.id === ui.tab && ui.panel === null
      return at < 0 || isShown ? screenOnly(ui) : pickedAt(ui, at, context)
    }
    case 'step':
      return screenOnly(withCursorAt(ui, target.key))
    case 'option':
      return clickedOption(ui, target, context)
    case 'item':
      return clickedItem(ui, target.id, context)
    case 'message':
      return clickedMessage(ui, target.number)
    case 'message-line':
      return clickedLine(ui, target, context)
    case 'problem':
      return clickedProblem(ui, target.key, context)
    case 'hint': {
      const press = keyOfHint(target.hint, ui)
      return press === null ? screenOnly(ui) : act(ui, press, context)
    }
  }
}

/** The keys that hints name without a command, and that are not called so in a press. */
const named: ReadonlyMap<string, string> = new Map([
  ['esc', 'escape'],
  ['↑', 'up'],
])

/** The key that a hint names, the first of two; null where it names the arrows of a list, which have no single meaning. */
function keyOfHint({ key, command }: Hint, { keys }: UiState): KeyPress | null {
  const name = command === undefined ? (named.get(key) ?? key) : firstKey(keys, command)
  if (name === null || /[↑↓←→]/.test(name)) return null
  return { name, text: Array.from(name).length === 1 ? name : name === 'space' ? ' ' : '' }
}

/** The cursor on a step, which shows all of its text; on the step that has it, nowhere. */
function withCursorAt(ui: UiState, key: number): UiState {
  if (ui.tab === null) return ui
  const scroll = scrollOf(ui, ui.tab)
  const cursorKey = scroll.cursorKey === key ? null : key
  return withScroll(ui, ui.tab, { ...scroll, follows: 'free', cursorKey, clicked: key })
}

/** The first click selects the option, the second one answers with it; what is dangerous is confirmed by one more, as with keys. */
function clickedOption(
  ui: UiState,
  { question: key, at }: PointerTarget & { readonly type: 'option' },
  context: KeyContext,
): KeyResult {
  const { state, facts, nowMs } = context
  const question = focusedQuestion(ui, state)
  if (question === null || questionKey(question) !== key || facts.questionKey !== key)
    return ui.focus === 'plan'
      ? screenOnly(ui)
      : messageOnly(ui, 'First esc, to leave what is being written.', context)
  const choice = choiceIn(key, ui.choice)
  const name = `click ${key} ${at}`
  if (choice.option === at && isArmedBy(ui, name, nowMs)) {
    const result = act(ui, { name: 'enter', text: '' }, context)
    const isAnswered = result.intents.length > 0
    return isAnswered
      ? result
      : { ...result, ui: armed(result.ui, { key: name, untilMs: nowMs + quitArmedMs }, '') }
  }
  const selected = { ...ui, choice: { ...choice, option: at, isArmed: false } }
  return screenOnly(armed(selected, { key: name, untilMs: nowMs + quitArmedMs }, 'Click again to answer.'))
}

/** The first click selects the item, the second one does what enter does. */
function clickedItem(ui: UiState, id: string, context: KeyContext): KeyResult {
  const picker = focusedPicker(ui, context.state)
  if (picker === null) return screenOnly(ui)
  if (picker.selected === id && picker.clicked === id) return act(ui, { name: 'enter', text: '' }, context)
  return screenOnly({ ...ui, picker: { ...picker, selected: id, clicked: id, armed: null } })
}
