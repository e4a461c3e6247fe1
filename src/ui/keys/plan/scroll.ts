import type { DrawnFacts } from '../../state/drawn-facts.ts'
import { scrollOf, withScroll, type PaneScroll, type UiState } from '../../state/ui-state.ts'
import type { Command } from '../key-table.ts'

type ScrollCommand = Extract<
  Command,
  'down' | 'up' | 'page-down' | 'page-up' | 'top' | 'bottom' | 'follow' | 'select-step'
>

/** Scrolls the open panel, without one the plan. */
export function scrolled(ui: UiState, command: ScrollCommand, facts: DrawnFacts): UiState {
  if (ui.panel !== null) return { ...ui, panelScroll: panelScrolled(ui.panelScroll, command, facts) }
  if (command === 'follow') {
    const following = { ...ui, followsTabs: true }
    if (ui.tab === null) return following
    const follows = facts.lineKeys === null ? 'end' : 'current'
    return withScroll(following, ui.tab, { ...scrollOf(ui, ui.tab), follows, cursorKey: null })
  }
  if (ui.tab === null) return ui
  const before = scrollOf(ui, ui.tab)
  return withScroll(
    ui,
    ui.tab,
    facts.lineKeys === null ? textScrolled(before, command, facts) : listScrolled(before, command, facts),
  )
}

/** Folds or unfolds the completed steps of a checklist. */
export function collapsed(ui: UiState): UiState {
  if (ui.tab === null) return ui
  const scroll = scrollOf(ui, ui.tab)
  return withScroll(ui, ui.tab, { ...scroll, isCollapsed: !scroll.isCollapsed, top: 0 })
}

/** A panel scrolled to its end stays there while rows are added. */
function panelScrolled(before: PaneScroll, command: ScrollCommand, facts: DrawnFacts): PaneScroll {
  const last = Math.max(0, facts.total - facts.visible)
  const top = Math.max(0, target(command, facts))
  const isUpwards = command === 'up' || command === 'page-up'
  const isAtEnd = command === 'bottom' || command === 'follow' || (top >= last && last > 0 && !isUpwards)
  return { ...before, top, follows: isAtEnd ? 'end' : 'free', matchRow: null }
}

/** The first row shown after a command; may lie outside of the rows there are. */
function target(command: ScrollCommand, facts: DrawnFacts): number {
  const page = Math.max(1, facts.visible - 2)
  switch (command) {
    case 'down':
      return facts.top + 1
    case 'up':
      return facts.top - 1
    case 'page-down':
      return facts.top + page
    case 'page-up':
      return facts.top - page
    case 'top':
      return 0
    case 'bottom':
      return facts.total
    case 'follow':
    case 'select-step':
      return facts.top
  }
}

/** The nearest row that can be the first one shown. */
export function reachable(top: number, { total, visible }: DrawnFacts): number {
  return Math.max(0, Math.min(top, total - visible))
}

/** Of some places in order, the first at or after another one (`step` 0), the next or the previous one; wraps around. 0 without any. */
export function placeFrom(places: readonly number[], from: number, step: -1 | 0 | 1): number {
  const first = places[0] ?? 0
  const last = places.at(-1) ?? 0
  if (step < 0) return places.findLast((place) => place < from) ?? last
  return places.find((place) => (step === 0 ? place >= from : place > from)) ?? first
}

function textScrolled(before: PaneScroll, command: ScrollCommand, facts: DrawnFacts): PaneScroll {
  const without = { ...before, cursorKey: null, matchRow: null }
  if (command === 'bottom') return { ...without, follows: 'end' }
  return { ...without, top: reachable(target(command, facts), facts), follows: 'free' }
}

/** In a checklist the commands move the selection; drawing scrolls it into view. */
function listScrolled(before: PaneScroll, command: ScrollCommand, facts: DrawnFacts): PaneScroll {
  const lines = facts.lineKeys
  if (lines === null || lines.length === 0) return before
  const selected = before.cursorKey === null ? -1 : lines.lineOf(before.cursorKey)
  const start = selected >= 0 ? selected : startLine(command, facts)
  switch (command) {
    case 'select-step':
      return { ...before, cursorKey: selected >= 0 ? null : entryNear(lines, start, 1) }
    case 'top':
      return { ...before, follows: 'free', cursorKey: null, top: 0 }
    case 'bottom':
      return { ...before, follows: 'end', cursorKey: null }
    case 'page-down':
    case 'page-up':
      return { ...before, follows: 'free', cursorKey: null, top: reachable(target(command, facts), facts) }
    case 'down':
    case 'up': {
      const step = command === 'down' ? 1 : -1
      const from = selected >= 0 ? start + step : start
      return { ...before, follows: 'free', cursorKey: entryNear(lines, from, step) ?? before.cursorKey }
    }
    case 'follow':
      return before
  }
}

/** Where the selection begins: at the current step if that is visible, else at the first visible line, or the last one for `up`. */
function startLine(command: ScrollCommand, { top, visible, currentLine }: DrawnFacts): number {
  if (currentLine >= top && currentLine < top + visible) return currentLine
  return command === 'up' ? top + visible - 1 : top
}

function entryNear(lines: NonNullable<DrawnFacts['lineKeys']>, from: number, step: 1 | -1): number | null {
  for (let line = Math.min(from, lines.length - 1); line >= 0 && line < lines.length; line += step)
    if (lines.keyAt(line) >= 0) return lines.keyAt(line)
  return null
}

// Why a key has no effect, as a message to the user; null: it has one. Scrolling at either end needs no message: it is visible.

export function noPlanMessage({ tab, panel }: UiState): string | null {
  return tab === null && panel === null ? 'There is no plan yet.' : null
}

/** `done` is the screen after the command. */
export function noScrollMessage(ui: UiState, done: UiState, command: Command): string | null {
  if (ui.panel !== null) return null
  if (command === 'follow') {
    const isSame = done.followsTabs === ui.followsTabs && done.perPlan === ui.perPlan
    return isSame ? 'Following the agent.' : null
  }
  return noPlanMessage(ui)
}

export function noFoldMessage(ui: UiState, { lineKeys, doneSteps }: DrawnFacts): string | null {
  if (ui.panel !== null) return 'Nothing to fold here.'
  if (ui.tab === null) return noPlanMessage(ui)
  if (lineKeys === null) return 'This plan has no steps to fold.'
  return doneSteps === 0 ? 'No step is done yet.' : null
}
