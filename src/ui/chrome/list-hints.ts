import type { Completion } from '../state/command-completion.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { ElicitationRequest } from '../../app/state/elicitation.ts'
import { actionsOf, fieldsOf, formIn, type FormState } from '../state/question-state.ts'
import { scrollOf, type UiState, type PickerState, isFiltered } from '../state/ui-state.ts'
import { hintIf, panelHint, type CommandHint } from '../keys/key-map.ts'
import type { OpenList } from '../pickers/picker.ts'
import { hasSideRoom, type OpenLayers } from '../state/open-layers.ts'

/** The keys of the wire panel: of its list, or of the opened message. */
export function wireHints(ui: UiState): readonly CommandHint[] {
  const { detail, filter, isSuspended } = ui.wire
  if (detail === null)
    return [
      { command: 'leave', does: 'close' },
      { command: 'next-plan', does: 'other tab' },
      { key: 'enter', does: 'open' },
      { pair: ['up', 'down'], does: 'select' },
      { command: 'search', does: 'filter' },
      ...hintIf(filter !== '', { command: 'filter', does: isSuspended ? 'filter on' : 'filter off' }),
      { command: 'message-revision', does: 'revision' },
      { command: 'problems', does: 'problems' },
      { command: 'bottom', does: 'newest' },
      { command: 'copy', does: 'copy' },
    ]
  return [
    { command: 'leave', does: 'list' },
    { key: 'enter', does: 'fold' },
    { command: 'search', does: 'search' },
    ...foundHints(ui),
    { command: 'raw-message', does: detail.isRaw ? 'lines' : 'raw' },
    { command: 'message-revision', does: 'revision' },
    { command: 'problems', does: 'problems' },
    { command: 'collapse', does: 'fold all' },
    { command: 'copy', does: 'copy' },
  ]
}

/** The keys of the lists of the log. Nothing leads from a line of stderr to a message. */
export function logHints(ui: UiState): readonly CommandHint[] {
  const leadsOn = ui.panel !== 'stderr'
  const does = ui.panel === 'problems' ? 'problems' : 'calls'
  return [
    { command: 'leave', does: 'close' },
    { command: 'next-plan', does: 'other tab' },
    ...hintIf(leadsOn, { key: 'enter', does: 'open' }),
    { pair: ['up', 'down'], does: 'select' },
    { command: 'search', does: 'filter' },
    ...hintIf(leadsOn && ui.query === '', { pair: ['next-match', 'previous-match'], does }),
    ...hintIf(ui.query !== '', { command: 'filter', does: ui.log.showsAll ? 'filter on' : 'show all' }),
    ...foundHints(ui),
    { command: 'bottom', does: 'newest' },
    { command: 'copy', does: 'copy' },
  ]
}

export function workHints(ui: UiState): readonly CommandHint[] {
  return [
    { command: 'leave', does: ui.work.isOutside ? 'the step' : 'close' },
    { command: 'wire-frame', does: 'message' },
    { pair: ['up', 'down'], does: 'select' },
    { pair: ['next-match', 'previous-match'], does: ui.query === '' ? 'failures' : 'matches' },
    { command: 'search', does: 'search' },
    { command: 'bottom', does: 'newest' },
  ]
}

export function manualHints({ manual, panelScroll, query }: UiState): readonly CommandHint[] {
  const quits = manual.isAlone ? 'quit' : 'close'
  const canGoBack = manual.back.length > 0 || query !== ''
  return [
    ...hintIf(panelScroll.selected !== null, { key: 'enter', does: 'follow' }),
    ...hintIf(canGoBack, { command: 'leave', does: query === '' ? 'back' : 'clear' }),
    { command: 'quit', does: quits },
    { command: 'plans', does: 'pages' },
    { command: 'search', does: 'search' },
    ...hintIf(query !== '', { pair: ['next-match', 'previous-match'], does: 'matches' }),
    { command: 'next-plan', does: 'links' },
    { pair: ['revision-before', 'revision-after'], does: 'headings' },
    { pair: ['up', 'down'], does: 'scroll' },
  ]
}

/** While the cursor is on a step, and the agent tells what it does. */
export function workHint(state: AppState, ui: UiState): readonly CommandHint[] {
  const isTold = [...state.sessions.values()].some(({ work }) => work.begun > 0)
  return hintIf(isTold && scrollOf(ui, ui.tab).selected !== null, panelHint('work'))
}

export function sideHint(ui: UiState, { side }: OpenLayers): readonly CommandHint[] {
  return hintIf(hasSideRoom(ui), {
    command: 'second-pane',
    does: side === null ? 'second pane' : 'other pane',
  })
}

export function foundHints(ui: UiState): readonly CommandHint[] {
  return ui.query === '' ? [] : [{ pair: ['next-match', 'previous-match'], does: 'matches' }]
}

/** The keys of a list, and what they do with the selected item. */
export function pickerHints(list: OpenList): readonly CommandHint[] {
  const actions = list.items[list.at]?.actions ?? []
  const does = (key: string): readonly CommandHint[] => {
    const action = actions.find((each) => each.key === key)
    return action === undefined ? [] : [{ key, does: action.does }]
  }
  if (!isFiltered(list.picker))
    return [
      ...does('enter'),
      ...(list.items.length > 1 ? [{ key: '↑↓', does: 'select' }] : []),
      { command: 'restart', does: 'restart' },
      { command: 'quit', does: 'quit' },
      panelHint('stderr'),
      panelHint('help'),
    ]
  return [
    ...does('enter'),
    ...hintIf(list.items.length > 1, { key: '↑↓', does: 'select' }),
    { key: 'esc', does: leaving(list.picker) },
    ...does('ctrl-s'),
    ...does('ctrl-y'),
    ...does('ctrl-x'),
    ...does('D'),
  ]
}

function leaving({ topic, filter, back }: PickerState): string {
  if (filter.text !== '') return 'clear'
  if (topic.kind === 'observed') return 'quit'
  return back === null ? 'close' : 'back'
}

export function lineHints(enter: string, escape: string): readonly CommandHint[] {
  return [
    { key: 'enter', does: enter },
    { key: 'esc', does: escape },
  ]
}

/** Those of the prompt, with the list of what completes it. */
export function promptHints(completion: Completion | null, { prompt }: UiState): readonly CommandHint[] {
  const hasHistory = prompt.history.length > 0
  if (completion?.of === 'history')
    return [
      ...lineHints('take it', 'back'),
      ...(completion.items.length > 1 ? [{ key: 'ctrl-r ↑↓', does: 'select' }] : []),
    ]
  if (completion !== null)
    return [
      { key: 'enter', does: completion.isWhole ? 'send' : 'complete' },
      ...(completion.items.length > 1 ? [{ key: '↑↓', does: 'select' }] : []),
      { key: 'esc', does: 'back' },
    ]
  return [
    ...lineHints('send', 'back'),
    { key: 'alt-enter', does: 'new line' },
    ...hintIf(hasHistory, { key: '↑', does: 'history' }),
    ...hintIf(hasHistory, { key: 'ctrl-r', does: 'find in it' }),
    { key: 'ctrl-g', does: 'editor' },
    { key: '@', does: 'file' },
    panelHint('manual'),
  ]
}

/** The keys of a form or a URL elicitation, the most useful first. */
export function formHints(request: ElicitationRequest, last: FormState | null): readonly CommandHint[] {
  const { focus } = formIn(request, last)
  const fields = fieldsOf(request)
  const field = focus.at === 'field' ? fields[focus.field] : undefined
  if (field === undefined) {
    return [
      { key: 'enter', does: 'choose' },
      { key: '←→', does: 'select' },
      { key: 'esc', does: 'plan' },
      ...(actionsOf(request).includes('open') ? [{ key: 'o', does: 'open it' }] : []),
      ...(fields.length > 0 ? [{ key: '↑', does: 'fields' }] : []),
      panelHint('help'),
    ]
  }
  const isPicked = field.type !== 'text' && field.type !== 'number'
  return [
    { key: 'enter', does: field.type === 'choice' ? 'pick' : 'next' },
    ...(field.type === 'choices' || field.type === 'boolean' ? [{ key: 'space', does: 'pick' }] : []),
    { key: 'esc', does: 'plan' },
    { key: 'ctrl-s', does: 'send' },
    { key: '↑↓', does: isPicked && field.type !== 'boolean' ? 'choices' : 'fields' },
    { key: 'ctrl-x', does: 'decline' },
    { key: 'tab', does: 'next field' },
    ...(isPicked ? [panelHint('help')] : []),
  ]
}
