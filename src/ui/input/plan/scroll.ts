import { reachable } from '../../state/seeking.ts'
import { shownSteps, type Shown, type ShownRows, type ShownSteps } from '../../state/shown.ts'
import { scrollOf, withScroll, type PaneScroll, type UiState } from '../../state/ui-state.ts'
import type { Command } from '../../keys/key-table.ts'

export type ScrollCommand = Extract<
  Command,
  'down' | 'up' | 'page-down' | 'page-up' | 'top' | 'bottom' | 'follow' | 'select-step'
>

/** Scrolls the plan. */
export function scrolled(ui: UiState, command: ScrollCommand, shown: Shown): UiState {
  const steps = shownSteps(shown)
  if (command === 'follow') {
    const following = { ...ui, followsTabs: true }
    if (ui.tab === null) return following
    const follows = steps === null ? 'end' : 'current'
    return withScroll(following, ui.tab, { ...scrollOf(ui, ui.tab), follows, cursorKey: null })
  }
  if (ui.tab === null) return ui
  const before = scrollOf(ui, ui.tab)
  return withScroll(
    ui,
    ui.tab,
    steps === null
      ? textScrolled(before, command, shown.main)
      : listScrolled(before, command, { ...shown.main, steps }),
  )
}

/** Folds or unfolds the completed steps of a checklist. */
export function collapsed(ui: UiState): UiState {
  if (ui.tab === null) return ui
  const scroll = scrollOf(ui, ui.tab)
  return withScroll(ui, ui.tab, { ...scroll, isCollapsed: !scroll.isCollapsed, top: 0 })
}

/** The first row shown after a command; may lie outside of the rows there are. */
export function target(command: ScrollCommand, { top, visible, total }: ShownRows): number {
  const page = Math.max(1, visible - 2)
  switch (command) {
    case 'down':
      return top + 1
    case 'up':
      return top - 1
    case 'page-down':
      return top + page
    case 'page-up':
      return top - page
    case 'top':
      return 0
    case 'bottom':
      return total
    case 'follow':
    case 'select-step':
      return top
  }
}

/** Of some places in order, the first at or after another one (`step` 0), the next or the previous one; wraps around. 0 without any. */
export function placeFrom(places: readonly number[], from: number, step: -1 | 0 | 1): number {
  const first = places[0] ?? 0
  const last = places.at(-1) ?? 0
  if (step < 0) return places.findLast((place) => place < from) ?? last
  return places.find((place) => (step === 0 ? place >= from : place > from)) ?? first
}

function textScrolled(before: PaneScroll, command: ScrollCommand, shown: ShownRows): PaneScroll {
  const without = { ...before, cursorKey: null, matchRow: null }
  if (command === 'bottom') return { ...without, follows: 'end' }
  return { ...without, top: reachable(target(command, shown), shown), follows: 'free' }
}

interface ShownList extends ShownRows {
  readonly steps: ShownSteps
}

/** In a checklist the commands move the selection; drawing scrolls it into view. */
function listScrolled(before: PaneScroll, command: ScrollCommand, shown: ShownList): PaneScroll {
  const lines = shown.steps
  if (lines.length === 0) return before
  const selected = before.cursorKey === null ? -1 : lines.lineOf(before.cursorKey)
  const start = selected >= 0 ? selected : startLine(command, shown)
  switch (command) {
    case 'select-step':
      return { ...before, cursorKey: selected >= 0 ? null : entryNear(lines, start, 1) }
    case 'top':
      return { ...before, follows: 'free', cursorKey: null, top: 0 }
    case 'bottom':
      return { ...before, follows: 'end', cursorKey: null }
    case 'page-down':
    case 'page-up':
      return { ...before, follows: 'free', cursorKey: null, top: reachable(target(command, shown), shown) }
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
function startLine(command: ScrollCommand, { top, visible, steps: { currentLine } }: ShownList): number {
  if (currentLine >= top && currentLine < top + visible) return currentLine
  return command === 'up' ? top + visible - 1 : top
}

function entryNear(lines: ShownSteps, from: number, step: 1 | -1): number | null {
  for (let line = Math.min(from, lines.length - 1); line >= 0 && line < lines.length; line += step)
    if (lines.keyAt(line) >= 0) return lines.keyAt(line)
  return null
}

/** Why a key that needs a plan has no effect. */
export const noPlan = 'There is no plan yet.'

/** Why a key that scrolls has no effect; null: it has one. At either end it needs no words: that is visible. */
export function noScrollMessage(ui: UiState, done: UiState, command: ScrollCommand): string | null {
  if (command === 'follow') {
    const isSame = done.followsTabs === ui.followsTabs && done.perPlan === ui.perPlan
    return isSame ? 'Following the agent.' : null
  }
  return ui.tab === null ? noPlan : null
}

/** Why nothing is folded; null: something is. */
export function noFoldMessage({ tab }: UiState, shown: Shown): string | null {
  if (tab === null) return noPlan
  const steps = shownSteps(shown)
  if (steps === null) return 'This plan has no steps to fold.'
  return steps.done === 0 ? 'No step is done yet.' : null
}
