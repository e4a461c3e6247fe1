import type { DrawnFacts } from '../../state/drawn-facts.ts'
import { scrollOf, withScroll, type PaneScroll, type UiState } from '../../state/ui-state.ts'
import { keyWords } from '../key-map.ts'
import { messageOnly, screenOnly, type KeyContext, type KeyResult } from '../key-result.ts'
import { tabShown } from './pick-tab.ts'
import { noPlanMessage, placeFrom, reachable } from './scroll.ts'

/**
 * Goes to a match: the first at or after the current position (`step` 0), the next or the previous one. A panel and a session with
 * one plan wrap around; after the last match of a plan comes the next plan of the session that has some.
 */
export function found(ui: UiState, step: -1 | 0 | 1, context: KeyContext): KeyResult {
  const { facts } = context
  const other = ui.panel === null ? (step < 0 ? facts.elsewhere.at(-1) : facts.elsewhere[0]) : undefined
  if (other !== undefined && !hasFurther(ui, facts, step)) {
    const result = tabShown(ui, other.id, context)
    return { ...result, ui: { ...result.ui, seeking: { tab: other.id, step: step < 0 ? -1 : 1 } } }
  }
  const reason = noMatchMessage(ui, facts)
  return reason === null ? screenOnly(jumpedToMatch(ui, facts, step)) : messageOnly(ui, reason, context)
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

/** The panel or the plan scrolled to a match; wraps around. */
function jumpedToMatch(ui: UiState, facts: DrawnFacts, step: -1 | 0 | 1): UiState {
  if (facts.matches.length === 0) return ui
  const to = (scroll: PaneScroll): PaneScroll =>
    scrolledTo(placeFrom(facts.matches, currentRow(scroll, facts), step), scroll, facts)
  if (ui.panel !== null) return { ...ui, panelScroll: to(ui.panelScroll) }
  return ui.tab === null ? ui : withScroll(ui, ui.tab, to(scrollOf(ui, ui.tab)))
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

/** Why there is nothing to go to; null: there is a match. */
function noMatchMessage(ui: UiState, { matches }: DrawnFacts): string | null {
  if (ui.query === '') return noPlanMessage(ui) ?? `No search yet: ${keyWords(ui.keys, 'search')} starts one.`
  return matches.length === 0 ? `No match for “${ui.query}”.` : null
}
