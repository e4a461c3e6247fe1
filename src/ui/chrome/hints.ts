import { currentSession, hasUnsent, type AppState } from '../../app/state/app-state.ts'
import { canSwitchPlansOn } from '../../app/plan-advice/plan-advice.ts'
import type { Playback } from '../../app/playback/playback.ts'
import { openQuestion } from '../../app/state/question.ts'
import { formHints } from '../form/form-hints.ts'
import { focusOf } from '../keys/focus.ts'
import { openList, type OpenList } from '../pickers/picker.ts'
import { completionOf, type Completion } from '../state/command-completion.ts'
import type { UiState } from '../state/ui-state.ts'
import type { Hint } from './hint.ts'
import { lastingPanelHints, panelHint, panelHints } from './panel-hints.ts'
import { changesHint, feedbackHints, questionHints } from './question-hints.ts'

/** The keys to show beneath everything, the most useful first: what does not fit is left out at the end. */
export function hintsFor(state: AppState, ui: UiState, isChecklist: boolean): readonly Hint[] {
  switch (focusOf(ui, state)) {
    case 'prompt':
      return promptHints(completionOf(ui, state))
    case 'search':
      return [
        { key: 'enter', does: 'go' },
        { key: 'esc', does: 'stop searching' },
      ]
    case 'feedback':
      return feedbackHints(state)
    case 'caption':
      return [
        { key: 'enter', does: 'mark' },
        { key: 'esc', does: 'cancel' },
      ]
    case 'moment':
      return [
        { key: 'enter', does: 'go' },
        { key: 'esc', does: 'stay' },
      ]
    case 'permission':
    case 'proposal':
      return questionHints(ui, state)
    case 'elicitation': {
      const question = openQuestion(state)
      return question?.kind === 'elicitation' ? formHints(question.request, ui.form) : []
    }
    case 'picker':
      return pickerHints(openList(ui, state))
    case 'plan':
      return ui.panel === null ? planHints(state, ui, isChecklist) : hintsInPanel(ui)
  }
}

function promptHints(completion: Completion | null): readonly Hint[] {
  if (completion !== null)
    return [
      { key: 'enter', does: completion.isWhole ? 'send' : 'complete' },
      ...(completion.commands.length > 1 ? [{ key: '↑↓', does: 'select' }] : []),
      { key: 'esc', does: 'back' },
    ]
  return [
    { key: 'enter', does: 'send' },
    { key: 'esc', does: 'back' },
    { key: 'alt-enter', does: 'new line' },
    { key: '↑', does: 'history' },
  ]
}

function pickerHints(list: OpenList | null): readonly Hint[] {
  if (list === null) return []
  const actions = list.items[list.at]?.actions ?? []
  const does = (key: string): readonly Hint[] => {
    const action = actions.find((each) => each.key === key)
    return action === undefined ? [] : [{ key, does: action.does }]
  }
  if (!list.model.isFiltered)
    return [
      ...does('enter'),
      ...(list.items.length > 1 ? [{ key: '↑↓', does: 'select' }] : []),
      { key: 'R', does: 'restart' },
      { key: 'q', does: 'quit' },
      panelHint('stderr'),
      panelHint('help'),
    ]
  const isInner = list.picker.back !== null
  return [
    ...does('enter'),
    { key: '↑↓', does: 'select' },
    { key: 'esc', does: isInner ? 'back' : 'close' },
    ...does('ctrl-x'),
    ...does('D'),
  ]
}

function hintsInPanel(ui: UiState): readonly Hint[] {
  return [
    { key: 'esc', does: 'close' },
    { key: '↑↓', does: 'scroll' },
    { key: '/', does: 'search' },
    ...foundHints(ui),
    { key: 'G', does: 'end' },
  ]
}

function foundHints(ui: UiState): readonly Hint[] {
  return ui.query === '' ? [] : [{ key: 'n N', does: 'matches' }]
}

function planHints(state: AppState, ui: UiState, isChecklist: boolean): readonly Hint[] {
  const { link, playback } = state
  if (playback !== null) return replayHints(playback, ui)
  const isWorking = link.state === 'open' && currentSession(state)?.turn.state === 'working'
  const again =
    link.state === 'ended'
      ? [{ key: 'R', does: 'restart' }]
      : link.state === 'reconnecting'
        ? [{ key: 'R', does: 'reconnect' }]
        : []
  return [
    ...(openQuestion(state) === null ? [] : [{ key: 'w', does: 'answer' }]),
    ...switchHint(state),
    panelHint('help'),
    { key: 'tab', does: 'plans' },
    ...(isWorking
      ? [{ key: 'esc esc', does: 'cancel' }]
      : hasUnsent(state)
        ? [{ key: 'esc', does: 'take prompt back' }]
        : []),
    { key: 'q', does: 'quit' },
    ...again,
    { key: '/', does: 'search' },
    ...foundHints(ui),
    ...changesHint(ui, state),
    { key: 'enter', does: 'ask' },
    ...panelHints(state),
    ...(link.state === 'open' ? [{ key: 's', does: 'sessions' }, ...settingsHint(state)] : []),
    ...(isChecklist ? [{ key: '↑↓', does: 'select' }] : []),
    { key: 'f', does: 'follow' },
  ]
}

/** Where a turn has ended without a plan, and a switch would bring one. */
function switchHint(state: AppState): readonly Hint[] {
  const session = currentSession(state)
  const isMissed = session?.turn.state === 'rested' && session.plans.size === 0
  return isMissed && canSwitchPlansOn(state) ? [{ key: 'P', does: 'plan tools on' }] : []
}

function replayHints({ state, extent }: Playback, ui: UiState): readonly Hint[] {
  const pause = state === 'ended' ? 'play again' : state === 'paused' ? 'continue' : 'pause'
  return [
    { key: 'space', does: pause },
    panelHint('help'),
    { key: '[ ]', does: 'changes' },
    { key: 'q', does: 'quit' },
    { key: ', .', does: 'messages' },
    ...foundHints(ui),
    ...(extent.marks.length === 0 ? [] : [{ key: '{ }', does: 'markers' }]),
    { key: 't', does: 'time' },
    { key: '+ -', does: 'speed' },
    { key: 'tab', does: 'plans' },
    { key: '/', does: 'search' },
    ...lastingPanelHints,
  ]
}

function settingsHint(state: AppState): readonly Hint[] {
  const session = currentSession(state)
  const hasSettings = session !== null && (session.modes !== null || session.configOptions.length > 0)
  return hasSettings ? [{ key: 'M', does: 'settings' }] : []
}
