import { isSameBar, type Bar } from './bar.ts'

/** Everything around the plan, row by row. Drawn by Ink. */
export interface Chrome {
  readonly columns: number
  readonly header: Bar
  readonly tabs: Bar
  /** The title of an open panel, in the rule above it; '' for none. */
  readonly rule: Bar | null
  readonly notice: readonly Bar[]
  readonly input: readonly Bar[]
  readonly hints: Bar
}

export function isSameChrome(one: Chrome, other: Chrome): boolean {
  return (
    one.columns === other.columns &&
    isSameBar(one.header, other.header) &&
    isSameBar(one.tabs, other.tabs) &&
    (one.rule === null ? other.rule === null : other.rule !== null && isSameBar(one.rule, other.rule)) &&
    areSameBars(one.notice, other.notice) &&
    areSameBars(one.input, other.input) &&
    isSameBar(one.hints, other.hints)
  )
}

function areSameBars(one: readonly Bar[], other: readonly Bar[]): boolean {
  return one.length === other.length && one.every((item, index) => isSameBar(item, other[index] ?? item))
}

/** Rows of Ink's picture that stand above the plan. */
export function rowsAbove(chrome: Chrome): number {
  return chrome.rule === null ? 2 : 3
}

/** Rows of Ink's picture that stand beneath the plan. */
export function rowsBeneath(chrome: Chrome): number {
  return chrome.notice.length + chrome.input.length + 1 + (chrome.rule === null ? 0 : 1)
}
