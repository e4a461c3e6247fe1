import type { AppState } from '../../app/app-state.ts'
import { planToolsWords } from '../../app/describe-plan-tools.ts'
import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { keyTable, type KeyBinding } from '../keys/key-table.ts'
import { optionLetters } from '../keys/option-letters.ts'
import { isOfRecording, replayKeys } from '../keys/replay-keys.ts'
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
export function helpRows(state: AppState, frame: PanelFrame): readonly Painted[] {
  const { playback, planTools } = state
  const groups =
    playback === null
      ? [...groupsOf(keyTable), atQuestion, whileWriting, inLists, inForms]
      : [ofRecording, ...groupsOf(keyTable.filter(isOfRecording))]
  const keys = groups.flatMap((group, index) => [
    ...(index === 0 ? [] : [emptyRow]),
    row(own` `, paint(frame.theme, 'heading', cutToWidth(safeLine(group.title), frame.columns - 2))),
    ...groupRows(group, frame),
  ])
  const told = planTools === null ? [] : planToolsWords(planTools)
  return told.length === 0 ? keys : [...keys, emptyRow, ...startRows(told, frame)]
}

/** What was done when the agent was started. */
function startRows(told: readonly string[], { theme, columns }: PanelFrame): readonly Painted[] {
  return [
    row(own` `, paint(theme, 'heading', own`The agent's start`)),
    ...told
      .flatMap((words) => wrapText(safeLine(words), columns - 3))
      .map((line) => row(own`  `, paint(theme, 'normal', line))),
  ]
}

function groupsOf(bindings: readonly KeyBinding[]): readonly HelpGroup[] {
  const titles = [...new Set(bindings.map(({ group }) => group))]
  return titles.map((title) => ({ title, keys: bindings.filter(({ group }) => group === title) }))
}

const ofRecording: HelpGroup = { title: 'The recording', keys: replayKeys }

const atQuestion: HelpGroup = {
  title: 'At a question',
  keys: [
    {
      label: `↑ ↓ ${optionLetters.slice(0, 3).join(' ')} …`,
      does: 'select an answer; the safest is selected first',
    },
    { label: 'enter', does: 'answer; what allows more than once needs it twice' },
    { label: '1 … 9', does: 'plans, here too' },
    { label: 'f', does: 'write what is to be different: it goes with a rejection' },
    { label: 'PgUp PgDn', does: 'read on in what is asked about' },
    { label: 'esc', does: 'put it aside: it waits, and w leads back' },
  ],
}

const whileWriting: HelpGroup = {
  title: 'While writing',
  keys: [
    { label: 'enter', does: 'send' },
    { label: 'alt-enter ctrl-j', does: 'new line' },
    { label: '↑ ↓', does: 'through the text, then the history' },
    { label: '/', does: "first: the agent's commands; tab or → completes, ↑ ↓ select" },
    { label: 'ctrl-w', does: 'cut a word' },
    { label: 'ctrl-u ctrl-k', does: 'cut the line before, the line after' },
    { label: 'esc', does: 'back to the plan; what is written stays' },
  ],
}

const inLists: HelpGroup = {
  title: 'In a list (sessions, settings)',
  keys: [
    { label: 'a … z', does: 'find: each word must be there' },
    { label: '↑ ↓', does: 'select; ctrl-n and ctrl-p do too' },
    { label: 'enter', does: 'choose' },
    { label: 'ctrl-x', does: 'close the session, where the agent offers that; y confirms it' },
    { label: 'D', does: 'delete the session for good, where the agent offers that; y confirms it' },
    { label: 'esc', does: 'what is typed away, then a list back, then close' },
  ],
}

const inForms: HelpGroup = {
  title: 'In a form of the agent, or before a page that it wants opened',
  keys: [
    { label: '↑ ↓', does: 'through the fields and their choices; tab and shift-tab from field to field' },
    { label: 'enter', does: 'the next field; picks the choice that is selected' },
    { label: 'space ← →', does: 'pick a choice, or yes or no; y and n do too' },
    { label: 'a … z', does: 'write; among choices the one that begins so' },
    { label: 'ctrl-s', does: 'send the answers; what is not right yet says why' },
    { label: 'ctrl-x', does: 'to Decline; enter declines' },
    { label: 'PgDn PgUp', does: 'through long questions and many choices' },
    { label: 'o', does: 'open the page in the browser' },
    { label: 'esc', does: 'to the plan; w leads back, and what is written stays' },
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
