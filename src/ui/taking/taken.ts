import type { TakenPlan, TakenSteps } from '../../app/ports/plan-taking.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { openLayers } from '../state/open-layers.ts'
import { shownBaseline, sinceWords } from '../state/baseline.ts'
import { shownMoment } from '../state/looking-back.ts'
import type { PlanLines } from '../state/plan-lines.ts'
import { planOfTab } from '../state/plan-of-tab.ts'
import { selectedKeys } from '../state/step-selection.ts'
import { planUi, scrollOf, type TabId, type UiState } from '../state/ui-state.ts'

/** The plan of the shown tab, as it is shown; null without any. */
export function shownPlan(ui: UiState, state: AppState): TakenPlan | null {
  if (ui.tab === null) return null
  const revision = shownMoment(ui)?.revision ?? null
  const now = planOfTab(state, ui.tab)
  if (now === null) return null
  const { sessionId, plan } = now
  return { type: 'plan', sessionId, plan: revision?.plan ?? plan, revision, steps: null, since: null }
}

/** What of the shown plan is copied: its changes in the diff view, else its selected steps, else all of it. */
export function copiedPart(taken: TakenPlan, ui: UiState, state: AppState): TakenPlan {
  const baseline = openLayers(ui, state).diff === null ? null : shownBaseline(state, ui)
  if (baseline !== null)
    return { ...taken, since: { content: baseline.content, words: sinceWords(baseline) } }
  const steps = ui.tab === null || taken.revision !== null ? null : selectedSteps(ui, ui.tab)
  return { ...taken, steps }
}

function selectedSteps(ui: UiState, tab: TabId): TakenSteps | null {
  const planSteps = planUi(ui, tab).steps
  if (planSteps === null) return null
  const { lines, selection } = planSteps
  const keys = selectedKeys(selection, lines, scrollOf(ui, tab).selected)
  if (keys.size === 0) return null
  return lines.document === null ? { type: 'entries', keys } : sourceOf(lines, keys)
}

/** The lines of the selected steps, each with the lines under it that are no steps. */
function sourceOf({ source, document, entries }: PlanLines, keys: ReadonlySet<number>): TakenSteps {
  const text = source.type === 'document' ? source.text : ''
  const parts: string[] = []
  /** The indentation of the selected step that the line may belong to; null: it belongs to none. */
  let indent: number | null = null
  document?.lines.forEach(({ line, step }, index) => {
    const written = text.slice(document.starts[line], document.starts[line + 1]).trimEnd()
    const own = written.search(/\S/)
    if (step !== null) indent = keys.has(entries[index]?.key ?? -1) ? own : null
    else if (indent !== null && own <= indent) indent = null
    if (indent !== null) parts.push(written)
  })
  return { type: 'source', text: parts.join('\n'), count: keys.size }
}
