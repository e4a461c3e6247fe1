import type { AppState } from '../../app/state/app-state.ts'
import { switchRefusal } from '../../app/plan-advice/plan-advice.ts'
import { openQuestion, type Question } from '../../app/state/question.ts'
import { planTabOf } from '../state/plan-questions.ts'
import { isAside, takesQuestions } from '../state/question-tab.ts'
import type { LineEdit, PickerState, UiState } from '../state/ui-state.ts'
import { actInForm, pasteInForm } from '../form/act-in-form.ts'
import { writesInForm } from '../form/form-state.ts'
import { isPanel } from '../panels/panels.ts'
import { openPicker } from '../pickers/picker.ts'
import { actInPicker, refiltered, typedInto } from '../pickers/act-in-picker.ts'
import { actInPrompt } from './lines/act-in-prompt.ts'
import { actInSearch, searching } from './lines/act-in-search.ts'
import { only, told, withMessage, type Acted, type ActContext } from './key-result.ts'
import { actInAnswer, markAsked } from './lines/answer-line.ts'
import { disarmed, isArmedBy } from './armed-key.ts'
import { chooseOption } from './question/choose-option.ts'
import { inserted } from './lines/edit-line.ts'
import { actInFeedback } from './question/feedback.ts'
import type { KeyPress } from './key-press.ts'
import { commandOf } from './key-table.ts'
import { left } from './plan/leave.ts'
import { nothingFound, nothingShown, nothingToFold, nothingToScroll } from './plan/nothing-done.ts'
import { pickerOpened } from './plan/open-picker.ts'
import { pickedAt, pickedBy, removedShown } from './plan/pick-tab.ts'
import { actInReplay } from './replay-keys.ts'
import { interrupted, quitByLetter } from './plan/quit.ts'
import { collapsed, jumpedToMatch, scrolled } from './plan/scroll.ts'
import { toggledChanges } from './plan/toggle-changes.ts'
import { toggled } from './plan/toggle-panel.ts'
import { isInText, typedOnPlan, typedWith, whenAlone } from './typed-text-guard.ts'

/**
 * Where keys go: a question that waits for an answer takes them from the plan, never from a line being written or a panel.
 * The name is then the question's kind.
 */
export function focusOf(ui: UiState, state: AppState): UiState['focus'] | Question['kind'] | 'picker' {
  return focusedQuestion(ui, state)?.kind ?? (focusedPicker(ui, state) === null ? ui.focus : 'picker')
}

/** The question that takes the keys, or null. */
function focusedQuestion(ui: UiState, state: AppState): Question | null {
  // What a recording asked is answered in it, by whoever was there.
  const question = takesQuestions(ui) && state.playback === null ? openQuestion(state) : null
  return question !== null && isAside(ui, question) ? null : question
}

/** The list that takes the keys where no question does, or null. */
function focusedPicker(ui: UiState, state: AppState): PickerState | null {
  return ui.focus === 'plan' && state.playback === null ? openPicker(ui, state) : null
}

/** The screen after a key, and what the key asks for. Pure. */
export function act(ui: UiState, press: KeyPress, context: ActContext): Acted {
  const next = afterEscape(ui, press, context.state)
  if (next !== null) return inTurn(act(ui, { name: 'escape', text: '' }, context), next, context)
  const { held } = ui
  if (held === null) return actNow(ui, press, context)
  const isDue = held.dueAtMs <= context.nowMs
  if (press.name === held.press.name && !isDue) return actHeld(ui, context)
  // What comes later, and what is no letter, does not belong to a word that began with it.
  const isAlone = isDue || (press.text === '' && press.name !== 'escape')
  if (isAlone) return inTurn(actHeld(ui, context), press, context)
  return actNow(typedOn(ui, press, context), press, context)
}

/** What a key that was held back does now: it is known to stand alone. Nothing where none is held. */
export function actHeld(ui: UiState, context: ActContext): Acted {
  const { held } = ui
  return held === null
    ? only(ui)
    : actThere({ ...ui, held: null }, held.press, { ...context, stands: 'alone' })
}

function inTurn(first: Acted, press: KeyPress, context: ActContext): Acted {
  const then = act(first.ui, press, context)
  return { ui: then.ui, intents: [...first.intents, ...then.intents] }
}

/** Escape and what is pressed right after it come as one key. On a plan none such means anything else; null: it is no such key. */
function afterEscape(ui: UiState, { name }: KeyPress, state: AppState): KeyPress | null {
  if (ui.focus !== 'plan' || !name.startsWith('alt-') || name === 'alt-enter') return null
  if (isWrittenIn(ui, focusedQuestion(ui, state), focusedPicker(ui, state))) return null
  const rest = name.slice('alt-'.length)
  if (rest === ' ') return { name: 'space', text: ' ' }
  return { name: rest, text: Array.from(rest).length === 1 ? rest : '' }
}

/** A key that was held back was the beginning of a text, or was taken back by escape. */
function typedOn(ui: UiState, press: KeyPress, { state, nowMs }: ActContext): UiState {
  const { held } = ui
  const picker = focusedPicker(ui, state)
  const dropped = { ...ui, held: null }
  if (press.text === '') return { ...dropped, message: null }
  if (picker === null || picker.place.kind === 'login') return withMessage(dropped, typedOnPlan, nowMs)
  return held === null ? dropped : { ...dropped, picker: typedInto(picker, held.press) }
}

function actNow(ui: UiState, press: KeyPress, context: ActContext): Acted {
  const { nowMs } = context
  const typed = typedWith(ui, press, nowMs)
  const there = isArmedBy(ui, press.name, nowMs) ? ui : disarmed(ui)
  const next = typed.count === 0 && there.typed.count === 0 ? there : { ...there, typed }
  return actThere(next, press, isInText(ui, press, nowMs) ? { ...context, stands: 'in-text' } : context)
}

/** What a key does where the keys go. */
function actThere(ui: UiState, press: KeyPress, context: ActContext): Acted {
  if (press.name === 'ctrl-c') return interrupted(ui, press, context)
  if (press.name === 'ctrl-z') return { ui, intents: [{ type: 'stop' }] }
  switch (ui.focus) {
    case 'prompt':
      return actInPrompt(ui, press, context)
    case 'search':
      return only(actInSearch(ui, press, context))
    case 'feedback':
      return actInFeedback(ui, press, context)
    case 'caption':
    case 'moment':
      return actInAnswer(ui, press, { ...context, focus: ui.focus })
    case 'plan': {
      const question = focusedQuestion(ui, context.state)
      const picker = question === null ? focusedPicker(ui, context.state) : null
      const isAnswer = question !== null || picker !== null
      if (isAnswer && isTypedEnter(press, context) && !isWrittenIn(ui, question, picker))
        return told(ui, 'Words were typed here: enter again answers.', context)
      const acted =
        question !== null
          ? answer(ui, press, { ...context, question })
          : picker === null
            ? null
            : actInPicker(ui, press, { ...context, picker })
      return acted ?? actInReplay(ui, press, context) ?? perform(ui, press, context)
    }
  }
}

/** The end of a sentence, and no answer. */
function isTypedEnter({ name }: KeyPress, { stands }: ActContext): boolean {
  return name === 'enter' && stands === 'in-text'
}

/** Letters are written into what has the keys. */
function isWrittenIn(ui: UiState, question: Question | null, picker: PickerState | null): boolean {
  if (question !== null) return question.kind === 'elicitation' && writesInForm(question.request, ui.form)
  return picker !== null && picker.place.kind !== 'login'
}

/** What a key does to a question; null when it is not about the question, and means what it always means. */
function answer(
  ui: UiState,
  press: KeyPress,
  context: ActContext & { readonly question: Question },
): Acted | null {
  switch (context.question.kind) {
    case 'permission':
    case 'proposal':
      return chooseOption(ui, press, { ...context, question: context.question })
    case 'elicitation':
      return actInForm(ui, press, { ...context, request: context.question.request })
  }
}

/** Pasted text goes to the line that has the focus; on a plan it begins a prompt. Control characters but line breaks are left out. */
export function paste(before: UiState, text: string, state: AppState): UiState {
  const ui: UiState = { ...disarmed(before), held: null }
  // oxlint-disable-next-line no-control-regex -- controls are what is left out
  const clean = text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
  switch (ui.focus) {
    case 'search':
      return searching(ui, inserted(ui.search, clean.replaceAll('\n', ' ')))
    case 'feedback':
      return withFeedback(ui, (line) => inserted(line, clean))
    case 'caption':
    case 'moment':
      return { ...ui, answer: inserted(ui.answer, clean.replaceAll('\n', ' ')) }
    case 'plan': {
      if (state.playback !== null) return ui
      const question = focusedQuestion(ui, state)
      if (question?.kind === 'elicitation') return pasteInForm(ui, clean, question.request)
      if (ui.picker !== null && ui.picker.place.kind !== 'login')
        return {
          ...ui,
          picker: refiltered(ui.picker, inserted(ui.picker.filter, clean.replaceAll('\n', ' '))),
        }
      const prompt = { ...ui.prompt, line: inserted(ui.prompt.line, clean) }
      return { ...ui, focus: 'prompt', panel: null, prompt }
    }
    case 'prompt':
      return { ...ui, focus: 'prompt', prompt: { ...ui.prompt, line: inserted(ui.prompt.line, clean) } }
  }
}

function withFeedback(ui: UiState, change: (line: LineEdit) => LineEdit): UiState {
  return ui.feedback === null ? ui : { ...ui, feedback: { ...ui.feedback, line: change(ui.feedback.line) } }
}

function perform(ui: UiState, press: KeyPress, context: ActContext): Acted {
  const { facts, state, nowMs } = context
  const command = commandOf(press.name)
  if (isPanel(command)) return only(toggled(ui, command))
  switch (command) {
    case undefined:
      return only(ui)
    case 'next-plan':
      return pickedBy(ui, 1, context)
    case 'previous-plan':
      return pickedBy(ui, -1, context)
    case 'pick-plan':
      return pickedAt(ui, Number(press.name) - 1, context)
    case 'down':
    case 'up':
    case 'page-down':
    case 'page-up':
    case 'top':
    case 'bottom':
    case 'follow':
    case 'unfold': {
      const done = scrolled(ui, command, facts)
      return sayWhy(nothingToScroll(ui, { command, done }, facts), done, nowMs)
    }
    case 'collapse':
      return sayWhy(nothingToFold(ui, facts), collapsed(ui), nowMs)
    case 'search':
      return sayWhy(
        nothingShown(ui),
        { ...ui, focus: 'search', search: { text: ui.query, cursor: ui.query.length } },
        nowMs,
      )
    case 'next-match':
      return sayWhy(nothingFound(ui, facts), jumpedToMatch(ui, facts, 1), nowMs)
    case 'previous-match':
      return sayWhy(nothingFound(ui, facts), jumpedToMatch(ui, facts, -1), nowMs)
    case 'write-prompt':
      return only({ ...ui, focus: 'prompt', panel: null })
    case 'sessions':
    case 'settings':
      return pickerOpened(ui, command, context)
    case 'mark':
      return only(markAsked(ui, context))
    case 'show-changes':
      return only(toggledChanges(ui, state, nowMs))
    case 'answer':
      return only(questionBack(ui, context))
    case 'show-removed':
      return removedShown(ui, context)
    case 'fetch-file':
      return facts.fileUri === null
        ? told(ui, nothingShown(ui) ?? 'This plan is no file.', context)
        : { ui: withMessage(ui, 'Reading it.', nowMs), intents: [{ type: 'fetch', uri: facts.fileUri }] }
    case 'restart':
      return isRestartable(state)
        ? whenAlone(ui, press, { ...context, does: () => ({ ui, intents: [{ type: 'restart' }] }) })
        : told(ui, runningWords(state), context)
    case 'switch-plans-on': {
      const refusal = switchRefusal(state)
      const does = (): Acted => ({ ui, intents: [{ type: 'switch-plans-on' }] })
      return refusal === null ? whenAlone(ui, press, { ...context, does }) : told(ui, refusal, context)
    }
    case 'leave':
      return left(ui, press, context)
    case 'redraw':
      return { ui, intents: [{ type: 'redraw' }] }
    case 'stop':
      return { ui, intents: [{ type: 'stop' }] }
    case 'interrupt':
      return interrupted(ui, press, context)
    case 'quit':
      return quitByLetter(ui, press, context)
  }
}

/** The question that was put aside, as it was left. */
function questionBack(ui: UiState, { state, facts, nowMs }: ActContext): UiState {
  const question = openQuestion(state)
  if (question === null) return withMessage(ui, 'Nothing waits for an answer.', nowMs)
  if (focusedQuestion(ui, state) !== null) return withMessage(ui, 'The question is open.', nowMs)
  const id = planTabOf(question, state)
  const tab = id !== null && facts.tabs.some((each) => each.id === id) ? id : ui.tab
  return { ...ui, panel: null, picker: null, aside: null, message: null, tab }
}

/** The screen with why a key does nothing, or with what it does. */
function sayWhy(nothing: string | null, done: UiState, nowMs: number): Acted {
  return only(nothing === null ? done : withMessage(done, nothing, nowMs))
}

function runningWords({ link }: AppState): string {
  return link.state === 'open' ? 'The agent is running.' : 'The agent is starting.'
}

function isRestartable({ link }: AppState): boolean {
  return link.state === 'ended' || link.state === 'reconnecting' || link.state === 'wants-login'
}
