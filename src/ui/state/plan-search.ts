import { memoBeside } from '../../lib/memo.ts'
import { comparedContent } from '../../plans/comparison/compare-revisions.ts'
import { documentUri, type PlanBody } from '../../plans/kinds/plan-kinds.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import { type ListState, reachable } from './list-state.ts'
import { shownSteps, type PlanFound, type Shown } from './shown.ts'
import type { Tab } from './tabs.ts'
import { scrollOf, withScroll, type TabId, type UiState } from './ui-state.ts'

const none: readonly PlanFound[] = []

/**
 * The other plans of the shown plan's session that match the search, in the order of their tabs, beginning after the shown one; the
 * first tab follows the last. `query` is in lower case.
 */
export function plansFound(
  tabs: readonly Pick<Tab, 'id' | 'headId' | 'plan'>[],
  shownId: TabId | null,
  { query, documentOf }: { readonly query: string; readonly documentOf: (uri: string) => PlanDocument },
): readonly PlanFound[] {
  // There may be thousands of tabs, and this is called for each frame.
  if (query === '') return none
  const at = tabs.findIndex(({ id }) => id === shownId)
  const shown = tabs[at]
  if (shown === undefined) return none
  return [...tabs.slice(at + 1), ...tabs.slice(0, at)].flatMap(({ id, headId, plan: { body } }) => {
    if (headId !== shown.headId) return []
    const uri = documentUri(body)
    const document = uri === null ? null : documentOf(uri)
    const matches = matchesIn(body, document?.state === 'shown' ? document.text : null, query)
    return matches === 0 ? [] : [{ id, matches }]
  })
}

/** The last count of each plan: the search is the same from frame to frame, and most plans are. */
const counts = memoBeside<number>()

/** How many steps of a checklist, or lines of a document, contain the query. */
function matchesIn(body: PlanBody, document: string | null, query: string): number {
  return counts(body, [query, document], () => {
    const content = comparedContent(body, document)
    if (content === null) return 0
    return content.type === 'text'
      ? linesWith(content.text, query)
      : content.body.entries.filter((entry) => entry.content.toLowerCase().includes(query)).length
  })
}

/** Markdown's signs for emphasis and code stand inside of words, and are not shown. */
const inlineSigns = /[*_~`]+/g

function linesWith(text: string, query: string): number {
  const lower = text.toLowerCase()
  const plain = lower.replace(inlineSigns, '')
  if (!lower.includes(query) && !plain.includes(query)) return 0
  return lower
    .split('\n')
    .filter((line) => line.includes(query) || line.replace(inlineSigns, '').includes(query)).length
}

/** The scroll position at a match of the shown plan or panel: in a checklist the cursor is on it. */
export function scrolledToMatch<State extends ListState<number | string>>(
  row: number,
  scroll: State,
  shown: Pick<Shown, 'main'>,
): State {
  const steps = shownSteps(shown)
  if (steps !== null) return { ...scroll, follows: 'free', selected: steps.keyAt(row) }
  return { ...scroll, follows: 'free', selected: null, top: reachable(row, shown.main), matchRow: row }
}

/** The screen at the first match of the plan that a search has led to, backwards at the last one; null while none is known. */
export function sought(ui: UiState, shown: Pick<Shown, 'main'>): UiState | null {
  const { seeking, tab } = ui
  if (seeking === null || tab === null) return null
  if (seeking.tab !== tab || ui.query === '') return { ...ui, seeking: null }
  const { matches } = shown.main
  const row = seeking.step < 0 ? matches.at(-1) : matches[0]
  if (row === undefined) return null
  return withScroll({ ...ui, seeking: null }, tab, scrolledToMatch(row, scrollOf(ui, tab), shown))
}
