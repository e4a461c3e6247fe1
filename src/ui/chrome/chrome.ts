import { isSameBar, type Bar } from './bar.ts'
import type { DetailView } from './dialog-detail.ts'

/** Everything around the plan that Ink lays out, row by row. */
export interface Chrome {
  readonly columns: number
  readonly header: Bar
  readonly tabs: Bar
  readonly notice: readonly Bar[]
  readonly input: readonly Bar[]
  readonly hints: Bar
  /** What is shown of a question's detail, when it has more lines than room; null else. */
  readonly detail: DetailView | null
}

/** Whether Ink would draw the same. */
export function isSameChrome(one: Chrome, other: Chrome): boolean {
  return (
    one.columns === other.columns &&
    isSameBar(one.header, other.header) &&
    isSameBar(one.tabs, other.tabs) &&
    areSameBars(one.notice, other.notice) &&
    areSameBars(one.input, other.input) &&
    isSameBar(one.hints, other.hints)
  )
}

function areSameBars(one: readonly Bar[], other: readonly Bar[]): boolean {
  return one.length === other.length && one.every((item, index) => isSameBar(item, other[index] ?? item))
}

/** The rows of a chrome from above, those above the plan first. */
export function barsOf({ header, tabs, notice, input, hints }: Chrome): readonly Bar[] {
  return [header, tabs, ...notice, ...input, hints]
}

/** Rows of Ink's picture that stand above the plan. */
export const rowsAbove = 2

/** Rows of Ink's picture that stand beneath the plan. */
export function rowsBeneath(chrome: Chrome): number {
  return chrome.notice.length + chrome.input.length + 1
}
