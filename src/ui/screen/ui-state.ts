import type { PermissionChoice } from './permission-choice.ts'

/** A plan's tab, unique over all sessions. */
export type TabId = string & { readonly tabId: unique symbol }

export function tabId(sessionId: string, planKey: string): TabId {
  return `${sessionId}\u0000${planKey}` as TabId
}

export type PanelName = 'help' | 'activity' | 'problems' | 'stderr'

/** Which part of a plan is shown. */
export interface PaneScroll {
  /** The first row shown, as last drawn. */
  readonly top: number
  /** `current`: the step in progress stays in view. `end`: the last rows stay in view. `free`: where the user put it. */
  readonly follows: 'current' | 'end' | 'free'
  /** The selected entry of a checklist, by its key; null for none. */
  readonly cursorKey: number | null
  readonly isCollapsed: boolean
  /** The row of a text that n and N came to last; null when the view was moved since. */
  readonly matchRow: number | null
}

export const startOfPane: PaneScroll = {
  top: 0,
  follows: 'current',
  cursorKey: null,
  isCollapsed: false,
  matchRow: null,
}

/** A line being edited. `cursor` counts UTF-16 units and never splits a character. */
export interface LineEdit {
  readonly text: string
  readonly cursor: number
}

export const emptyLine: LineEdit = { text: '', cursor: 0 }

export interface PromptEdit {
  readonly line: LineEdit
  readonly history: readonly string[]
  /** Place in the history while looking through it; null while writing. What was being written is kept as `draft`. */
  readonly historyAt: number | null
  readonly draft: string
}

/** Where the user's keys go, as far as the user chose it. */
export type Focus = 'plan' | 'prompt' | 'search'

/** What the user did to the screen; everything else on it follows from the app's state. */
export interface UiState {
  readonly columns: number
  readonly rows: number
  readonly focus: Focus
  /** The tab shown; null before there is one. */
  readonly tab: TabId | null
  /** The tab the agent works on is shown, until the user picks one. */
  readonly followsTabs: boolean
  /** The revision of each plan that was last looked at. */
  readonly seen: ReadonlyMap<TabId, number>
  /** Removed plans that the user wants to see again. */
  readonly revived: ReadonlySet<TabId>
  readonly scrolls: ReadonlyMap<TabId, PaneScroll>
  readonly panel: PanelName | null
  /** Which part of the panel is shown; there is nothing to select in it. */
  readonly panelScroll: PaneScroll
  readonly prompt: PromptEdit
  readonly search: LineEdit
  /** What is marked; '' for nothing. */
  readonly query: string
  /** Read by `choiceIn`; null before an option was chosen. */
  readonly choice: PermissionChoice | null
  /** Something to say to the user, until `untilMs`. */
  readonly message: { readonly text: string; readonly untilMs: number } | null
  /** Ctrl-C was pressed once while the agent works; a second one until then quits. */
  readonly quitArmedUntilMs: number
}

export function startUiState(columns: number, rows: number): UiState {
  return {
    columns,
    rows,
    focus: 'plan',
    tab: null,
    followsTabs: true,
    seen: new Map(),
    revived: new Set(),
    scrolls: new Map(),
    panel: null,
    panelScroll: startOfPane,
    prompt: { line: emptyLine, history: [], historyAt: null, draft: '' },
    search: emptyLine,
    query: '',
    choice: null,
    message: null,
    quitArmedUntilMs: 0,
  }
}

export function scrollOf(ui: UiState, tab: TabId | null): PaneScroll {
  return (tab === null ? undefined : ui.scrolls.get(tab)) ?? startOfPane
}

export function withScroll(ui: UiState, tab: TabId, scroll: PaneScroll): UiState {
  const before = ui.scrolls.get(tab)
  const isSame =
    before !== undefined &&
    before.top === scroll.top &&
    before.follows === scroll.follows &&
    before.cursorKey === scroll.cursorKey &&
    before.isCollapsed === scroll.isCollapsed &&
    before.matchRow === scroll.matchRow
  return isSame ? ui : { ...ui, scrolls: new Map(ui.scrolls).set(tab, scroll) }
}
