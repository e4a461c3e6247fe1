import type { AppState } from '../../app/state/app-state.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import { displayWidth } from '../../lib/text/width.ts'
import type { Hint } from '../keys/key-map.ts'
import { baselinesOf } from '../state/baseline.ts'
import { outcomeOf } from '../../app/state/step-work.ts'
import { isInLog } from '../panels/panels.ts'
import { isPlanShown } from '../state/open-layers.ts'
import { blank, gap, part, type Bar, type Part } from '../rows/row-form.ts'
import type { ShownMain, ShownSteps } from '../state/shown.ts'
import { scrollOf, type UiState } from '../state/ui-state.ts'

/** What a frame shows that decides whether a key has something to act on. */
export interface Hinted {
  /** How many plans the tab bar has. */
  readonly tabCount: number
  /** The view in the middle of the screen; null: it is not known, and taken to have whatever a key needs. */
  readonly view: ShownMain | null
  /** The matches of the search, in all plans. */
  readonly matchCount: number
  /** The text of the open question is longer than its room. */
  readonly isQuestionLong: boolean
}

/** Whether the key of a hint does more here than to say why it does nothing. */
export function isLive({ key, command }: Hint, state: AppState, ui: UiState, shown: Hinted): boolean {
  const { tabCount, view } = shown
  if (view !== null && ui.panel === 'wire' && view.layer !== 'wire') return !isOfMessages(key, command)
  switch (command) {
    case 'next-plan':
      if (view?.layer === 'manual') return view.links.length > 0
      return isInLog(ui.panel) || tabCount > 1 || (tabCount === 1 && !isPlanShown(ui, state))
    case 'revision-before':
      return view?.layer !== 'manual' || (view.headings.length > 1 && moves(view))
    case 'search':
      return ui.tab !== null || !isPlanShown(ui, state)
    case 'follow':
      return !isFollowing(ui)
    case 'next-baseline':
      return baselinesOf(state, ui).length > 1
    case 'select-step':
    case 'request-steps':
    case 'comment':
      return view?.layer !== 'plan' || view.steps?.length !== 0
    case 'copy':
      if (view?.layer === 'log') return view.place !== null
      return view?.layer !== 'wire' || view.selected !== null
    case 'next-match':
      if (view === null) return true
      if (ui.query === '') return hasStops(view, scrollOf(ui, ui.tab).selected)
      return view.layer === 'log' ? view.places.length > 1 : shown.matchCount > 1
    case 'page-down':
      return view === null || shown.isQuestionLong || view.total > view.visible
    case 'bottom':
      return view === null || view.top + view.visible < view.total
    case 'up':
    case 'down':
      return view === null || isPlanShown(ui, state) || moves(view)
    case 'wire-frame':
      return view === null || hasMessage(view)
    case 'message-revision':
      return view?.layer !== 'wire' || view.made !== null
    case 'collapse':
      return view?.layer !== 'wire' || view.foldable.size > 0
    default:
      if (key === 'enter' && view?.layer === 'log') return hasMessage(view)
      return key !== 'enter' || ui.panel !== 'wire' || view?.layer !== 'wire' || isOpened(view, ui)
  }
}

/** Whether a key needs messages, which have not been read yet or do not exist. */
function isOfMessages(key: string, command: Hint['command']): boolean {
  return (
    key === 'enter' ||
    !(command === undefined || command === 'leave' || command === 'problems' || command === 'search')
  )
}

function isFollowing(ui: UiState): boolean {
  const { follows, selected } = scrollOf(ui, ui.tab)
  return ui.followsTabs && (ui.tab === null || (follows === 'current' && selected === null))
}

/** Whether `n` has somewhere to go without a search. */
function hasStops(view: ShownMain, selected: number | null): boolean {
  switch (view.layer) {
    case 'log':
      return view.places.some(({ message }, at) => message !== null && at !== view.place?.at)
    case 'work':
      return view.calls.some((call, at) => outcomeOf(call) === 'failed' && at !== view.place?.at)
    case 'diff':
      return view.changes.length > 0
    case 'plan':
      return view.steps !== null && hasDoubtElsewhere(view, view.steps, selected)
    default:
      return false
  }
}

/** Whether there is a doubt that the cursor is not on, or one about the whole plan out of view. */
function hasDoubtElsewhere(
  { top, visible, total }: ShownMain,
  { doubts, lineOf }: ShownSteps,
  selected: number | null,
): boolean {
  if (doubts === null) return false
  const isOnStep = [...doubts.steps.keys()].some((key) => key !== selected && lineOf(key) >= 0)
  return isOnStep || (doubts.plan.length > 0 && top + visible < total)
}

function moves(view: ShownMain): boolean {
  if (view.layer === 'wire') return (view.lines.length > 0 ? view.lines : view.rows).length > 1
  if (view.layer === 'work') return view.calls.length + Number(view.hasOutside) > 1
  return view.total > view.visible || (view.layer === 'log' && view.places.length > 1)
}

function hasMessage(view: ShownMain): boolean {
  if (view.layer === 'log') return (view.places[view.place?.at ?? -1]?.message ?? null) !== null
  if (view.layer !== 'work') return true
  const call = view.calls[view.place?.at ?? -1]
  return call === undefined ? view.hasOutside : call.frame !== null
}

/** Whether enter opens a message, or folds a line of an opened one. */
function isOpened(view: Extract<ShownMain, { layer: 'wire' }>, ui: UiState): boolean {
  return ui.wire.detail === null ? view.selected !== null : view.foldable.has(view.cursor)
}

/** The hints that fit, in order, with two blanks between them. A click on one does what its key does. */
export function hintBar(hints: readonly Hint[], columns: number): Bar {
  const left: Part[] = [blank]
  let from = 1
  for (const hint of hints) {
    const to = from + displayWidth(hint.key) + displayWidth(hint.does) + 1
    if (to > columns - 1) continue
    const leads = { target: { type: 'hint', hint } } as const
    if (from > 1) left.push(gap(2))
    left.push(part('key', safeLine(hint.key), leads), { ...blank, ...leads })
    left.push(part('dim', safeLine(hint.does), leads))
    from = to + 2
  }
  return { form: 'bar', left }
}
