import type { Layer } from '../layer.ts'
import type { DrawnFacts } from '../../state/drawn-facts.ts'
import { emptyLine, scrollOf, withScroll, type PaneScroll, type UiState } from '../../state/ui-state.ts'
import { keyWords } from '../key-map.ts'
import { messageOnly, screenOnly, type KeyContext, type KeyResult } from '../key-result.ts'
import { tabShown } from './pick-tab.ts'
import { noPlan, placeFrom, reachable } from './scroll.ts'

/** Highlighted matches: escape ends the search. */
export const searchLayer: Layer = {
  does: (ui, command) => (command === 'leave' ? screenOnly(withoutSearch(ui)) : null),
}

export function withoutSearch(ui: UiState): UiState {
  return { ...ui, query: '', search: emptyLine }
}

/**
 * Goes to a match of the plan: the first at or after the current position (`step` 0), the next or the previous one. A session with
 * one plan wraps around; after the last match of a plan comes the next plan of the session that has some.
 */
export function found(ui: UiState, step: -1 | 0 | 1, context: KeyContext): KeyResult {
  const { facts } = context
  const other = step < 0 ? facts.elsewhere.at(-1) : facts.elsewhere[0]
  if (other !== undefined && !hasFurther(ui, facts, step)) {
    const result = tabShown(ui, other.id, context)
    return { ...result, ui: { ...result.ui, seeking: { tab: other.id, step: step < 0 ? -1 : 1 } } }
  }
  if (ui.query === '' && ui.tab === null) return messageOnly(ui, noPlan, context)
  const scroll = foundFrom(ui, scrollOf(ui, ui.tab), step, context)
  if (typeof scroll === 'string') return messageOnly(ui, scroll, context)
  return screenOnly(ui.tab === null ? ui : withScroll(ui, ui.tab, scroll))
}

/** Goes to a match in the open panel; wraps around. */
export function foundInPanel(ui: UiState, step: -1 | 0 | 1, context: KeyContext): KeyResult {
  const scroll = foundFrom(ui, ui.panelScroll, step, context)
  return typeof scroll === 'string'
    ? messageOnly(ui, scroll, context)
    : screenOnly({ ...ui, panelScroll: scroll })
}

/** The scroll position at a match, from another one; wraps around. A text: why there is none. */
function foundFrom(
  { query, keys }: UiState,
  scroll: PaneScroll,
  step: -1 | 0 | 1,
  { facts }: KeyContext,
): PaneScroll | string {
  if (query === '') return `No search yet: ${keyWords(keys, 'search')} starts one.`
  if (facts.matches.length === 0) return `No match for “${query}”.`
  return scrolledTo(placeFrom(facts.matches, currentRow(scroll, facts), step), scroll, facts)
}

/**
 * The screen at the first match of the plan that `found` went to, or at the last one when it went backwards; null as long as no
 * match of it is known.
 */
export function sought(ui: UiState, facts: DrawnFacts): UiState | null {
  const { seeking, tab } = ui
  if (seeking === null || tab === null) return null
  if (seeking.tab !== tab || ui.query === '') return { ...ui, seeking: null }
  const place = seeking.step < 0 ? facts.matches.at(-1) : facts.matches[0]
  if (place === undefined) return null
  return withScroll({ ...ui, seeking: null }, tab, scrolledTo(place, scrollOf(ui, tab), facts))
}

/** Whether the shown plan has a match in this direction; for `step` 0, any match. */
function hasFurther(ui: UiState, facts: DrawnFacts, step: -1 | 0 | 1): boolean {
  if (step === 0) return facts.matches.length > 0
  const from = currentRow(scrollOf(ui, ui.tab), facts)
  return facts.matches.some((place) => (step < 0 ? place < from : place > from))
}

/** The row that the next match is searched from. */
function currentRow({ cursorKey, matchRow }: PaneScroll, { lineKeys, top }: DrawnFacts): number {
  const selected = cursorKey === null || lineKeys === null ? -1 : lineKeys.lineOf(cursorKey)
  return selected >= 0 ? selected : (matchRow ?? top)
}

function scrolledTo(place: number, scroll: PaneScroll, facts: DrawnFacts): PaneScroll {
  const lines = facts.lineKeys
  if (lines !== null) return { ...scroll, follows: 'free', cursorKey: lines.keyAt(place) }
  return { ...scroll, follows: 'free', cursorKey: null, top: reachable(place, facts), matchRow: place }
}
