import { type AppState, currentSession, hasUnsent, isOnlyShown } from '../../app/state/app-state.ts'
import { canSwitchPlansOn } from '../../app/plan-advice/plan-advice.ts'
import type { Playback } from '../../app/playback/playback.ts'
import { rejectOption } from '../../app/state/permission.ts'
import { openLayers, type OpenLayers } from '../state/open-layers.ts'
import { hintIf, keyedHints, panelHint, type CommandHint, type Hint } from '../keys/key-map.ts'
import {
  formHints,
  lineHints,
  pickerHints,
  foundHints,
  logHints,
  manualHints,
  sideHint,
  promptHints,
  wireHints,
  workHint,
  workHints,
} from './list-hints.ts'
import { isLive, type Hinted } from './shown-hints.ts'
import { panelNames, panelOf } from '../panels/panels.ts'
import { listOf } from '../pickers/picker.ts'
import { hasShownChanges } from '../state/baseline.ts'
import { canMoveComment } from '../state/comments.ts'
import { completionOf } from '../state/command-completion.ts'
import { choiceAbout, planTabOf, shownProposal, isYesOrNo } from '../state/questions.ts'
import { canBeSent } from '../state/taking.ts'
import { countSelected } from '../state/plan-steps.ts'
import { unsentCount } from '../state/step-draft.ts'
import { counted } from '../../lib/text/wording.ts'
import { scrollOf, type EditedPlan, type UiState } from '../state/ui-state.ts'

/** What the shown plan has keys for. */
export interface PlanToHint extends Hinted {
  readonly isChecklist: boolean
  /** There are revisions to look back at. */
  readonly hasPast: boolean
  /** Its timeline has bars, if that is shown. */
  readonly hasTimes: boolean
}

interface PlanInLayers extends PlanToHint {
  readonly layers: OpenLayers
}

/** The hints for the keys that do something here, the most useful first. */
export function hintsFor(state: AppState, ui: UiState, plan: PlanToHint): readonly Hint[] {
  return keyedHints(hintsOf(state, ui, plan), ui.keys).filter((hint) => isLive(hint, state, ui, plan))
}

function hintsOf(state: AppState, ui: UiState, plan: PlanToHint): readonly CommandHint[] {
  const layers = openLayers(ui, state)
  for (const name of layers.order) {
    switch (name) {
      case 'writing':
        return writingHints(state, ui, layers)
      case 'wire':
        return wireHints(ui)
      case 'log':
        return logHints(ui)
      case 'work':
        return workHints(ui)
      case 'manual':
        return manualHints(ui)
      case 'question':
        return questionHints(ui, state)
      case 'form':
        return layers.question?.kind === 'elicitation' ? formHints(layers.question.request, ui.form) : []
      case 'picker':
        return layers.picker === null ? [] : pickerHints(listOf(layers.picker, state))
      case 'panel':
        return hintsInPanel(ui)
      case 'past':
        return pastHints(state, ui, layers)
      case 'timeline':
        return timelineHints(state, ui, { ...plan, layers })
      case 'plan':
        return planHints(state, ui, { ...plan, layers })
      case 'player':
      case 'observer':
      case 'diff':
      case 'search':
      // They add to the hints of what is below them.
    }
  }
  return []
}

function writingHints(state: AppState, ui: UiState, layers: OpenLayers): readonly CommandHint[] {
  const { writing } = layers
  switch (writing?.kind) {
    case 'prompt':
      return promptHints(completionOf(ui, state), ui)
    case 'search':
      return lineHints('go', 'stop searching')
    case 'feedback':
      return feedbackHints(layers)
    case 'caption':
      return lineHints('mark', 'cancel')
    case 'moment':
      return lineHints('go', 'stay')
    case 'comment':
      return [
        ...lineHints('keep', 'cancel'),
        ...hintIf(canMoveComment(writing.on, writing.line), { key: '↑↓', does: 'line' }),
      ]
    case 'filter':
      return lineHints('keep', 'no filter')
    case 'save':
      return [
        ...lineHints('save', 'cancel'),
        ...(writing.saving.taken.type === 'plan' ? [{ key: 'tab', does: '.md .json' }] : []),
      ]
    case 'edited':
      return editedHints(writing.plan, state)
    case undefined:
      return []
  }
}

function answerHint(state: AppState, { asked }: OpenLayers): readonly CommandHint[] {
  return hintIf(!isOnlyShown(state) && asked !== null, { command: 'answer', does: 'answer' })
}

function hintsInPanel(ui: UiState): readonly CommandHint[] {
  if (ui.panel === 'help' && !ui.isHelpWhole)
    return [
      { command: 'leave', does: 'close' },
      { command: 'help', does: 'all keys' },
      { command: 'manual', does: 'manual' },
      { command: 'search', does: 'search all' },
    ]
  return [
    { command: 'leave', does: 'close' },
    { pair: ['up', 'down'], does: 'scroll' },
    { command: 'search', does: 'search' },
    ...foundHints(ui),
    { command: 'bottom', does: 'end' },
    ...hintIf(ui.panel === 'help', { command: 'manual', does: 'manual' }),
  ]
}

function timelineHints(
  state: AppState,
  ui: UiState,
  { hasTimes, layers }: PlanInLayers,
): readonly CommandHint[] {
  const { playback } = state
  return [
    ...playHint(playback),
    ...answerHint(state, layers),
    { command: 'leave', does: 'close' },
    ...(hasTimes ? barHints(ui) : []),
    { command: 'next-plan', does: 'plans' },
    ...foundHints(ui),
    panelHint('help'),
  ]
}

function barHints({ timeline }: UiState): readonly CommandHint[] {
  return [
    { pair: ['up', 'down'], does: 'steps' },
    { pair: ['zoom-in', 'zoom-out'], does: 'zoom' },
    ...(timeline === null || timeline.zoom === 0 ? [] : [{ key: '← →', does: 'move' }]),
  ]
}

function planHints(state: AppState, ui: UiState, plan: PlanInLayers): readonly CommandHint[] {
  const { isChecklist, hasPast, layers } = plan
  const { link, playback } = state
  if (playback !== null) return replayHints(state, playback, ui, plan)
  if (state.observed !== null) return observerHints(state, ui, plan)
  const isWorking = link.state === 'open' && currentSession(state)?.turn.state === 'working'
  return [
    ...stepHints(state, ui),
    ...workHint(state, ui),
    ...answerHint(state, layers),
    ...diffHints(ui, layers),
    ...switchHint(state),
    panelHint('help'),
    { command: 'next-plan', does: 'plans' },
    ...hintIf(isWorking, { command: 'leave', isTwice: true, does: 'cancel' }),
    ...hintIf(!isWorking && hasUnsent(state), { command: 'leave', does: 'take prompt back' }),
    { command: 'quit', does: 'quit' },
    ...doubtHint(ui, layers),
    ...hintIf(hasManyPlans(state), { command: 'plans', does: 'all plans' }),
    ...hintIf(link.state === 'ended', { command: 'restart', does: 'restart' }),
    ...hintIf(link.state === 'reconnecting', { command: 'restart', does: 'reconnect' }),
    { command: 'search', does: 'search' },
    ...foundHints(ui),
    ...(layers.diff === null ? changesHint(ui, state, layers) : []),
    { command: 'write-prompt', does: 'ask' },
    ...hintIf(hasPast, { pair: ['revision-before', 'revision-after'], does: 'revisions' }),
    ...sideHint(ui, layers),
    ...panelHints(state),
    ...hintIf(link.state === 'open', { command: 'sessions', does: 'sessions' }),
    ...(link.state === 'open' ? settingsHint(state) : []),
    ...hintIf(isChecklist && layers.diff === null, { pair: ['up', 'down'], does: 'select' }),
    { command: 'follow', does: 'follow' },
    ...hintIf(isChecklist, { command: 'timeline', does: 'timeline' }),
  ]
}

/** The key that leads to the steps in doubt, while it leads nowhere else. */
function doubtHint({ query }: UiState, { diff }: OpenLayers): readonly CommandHint[] {
  return hintIf(query === '' && diff === null, { pair: ['next-match', 'previous-match'], does: 'doubts' })
}

function diffHints(ui: UiState, { diff }: OpenLayers): readonly CommandHint[] {
  if (diff === null) return []
  return [
    { command: 'show-changes', does: 'the plan' },
    ...hintIf(ui.query === '', { pair: ['next-match', 'previous-match'], does: 'changes' }),
    { command: 'next-baseline', does: 'since when' },
    { command: 'collapse', does: diff.isUnfolded ? 'fold' : 'unfold' },
  ]
}

function pastHints(state: AppState, ui: UiState, layers: OpenLayers): readonly CommandHint[] {
  const { playback } = state
  const hasEarlier = (layers.past?.revision.number ?? 1) > 1
  return [
    { command: 'back-to-now', does: 'now' },
    ...answerHint(state, layers),
    { pair: ['revision-before', 'revision-after'], does: 'revisions' },
    ...diffHints(ui, layers),
    { pair: ['mark-before', 'mark-after'], does: 'marks' },
    ...hintIf(layers.diff === null && hasEarlier, { command: 'show-changes', does: 'changes' }),
    panelHint('help'),
    ...playHint(playback),
    { command: 'search', does: 'search' },
    ...foundHints(ui),
    { command: 'next-plan', does: 'plans' },
    { command: 'quit', does: 'quit' },
  ]
}

function playHint(playback: Playback | null): readonly CommandHint[] {
  return playback === null ? [] : [{ command: 'play', does: pauseWords(playback) }]
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
function stepHints(state: AppState, ui: UiState): readonly CommandHint[] {
  const hasCursor = openLayers(ui, state).diff === null && scrollOf(ui, ui.tab).selected !== null
  if (!hasCursor && countSelected(ui, state) === 0) return []
  return [
    { command: 'select-step', does: 'select' },
    { command: 'request-steps', does: 'do' },
    { command: 'comment', does: 'comment' },
  ]
}

/** Where a turn has ended without a plan, and a switch would bring one. */
function switchHint(state: AppState): readonly CommandHint[] {
  const session = currentSession(state)
  const isMissed = session?.turn.state === 'ended' && session.plans.size === 0
  return isMissed && canSwitchPlansOn(state) ? [{ command: 'switch-plans-on', does: 'plan tools on' }] : []
}

function observerHints(
  state: AppState,
  ui: UiState,
  { isChecklist, hasPast, layers }: PlanInLayers,
): readonly CommandHint[] {
  return [
    ...hintIf(state.observed?.found !== null, { command: 'leave', does: 'list' }),
    ...workHint(state, ui),
    ...diffHints(ui, layers),
    panelHint('help'),
    { command: 'next-plan', does: 'plans' },
    { command: 'quit', does: 'quit' },
    ...doubtHint(ui, layers),
    ...hintIf(hasPast, { pair: ['revision-before', 'revision-after'], does: 'revisions' }),
    ...(layers.diff === null ? changesHint(ui, state, layers) : []),
    ...hintIf(hasManyPlans(state), { command: 'plans', does: 'all plans' }),
    { command: 'search', does: 'search' },
    ...foundHints(ui),
    ...sideHint(ui, layers),
    ...panelHints(state),
    ...hintIf(isChecklist && layers.diff === null, { pair: ['up', 'down'], does: 'select' }),
    { command: 'follow', does: 'follow' },
    ...hintIf(isChecklist, { command: 'timeline', does: 'timeline' }),
    { command: 'copy', does: 'copy' },
  ]
}

function replayHints(
  state: AppState,
  playback: Playback,
  ui: UiState,
  { hasPast, layers }: PlanInLayers,
): readonly CommandHint[] {
  const { extent } = playback
  return [
    { command: 'play', does: pauseWords(playback) },
    ...workHint(state, ui),
    ...diffHints(ui, layers),
    panelHint('help'),
    { pair: ['previous-change', 'next-change'], does: 'changes' },
    { command: 'quit', does: 'quit' },
    ...doubtHint(ui, layers),
    { pair: ['previous-message', 'next-message'], does: 'messages' },
    ...foundHints(ui),
    ...hintIf(extent.markers.length > 0, { pair: ['previous-marker', 'next-marker'], does: 'markers' }),
    ...hintIf(hasPast, { pair: ['revision-before', 'revision-after'], does: 'revisions' }),
    { command: 'go-to-time', does: 'time' },
    { pair: ['faster', 'slower'], does: 'speed' },
    { command: 'next-plan', does: 'plans' },
    { command: 'search', does: 'search' },
    ...sideHint(ui, layers),
    ...lastingPanelHints,
  ]
}

function settingsHint(state: AppState): readonly CommandHint[] {
  const session = currentSession(state)
  const hasSettings = session !== null && (session.modes !== null || session.configOptions.length > 0)
  return hasSettings ? [{ command: 'settings', does: 'settings' }] : []
}

/** The hints of panels: first those with something new to show. */
function panelHints(state: AppState): readonly CommandHint[] {
  const withNews = panelNames.filter((name) => {
    const { isHinted } = panelOf(name)
    return typeof isHinted === 'function' && isHinted(state)
  })
  return [...withNews.map(panelHint), ...lastingPanelHints]
}

const lastingPanelHints: readonly CommandHint[] = panelNames
  .filter((name) => panelOf(name).isHinted === 'always')
  .map(panelHint)

function questionHints(ui: UiState, state: AppState): readonly CommandHint[] {
  const layers = openLayers(ui, state)
  const tab = layers.asked === null ? null : planTabOf(layers.asked, state)
  const comments = unsentCount(ui, tab)
  const isShown = tab !== null && tab === ui.tab && layers.main === 'plan'
  const options: CommandHint = { pair: ['up', 'down'], does: 'options' }
  return [
    { key: 'enter', does: 'choose' },
    ...hintIf(comments > 0, { command: 'feedback', does: `reject with ${counted(comments, 'comment')}` }),
    // Numbers and a mark tell it, too; nothing else tells that lines can be commented on.
    ...hintIf(!isShown, options),
    ...hintIf(comments === 0, { command: 'feedback', does: 'feedback' }),
    ...hintIf(isShown, { command: 'comment', does: 'comment' }),
    ...hintIf(isShown, options),
    ...changesHint(ui, state, layers),
    { key: 'esc', does: 'later' },
    ...hintIf(layers.question !== null && isYesOrNo(layers.question), { key: 'y n', does: 'yes, no' }),
    { command: 'page-down', does: 'scroll' },
    { command: 'next-plan', does: 'plans' },
    panelHint('help'),
    { command: 'quit', does: 'quit' },
  ]
}

function editedHints(edited: EditedPlan, state: AppState): readonly CommandHint[] {
  const leave = { key: 'esc', does: 'only keep it' }
  if (!canBeSent(edited, state)) return [{ key: 'enter', does: 'save' }, leave]
  const isAsked = choiceAbout(edited.tab, state) !== null
  return [
    { key: 'enter', does: isAsked ? 'feedback with it' : 'prompt with it' },
    { key: 's', does: 'save' },
    leave,
  ]
}

function feedbackHints({ asked: question }: OpenLayers): readonly CommandHint[] {
  const canReject = question?.kind === 'permission' && rejectOption(question.request.options) !== null
  const does =
    question?.kind === 'proposal' ? 'refine it' : canReject ? 'reject and send' : 'cancel the turn and send'
  return [...lineHints(does, 'back'), { key: 'alt-enter', does: 'new line' }]
}

function changesHint(ui: UiState, state: AppState, { diff }: OpenLayers): readonly CommandHint[] {
  if (shownProposal(ui, state)?.isWhole === false || !hasShownChanges(state, ui)) return []
  return [{ command: 'show-changes', does: diff === null ? 'changes' : 'the plan' }]
}
