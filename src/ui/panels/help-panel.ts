import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { keyTable } from '../keys/key-table.ts'
import { emptyRow, paint, row, type Painted } from '../paint/painted.ts'
import type { Theme } from '../paint/theme.ts'

/** Every key and what it does, from the key table. */
export function helpRows(theme: Theme, columns: number): readonly Painted[] {
  const widest = Math.max(...keyTable.map(({ label }) => displayWidth(label)))
  const rows: Painted[] = []
  let group = ''
  for (const binding of keyTable) {
    if (binding.group !== group) {
      group = binding.group
      if (rows.length > 0) rows.push(emptyRow)
      rows.push(row(own` `, paint(theme, 'heading', safeLine(group))))
    }
    const label = theme.ascii ? asciiLabel(binding.label) : binding.label
    const key = `${label}${' '.repeat(Math.max(0, widest - displayWidth(label)))}` as SafeText
    const does = cutToWidth(safeLine(binding.does), columns - widest - 6)
    rows.push(row(own`   `, paint(theme, 'strong', key), own`  `, paint(theme, 'normal', does)))
  }
  return [...rows, emptyRow, ...promptHelp(theme, columns)]
}

const promptKeys: readonly (readonly [string, string])[] = [
  ['enter', 'send'],
  ['alt-enter ctrl-j', 'new line'],
  ['↑ ↓', 'through the text, then the history'],
  ['ctrl-w ctrl-u ctrl-k', 'cut a word, the line before, the line after'],
  ['esc', 'back to the plan; what is written stays'],
]

function promptHelp(theme: Theme, columns: number): readonly Painted[] {
  const lines = promptKeys.map(([key, does]) => {
    const label = (theme.ascii ? asciiLabel(key) : key).padEnd(20) as SafeText
    return row(own`   `, paint(theme, 'strong', label), own`  `, cutToWidth(safeLine(does), columns - 26))
  })
  return [row(own` `, paint(theme, 'heading', own`While writing to the agent`)), ...lines]
}

function asciiLabel(label: string): string {
  return label
    .replaceAll('↑', 'up')
    .replaceAll('↓', 'down')
    .replaceAll('→', 'right')
    .replaceAll('←', 'left')
    .replaceAll('…', '-')
}
