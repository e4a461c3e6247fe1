import type { AppState } from '../../app/state/app-state.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { firstKey, keyWords } from '../keys/key-map.ts'
import { keyName } from '../keys/key-press.ts'
import { conversationOf } from '../log/conversation.ts'
import { panelNote } from '../panels/panel.ts'
import { panelOf } from '../panels/panels.ts'
import type { SettledView } from '../plan-panes/pane.ts'
import { scrolledRows } from '../plan-panes/text-rows.ts'
import type { PointerTarget, Rule } from '../rows/row-form.ts'
import { nothingToCompare } from '../state/baseline.ts'
import type { ListState } from '../state/list-state.ts'
import { startOfWire, startOfWork, type SideName } from '../state/panel-state.ts'
import type { OpenLayers } from '../state/open-layers.ts'
import type { ShownRows } from '../state/shown.ts'
import { shownSession, type Tab } from '../state/tabs.ts'
import { startOfPane, type UiState } from '../state/ui-state.ts'
import { settleWork } from '../work/work-panel.ts'
import type { FrameAt } from './frame-at.ts'
import { loadingMessages, noMessages } from './settle-main.ts'
import { settleChanges } from './settle-plan.ts'

/** Where it is shown. */
export interface SideRoom {
  readonly at: FrameAt
  readonly tabs: readonly Tab[]
  readonly tab: Tab | null
  readonly layers: OpenLayers
  readonly columns: number
  readonly rows: number
  readonly scroll: ListState
  /** Rows of the conversation above these that are laid out too, for the wheel to lead back to. */
  readonly before: number
}

/** What is shown beside the plan or below it, and the scroll position that it got. */
export interface SettledSide extends Pick<SettledView, 'nextAtMs' | 'targetIn' | 'draw'> {
  /** The rule above it, with its title. */
  readonly rule: Rule
  readonly shown: ShownRows
  readonly scroll: ListState
}

/**
 * Settles what the second pane shows, or the rows that a short plan leaves. It has no cursor and no keys but those that choose it: a click
 * leads to the panel with the same content, as its key does.
 */
export function settleSide(name: SideName, state: AppState, ui: UiState, room: SideRoom): SettledSide {
  const { at, columns, rows, tab, scroll, before } = room
  const narrow: UiState = { ...ui, columns, query: '', panelScroll: scroll }
  const command = name === 'changes' ? 'show-changes' : name
  const key = firstKey(ui.keys, command)
  const target: PointerTarget | null =
    key === null ? null : { type: 'hint', hint: { key: keyName(key), does: 'open', command } }
  const rule: Rule = {
    form: 'rule',
    title: name === 'changes' ? safe`Changes` : panelOf(name).title,
    caption: safe`${keyWords(ui.keys, command)} opens`,
  }
  const texts = (all: Parameters<typeof scrolledRows>[0]): SettledSide => {
    const scrolled = scrolledRows(all, { rows, scroll, query: '' })
    return { rule, nextAtMs: null, targetIn: () => target, ...scrolled }
  }
  const note = (words: SafeText): SettledSide => texts(panelNote(words, { theme: at.theme, columns }))
  switch (name) {
    case 'work': {
      const work = settleWork(state, { ...narrow, work: startOfWork }, { ...at, rows, tab, isBeside: true })
      return { ...work.view, rule, scroll: work.ui.panelScroll }
    }
    case 'changes': {
      if (tab === null) return note(safe`There is no plan yet.`)
      const diff = { tab: tab.id, scroll: { ...startOfPane, ...scroll }, isUnfolded: false }
      const compared: UiState = { ...narrow, diff }
      const changes = settleChanges(state, compared, { ...room, draw: at, tab })
      return changes === null
        ? note(nothingToCompare(state, ui))
        : { ...changes, rule, targetIn: () => target }
    }
    case 'conversation': {
      const { theme, documentCache } = at
      const look = { theme, columns, documentCache, most: rows + before }
      const said = conversationOf(shownSession(state, ui.tab), look)
      return { ...texts(said.rows), nextAtMs: said.isUnfinished ? at.nowMs : null }
    }
    case 'wire': {
      const list = { ...startOfWire.list, ...scroll }
      const wire = { ...ui.wire, list, wanted: null, isLost: false, detail: null }
      const settled =
        at.wire?.settle(
          state,
          { ...narrow, wire },
          { ...at, rows, sessionId: tab?.sessionId ?? null, isBeside: true },
        ) ?? null
      if (settled !== null) return { ...settled.view, rule, scroll: settled.ui.wire.list }
      return note(at.wire === undefined ? noMessages : loadingMessages)
    }
  }
}

/** Rows that the wheel leads back to in the second pane; the panel has all of them. */
export const rowsBefore = 200
