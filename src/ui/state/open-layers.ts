import { isOnlyShown, type AppState } from '../../app/state/app-state.ts'
import { openQuestion, questionKey, type Question } from '../../app/state/question.ts'
import { isListShown } from '../../app/state/observed.ts'
import { memoLast } from '../../lib/memo.ts'
import { isRoomy, leastForSide } from '../paint/look.ts'
import type { Session } from '../../app/state/session.ts'
import type { SideName } from './panel-state.ts'
import { shownSession } from './tabs.ts'
import { isInLog, type PanelName } from '../panels/panels.ts'
import {
  isFiltered,
  startedPicker,
  planUi,
  type DiffView,
  type PastMoment,
  type PickerState,
  type PickerTopic,
  type UiState,
  type Writing,
} from './ui-state.ts'
import { writesInForm } from './question-state.ts'
import type { TimelineState } from './list-state.ts'

/** What can be open on the screen. */
export type LayerName =
  | 'writing'
  | 'wire'
  | 'log'
  | 'work'
  | 'manual'
  | 'question'
  | 'form'
  | 'picker'
  | 'player'
  | 'observer'
  | 'panel'
  | 'diff'
  | 'past'
  | 'search'
  | 'timeline'
  | 'plan'

/** What is open, and what of it has the keys. Nothing here is stored: it follows from the app's state and what the user did. */
export interface OpenLayers {
  /** Who is offered a key, the topmost first. */
  readonly order: readonly LayerName[]
  /** What is shown in the place of the plan; `past` and `plan`: the plan. */
  readonly main: 'panel' | 'picker' | 'diff' | 'timeline' | 'past' | 'plan'
  readonly writing: Writing | null
  readonly panel: PanelName | null
  readonly picker: PickerState | null
  /** The open question, whoever receives the keys. */
  readonly asked: Question | null
  /** It waits in one row: the user has put it aside, or something covers what it is about. */
  readonly isResting: boolean
  /** The same question, if it receives the keys. */
  readonly question: Question | null
  readonly diff: DiffView | null
  readonly past: PastMoment | null
  /** null where a diff view or nothing at all is shown in its place. */
  readonly timeline: TimelineState | null
  /** What stands beside the plan; null: there is no room for it, it is hidden, or there is nothing to show. */
  readonly side: SideName | null
}

/** What is open. Only here it is decided what covers what. Pure; cached for the last arguments. */
export const openLayers = memoLast((ui: UiState, state: AppState): OpenLayers => {
  const { writing, panel } = ui
  const past = planUi(ui, ui.tab).past
  const diff = ui.diff !== null && ui.diff.tab === ui.tab ? ui.diff : null
  const timeline = ui.tab === null || diff !== null ? null : ui.timeline
  const picker = openPicker(ui, state)
  const asked = openQuestion(state)
  const isResting = asked !== null && rests(asked, ui, past, timeline !== null && panel === null)
  const canAsk = takesQuestions(ui) && !isOnlyShown(state) && !isResting
  const question = canAsk ? asked : null
  const order: LayerName[] = []
  if (writing !== null) order.push('writing')
  if (panel === 'wire' || panel === 'work' || panel === 'manual') order.push(panel)
  if (isInLog(panel)) order.push('log')
  if (question !== null) order.push(question.kind === 'elicitation' ? 'form' : 'question')
  if (picker !== null && writing === null) order.push('picker')
  if (state.playback !== null) order.push('player')
  if (state.observed !== null) order.push('observer')
  if (panel !== null) order.push('panel')
  if (diff !== null) order.push('diff')
  if (past !== null) order.push('past')
  if (ui.query !== '') order.push('search')
  if (timeline !== null) order.push('timeline')
  order.push('plan')
  if (ui.manual.isAlone) order.splice(0, order.length, ...order.filter(isOfManual))
  const covers = { panel, picker, diff, timeline, past }
  const main = inPlaceOfPlan.find((name) => covers[name] !== null) ?? 'plan'
  return {
    order,
    main,
    side: hasSideRoom(ui) && isBesidePlan(main) ? sideOf(ui, state, main) : null,
    writing,
    panel,
    picker,
    asked,
    isResting,
    question,
    diff,
    past,
    timeline,
  }
})

/** The highest one is shown. */
const inPlaceOfPlan = ['panel', 'picker', 'diff', 'timeline', 'past'] as const

/** Where there is only the manual, nothing else has keys. */
function isOfManual(name: LayerName): boolean {
  return name === 'writing' || name === 'picker' || name === 'manual' || name === 'panel'
}

/** What each picker needs to be open: a client of the agent, which a recording and an agent that is observed have not; also its connection. */
const pickerNeeds: Readonly<Record<PickerTopic['kind'], 'nothing' | 'client' | 'connection' | 'login'>> = {
  plans: 'nothing',
  commands: 'nothing',
  // What is written about steps can wait for the agent.
  steps: 'client',
  sessions: 'connection',
  settings: 'connection',
  choices: 'connection',
  observed: 'connection',
  login: 'login',
}

/** The open picker: the one the user opened, the login picker whenever it is required, or the list of all before an agent is observed. */
function openPicker(ui: UiState, state: AppState): PickerState | null {
  if (ui.panel !== null) return null
  const { picker } = ui
  if (state.observed !== null && isListShown(state.observed))
    return picker?.topic.kind === 'observed' ? picker : startedPicker({ kind: 'observed' })
  const needs = picker === null ? null : pickerNeeds[picker.topic.kind]
  if (needs === 'nothing') return picker
  if (isOnlyShown(state)) return null
  if (state.link.state === 'wants-login') return needs === 'login' ? picker : startedPicker({ kind: 'login' })
  return needs === 'client' || (needs === 'connection' && state.link.state === 'open') ? picker : null
}

/** Whether the terminal is large enough for a second pane. */
export function hasSideRoom({ columns, rows }: UiState): boolean {
  return columns >= leastForSide && isRoomy(rows)
}

/** Whether a second pane may stand beside what is in the middle: a timeline, a panel and a list have the whole width. */
export function isBesidePlan(main: OpenLayers['main']): boolean {
  return main === 'plan' || main === 'past' || main === 'diff'
}

function sideOf(ui: UiState, state: AppState, main: OpenLayers['main']): SideName | null {
  const { shows, isHidden } = ui.side
  if (isHidden) return null
  // The changes are not shown beside themselves.
  return shows === 'changes' && main === 'diff' ? 'work' : (shows ?? toldSide(ui, state))
}

/** Without a choice of the user: the calls, else what was said; nothing as long as the agent has told neither. */
function toldSide(ui: UiState, state: AppState): SideName | null {
  const session = shownSession(state, ui.tab)
  return session === null || !isHeardOf(session) ? null : session.work.begun > 0 ? 'work' : 'conversation'
}

/** Whether the agent has said or done something in a session. */
export function isHeardOf({ counts: { messages, thoughts, toolCalls } }: Session): boolean {
  return messages + thoughts + toolCalls > 0
}

/** Whether an open question would have the keys: nothing covers or precedes it, and the plan is shown as it is now. */
export function takesQuestions(ui: UiState): boolean {
  const isCovered = ui.panel !== null || (ui.picker !== null && ui.picker.topic.kind !== 'login')
  return ui.writing === null && !isCovered && planUi(ui, ui.tab).past === null
}

/** Whether the user has put a question aside, looks back, or has a timeline in place of the plan that it is about. */
function rests(question: Question, ui: UiState, past: PastMoment | null, isTimeline: boolean): boolean {
  return ui.aside === questionKey(question) || past !== null || (isTimeline && isAboutPlan(question))
}

function isAboutPlan(question: Question): boolean {
  switch (question.kind) {
    case 'permission':
      return question.request.plan !== null
    case 'proposal':
      return true
    case 'elicitation':
      return false
  }
}

export function isPlanShown(ui: UiState, state: AppState): boolean {
  return openLayers(ui, state).main !== 'panel'
}

/** Whether keys go to the plan, and nothing that is shown in its place. */
export function isPlanOnTop({ writing, main, question }: OpenLayers): boolean {
  return writing === null && question === null && main !== 'panel' && main !== 'picker'
}

/** Whether letters are text of what has the keys (a line, a form, the filter of a list), instead of commands. */
export function takesLetters(ui: UiState, { writing, question, picker }: OpenLayers): boolean {
  if (writing !== null) return true
  if (question !== null) return question.kind === 'elicitation' && writesInForm(question.request, ui.form)
  return picker !== null && isFiltered(picker)
}
