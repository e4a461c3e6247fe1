import { pressOf } from '../keys/key-press.ts'
import type { MouseReport } from '../../app/ports/terminal-keys.ts'
import { isOnlyShown } from '../../app/state/app-state.ts'
import { questionKey, type Question, type QuestionKey } from '../../app/state/question.ts'
import { clickedField, focusedAction } from '../input/question/form-keys.ts'
import { act, actHeld } from './act.ts'
import { disarmed } from '../input/accidental-keys.ts'
import { isPlanShown, openLayers } from '../state/open-layers.ts'
import { followedBy, messageOnly, screenOnly, type KeyContext, type KeyResult } from '../input/layer.ts'
import { backAtQuestion } from '../input/plan/act-on-plan.ts'
import { wentTo } from '../input/plan/views.ts'
import { pickedAt } from '../input/plan/pick-tab.ts'
import { withDetailScrolled } from '../input/question/choose-option.ts'
import { wasShown } from '../state/shown.ts'
import { isRoomy } from '../paint/look.ts'
import { scrollOf, withScroll, type UiState, withLineIn, lineIn } from '../state/ui-state.ts'
import { pickerAt, pickerMoved } from '../input/act-in-picker.ts'
import { rowsMoved, wheelRows } from '../input/scroll.ts'
import { clickedItem as clickedInLog } from '../input/panels/act-in-log.ts'
import { clickedLine, clickedMessage, wireMoved } from '../input/panels/act-in-wire.ts'
import { followed } from '../input/panels/act-in-manual.ts'
import { rowsScrolled } from '../input/panels/act-in-panel.ts'
import { clickedCall, workMoved } from '../input/panels/act-in-work.ts'
import { clickedHint, armedByClick, carefully, isSecondClick } from './second-click.ts'
import type { PointerTarget } from '../rows/row-form.ts'
import type { Pointed } from './screen-view.ts'
import { choiceIn } from '../state/question-state.ts'
import type { LineEdit } from '../state/line-edit.ts'

/** With them this file is what keys, pastes and the mouse do: it is loaded with Ink, which reads them. */
export { act, actHeld, paste } from './act.ts'

/** The result of a press or a turn of the wheel. Pure. A click does what a key would do there; what answers has to be clicked twice. */
export function actWithPointer(
  before: UiState,
  { report, place }: { readonly report: MouseReport; readonly place: Pointed },
  context: KeyContext,
): KeyResult {
  // A letter that was held back comes first: no other letter has followed it.
  return followedBy(actHeld(before, context), (ui) => actOn(ui, { report, place }, context))
}

function actOn(
  ui: UiState,
  { report, place }: { readonly report: MouseReport; readonly place: Pointed },
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

function wheeled(ui: UiState, step: -1 | 1, part: Pointed['part'], context: KeyContext): KeyResult {
  const { shown } = context
  const by = step * wheelRows
  switch (part) {
    case 'plan-pane': {
      if (ui.tab === null) return screenOnly(ui)
      const scroll = rowsMoved(scrollOf(ui, ui.tab), by, shown.main)
      return screenOnly(withScroll(ui, ui.tab, { ...scroll, selected: null }))
    }
    case 'panel':
      return screenOnly(
        wireMoved(ui, by, shown.main) ?? workMoved(ui, by, shown.main) ?? rowsScrolled(ui, by, shown.main),
      )
    case 'side': {
      const { side } = ui
      if (shown.side === null) return screenOnly(ui)
      return screenOnly({ ...ui, side: { ...side, scroll: rowsMoved(side.scroll, by, shown.side) } })
    }
    case 'picker': {
      const { picker } = openLayers(ui, context.state)
      return screenOnly(picker === null ? ui : { ...ui, picker: pickerMoved(picker, by, context) })
    }
    case 'question-dialog':
    case 'form':
      return screenOnly(withDetailScrolled(ui, shown.question, step, wheelRows) ?? ui)
    default:
      return screenOnly(ui)
  }
}

/** The first group may have an effect outside of the screen, and needs two clicks; the others disarm what was clicked or pressed before. */
function clicked(before: UiState, target: PointerTarget, context: KeyContext): KeyResult {
  const ui = disarmed(before)
  switch (target.type) {
    case 'option':
      return clickedOption(before, target, context)
    case 'button':
      return clickedButton(before, target, context)
    case 'item':
      return clickedItem(before, target.id, context)
    case 'hint':
      return clickedHint(before, target.hint, context)
    case 'command':
      return clickedHint(before, target, context)
    case 'link': {
      const name = `click link ${target.index}`
      const words = 'Click again: it opens in the browser.'
      return carefully(before, followed(ui, target.index, context), { name, words, nowMs: context.nowMs })
    }
    case 'tab': {
      const at = context.shown.tabs.findIndex(({ id }) => id === target.id)
      const isShown = target.id === ui.tab && isPlanShown(ui, context.state)
      return at < 0 || isShown ? screenOnly(ui) : pickedAt(ui, at, context)
    }
    case 'step':
      return screenOnly(withCursorAt(ui, target.key))
    case 'field': {
      const question = clickedQuestion(ui, target.question, context)
      return question?.kind === 'elicitation'
        ? screenOnly(clickedField(ui, target, question.request))
        : withoutFocus(ui, context)
    }
    case 'waiting':
      return withoutFocus(ui, context)
    case 'text':
      return screenOnly(withCursorPlaced(ui, target))
    case 'moment':
      return screenOnly(wentTo(ui, target.tab, target.place, context))
    case 'message':
      return clickedMessage(ui, target.number, context)
    case 'message-line':
      return clickedLine(ui, target, context)
    case 'log-item':
      return clickedInLog(ui, target.key, context)
    case 'call':
      return clickedCall(ui, target.number, context)
  }
}

/** The cursor on a step, which shows all of its text; on the step that has it, nowhere. */
function withCursorAt(ui: UiState, key: number): UiState {
  if (ui.tab === null) return ui
  const scroll = scrollOf(ui, ui.tab)
  const selected = scroll.selected === key ? null : key
  return withScroll(ui, ui.tab, { ...scroll, follows: 'free', selected, clicked: key })
}

/** The question that was clicked, if it has the focus and the last frame showed it; else null. */
function clickedQuestion(ui: UiState, key: QuestionKey, { state, shown }: KeyContext): Question | null {
  const { question } = openLayers(ui, state)
  return question !== null && questionKey(question) === key && wasShown(question, shown) ? question : null
}

/** A click on a question that has not the focus: it gets it, and is not answered. One that the last frame did not show does not. */
function withoutFocus(ui: UiState, context: KeyContext): KeyResult {
  const { state, shown } = context
  if (ui.writing !== null) return messageOnly(ui, 'First esc, to leave what is being written.', context)
  const { asked, question } = openLayers(ui, state)
  const isShown = asked !== null && shown.question?.key === questionKey(asked)
  const canHave = isShown && !isOnlyShown(state) && question === null
  return screenOnly(canHave ? backAtQuestion(ui, context) : ui)
}

/** What a click on an option or an action says. In a low terminal a message would take a row, and move what was clicked. */
function answerWords(ui: UiState): string {
  return isRoomy(ui.rows) ? 'Click again to answer.' : ''
}

/** The first click selects the option, the second one answers with it; what is dangerous is confirmed by one more, as with keys. */
function clickedOption(
  ui: UiState,
  { question: key, at }: PointerTarget & { readonly type: 'option' },
  context: KeyContext,
): KeyResult {
  const { nowMs } = context
  if (clickedQuestion(ui, key, context) === null) return withoutFocus(ui, context)
  const choice = choiceIn(key, ui.choice)
  const name = `click ${key} ${at}`
  const isSelected = choice.option === at
  if (!isSelected || !isSecondClick(ui, name, nowMs)) {
    const selected = isSelected ? ui : { ...ui, choice: { ...choice, option: at, isArmed: false } }
    return screenOnly(armedByClick(selected, name, answerWords(ui), nowMs))
  }
  const result = act(ui, pressOf('enter'), context)
  return result.intents.length > 0 ? result : { ...result, ui: armedByClick(result.ui, name, '', nowMs) }
}

/** The first click focuses the action of a form, the second one carries it out. */
function clickedButton(
  ui: UiState,
  { question: key, action }: PointerTarget & { readonly type: 'button' },
  context: KeyContext,
): KeyResult {
  const { nowMs } = context
  const question = clickedQuestion(ui, key, context)
  if (question?.kind !== 'elicitation') return withoutFocus(ui, context)
  const name = `click ${key} ${action}`
  const focused = focusedAction(ui, action, question.request)
  return isSecondClick(ui, name, nowMs)
    ? act(focused, pressOf('enter'), context)
    : screenOnly(armedByClick(focused, name, answerWords(ui), nowMs))
}

/** The first click selects the item, the second one does what enter does. */
function clickedItem(ui: UiState, id: string, context: KeyContext): KeyResult {
  const { picker, writing } = openLayers(ui, context.state)
  if (picker === null || writing !== null) return screenOnly(ui)
  const name = `click item ${id}`
  if (picker.list.selected !== id || picker.list.clicked !== id) {
    const selected = { ...disarmed(ui), picker: pickerAt(picker, id, context.state) }
    return screenOnly(armedByClick(selected, name, '', context.nowMs))
  }
  return carefully(ui, act(ui, pressOf('enter'), context), {
    name,
    words: 'Click again to do it.',
    nowMs: context.nowMs,
  })
}

/** The cursor at another place of the text that is being written; the same state if that is another text by now. */
function withCursorPlaced(ui: UiState, { text, cursor }: Extract<PointerTarget, { type: 'text' }>): UiState {
  const placed = (line: LineEdit): LineEdit => (line.text === text ? { ...line, cursor } : line)
  const { writing, prompt, picker } = ui
  if (writing === null)
    return picker === null ? ui : { ...ui, picker: { ...picker, filter: placed(picker.filter) } }
  if (writing.kind === 'prompt') return { ...ui, prompt: { ...prompt, line: placed(prompt.line) } }
  if (writing.kind === 'search') return { ...ui, search: placed(ui.search) }
  if (writing.kind === 'feedback') return withLineIn(ui, 'feedback', placed(lineIn(ui, 'feedback')))
  return 'line' in writing ? { ...ui, writing: { ...writing, line: placed(writing.line) } } : ui
}
