import { cutRow, row } from '../../lib/cells/row.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import type { Look } from '../paint/look.ts'
import { paint } from '../paint/paint.ts'
import { earliest } from '../state/timing.ts'
import { fit } from './fit.ts'
import { inputRows } from './input-rows.ts'
import { noRows, type LaidRows } from './laid-rows.ts'
import { paintParts, targetInParts } from './parts.ts'
import type { Bar, RowForm, Wrapped } from './row-form.ts'
import { ruleRow } from './rule-row.ts'

/** Lays out a form. Painting, pictures and clicks all use what this returns. */
export function layRows(form: RowForm, look: Look): LaidRows {
  switch (form.form) {
    case 'bar':
      return barRows(form, look)
    case 'wrap':
      return wrappedRows(form, look)
    case 'input':
      return inputRows(form, look)
    case 'rule':
      return { ...noRows, rows: [cutRow(ruleRow(form, look), look.columns)] }
    case 'canvas':
      return { ...noRows, ...form, untilMs: form.untilMs ?? null }
  }
}

function barRows(bar: Bar, look: Look): LaidRows {
  const placed = fit(bar, look)
  return {
    rows: [paintParts(placed, look.theme)],
    targetAt: (at, column) => (at === 0 ? (targetInParts(placed, column) ?? bar.target ?? null) : null),
    untilMs: earliest(...placed.map(({ untilMs }) => untilMs ?? null)),
  }
}

function wrappedRows(
  { text, role, indent = 1, most, ...leads }: Wrapped,
  { theme, columns }: Look,
): LaidRows {
  const lines = wrapText(text, columns - indent - 1, most)
  const before = ' '.repeat(indent) as SafeText
  const rows = lines.map((line) => cutRow(row(before, paint(theme, role, line)), columns))
  return {
    rows,
    targetAt: (at) => (at >= 0 && at < rows.length ? (leads.target ?? null) : null),
    untilMs: leads.untilMs ?? null,
  }
}
