import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { keyTable } from '../keys/key-table.ts'
import { emptyRow, paint, paintedWidth, row, type Painted } from '../paint/painted.ts'
import type { PanelFrame } from './panel-frame.ts'

interface HelpGroup {
  readonly title: string
  readonly keys: readonly HelpLine[]
}

interface HelpLine {
  readonly label: string
  readonly does: string
}

/** Every key and what it does, from the key table. */
export function helpRows(frame: PanelFrame): readonly Painted[] {
  const groups = [...groupsOfTable(), whileWriting]
  return groups.flatMap((group, index) => [
    ...(index === 0 ? [] : [emptyRow]),
    row(own` `, paint(frame.theme, 'heading', safeLine(group.title))),
    ...groupRows(group, frame),
  ])
}

function groupsOfTable(): readonly HelpGroup[] {
  const titles = [...new Set(keyTable.map(({ group }) => group))]
  return titles.map((title) => ({ title, keys: keyTable.filter(({ group }) => group === title) }))
}

const whileWriting: HelpGroup = {
  title: 'While writing',
  keys: [
    { label: 'enter', does: 'send' },
    { label: 'alt-enter ctrl-j', does: 'new line' },
    { label: '↑ ↓', does: 'through the text, then the history' },
    { label: 'ctrl-w', does: 'cut a word' },
    { label: 'ctrl-u ctrl-k', does: 'cut the line before, the line after' },
    { label: 'esc', does: 'back to the plan; what is written stays' },
  ],
}

const labelColumns = 16
const margin = own`   `
const gap = own`  `
/** Beneath this what a key does stands under the key. */
const narrow = 36

function groupRows(group: HelpGroup, { theme, columns }: PanelFrame): readonly Painted[] {
  return group.keys.flatMap(({ label, does }) => {
    const key = paint(theme, 'strong', theme.ascii ? asciiLabel(label) : safeLine(label))
    if (columns < narrow) {
      const lines = wrapText(safeLine(does), columns - margin.length - gap.length)
      const told = lines.map((line) => row(margin, gap, paint(theme, 'normal', line)))
      return [row(margin, key), ...told]
    }
    const lines = wrapText(safeLine(does), columns - margin.length - labelColumns - gap.length)
    return lines.map((line, index) => {
      const shown = index === 0 ? key : row()
      const blank = ' '.repeat(labelColumns - paintedWidth(shown)) as SafeText
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
