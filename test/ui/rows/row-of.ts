import type { Row } from '../../../src/lib/cells/row.ts'
import type { Look } from '../../../src/ui/paint/look.ts'
import { layRows } from '../../../src/ui/rows/lay-rows.ts'
import type { RowForm } from '../../../src/ui/rows/row-form.ts'

/** The only row of a form. */
export function rowOf(form: RowForm, look: Look): Row {
  const [row, ...more] = layRows(form, look).rows
  if (row === undefined || more.length > 0) throw new Error('the form has not one row')
  return row
}
