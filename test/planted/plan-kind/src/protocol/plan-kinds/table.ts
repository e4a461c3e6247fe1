import { nameOf, type WireProblem } from '../wire/wire-problem.ts'
import type { PlanReading } from './plan-kinds.ts'

/** Steps in a table: a name for each column, and rows of as many cells. */
export interface TableContent {
  readonly type: '_table'
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export const _table: PlanReading<TableContent> = {
  read(plan, problems) {
    const columns = texts(plan['columns'])
    const rows = Array.isArray(plan['rows']) ? plan['rows'].map(texts) : null
    if (columns !== null && rows !== null)
      return { type: '_table', columns, rows: rows.filter((row) => row !== null) }
    problems.push(wrong(columns === null ? 'columns' : 'rows', plan))
    return null
  },
}

function texts(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : null
}

function wrong(key: string, plan: Readonly<Record<string, unknown>>): WireProblem {
  const text = `${key} is ${nameOf(plan[key])}, a list is expected`
  return { code: 'bad-plan', text, path: `update.plan.${key}`, weight: 'rejected' }
}
