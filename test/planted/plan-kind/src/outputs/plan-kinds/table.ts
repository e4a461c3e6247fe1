import { safe, safeLine } from '../../lib/text/safe-text.ts'
import type { TableBody } from '../../plans/kinds/table.ts'
import type { JsonContentOf } from '../schema/plan-content/plan-content.ts'
import { quotedLines } from '../../app/words/text.ts'
import type { PlanOutput } from './plan-output.ts'

export const _table: PlanOutput<TableBody, JsonContentOf<'_table'>> = {
  summary: (_plan, { rows }) => safe`a table of ${rows.length} rows`,
  lines: ({ columns, rows }) => [columns, ...rows].flatMap((cells) => quotedLines(cells.join(' / '))),
  changes: () => [{ type: 'payload-changed' }],
  sentence: (_plan, { columns, rows }) =>
    safe`A table of ${rows.length} rows by ${safeLine(columns.join(', '))}.`,
  jsonContent: (_plan, { columns, rows }) => ({ type: 'table', columns, rows }),
  markdown(_plan, { columns, rows }, { pen }) {
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
    const words = (cells: readonly string[]): string =>
      line(cells.map((cell) => pen.words(cell).replaceAll('|', String.raw`\|`)))
    return [words(columns), line(columns.map(() => '---')), ...rows.map(words)].join('\n')
  },
}
