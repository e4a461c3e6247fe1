import type { AppState } from '../../app/state/app-state.ts'
import { planToolsWords } from '../../app/words/agent.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { cutRow, emptyRow, rowWidth, row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { KeyGroup, PanelAt, RowsPanel } from './panel.ts'
import type { Look } from '../paint/look.ts'

export const help: RowsPanel = {
  title: safe`Keys`,
  keys: ['?'],
  does: 'help: the keys here; again: all keys',
  opensAt: 'beginning',
  rows: helpRows,
}

/** The keys, in as many columns as fit, and how the agent was started. */
function helpRows({ planTools }: AppState, look: Look & PanelAt): readonly Row[] {
  const count = Math.max(1, Math.floor(look.columns / leastColumns))
  const columns = Math.floor(look.columns / count)
  const narrower = { ...look, columns }
  const groups = look.keysOf().map((group) => [titleRow(group, narrower), ...groupRows(group, narrower)])
  const keys = beside(inColumns(groups, count), columns)
  const words = planTools === null ? [] : planToolsWords(planTools)
  return words.length === 0 ? keys : [...keys, emptyRow, ...startRows(words, look)]
}

/** A column of the help is at least as wide, unless the screen is narrower. */
const leastColumns = 62

/** Distributes groups, in their order, over at most so many columns, which are as low as possible. A blank row follows each group but the last. */
function inColumns(groups: readonly (readonly Row[])[], count: number): readonly (readonly Row[])[] {
  const total = groups.reduce((sum, { length }) => sum + length + 1, 0)
  for (let height = Math.ceil(total / count); ; height++) {
    const columns = filledTo(height, groups)
    if (columns.length <= count) return columns
  }
}

function filledTo(height: number, groups: readonly (readonly Row[])[]): readonly (readonly Row[])[] {
  const columns: Row[][] = []
  for (const group of groups) {
    const last = columns.at(-1)
    if (last !== undefined && last.length + 1 + group.length <= height) last.push(emptyRow, ...group)
    else columns.push([...group])
  }
  return columns
}

/** The columns side by side, each so many terminal columns wide. */
function beside(columns: readonly (readonly Row[])[], width: number): readonly Row[] {
  if (columns.length === 1) return columns[0] ?? []
  const height = Math.max(0, ...columns.map(({ length }) => length))
  return Array.from({ length: height }, (_, at) =>
    row(
      ...columns.map((each, index) => {
        const part = each[at] ?? emptyRow
        const isLast = index === columns.length - 1
        const blank = ' '.repeat(isLast ? 0 : Math.max(0, width - rowWidth(part))) as SafeText
        return row(part, blank)
      }),
    ),
  )
}

function titleRow({ title }: KeyGroup, { theme, columns }: Look): Row {
  return row(safe` `, paint(theme, 'heading', cutToWidth(safeLine(title), columns - 2)))
}

/** What this program did to start the agent. */
function startRows(sentences: readonly string[], { theme, columns }: Look): readonly Row[] {
  return [
    row(safe` `, paint(theme, 'heading', safe`The agent's start`)),
    ...sentences
      .flatMap((sentence) => wrapText(safeLine(sentence), columns - 3))
      .map((line) => row(safe`  `, paint(theme, 'normal', line))),
  ]
}

const labelColumns = 18
const margin = safe`   `
const gap = safe`  `
/** Narrower screens show the effect under the key. */
const narrow = 36

function groupRows(group: KeyGroup, { theme, columns }: Look): readonly Row[] {
  return group.keys.flatMap(({ label, does }) => {
    const key = paint(theme, 'key', theme.ascii ? asciiLabel(label) : safeLine(label))
    if (columns < narrow) {
      const lines = wrapText(safeLine(does), columns - margin.length - gap.length)
      const effect = lines.map((line) => row(margin, gap, paint(theme, 'normal', line)))
      return [cutRow(row(margin, key), columns), ...effect]
    }
    // Without signs for arrows a label may be longer.
    const labelled = Math.max(labelColumns, rowWidth(key))
    const lines = wrapText(safeLine(does), columns - margin.length - labelled - gap.length)
    return lines.map((line, index) => {
      const shown = index === 0 ? key : row()
      const blank = ' '.repeat(labelled - rowWidth(shown)) as SafeText
      return row(margin, shown, blank, gap, paint(theme, 'normal', line))
    })
  })
}

function asciiLabel(label: string): SafeText {
  return safeLine(
    label
      .replaceAll('↑', 'up')
      .replaceAll('↓', 'down')
      .replaceAll('→', 'right')
      .replaceAll('←', 'left')
      .replaceAll('…', '-'),
  )
}
