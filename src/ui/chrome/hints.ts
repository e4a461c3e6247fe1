import { currentSession, type AppState } from '../../app/app-state.ts'
import { focusOf } from '../keys/act.ts'
import type { UiState } from '../screen/ui-state.ts'

export interface Hint {
  readonly key: string
  readonly does: string
}

/** The keys to show beneath everything, the most useful first: what does not fit is left out at the end. */
export function hintsFor(state: AppState, ui: UiState, isChecklist: boolean): readonly Hint[] {
  switch (focusOf(ui, state)) {
    case 'prompt':
      return [
        { key: 'enter', does: 'send' },
        { key: 'esc', does: 'back' },
        { key: 'alt-enter', does: 'new line' },
        { key: '↑', does: 'history' },
      ]
    case 'search':
      return [
        { key: 'enter', does: 'go' },
        { key: 'esc', does: 'stop searching' },
      ]
    case 'permission':
      return [
        { key: 'enter', does: 'choose' },
        { key: '↑↓', does: 'options' },
        { key: 'tab', does: 'plans' },
        { key: 'esc', does: 'cancel the turn' },
        { key: '?', does: 'help' },
      ]
    case 'plan':
      return ui.panel === null ? planHints(state, ui, isChecklist) : panelHints(ui)
  }
}

function panelHints(ui: UiState): readonly Hint[] {
  return [
    { key: 'esc', does: 'close' },
    { key: '↑↓', does: 'scroll' },
    { key: 'q', does: 'quit' },
    { key: '/', does: 'search' },
    ...foundHints(ui),
    { key: 'G', does: 'end' },
  ]
}

function foundHints(ui: UiState): readonly Hint[] {
  return ui.query === '' ? [] : [{ key: 'n N', does: 'matches' }]
}

function planHints(state: AppState, ui: UiState, isChecklist: boolean): readonly Hint[] {
  const isWorking = currentSession(state)?.turn.state === 'working'
  const ended = state.link.state === 'ended' ? [{ key: 'R', does: 'restart' }] : []
  const problems = state.problemCount === 0 ? [] : [{ key: '!', does: 'problems' }]
  return [
    { key: '?', does: 'help' },
    { key: 'tab', does: 'plans' },
    ...(isWorking ? [{ key: 'esc', does: 'cancel turn' }] : []),
    { key: 'q', does: 'quit' },
    ...ended,
    { key: '/', does: 'search' },
    ...foundHints(ui),
    { key: 'enter', does: 'ask' },
    ...problems,
    { key: 'a', does: 'activity' },
    ...(isChecklist ? [{ key: '↑↓', does: 'select' }] : []),
    { key: 'f', does: 'follow' },
  ]
}
