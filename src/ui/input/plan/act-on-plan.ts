import { switchRefusal } from '../../../app/plan-advice/plan-advice.ts'
import type { AppState } from '../../../app/state/app-state.ts'
import { documentUri } from '../../../plans/kinds/plan-kinds.ts'
import { sideNames, startOfLog, startOfSide, startOfWork } from '../../state/panel-state.ts'
import { isInLog, isPanel, type PanelName } from '../../panels/panels.ts'
import { startPicker } from '../../pickers/picker.ts'
import {
  type CommandContext,
  type Layer,
  type LayerContext,
  messageOnly,
  screenOnly,
  type KeyContext,
  type KeyResult,
} from '../layer.ts'
import { leastForSide, sideColumns } from '../../paint/look.ts'
import { hasSideRoom, isBesidePlan, openLayers } from '../../state/open-layers.ts'
import { backToNow } from '../../state/looking-back.ts'
import type { PaletteAction } from '../../state/palette.ts'
import { planTabOf } from '../../state/questions.ts'
import { withMessage, type PickerTopic, planUi, type UiState } from '../../state/ui-state.ts'
import { takeAlong } from '../act-on-taking.ts'
import { openedScroll, wholeHelp } from '../panels/act-in-panel.ts'
import { pageOpened } from '../panels/act-in-manual.ts'
import { openedAtRevision } from '../panels/act-in-wire.ts'
import { beginsPrompt, unlessTyping } from '../accidental-keys.ts'
import { keyWords, type KeyMap } from '../../keys/key-map.ts'
import { isCommand, type Command } from '../../keys/key-table.ts'
import { openedSearch, found } from './find.ts'
import { actInPrompt, openedLine } from '../lines/writing-layer.ts'
import { toggledTimeline, lookedBack, nextBaseline, openedDiff, pickedBaseline } from './views.ts'
import { interrupted, leave, quitByLetter } from './leave.ts'
import { openedPalette } from './open-palette.ts'
import { pickedAt, pickedBy, removedShown } from './pick-tab.ts'
import { openedRequests, commentedHere } from './request-steps.ts'
import { collapsed, noFoldMessage, noPlanYet, noScrollMessage, scrolled } from '../scroll.ts'
import { movedToStep, selectedBy } from './select-steps.ts'

/** Carries out an entry of the palette. */
export function carriedOut(ui: UiState, does: PaletteAction, context: LayerContext): KeyResult {
  switch (does.type) {
    case 'command':
      return context.run(ui, does.command, context)
    case 'tab':
      return pickedAt(ui, does.at, context)
    case 'baseline':
      return screenOnly(pickedBaseline(ui, does.name, context))
    case 'page':
      return screenOnly(pageOpened({ ...ui, query: does.query ?? '' }, does))
    case 'setting':
      return { ui, intents: [does.intent] }
  }
}

/** The plan, or why there is none, at the bottom of all layers: it has every command that is left. */
export const planLayer: Layer = {
  act: (ui, press, context) =>
    beginsPrompt(ui, press, context)
      ? actInPrompt({ ...ui, writing: { kind: 'prompt' } }, press, context)
      : null,
  does: (ui, command, context) => (isCommand(command) ? actOn(ui, command, context) : null),
}

function actOn(ui: UiState, command: Command, context: CommandContext): KeyResult {
  const { shown, layers, state, nowMs, press } = context
  if (isPanel(command)) return screenOnly(toggledPanel(ui, command))
  switch (command) {
    case 'palette':
      return screenOnly(
        openedPalette(ui, context, (each) => context.run(ui, each, { ...context, typing: 'alone' })),
      )
    case 'next-plan':
    case 'previous-plan':
      return pickedBy(ui, command === 'next-plan' ? 1 : -1, context)
    case 'pick-plan':
      return pickedAt(ui, Number(press.name) - 1, context)
    case 'down':
    case 'up':
    case 'page-down':
    case 'page-up':
    case 'top':
    case 'bottom':
    case 'follow': {
      const done = movedTo(ui, command, context) ?? scrolled(ui, command, shown)
      return explained(done, noScrollMessage(ui, done, command), context)
    }
    case 'select-step':
    case 'select-range':
    case 'select-left':
      return stayingHere(selectedBy(ui, command, context), ui)
    case 'request-steps':
      return openedRequests(ui, context)
    case 'comment':
      return stayingHere(commentedHere(ui, context), ui)
    case 'collapse':
      return explained(collapsed(ui), noFoldMessage(ui, shown), context)
    case 'search':
      return explained(openedSearch(ui), ui.tab === null ? noPlanYet : null, context)
    case 'next-match':
    case 'previous-match':
      return found(ui, command === 'next-match' ? 1 : -1, context)
    case 'write-prompt':
      return screenOnly({ ...ui, writing: { kind: 'prompt' }, panel: null })
    case 'plans':
      return openedPlans(ui, context)
    case 'sessions':
    case 'settings':
      return openedPicker(ui, command, context)
    case 'revision-before':
    case 'revision-after':
    case 'mark-before':
    case 'mark-after':
    case 'back-to-now':
      return lookedBack(ui, command, context)
    case 'mark':
      return state.currentSessionId === null
        ? messageOnly(ui, 'There is no session yet to mark a moment of.', context)
        : screenOnly(openedLine({ ...ui, panel: null }, 'caption'))
    case 'wire-frame':
      return openedAtRevision(ui, context)
    case 'timeline':
      return ui.tab === null
        ? messageOnly({ ...ui, timeline: null }, noPlanYet, context)
        : screenOnly(toggledTimeline(ui, layers))
    case 'zoom-in':
    case 'zoom-out':
      return messageOnly(
        ui,
        `${keyWords(ui.keys, 'timeline')} shows the timeline, in which this key zooms.`,
        context,
      )
    case 'second-pane':
    case 'hide-pane':
    case 'widen-pane':
    case 'narrow-pane':
      return withSide(ui, command, context)
    case 'show-changes':
      return screenOnly(openedDiff(ui, context))
    case 'next-baseline':
      return screenOnly(nextBaseline(ui, false, context))
    case 'answer':
      return screenOnly(backAtQuestion(ui, context))
    case 'show-removed':
      return removedShown(ui, context)
    case 'fetch-file': {
      const uri = shown.plan === null ? null : documentUri(shown.plan.body)
      return uri === null
        ? messageOnly(ui, ui.tab === null ? noPlanYet : 'This plan is not a file.', context)
        : { ui: withMessage(ui, 'The file is read.', nowMs), intents: [{ type: 'fetch', uri }] }
    }
    case 'copy':
    case 'save':
    case 'edit':
      return takeAlong(ui, press, { ...context, command })
    case 'report':
    case 'restart':
    case 'switch-plans-on': {
      const refusal = refusalOf(command, state)
      const does = (): KeyResult => ({ ui, intents: [{ type: command }] })
      return refusal === null
        ? unlessTyping(ui, press, { ...context, does })
        : messageOnly(ui, refusal, context)
    }
    case 'leave':
      return leave(ui, press, context)
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

/** In a document the cursor on another step; null if the command scrolls. */
function movedTo(ui: UiState, command: Command, context: KeyContext): UiState | null {
  return command === 'up' || command === 'down' ? movedToStep(ui, command, context) : null
}

/** Who selects or comments stays with the plan: the screen does not follow the agent to another one meanwhile. */
function stayingHere(result: KeyResult, before: UiState): KeyResult {
  const { tab, writing } = result.ui
  const isBegun =
    planUi(result.ui, tab).steps !== planUi(before, tab).steps ||
    (writing?.kind === 'comment' && writing !== before.writing)
  return isBegun ? { ...result, ui: { ...result.ui, followsTabs: false } } : result
}

/** The screen after a command; with `reason` as a message where the command had nothing to act on. */
function explained(done: UiState, reason: string | null, context: KeyContext): KeyResult {
  return reason === null ? screenOnly(done) : messageOnly(done, reason, context)
}

/** The open question has the focus again, with the option that was selected in it. */
export function backAtQuestion(ui: UiState, { state, shown, nowMs }: KeyContext): UiState {
  const { asked, question } = openLayers(ui, state)
  if (asked === null) return withMessage(ui, 'Nothing waits for an answer.', nowMs)
  if (question !== null) return withMessage(ui, 'The question is open.', nowMs)
  const id = planTabOf(asked, state)
  const tab = id !== null && shown.tabs.some((each) => each.id === id) ? id : ui.tab
  // An answer is about the plan as it is now.
  const timeline = id === null ? ui.timeline : null
  return { ...backToNow(ui, tab), panel: null, picker: null, timeline, aside: null, message: null, tab }
}

/** Columns that the second pane gains or loses at once. */
const sideStep = 8

/** Changes what the second pane shows, or its width; hides it, or brings it back. */
function withSide(
  ui: UiState,
  command: 'second-pane' | 'hide-pane' | 'widen-pane' | 'narrow-pane',
  context: LayerContext,
): KeyResult {
  const { side, main } = context.layers
  const key = keyWords(ui.keys, 'leave')
  if (!hasSideRoom(ui))
    return messageOnly(ui, `A second pane needs ${leastForSide} columns and 16 rows.`, context)
  if (!isBesidePlan(main))
    return messageOnly(ui, `The second pane stands beside a plan: ${key} first.`, context)
  const withIt = (change: Partial<UiState['side']>): KeyResult =>
    screenOnly({ ...ui, side: { ...ui.side, isHidden: false, scroll: startOfSide.scroll, ...change } })
  switch (command) {
    case 'hide-pane':
      return withIt({ isHidden: side !== null, shows: ui.side.shows ?? (side === null ? 'work' : null) })
    case 'second-pane': {
      if (side === null) return withIt({ shows: ui.side.shows ?? 'work' })
      const names = sideNames.filter((name) => name !== 'changes' || main !== 'diff')
      return withIt({ shows: names[(names.indexOf(side) + 1) % names.length] ?? side })
    }
    case 'widen-pane':
    case 'narrow-pane': {
      if (side === null)
        return messageOnly(ui, `${keyWords(ui.keys, 'hide-pane')} shows the second pane.`, context)
      const before = sideColumns(ui.columns, ui.side.columns)
      const columns = sideColumns(ui.columns, before + (command === 'widen-pane' ? sideStep : -sideStep))
      return columns === before
        ? messageOnly(
            ui,
            command === 'widen-pane' ? 'The plan keeps 80 columns.' : 'It keeps 40 columns.',
            context,
          )
        : withIt({ columns })
    }
  }
}

/** Why a command is not carried out now; null: it is. */
function refusalOf(command: 'report' | 'restart' | 'switch-plans-on', state: AppState): string | null {
  if (command === 'report') return null
  if (command === 'switch-plans-on') return switchRefusal(state)
  const { state: link } = state.link
  const isRestartable = link === 'ended' || link === 'reconnecting' || link === 'wants-login'
  return isRestartable ? null : `The agent is ${link === 'open' ? 'running' : 'starting'}.`
}

/** Closes the panel if it is open, else opens it in place of another panel or picker. The help first lists the keys that matter there. */
function toggledPanel(ui: UiState, panel: PanelName): UiState {
  if (ui.panel === panel) return panel === 'help' && !ui.isHelpWhole ? wholeHelp(ui) : { ...ui, panel: null }
  // From the message of a call back to it.
  const left =
    panel === 'work' && ui.panel === 'wire' ? ui.work.left : panel === 'manual' ? ui.manual.left : null
  const helpOver = panel === 'help' ? ui.panel : null
  return {
    ...ui,
    panel,
    helpOver,
    isHelpWhole: false,
    picker: null,
    panelScroll: left ?? openedScroll(panel),
    // What was searched for in a plan hides nothing in the log.
    log: { ...startOfLog, showsAll: isInLog(ui.panel) ? ui.log.showsAll : ui.query !== '' },
    work: left === null || panel !== 'work' ? startOfWork : ui.work,
    query: panel === 'manual' ? '' : ui.query,
    manualOver: null,
  }
}

function openedPlans(ui: UiState, context: KeyContext): KeyResult {
  const { state, nowMs } = context
  if (![...state.sessions.values()].some(({ plans }) => plans.size > 0))
    return messageOnly(ui, noPlanYet, context)
  const place: PickerTopic = { kind: 'plans', openedAtMs: nowMs }
  return screenOnly({ ...ui, panel: null, picker: startPicker(state, place) })
}

/** Opens a picker. The one for sessions also requests the agent's list of them. */
function openedPicker(ui: UiState, kind: 'sessions' | 'settings', context: KeyContext): KeyResult {
  const { state } = context
  const { link, agent, listing } = state
  if (link.state !== 'open') return messageOnly(ui, notOpenWords(link.state, ui.keys), context)
  const isListWanted = kind === 'sessions' && agent?.offers.list === true && listing.state !== 'asking'
  return {
    ui: { ...ui, panel: null, picker: startPicker(state, { kind }) },
    intents: isListWanted ? [{ type: 'list-sessions' }] : [],
  }
}

function notOpenWords(link: Exclude<AppState['link']['state'], 'open'>, keys: KeyMap): string {
  switch (link) {
    case 'starting':
    case 'shaking-hands':
      return 'The agent is not ready yet.'
    case 'wants-login':
      return 'The agent wants you to log in first.'
    case 'reconnecting':
      return `The connection is lost: ${keyWords(keys, 'restart')} reconnects at once.`
    case 'ended':
      return `The agent has ended: ${keyWords(keys, 'restart')} starts it again.`
  }
}
