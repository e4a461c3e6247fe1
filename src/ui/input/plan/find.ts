import {
  type Layer,
  messageOnly,
  screenOnly,
  type KeyContext,
  type KeyResult,
  type LayerContext,
} from '../layer.ts'
import type { ListState } from '../../state/list-state.ts'
import { scrolledToMatch } from '../../state/plan-search.ts'
import { shownSteps, type Shown } from '../../state/shown.ts'
import { scrollOf, withScroll, type PaneScroll, type UiState } from '../../state/ui-state.ts'
import { keyWords } from '../../keys/key-map.ts'
import { tabShown } from './pick-tab.ts'
import { noPlanYet, placeFrom } from '../scroll.ts'
import type { KeyPress } from '../../keys/key-press.ts'
import { editLine } from '../lines/edit-line.ts'
import { emptyLine, type LineEdit } from '../../state/line-edit.ts'

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
  const { elsewhere } = context.shown
  const other = step < 0 ? elsewhere.at(-1) : elsewhere[0]
  if (other !== undefined && !hasFurther(ui, context.shown, step)) {
    const result = tabShown(ui, other.id, context)
    return { ...result, ui: { ...result.ui, seeking: { tab: other.id, step: step < 0 ? -1 : 1 } } }
  }
  if (ui.query === '' && ui.tab === null) return messageOnly(ui, noPlanYet, context)
  const before = scrollOf(ui, ui.tab)
  const scroll = doubtFrom(ui, before, step, context.shown) ?? foundFrom(ui, before, step, context)
  if (typeof scroll === 'string') return messageOnly(ui, scroll, context)
  return screenOnly(ui.tab === null ? ui : withScroll(ui, ui.tab, scroll))
}

/** Without a search: the scroll position at the next step in doubt, or the end, where the doubts about the whole plan stand. null: there are none. */
function doubtFrom(
  { query }: UiState,
  scroll: PaneScroll,
  step: -1 | 0 | 1,
  shown: Shown,
): PaneScroll | null {
  const steps = shownSteps(shown)
  if (query !== '' || steps === null || steps.doubts === null) return null
  const { length, keyAt, doubts } = steps
  const places = Array.from({ length }, (_, line) => line).filter((line) => doubts.steps.has(keyAt(line)))
  if (doubts.plan.length > 0) places.push(length)
  if (places.length === 0) return null
  const isAtEnd = scroll.follows === 'end'
  const isFirst = step > 0 && scroll.selected === null && !isAtEnd
  const place = placeFrom(places, isAtEnd ? length : currentRow(scroll, shown), isFirst ? 0 : step)
  return place === length
    ? { ...scroll, follows: 'end', selected: null }
    : { ...scroll, follows: 'free', selected: keyAt(place) }
}

/** Goes to a match in the open panel; wraps around. */
export function foundInPanel(ui: UiState, step: -1 | 0 | 1, context: KeyContext): KeyResult {
  const scroll = foundFrom(ui, ui.panelScroll, step, context)
  return typeof scroll === 'string'
    ? messageOnly(ui, scroll, context)
    : screenOnly({ ...ui, panelScroll: scroll })
}

/** The scroll position at a match, from another one; wraps around. A text: why there is none. */
function foundFrom<State extends ListState<number | string>>(
  { query, keys }: UiState,
  scroll: State,
  step: -1 | 0 | 1,
  { shown }: KeyContext,
): State | string {
  const { matches } = shown.main
  if (query === '') return `No search yet: ${keyWords(keys, 'search')} starts one.`
  if (matches.length === 0) return `No match for “${query}”.`
  return scrolledToMatch(placeFrom(matches, currentRow(scroll, shown), step), scroll, shown)
}

/** Whether the shown plan has a match in this direction; for `step` 0, any match. */
function hasFurther(ui: UiState, shown: Shown, step: -1 | 0 | 1): boolean {
  const { matches } = shown.main
  if (step === 0) return matches.length > 0
  const from = currentRow(scrollOf(ui, ui.tab), shown)
  return matches.some((place) => (step < 0 ? place < from : place > from))
}

/** The row that the next match is searched from. */
function currentRow({ selected, matchRow }: ListState<number | string>, shown: Shown): number {
  const at = typeof selected === 'number' ? (shownSteps(shown)?.lineOf(selected) ?? -1) : -1
  return at >= 0 ? at : (matchRow ?? shown.main.top)
}

export function openedSearch(ui: UiState): UiState {
  return { ...ui, writing: { kind: 'search' }, search: emptyLine, log: { ...ui.log, showsAll: false } }
}

export function actInSearch(ui: UiState, press: KeyPress, context: LayerContext): KeyResult {
  switch (press.name) {
    case 'escape':
      return screenOnly({ ...ui, writing: null, search: emptyLine, query: '' })
    case 'enter': {
      const closed: UiState = { ...ui, writing: null }
      if (ui.query === '') return screenOnly(closed)
      // Without a text, the search before is continued.
      const step = ui.search.text === '' ? 1 : 0
      return context.layers.main === 'panel'
        ? foundInPanel(closed, step, context)
        : found(closed, step, context)
    }
    default: {
      const search = editLine(ui.search, press)
      // null: not a key that edits.
      return screenOnly(search === null ? ui : withSearchText(ui, search))
    }
  }
}

/** The UI state with a new search text; `query` is its lower-case form, whose matches are highlighted while the user types. */
export function withSearchText(ui: UiState, search: LineEdit): UiState {
  return { ...ui, search, query: search.text.toLowerCase() }
}
