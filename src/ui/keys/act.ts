import type { AppState } from '../../app/app-state.ts'
import { currentSession } from '../../app/app-state.ts'
import { switchRefusal } from '../../app/plan-advice.ts'
import { openQuestion, type Question } from '../../app/question.ts'
import { takesQuestions } from '../screen/question-tab.ts'
import { quitArmedMs } from '../screen/timing.ts'
import {
  emptyLine,
  startOfPane,
  withScroll,
  type LineEdit,
  type PanelName,
  type PickerState,
  type UiState,
} from '../screen/ui-state.ts'
import { actInForm, pasteInForm } from '../form/act-in-form.ts'
import { formIn } from '../form/form-state.ts'
import { openPicker } from '../pickers/picker.ts'
import { actInPicker, refiltered } from './act-in-picker.ts'
import { actInPrompt } from './act-in-prompt.ts'
import { only, withMessage, type Acted, type ActContext } from './acted.ts'
import { cancelOf } from './cancel-turn.ts'
import { actInAnswer, markAsked } from './answer-line.ts'
import { chooseOption } from './choose-option.ts'
import { editLine, inserted } from './edit-line.ts'
import { actInFeedback } from './feedback.ts'
import type { KeyPress } from './key-press.ts'
import { commandOf } from './key-table.ts'
import { pickerOpened } from './open-picker.ts'
import { pickedAt, pickedBy, removedShown } from './pick-tab.ts'
import { actInReplay } from './replay-keys.ts'
import { jumpedToMatch, scrolled } from './scroll.ts'
import { toggledChanges } from './toggle-changes.ts'

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
  return question?.kind === 'elicitation' && formIn(question.request, ui.form).isAside ? null : question
}

/** The list that takes the keys where no question does, or null. */
function focusedPicker(ui: UiState, state: AppState): PickerState | null {
  return ui.focus === 'plan' && state.playback === null ? openPicker(ui, state) : null
}

/** The screen after a key, and what the key asks for. Pure. */
export function act(ui: UiState, press: KeyPress, context: ActContext): Acted {
  if (press.name === 'ctrl-c') return interrupted(ui, context)
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

/** What a key does to a question; null when it is not about the question, and means what it always means. */
function answer(
  ui: UiState,
  press: KeyPress,
  context: ActContext & { readonly question: Question },
): Acted | null {
  switch (context.question.kind) {
    case 'permission':
    case 'proposal':
      return chooseOption(ui, press, context)
    case 'elicitation':
      return actInForm(ui, press, { ...context, request: context.question.request })
  }
}

/** Pasted text goes to the line that has the focus; on a plan it begins a prompt. Control characters but line breaks are left out. */
export function paste(ui: UiState, text: string, state: AppState): UiState {
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
      return { ...ui, focus: 'prompt', prompt: { ...ui.prompt, line: inserted(ui.prompt.line, clean) } }
    }
    case 'prompt':
      return { ...ui, focus: 'prompt', prompt: { ...ui.prompt, line: inserted(ui.prompt.line, clean) } }
  }
}

function searching(ui: UiState, search: LineEdit): UiState {
  return { ...ui, search, query: search.text.toLowerCase() }
}

function withFeedback(ui: UiState, change: (line: LineEdit) => LineEdit): UiState {
  return ui.feedback === null ? ui : { ...ui, feedback: { ...ui.feedback, line: change(ui.feedback.line) } }
}

/** The agent works; one in a recording does not, for nothing could cancel or lose what it does. */
function isWorking(state: AppState): boolean {
  return state.playback === null && currentSession(state)?.turn.state === 'working'
}

function interrupted(ui: UiState, context: ActContext): Acted {
  if (ui.focus === 'prompt' && ui.prompt.line.text !== '') {
    return only({ ...ui, prompt: { ...ui.prompt, line: emptyLine, historyAt: null } })
  }
  if (ui.focus === 'feedback' && ui.feedback !== null && ui.feedback.line.text !== '')
    return only(withFeedback(ui, () => emptyLine))
  if (!isWorking(context.state) || context.nowMs < ui.quitArmedUntilMs) {
    return { ui, intents: [{ type: 'quit', reason: 'interrupted' }] }
  }
  const armed = { ...ui, quitArmedUntilMs: context.nowMs + quitArmedMs }
  return only(
    withMessage(armed, 'The agent is at work: ctrl-c again quits, esc cancels the turn.', context.nowMs),
  )
}

function actInSearch(ui: UiState, press: KeyPress, context: ActContext): UiState {
  switch (press.name) {
    case 'escape':
      return { ...ui, focus: 'plan', search: emptyLine, query: '' }
    case 'enter':
      return jumpedToMatch({ ...ui, focus: 'plan' }, context.facts, 0)
    default: {
      const search = editLine(ui.search, press)
      return search === null ? ui : searching(ui, search)
    }
  }
}

function perform(ui: UiState, press: KeyPress, context: ActContext): Acted {
  const { facts, state, nowMs } = context
  const command = commandOf(press.name)
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
    case 'unfold':
      return only(scrolled(ui, command, facts))
    case 'collapse':
      return only(collapsed(ui))
    case 'search':
      return only({ ...ui, focus: 'search', search: { text: ui.query, cursor: ui.query.length } })
    case 'next-match':
      return only(jumpedToMatch(ui, facts, 1))
    case 'previous-match':
      return only(jumpedToMatch(ui, facts, -1))
    case 'write-prompt':
      return only({ ...ui, focus: 'prompt', panel: null })
    case 'activity':
    case 'problems':
    case 'stderr':
    case 'help':
      return only(toggled(ui, command))
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
      return facts.fileUri === null ? only(ui) : { ui, intents: [{ type: 'fetch', uri: facts.fileUri }] }
    case 'restart':
      return isRestartable(state)
        ? { ui, intents: [{ type: 'restart' }] }
        : only(withMessage(ui, 'The agent is running.', nowMs))
    case 'switch-plans-on': {
      const refusal = switchRefusal(state)
      return refusal === null
        ? { ui, intents: [{ type: 'switch-plans-on' }] }
        : only(withMessage(ui, refusal, nowMs))
    }
    case 'leave':
      return left(ui, state)
    case 'redraw':
      return { ui, intents: [{ type: 'redraw' }] }
    case 'interrupt':
    case 'quit':
      return { ui, intents: [{ type: 'quit', reason: command === 'quit' ? 'quit' : 'interrupted' }] }
  }
}

/** The form that was put aside, with what was written in it. */
function questionBack(ui: UiState, { state, nowMs }: ActContext): UiState {
  const question = openQuestion(state)
  if (question === null) return withMessage(ui, 'Nothing waits for an answer.', nowMs)
  const shown: UiState = { ...ui, panel: null, picker: null }
  return question.kind === 'elicitation'
    ? { ...shown, form: { ...formIn(question.request, ui.form), isAside: false } }
    : shown
}

function isRestartable({ link }: AppState): boolean {
  return link.state === 'ended' || link.state === 'reconnecting' || link.state === 'wants-login'
}

/** Closes the innermost thing that is open; when nothing is, cancels the running turn, or the one that is asked about. */
function left(ui: UiState, state: AppState): Acted {
  if (ui.panel !== null) return only({ ...ui, panel: null })
  if (ui.query !== '') return only({ ...ui, query: '', search: emptyLine })
  const scroll = ui.tab === null ? undefined : ui.scrolls.get(ui.tab)
  if (ui.tab !== null && scroll !== undefined && scroll.cursorKey !== null)
    return only(withScroll(ui, ui.tab, { ...scroll, cursorKey: null }))
  const cancel = cancelOf(focusedQuestion(ui, state), state)
  return cancel === null ? only(ui) : { ui, intents: [cancel] }
}

function collapsed(ui: UiState): UiState {
  if (ui.tab === null) return ui
  const scroll = ui.scrolls.get(ui.tab)
  return scroll === undefined
    ? ui
    : withScroll(ui, ui.tab, { ...scroll, isCollapsed: !scroll.isCollapsed, top: 0 })
}

function toggled(ui: UiState, panel: PanelName): UiState {
  if (ui.panel === panel) return { ...ui, panel: null }
  // Help begins at its top; what grows is shown at its end.
  return {
    ...ui,
    panel,
    picker: null,
    panelScroll: { ...startOfPane, follows: panel === 'help' ? 'free' : 'end' },
  }
}
