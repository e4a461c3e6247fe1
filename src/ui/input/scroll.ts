import { shownSteps, type Shown, type ShownMain, type ShownSteps, type ShownRows } from '../state/shown.ts'
import { scrollOf, withScroll, type PaneScroll, type UiState } from '../state/ui-state.ts'
import type { Command, AnyCommand } from '../keys/key-table.ts'
import { reachable, type ListState } from '../state/list-state.ts'

/** Rows or items that one turn of the wheel moves. */
export const wheelRows = 3

/** Rows or items that a page moves. */
export function pageOf({ visible }: Pick<ShownRows, 'visible'>): number {
  return Math.max(1, visible - 2)
}

/** How far a command moves, in rows or items; infinitely far: to an end, of which the last one is followed. null: it does not move. */
export function moveOf(command: AnyCommand, shown: Pick<ShownRows, 'visible'>): number | null {
  const page = pageOf(shown)
  switch (command) {
    case 'down':
      return 1
    case 'up':
      return -1
    case 'page-down':
      return page
    case 'page-up':
      return -page
    case 'top':
      return Number.NEGATIVE_INFINITY
    case 'bottom':
    case 'follow':
      return Number.POSITIVE_INFINITY
    default:
      return null
  }
}

/**
 * Scrolls by so many rows. Who scrolls down to the end follows it, unless all rows are visible anyway. Several moves may come before
 * the next frame: each begins where the one before has led.
 */
export function rowsMoved<State extends ListState<number | string>>(
  state: State,
  by: number,
  shown: ShownRows,
): State {
  const from = reachable(state.follows === 'free' ? state.top : shown.top, shown)
  const last = reachable(Number.POSITIVE_INFINITY, shown)
  const isAtEnd = by > 0 && from + by >= last && (last > 0 || by === Number.POSITIVE_INFINITY)
  const top = reachable(from + by, shown)
  return { ...state, top, follows: isAtEnd ? 'end' : 'free', matchRow: null }
}

/** The items of a list as the last frame showed them. */
export interface MovedIn<Id> {
  readonly length: number
  /** The index of the selected one. */
  readonly at: number
  readonly idAt: (at: number) => Id
}

/** Selects the item so many further on, or the one at the end. At the last one of all, the end is followed. */
export function selectionMoved<Id extends number | string, State extends ListState<Id>>(
  state: State,
  by: number,
  { length, at, idAt }: MovedIn<Id>,
): State {
  const free = { ...state, follows: 'free', matchRow: null } as const
  if (by === Number.POSITIVE_INFINITY) return { ...free, follows: 'end', selected: null }
  return length === 0 ? state : { ...free, selected: idAt(Math.max(0, Math.min(at + by, length - 1))) }
}

export type ScrollCommand = Extract<
  Command,
  'down' | 'up' | 'page-down' | 'page-up' | 'top' | 'bottom' | 'follow' | 'select-step'
>

/** Scrolls the plan; in a checklist single steps move the cursor, which drawing scrolls into view. */
export function scrolled(ui: UiState, command: ScrollCommand, shown: Shown): UiState {
  const { main } = shown
  const steps = shownSteps(shown)
  const following = command === 'follow' ? { ...ui, followsTabs: true } : ui
  if (ui.tab === null) return following
  const before = scrollOf(ui, ui.tab)
  const isOfSteps = steps !== null && ['down', 'up', 'select-step', 'follow'].includes(command)
  const scroll = isOfSteps
    ? cursorMoved(before, command, main, steps)
    : { ...rowsMoved(before, moveOf(command, main) ?? 0, main), selected: null }
  return withScroll(following, ui.tab, scroll)
}

/** Folds or unfolds the completed steps of a checklist. */
export function collapsed(ui: UiState): UiState {
  if (ui.tab === null) return ui
  const scroll = scrollOf(ui, ui.tab)
  return withScroll(ui, ui.tab, { ...scroll, isCollapsed: !scroll.isCollapsed, top: 0 })
}

/** Of some places in order, the first at or after another one (`step` 0), the next or the previous one; wraps around. 0 without any. */
export function placeFrom(places: readonly number[], from: number, step: -1 | 0 | 1): number {
  const first = places[0] ?? 0
  const last = places.at(-1) ?? 0
  if (step < 0) return places.findLast((place) => place < from) ?? last
  return places.find((place) => (step === 0 ? place >= from : place > from)) ?? first
}

function cursorMoved(
  before: PaneScroll,
  command: ScrollCommand,
  main: ShownMain,
  lines: ShownSteps,
): PaneScroll {
  if (command === 'follow') return { ...before, follows: 'current', selected: null }
  const at = before.selected === null ? -1 : lines.lineOf(before.selected)
  const step = command === 'up' ? -1 : 1
  const start = at >= 0 ? at + step : startLine(step, main, lines)
  const selected = entryNear(lines, start, step)
  if (command === 'select-step') return { ...before, selected: at >= 0 ? null : selected }
  return { ...before, follows: 'free', selected: selected ?? before.selected }
}

/** Where the cursor begins: at the current step if that is visible, else at the first visible line, or the last one upwards. */
function startLine(step: 1 | -1, { top, visible }: ShownMain, { currentLine }: ShownSteps): number {
  if (currentLine >= top && currentLine < top + visible) return currentLine
  return step < 0 ? top + visible - 1 : top
}

function entryNear(lines: ShownSteps, from: number, step: 1 | -1): number | null {
  for (let line = Math.min(from, lines.length - 1); line >= 0 && line < lines.length; line += step)
    if (lines.keyAt(line) >= 0) return lines.keyAt(line)
  return null
}

/** Why a key that needs a plan has no effect. */
export const noPlanYet = 'There is no plan yet.'

/** Why a key that scrolls has no effect; null: it has one. At either end it needs no words: that is visible. */
export function noScrollMessage(ui: UiState, done: UiState, command: ScrollCommand): string | null {
  if (command === 'follow') {
    const isSame = done.followsTabs === ui.followsTabs && done.perPlan === ui.perPlan
    return isSame ? 'Following the agent.' : null
  }
  return ui.tab === null ? noPlanYet : null
}

/** Why nothing is folded; null: something is. */
export function noFoldMessage({ tab }: UiState, shown: Shown): string | null {
  if (tab === null) return noPlanYet
  const steps = shownSteps(shown)
  if (steps === null) return 'This plan has no steps to fold.'
  return steps.done === 0 ? 'No step is done yet.' : null
}
