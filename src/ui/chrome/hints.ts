import { type AppState, currentSession, hasUnsent, isOnlyShown } from '../../app/state/app-state.ts'
import { canSwitchPlansOn } from '../../app/plan-advice/plan-advice.ts'
import type { Playback } from '../../app/playback/playback.ts'
import type { ElicitationRequest } from '../../app/state/elicitation.ts'
import { policyAnswer } from '../../app/state/permission.ts'
import { openQuestion } from '../../app/state/question.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { safe, safeLine } from '../../lib/text/safe-text.ts'
import { displayWidth } from '../../lib/text/width.ts'
import { fieldsOf, formIn } from '../form/form-state.ts'
import { actionsOf } from '../form/move-in-form.ts'
import { focusOf } from '../keys/focus.ts'
import { panelHint, type Hint } from './hint.ts'
import { pickerHints } from './picker-hints.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { panelNames, panelOf } from '../panels/panels.ts'
import { openList } from '../pickers/picker.ts'
import { hasShownChanges } from '../state/baseline.ts'
import { openDiff } from '../state/open-diff.ts'
import { completionOf, type Completion } from '../state/command-completion.ts'
import { shownMoment } from '../state/looking-back.ts'
import { shownProposal } from '../state/plan-questions.ts'
import { canBeSent, questionOfEdited } from '../taking/edited-plan.ts'
import { shownTimeline } from '../state/shown-timeline.ts'
import { countSelected } from '../state/plan-steps.ts'
import { scrollOf, type FormState, type UiState } from '../state/ui-state.ts'
import { foundHints, problemsHints, wireHints } from './wire-hints.ts'

/** What the shown plan has keys for. */
export interface PlanToHint {
  readonly isChecklist: boolean
  /** There are revisions to look back at. */
  readonly hasPast: boolean
  /** Its timeline has bars, if that is shown. */
  readonly hasTimes: boolean
}

/** The hints for the keys, the most useful first. */
export function hintsFor(state: AppState, ui: UiState, plan: PlanToHint): readonly Hint[] {
  switch (focusOf(ui, state)) {
    case 'prompt':
      return promptHints(completionOf(ui, state))
    case 'search':
      return lineHints('go', 'stop searching')
    case 'feedback':
      return feedbackHints(state)
    case 'caption':
      return lineHints('mark', 'cancel')
    case 'moment':
      return lineHints('go', 'stay')
    case 'comment':
      return lineHints('keep', 'cancel')
    case 'filter':
      return lineHints('keep', 'no filter')
    case 'save':
      return [
        ...lineHints('save', 'cancel'),
        ...(ui.saving?.taken.type === 'plan' ? [{ key: 'tab', does: '.md .json' }] : []),
      ]
    case 'edited':
      return editedHints(ui, state)
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
      if (ui.panel === 'wire') return wireHints(ui)
      if (ui.panel === 'problems') return problemsHints(ui)
      if (ui.panel !== null) return hintsInPanel(ui)
      return shownTimeline(ui) === null || shownMoment(ui) !== null
        ? planHints(state, ui, plan)
        : timelineHints(state, ui, plan)
  }
}

/** The hints as a row; those that do not fit are omitted. */
export function hintRow(hints: readonly Hint[], theme: Theme, columns: number): Row {
  const pieces: Row[] = []
  let used = 1
  for (const { key, does } of hints) {
    const width = displayWidth(key) + displayWidth(does) + 3
    if (used + width > columns + 1) continue
    pieces.push(row(paint(theme, 'normal', safeLine(key)), safe` `, paint(theme, 'dim', safeLine(does))))
    used += width
  }
  return row(safe` `, ...pieces.flatMap((piece, index) => (index === 0 ? [piece] : [safe`  `, piece])))
}

function lineHints(enter: string, escape: string): readonly Hint[] {
  return [
    { key: 'enter', does: enter },
    { key: 'esc', does: escape },
  ]
}

function promptHints(completion: Completion | null): readonly Hint[] {
  if (completion !== null)
    return [
      { key: 'enter', does: completion.isWhole ? 'send' : 'complete' },
      ...(completion.commands.length > 1 ? [{ key: '↑↓', does: 'select' }] : []),
      { key: 'esc', does: 'back' },
    ]
  return [...lineHints('send', 'back'), { key: 'alt-enter', does: 'new line' }, { key: '↑', does: 'history' }]
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

function timelineHints(state: AppState, ui: UiState, { hasTimes }: PlanToHint): readonly Hint[] {
  const { playback } = state
  return [
    ...(playback === null ? [] : [{ key: 'space', does: pauseWords(playback) }]),
    ...(isOnlyShown(state) || openQuestion(state) === null ? [] : [{ key: 'w', does: 'answer' }]),
    { key: 'esc', does: 'close' },
    ...(hasTimes ? barHints(ui) : []),
    { key: 'tab', does: 'plans' },
    ...foundHints(ui),
    panelHint('help'),
  ]
}

/** The keys that move in the bars of a timeline. */
function barHints({ timeline }: UiState): readonly Hint[] {
  return [
    { key: '↑↓', does: 'steps' },
    { key: '* _', does: 'zoom' },
    ...(timeline === null || timeline.zoom === 0 ? [] : [{ key: '← →', does: 'move' }]),
  ]
}

function planHints(state: AppState, ui: UiState, plan: PlanToHint): readonly Hint[] {
  const { isChecklist, hasPast } = plan
  const { link, playback } = state
  if (shownMoment(ui) !== null) return pastHints(state, ui)
  if (playback !== null) return replayHints(playback, ui, hasPast)
  if (state.observed !== null) return observerHints(state, ui, plan)
  const isWorking = link.state === 'open' && currentSession(state)?.turn.state === 'working'
  return [
    ...stepHints(ui),
    ...(openQuestion(state) === null ? [] : [{ key: 'w', does: 'answer' }]),
    ...diffHints(ui),
    ...switchHint(state),
    panelHint('help'),
    { key: 'tab', does: 'plans' },
    ...(isWorking ? [{ key: 'esc esc', does: 'cancel' }] : []),
    ...(!isWorking && hasUnsent(state) ? [{ key: 'esc', does: 'take prompt back' }] : []),
    { key: 'q', does: 'quit' },
    ...(hasManyPlans(state) ? [{ key: 'p', does: 'all plans' }] : []),
    ...(link.state === 'ended' ? [{ key: 'R', does: 'restart' }] : []),
    ...(link.state === 'reconnecting' ? [{ key: 'R', does: 'reconnect' }] : []),
    { key: '/', does: 'search' },
    ...foundHints(ui),
    ...(openDiff(ui) === null ? changesHint(ui, state) : []),
    { key: 'enter', does: 'ask' },
    ...(hasPast ? [{ key: '[ ]', does: 'revisions' }] : []),
    ...panelHints(state),
    ...(link.state === 'open' ? [{ key: 's', does: 'sessions' }, ...settingsHint(state)] : []),
    ...(isChecklist ? [{ key: '↑↓', does: 'select' }] : []),
    { key: 'f', does: 'follow' },
    ...(isChecklist ? [{ key: 'T', does: 'timeline' }] : []),
  ]
}

/** The keys of the diff view, if it is open. */
function diffHints(ui: UiState): readonly Hint[] {
  const diff = openDiff(ui)
  if (diff === null) return []
  return [
    { key: 'd', does: 'the plan' },
    ...(ui.query === '' ? [{ key: 'n N', does: 'changes' }] : []),
    { key: 'b', does: 'since when' },
    { key: 'c', does: diff.isUnfolded ? 'fold' : 'unfold' },
  ]
}

/** While a past moment is shown. */
function pastHints(state: AppState, ui: UiState): readonly Hint[] {
  const { playback } = state
  return [
    { key: 'L', does: 'now' },
    ...(!isOnlyShown(state) && openQuestion(state) !== null ? [{ key: 'w', does: 'answer' }] : []),
    { key: '[ ]', does: 'revisions' },
    ...diffHints(ui),
    { key: '{ }', does: 'marks' },
    ...(openDiff(ui) === null && hasEarlier(ui) ? [{ key: 'd', does: 'changes' }] : []),
    panelHint('help'),
    ...(playback === null ? [] : [{ key: 'space', does: pauseWords(playback) }]),
    { key: '/', does: 'search' },
    ...foundHints(ui),
    { key: 'tab', does: 'plans' },
    { key: 'q', does: 'quit' },
  ]
}

/** Whether there is a revision before the past one that is shown. */
function hasEarlier(ui: UiState): boolean {
  return (shownMoment(ui)?.revision.number ?? 1) > 1
}

function pauseWords({ state }: Playback): string {
  return state === 'ended' ? 'play again' : state === 'paused' ? 'continue' : 'pause'
}

/** More plans than the digits select. */
function hasManyPlans({ sessions }: AppState): boolean {
  let count = 0
  sessions.forEach(({ plans }) => {
    count += plans.size
  })
  return count > 9
}

/** While the cursor is on a step, or steps are selected; the diff view has no steps. */
function stepHints(ui: UiState): readonly Hint[] {
  const hasNone = scrollOf(ui, ui.tab).cursorKey === null && countSelected(ui) === 0
  if (hasNone || openDiff(ui) !== null) return []
  return [
    { key: 'space', does: 'select' },
    { key: 'X', does: 'do' },
    { key: 'C', does: 'comment' },
  ]
}

/** Where a turn has ended without a plan, and a switch would bring one. */
function switchHint(state: AppState): readonly Hint[] {
  const session = currentSession(state)
  const isMissed = session?.turn.state === 'ended' && session.plans.size === 0
  return isMissed && canSwitchPlansOn(state) ? [{ key: 'P', does: 'plan tools on' }] : []
}

/** While an agent of another program is observed. */
function observerHints(state: AppState, ui: UiState, { isChecklist, hasPast }: PlanToHint): readonly Hint[] {
  return [
    ...(state.observed?.found === null ? [] : [{ key: 'esc', does: 'list' }]),
    ...diffHints(ui),
    panelHint('help'),
    { key: 'tab', does: 'plans' },
    { key: 'q', does: 'quit' },
    ...(hasPast ? [{ key: '[ ]', does: 'revisions' }] : []),
    ...(openDiff(ui) === null ? changesHint(ui, state) : []),
    ...(hasManyPlans(state) ? [{ key: 'p', does: 'all plans' }] : []),
    { key: '/', does: 'search' },
    ...foundHints(ui),
    ...panelHints(state),
    ...(isChecklist ? [{ key: '↑↓', does: 'select' }] : []),
    { key: 'f', does: 'follow' },
    ...(isChecklist ? [{ key: 'T', does: 'timeline' }] : []),
    { key: 'y', does: 'copy' },
  ]
}

function replayHints(playback: Playback, ui: UiState, hasPast: boolean): readonly Hint[] {
  const { extent } = playback
  return [
    { key: 'space', does: pauseWords(playback) },
    ...diffHints(ui),
    panelHint('help'),
    { key: '< >', does: 'changes' },
    { key: 'q', does: 'quit' },
    { key: ', .', does: 'messages' },
    ...foundHints(ui),
    ...(extent.marks.length === 0 ? [] : [{ key: '( )', does: 'markers' }]),
    ...(hasPast ? [{ key: '[ ]', does: 'revisions' }] : []),
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

/** The hints of panels: first those with something new to show. */
function panelHints(state: AppState): readonly Hint[] {
  const withNews = panelNames.filter((name) => {
    const { isHinted } = panelOf(name)
    return typeof isHinted === 'function' && isHinted(state)
  })
  return [...withNews.map(panelHint), ...lastingPanelHints]
}

/** The hints of panels that are always shown. */
const lastingPanelHints: readonly Hint[] = panelNames
  .filter((name) => panelOf(name).isHinted === 'always')
  .map(panelHint)

/** The keys of a question with options. */
function questionHints(ui: UiState, state: AppState): readonly Hint[] {
  return [
    { key: 'enter', does: 'choose' },
    { key: '↑↓', does: 'options' },
    { key: 'f', does: 'feedback' },
    ...changesHint(ui, state),
    { key: 'esc', does: 'later' },
    { key: 'PgDn', does: 'scroll' },
    { key: 'tab', does: 'plans' },
    panelHint('help'),
    { key: 'q', does: 'quit' },
  ]
}

/** The keys of an edited plan. */
function editedHints({ edited }: UiState, state: AppState): readonly Hint[] {
  if (edited === null) return []
  const leave = { key: 'esc', does: 'only keep it' }
  if (!canBeSent(edited, state)) return [{ key: 'enter', does: 'save' }, leave]
  const isAsked = questionOfEdited(edited, state) !== null
  return [
    { key: 'enter', does: isAsked ? 'feedback with it' : 'prompt with it' },
    { key: 's', does: 'save' },
    leave,
  ]
}

/** The keys of the feedback line. */
function feedbackHints(state: AppState): readonly Hint[] {
  const question = openQuestion(state)
  const canReject = question?.kind === 'permission' && policyAnswer('deny', question.request.options) !== null
  const does =
    question?.kind === 'proposal' ? 'refine it' : canReject ? 'reject and send' : 'cancel the turn and send'
  return [...lineHints(does, 'back'), { key: 'alt-enter', does: 'new line' }]
}

/** The key that switches between a plan and what has changed in it. */
function changesHint(ui: UiState, state: AppState): readonly Hint[] {
  if (shownProposal(ui, state)?.isWhole === false || !hasShownChanges(state, ui)) return []
  return [{ key: 'd', does: openDiff(ui) === null ? 'changes' : 'the plan' }]
}

/** The keys of a form or a URL elicitation, the most useful first. */
function formHints(request: ElicitationRequest, last: FormState | null): readonly Hint[] {
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
