import { isSameJson } from '../../lib/json/json-values.ts'
import type { TableContent } from '../../protocol/plan-kinds/table.ts'
import type { PlanKind } from './plan-kind.ts'

/** A table as it was last sent. */
export type TableBody = TableContent

export const _table: PlanKind<TableContent, TableBody> = {
  updated: (before, content) => (before !== null && isSameJson(before, content) ? before : content),
  heading: ({ columns }) => `Table of ${columns[0] ?? 'nothing'}`,
}
