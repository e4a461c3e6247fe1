import type { AppState } from '../../app/state/app-state.ts'
import { planToolsWords } from '../../app/wording/describe-plan-tools.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { emptyRow, rowWidth, row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { KeyGroup, PanelFrame, PanelKeys, RowsPanel } from './panel.ts'

export const help: RowsPanel = {
  title: safe`Keys`,
  keys: ['?', 'h'],
  does: 'keys',
  opensAt: 'beginning',
  rows: helpRows,
}

/** All keys, and how the agent was started. */
function helpRows(state: AppState, frame: PanelFrame & PanelKeys): readonly Row[] {
  const { planTools } = state
  const keys = frame
    .keysOf(state)
    .flatMap((group, index) => [
      ...(index === 0 ? [] : [emptyRow]),
      row(safe` `, paint(frame.theme, 'heading', cutToWidth(safeLine(group.title), frame.columns - 2))),
      ...groupRows(group, frame),
    ])
  const words = planTools === null ? [] : planToolsWords(planTools)
  return words.length === 0 ? keys : [...keys, emptyRow, ...startRows(words, frame)]
}

/** What this program did to start the agent. */
function startRows(sentences: readonly string[], { theme, columns }: PanelFrame): readonly Row[] {
  return [
    row(safe` `, paint(theme, 'heading', safe`The agent's start`)),
    ...sentences
      .flatMap((sentence) => wrapText(safeLine(sentence), columns - 3))
      .map((line) => row(safe`  `, paint(theme, 'normal', line))),
  ]
}

const labelColumns = 16
const margin = safe`   `
const gap = safe`  `
/** Narrower screens show the effect under the key. */
const narrow = 36

function groupRows(group: KeyGroup, { theme, columns }: PanelFrame): readonly Row[] {
  return group.keys.flatMap(({ label, does }) => {
    const key = paint(theme, 'strong', theme.ascii ? asciiLabel(label) : safeLine(label))
    if (columns < narrow) {
      const lines = wrapText(safeLine(does), columns - margin.length - gap.length)
      const effect = lines.map((line) => row(margin, gap, paint(theme, 'normal', line)))
      return [row(margin, key), ...effect]
    }
    const lines = wrapText(safeLine(does), columns - margin.length - labelColumns - gap.length)
    return lines.map((line, index) => {
      const shown = index === 0 ? key : row()
      const blank = ' '.repeat(labelColumns - rowWidth(shown)) as SafeText
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
