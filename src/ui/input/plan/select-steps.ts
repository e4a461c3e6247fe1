import { indexFrom, stepFrom, stepOf, type ShownLines } from '../../state/plan-lines.ts'
import { stepsIn } from '../../state/plan-steps.ts'
import type { PlanSteps } from '../../state/comments.ts'
import {
  isNothingSelected,
  nothingSelected,
  withAllLeft,
  withRange,
  withToggled,
  type StepSelection,
} from '../../state/step-selection.ts'
import {
  planUi,
  scrollOf,
  type TabId,
  type UiState,
  withScroll,
  withSteps,
  withMessage,
} from '../../state/ui-state.ts'
import { keyWords } from '../../keys/key-map.ts'
import { messageOnly, screenOnly, type KeyContext, type KeyResult } from '../layer.ts'
import type { AnyCommand } from '../../keys/key-table.ts'
import { noPlanYet, scrolled } from '../scroll.ts'

/** A key that needs the steps of the shown plan. */
export type StepCommand = 'select-step' | 'select-range' | 'select-left'

/** Whether a command acts on steps that can be selected: those of the plan as it is now. */
export function isOnSteps(command: AnyCommand): boolean {
  return ['select-step', 'select-range', 'select-left', 'request-steps', 'comment'].includes(command)
}

/** What is shown of the plan, and what the user has selected in it. */
export interface StepsContext {
  readonly tab: TabId
  readonly shown: ShownLines
  readonly planSteps: PlanSteps
  readonly cursorKey: number | null
}

/** Selects steps of the shown plan; says why there is nothing to select. */
export function selectedBy(ui: UiState, command: StepCommand, context: KeyContext): KeyResult {
  const there = stepsShown(ui, context)
  if (there === null)
    return messageOnly(ui, ui.tab === null ? noPlanYet : 'This plan has nothing to select.', context)
  switch (command) {
    case 'select-step':
      return there.cursorKey === null
        ? atStep(ui, there, context)
        : toggled(ui, there, there.cursorKey, context)
    case 'select-range':
      return there.cursorKey === null
        ? withRangeBegun(atStep(ui, there, context), context)
        : ranged(ui, there, there.cursorKey, context)
    case 'select-left':
      return withLeft(ui, there, context)
  }
}

/** The steps of the shown plan; null without any. */
function stepsShown(ui: UiState, context: Pick<KeyContext, 'shown'>): StepsContext | null {
  const there = linesShown(ui, context)
  return there === null || there.planSteps.lines.entries.length === 0 ? null : there
}

/** The lines of the shown plan; null for a plan that has none. */
export function linesShown(ui: UiState, { shown: { main } }: Pick<KeyContext, 'shown'>): StepsContext | null {
  const shown = main.layer === 'plan' ? main.lines : null
  if (shown === null || ui.tab === null) return null
  const planSteps = stepsIn(ui, ui.tab, shown)
  const { selected: cursorKey } = scrollOf(ui, ui.tab)
  const isThere = cursorKey !== null && stepOf(planSteps.lines, cursorKey) !== null
  return { tab: ui.tab, shown, planSteps, cursorKey: isThere ? cursorKey : null }
}

/** The cursor on the current step of a checklist, or on the first visible one of a document; on its first visible line, if no step is visible. */
function atStep(ui: UiState, { tab, shown, planSteps }: StepsContext, context: KeyContext): KeyResult {
  if (shown.type === 'items') return screenOnly(scrolled(ui, 'select-step', context.shown))
  const { lines } = planSteps
  const visible = shown.visible().map((line) => indexFrom(lines, line))
  const first = visible.find((index) => stepFrom(lines, index) === lines.entries[index]?.key)
  const cursorKey = lines.entries[first ?? visible[0] ?? 0]?.key ?? null
  return screenOnly(withCursor(withSteps(ui, tab, planSteps), tab, cursorKey))
}

/** Selects the step or line, or not any more; the cursor goes on to the next one. */
function toggled(ui: UiState, there: StepsContext, key: number, { shown }: KeyContext): KeyResult {
  const { lines, selection } = there.planSteps
  const next = withSelection(ui, there, withToggled(selection, key))
  if (lines.document !== null && stepOf(lines, key)?.isStep === true) {
    const after = stepFrom(lines, (lines.places.get(key) ?? 0) + 1) ?? key
    return screenOnly(withCursor(next, there.tab, after))
  }
  return screenOnly(movedToStep(next, 'down', { shown }) ?? scrolled(next, 'down', shown))
}

function ranged(ui: UiState, there: StepsContext, key: number, { nowMs }: KeyContext): KeyResult {
  const { selection, lines } = there.planSteps
  const next = withSelection(ui, there, withRange(selection, lines, key))
  const words = `The range goes to the cursor: ${keyWords(ui.keys, 'select-range')} ends it.`
  return screenOnly(selection.rangeFrom === null ? withMessage(next, words, nowMs) : next)
}

function withRangeBegun({ ui, intents }: KeyResult, context: KeyContext): KeyResult {
  const there = stepsShown(ui, context)
  if (there === null || there.cursorKey === null) return { ui, intents }
  return ranged(ui, there, there.cursorKey, context)
}

function withLeft(ui: UiState, there: StepsContext, context: KeyContext): KeyResult {
  const { selection, lines } = there.planSteps
  const next = withAllLeft(selection, lines)
  if (next.keys.size === 0 && isNothingSelected(selection))
    return messageOnly(ui, 'No step is left to do.', context)
  return screenOnly(withSelection(ui, there, next))
}

/** A message about the selection before is not true of this one. */
function withSelection(ui: UiState, { tab, planSteps }: StepsContext, selection: StepSelection): UiState {
  return withSteps({ ...ui, message: null }, tab, { ...planSteps, selection })
}

/** In a document that has the cursor: the cursor on the line before or after. null: the key scrolls. */
export function movedToStep(
  ui: UiState,
  direction: 'up' | 'down',
  context: Pick<KeyContext, 'shown'>,
): UiState | null {
  // Without a cursor a long document is not read.
  if (scrollOf(ui, ui.tab).selected === null) return null
  const there = stepsShown(ui, context)
  if (there === null || there.shown.type === 'items' || there.cursorKey === null) return null
  const { lines } = there.planSteps
  const at = (lines.places.get(there.cursorKey) ?? 0) + (direction === 'down' ? 1 : -1)
  const cursorKey = lines.entries[at]?.key ?? there.cursorKey
  return withCursor(withSteps(ui, there.tab, there.planSteps), there.tab, cursorKey)
}

export function withCursor(ui: UiState, tab: TabId, selected: number | null): UiState {
  return withScroll(ui, tab, { ...scrollOf(ui, tab), follows: 'free', selected })
}

/** The screen without a selection in the shown plan; null if nothing is selected. */
export function withoutSelection(ui: UiState): UiState | null {
  const planSteps = planUi(ui, ui.tab).steps
  if (ui.tab === null || planSteps === null || isNothingSelected(planSteps.selection)) return null
  return withSteps(ui, ui.tab, { ...planSteps, selection: nothingSelected })
}
