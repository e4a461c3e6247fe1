import { documentUri, planText } from '../../plans/plan-parts.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { PlanBody } from '../../plans/kinds/plan-kinds.ts'
import { withMessage } from './status-message.ts'
import { askedAfter } from './asked-steps.ts'
import { commentsAfter, noComments, withoutTakenBack } from './comments.ts'
import { isSameSource, linesAfter, linesOf, type LinesSource } from './plan-lines.ts'
import { planOfTab } from './plan-of-tab.ts'
import type { PlanSteps } from './selected-plan.ts'
import { withoutDeletedDraft } from './step-draft.ts'
import { nothingSelected, selectedKeys, withoutGone } from './step-selection.ts'
import { scrollOf, tabId, type TabId, type UiState } from './ui-state.ts'

/** What the user has selected in this content of a plan. */
export function stepsIn(ui: UiState, tab: TabId, source: LinesSource): PlanSteps {
  const known = ui.steps.get(tab)
  if (known === undefined)
    return { lines: linesOf(source), selection: nothingSelected, asked: null, comments: noComments }
  return isSameSource(known.lines.source, source) ? known : continued(known, source).steps
}

/** How many steps are selected in the shown plan; none while its changes or its past are shown, where nothing can be done with them. */
export function countSelected(ui: UiState): number {
  const { tab, diff, past } = ui
  const planSteps = tab === null ? undefined : ui.steps.get(tab)
  if (planSteps === undefined || tab === null || diff?.tab === tab || past.has(tab)) return 0
  const { lines, selection } = planSteps
  return selectedKeys(selection, lines, scrollOf(ui, tab).cursorKey).size
}

interface StepsFrame {
  readonly nowMs: number
  readonly documentOf: (uri: string) => PlanDocument
}

/** Brings what the user has selected up to date with the plans; says it when selected steps are gone. */
export function withCurrentSteps(ui: UiState, state: AppState, { nowMs, documentOf }: StepsFrame): UiState {
  if (ui.steps.size === 0) return ui
  let next = withMergedSteps(withoutDeletedDraft(ui), state)
  let gone = 0
  for (const [id, before] of next.steps) {
    const plan = planOfTab(state, id)?.plan ?? null
    const source = plan === null ? null : sourceOf(plan.body, documentOf)
    const after = source === null ? { steps: before, gone: 0 } : continued(before, source)
    const steps = withCurrentTexts(after.steps, state)
    if (steps !== before) next = { ...next, steps: new Map(next.steps).set(id, steps) }
    gone += after.gone
  }
  if (gone === 0) return next
  const words = gone === 1 ? 'A selected step is gone.' : `${gone} selected steps are gone.`
  return withMessage(next, words, nowMs)
}

/** The lines of a plan; null for a plan that has none. */
function sourceOf(body: PlanBody, documentOf: StepsFrame['documentOf']): LinesSource | null {
  if (body.type === 'items') return body
  const uri = documentUri(body)
  if (uri !== null) {
    const document = documentOf(uri)
    return document.state === 'shown' && document.format === 'markdown'
      ? { type: 'document', text: document.text }
      : null
  }
  const text = planText(body)
  return text === null ? null : { type: 'document', text }
}

function continued(
  steps: PlanSteps,
  source: LinesSource,
): { readonly steps: PlanSteps; readonly gone: number } {
  const { lines: before, selection, asked, comments } = steps
  if (isSameSource(before.source, source)) return { steps, gone: 0 }
  const { lines, rekeyed } = linesAfter(before, source)
  const keyOf = (key: number): number => keyAfter(key, rekeyed)
  const { keys, rangeFrom } = selection
  const kept = withoutGone(
    { keys: new Set([...keys].map(keyOf)), rangeFrom: rangeFrom === null ? null : keyOf(rangeFrom) },
    lines,
  )
  const askedNow = asked === null ? null : { ...asked, keys: new Set([...asked.keys].map(keyOf)) }
  const next: PlanSteps = {
    lines,
    selection: kept.selection,
    asked: askedNow,
    comments: commentsAfter(comments, lines, keyOf),
  }
  return { steps: next, gone: kept.gone }
}

/** The key of a line after a change. A line that has no entry any more gets a key that none has. */
function keyAfter(key: number, rekeyed: ReadonlyMap<number, number>): number {
  if (rekeyed.size === 0) return key
  const after = rekeyed.get(key) ?? -1
  return after < 0 ? -1 - key : after
}

/** With what has become of the texts that were sent. */
function withCurrentTexts(steps: PlanSteps, state: AppState): PlanSteps {
  const asked = steps.asked === null ? null : askedAfter(steps.asked, steps.lines, state)
  const comments = withoutTakenBack(steps.comments, state)
  return asked === steps.asked && comments === steps.comments ? steps : { ...steps, asked, comments }
}

/** Moves what was selected in a plan to the plan that it was merged into. */
function withMergedSteps(ui: UiState, { sessions }: AppState): UiState {
  let steps: Map<TabId, PlanSteps> | null = null
  for (const { id, mergedPlans } of sessions.values())
    for (const [from, into] of mergedPlans) {
      const moved = (steps ?? ui.steps).get(tabId(id, from))
      if (moved === undefined) continue
      steps ??= new Map(ui.steps)
      steps.delete(tabId(id, from))
      if (!steps.has(tabId(id, into))) steps.set(tabId(id, into), moved)
    }
  return steps === null ? ui : { ...ui, steps }
}
