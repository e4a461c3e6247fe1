import type { CellStyle } from '../../../lib/cells/cell-style.ts'
import { run, type Run } from '../../../lib/cells/row.ts'
import type { Theme } from '../../paint/theme.ts'

/** Whether an info string names a diff. */
export function isDiff(info: string): boolean {
  return /^\s*(?:diff|patch)(?![^\s{,:])/i.test(info)
}

const head = /^(?:@@|diff |index |\*\*\* |\\ |\$ )/

/**
 * A diff with a style for each line, of whatever length: what is added, what is gone, and what only says where. The lines of one
 * that grows keep their style, except that `---` becomes a head with the line after it.
 */
export function diffRuns(code: string, { styles }: Theme): readonly Run<string>[] {
  const lines = code.split('\n')
  return lines.map((line, at) => {
    const text = at === lines.length - 1 ? line : `${line}\n`
    const isFile =
      (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true) ||
      (line.startsWith('+++ ') && lines[at - 1]?.startsWith('--- ') === true)
    return run(text, isFile || head.test(line) ? styles.dim : styleOf(line, styles))
  })
}

function styleOf(line: string, { added, gone, normal }: Theme['styles']): CellStyle {
  if (line.startsWith('+')) return added
  return line.startsWith('-') ? gone : normal
}
