import type { AppState } from '../../app/app-state.ts'
import { currentSession } from '../../app/app-state.ts'
import { quitArmedMs } from '../screen/timing.ts'
import {
  emptyLine,
  startOfPane,
  tabId,
  withScroll,
  type LineEdit,
  type PanelName,
  type UiState,
} from '../screen/ui-state.ts'
import type { DrawnFacts } from '../screen/drawn-facts.ts'
import { only, withMessage, type Acted, type ActContext } from './acted.ts'
import { answerPermission } from './answer-permission.ts'
import { editLine, inserted } from './edit-line.ts'
import { editPrompt, sentPrompt } from './edit-prompt.ts'
import type { KeyPress } from './key-press.ts'
import { commandOf } from './key-table.ts'
import { jumpedToMatch, scrolled } from './scroll.ts'

/** Where keys go: a question that waits for an answer takes them from the plan, never from a line being written. */
export function focusOf(ui: UiState, state: AppState): UiState['focus'] | 'permission' {
  return ui.focus === 'plan' && ui.panel === null && state.permissions.length > 0 ? 'permission' : ui.focus
}

/** The screen after a key, and what the key asks for. Pure. */
export function act(ui: UiState, press: KeyPress, context: ActContext): Acted {
  if (press.name === 'ctrl-c') return interrupted(ui, context)
  switch (focusOf(ui, context.state)) {
    case 'prompt':
      return actInPrompt(ui, press, context)
    case 'search':
      return only(actInSearch(ui, press, context))
    case 'permission':
      return answerPermission(ui, press, context) ?? perform(ui, press, context)
    case 'plan':
      return perform(ui, press, context)
  }
}

/** Pasted text goes to the line that has the focus; on a plan it begins a prompt. Control characters but line breaks are left out. */
export function paste(ui: UiState, text: string): UiState {
  // oxlint-disable-next-line no-control-regex -- controls are what is left out
  const clean = text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
  switch (ui.focus) {
    case 'search':
      return searching(ui, inserted(ui.search, clean.replaceAll('\n', ' ')))
    case 'plan':
    case 'prompt':
      return { ...ui, focus: 'prompt', prompt: { ...ui.prompt, line: inserted(ui.prompt.line, clean) } }
  }
}

function searching(ui: UiState, search: LineEdit): UiState {
  return { ...ui, search, query: search.text.toLowerCase() }
}

function isWorking(state: AppState): boolean {
  return currentSession(state)?.turn.state === 'working'
}

function interrupted(ui: UiState, context: ActContext): Acted {
  if (ui.focus === 'prompt' && ui.prompt.line.text !== '') {
    return only({ ...ui, prompt: { ...ui.prompt, line: emptyLine, historyAt: null } })
  }
  if (!isWorking(context.state) || context.nowMs < ui.quitArmedUntilMs) {
    return { ui, intents: [{ type: 'quit', reason: 'interrupted' }] }
  }
  const armed = { ...ui, quitArmedUntilMs: context.nowMs + quitArmedMs }
  return only(
    withMessage(armed, 'The agent is at work: ctrl-c again quits, esc cancels the turn.', context.nowMs),
  )
}

function actInPrompt(ui: UiState, press: KeyPress, context: ActContext): Acted {
  if (press.name === 'escape') return only({ ...ui, focus: 'plan' })
  if (press.name === 'enter') {
    const { text } = ui.prompt.line
    if (text.trim() === '') return only({ ...ui, focus: 'plan' })
    const sent: UiState = { ...ui, prompt: sentPrompt(ui.prompt), focus: 'plan', followsTabs: true }
    const isKept = context.state.link.state === 'ended'
    return {
      ui: isKept ? withMessage(sent, 'It goes when R starts the agent.', context.nowMs) : sent,
      intents: [{ type: 'prompt', text }],
    }
  }
  const prompt = editPrompt(ui.prompt, press)
  return only(prompt === null ? ui : { ...ui, prompt })
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
      return only(pickedBy(ui, facts, 1))
    case 'previous-plan':
      return only(pickedBy(ui, facts, -1))
    case 'pick-plan':
      return only(pickedAt(ui, facts, Number(press.name) - 1))
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
    case 'show-removed':
      return only(showRemoved(ui, state, nowMs))
    case 'fetch-file':
      return facts.fileUri === null ? only(ui) : { ui, intents: [{ type: 'fetch', uri: facts.fileUri }] }
    case 'restart':
      return state.link.state === 'ended'
        ? { ui, intents: [{ type: 'restart' }] }
        : only(withMessage(ui, 'The agent is running.', nowMs))
    case 'leave':
      return left(ui, state)
    case 'redraw':
      return { ui, intents: [{ type: 'redraw' }] }
    case 'interrupt':
    case 'quit':
      return { ui, intents: [{ type: 'quit', reason: command === 'quit' ? 'quit' : 'interrupted' }] }
  }
}

/** Closes the innermost thing that is open; when nothing is, cancels the running turn. */
function left(ui: UiState, state: AppState): Acted {
  if (ui.panel !== null) return only({ ...ui, panel: null })
  if (ui.query !== '') return only({ ...ui, query: '', search: emptyLine })
  const scroll = ui.tab === null ? undefined : ui.scrolls.get(ui.tab)
  if (ui.tab !== null && scroll !== undefined && scroll.cursorKey !== null)
    return only(withScroll(ui, ui.tab, { ...scroll, cursorKey: null }))
  return isWorking(state) ? { ui, intents: [{ type: 'cancel-turn' }] } : only(ui)
}

function pickedBy(ui: UiState, facts: DrawnFacts, step: number): UiState {
  const count = facts.tabs.length
  if (count === 0) return ui
  const at = ui.tab === null ? -1 : facts.tabs.indexOf(ui.tab)
  return pickedAt(ui, facts, at < 0 ? 0 : (at + step + count) % count)
}

function pickedAt(ui: UiState, facts: DrawnFacts, at: number): UiState {
  const tab = facts.tabs[at]
  return tab === undefined ? ui : { ...ui, tab, followsTabs: false, panel: null }
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
  return { ...ui, panel, panelScroll: { ...startOfPane, follows: panel === 'help' ? 'free' : 'end' } }
}

function showRemoved(ui: UiState, state: AppState, nowMs: number): UiState {
  const removed = [...state.sessions.values()]
    .flatMap((session) =>
      [...session.plans.values()].map((plan) => ({
        id: tabId(session.id, plan.key),
        atMs: plan.removedAtMs,
      })),
    )
    .filter((plan): plan is { id: typeof plan.id; atMs: number } => plan.atMs !== null)
    .toSorted((one, other) => other.atMs - one.atMs)
  const next = removed.find(({ id }) => !ui.revived.has(id)) ?? removed[0]
  if (next === undefined) return withMessage(ui, 'No plan was removed.', nowMs)
  return { ...ui, revived: new Set(ui.revived).add(next.id), tab: next.id, followsTabs: false, panel: null }
}
