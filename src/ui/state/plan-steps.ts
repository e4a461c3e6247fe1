import { openLayers } from './open-layers.ts'
import { documentUri, type PlanBody } from '../../plans/kinds/plan-kinds.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { withMessage, planUi, scrollOf, withPlanUi, withSteps, type TabId, type UiState } from './ui-state.ts'
import { askedAfter, nothingSelected, selectedKeys, withoutGone } from './step-selection.ts'
import {
  commentsAfter,
  maxComments,
  noComments,
  withoutTakenBack,
  type PlanComment,
  type PlanSteps,
} from './comments.ts'
import { isSameSource, linesAfter, linesOf, linesSourceOf, type LinesSource } from './plan-lines.ts'
import { planOfTab } from './tabs.ts'
import { withoutDeletedDraft } from './step-draft.ts'

/** What the user has selected in this content of a plan. */
export function stepsIn(ui: UiState, tab: TabId, source: LinesSource): PlanSteps {
  const known = planUi(ui, tab).steps
  if (known === null)
    return { lines: linesOf(source), selection: nothingSelected, asked: null, comments: noComments }
  return isSameSource(known.lines.source, source) ? known : continued(known, source).steps
}

/** How many steps are selected in the shown plan; none in a panel, in its changes and in its past, where nothing can be done with them. */
export function countSelected(ui: UiState, state: AppState): number {
  const { panel, diff, past } = openLayers(ui, state)
  const { steps } = planUi(ui, ui.tab)
  if (steps === null || (panel ?? diff ?? past) !== null) return 0
  return selectedKeys(steps.selection, steps.lines, scrollOf(ui, ui.tab).selected).size
}

export interface StepsAt {
  readonly nowMs: number
  readonly documentOf: (uri: string) => PlanDocument
}

/** Brings what the user has selected up to date with the plans; says it when selected steps are gone. */
export function withCurrentSteps(ui: UiState, state: AppState, { nowMs, documentOf }: StepsAt): UiState {
  let next = withoutDeletedDraft(ui)
  let gone = 0
  for (const [id, { steps: before }] of next.perPlan) {
    if (before === null) continue
    const plan = planOfTab(state, id)?.plan ?? null
    const source = plan === null ? null : sourceOf(plan.body, documentOf)
    const after = source === null ? { steps: before, gone: 0 } : continued(before, source)
    const steps = withCurrentTexts(after.steps, state)
    if (steps !== before) next = withPlanUi(next, id, { steps })
    gone += after.gone
  }
  if (gone === 0) return next
  const words = gone === 1 ? 'A selected step is gone.' : `${gone} selected steps are gone.`
  return withMessage(next, words, nowMs)
}

/** Keys below are those of no line: the lines of comments that are brought back are found by their texts. */
const keysOfNone = -1_000_000_000

/** The screen with comments on a plan that were kept from another run, unless there are some already. */
export function withRestoredComments(
  ui: UiState,
  kept: {
    readonly tab: TabId
    readonly comments: readonly Omit<PlanComment, 'id' | 'keys'>[]
    readonly body: PlanBody
  },
  documentOf: StepsAt['documentOf'],
): UiState {
  const source = sourceOf(kept.body, documentOf)
  if (source === null) return ui
  const steps = stepsIn(ui, kept.tab, source)
  if (steps.comments.all.length > 0) return ui
  let key = keysOfNone
  const all = kept.comments.slice(0, maxComments).map((comment, index): PlanComment => {
    return { ...comment, id: index + 1, keys: comment.on.map(() => key--) }
  })
  const comments = commentsAfter({ ...noComments, all, nextId: all.length + 1 }, steps.lines, (each) => each)
  return withSteps(ui, kept.tab, { ...steps, comments })
}

/** The lines of a plan; null for a plan that has none. */
function sourceOf(body: PlanBody, documentOf: StepsAt['documentOf']): LinesSource | null {
  const uri = documentUri(body)
  const document = uri === null ? null : documentOf(uri)
  return linesSourceOf(body, document?.state === 'shown' ? document : null)
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
