import { workParts } from '../../app/words/work.ts'
import type { StepWork } from '../../app/state/step-work.ts'
import { statusWord, stepStillRuns, stepWords } from '../../app/words/step.ts'
import { clockTime } from '../../lib/text/duration.ts'
import { safe, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import {
  activeTimeMs,
  isActive,
  isGivenUp,
  type TrackedEntry,
  factWords,
  sourceWords,
  waitsForWords,
} from '../../plans/steps/tracked-entry.ts'
import type { WorkTime } from '../../plans/steps/step-times.ts'
import { askedWords, stepSign, type StepSigns } from './items-lines.ts'
import { glyphs, statusLook } from '../paint/glyphs.ts'
import { emptyRow, row, rowWidth, spread, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import { keyWords } from '../keys/key-map.ts'
import { changeBar, type ChangeWords } from './change-bars.ts'
import type { PaneAt } from './pane.ts'
import type { Look } from '../paint/look.ts'

export interface EntryLook extends Look, StepSigns {
  /** The time of the session's clock, and whether it runs. */
  readonly work: WorkTime
  readonly isAtWork: boolean
  /** It takes far longer than the others, and nothing comes from the agent. */
  readonly isStalled: boolean
  /** It is reported as over, and something runs that was begun in it. */
  readonly isHeld: boolean
  readonly mark: 'new' | 'changed' | null
  /** What there is to doubt, in words; '' for nothing. */
  readonly doubt: SafeText
  /** What was done in it; null: nothing. */
  readonly done: StepWork | null
  /** What has changed since the baseline (`changeBits`), and in words, which are shown if there is room. */
  readonly changes: number
  readonly words: ChangeWords
}

const wide = 60
/** Characters of an entry that a one-line row lays out. */
const laidOut = 4000
/** Lines of a selected entry that are unfolded. */
const unfoldedLines = 200

interface DrawnEntry {
  readonly look: EntryLook
  readonly time: SafeText
  readonly drawn: Row
}

/** Cache of the last row of each entry: most entries do not change from frame to frame. */
const drawnEntries = new WeakMap<TrackedEntry, DrawnEntry>()

/** One row for an entry, cut with an ellipsis: sign and text at the left; mark, priority or status, and time at the right. */
export function entryRow(entry: TrackedEntry, look: EntryLook): Row {
  const known = drawnEntries.get(entry)
  const time = timeOf(entry, look)
  if (known !== undefined && known.time === time && isSameLook(known.look, look)) return known.drawn
  const drawn = drawnRow(entry, look)
  drawnEntries.set(entry, { look, time, drawn })
  return drawn
}

function withWords(words: SafeText, right: Row, theme: Theme): Row {
  return words === '' || right.length === 0
    ? row(paint(theme, 'dim', words), right)
    : row(paint(theme, 'dim', words), safe`  `, right)
}

function isSameLook(one: EntryLook, other: EntryLook): boolean {
  return (
    one.theme === other.theme &&
    one.columns === other.columns &&
    one.isAtWork === other.isAtWork &&
    one.isPicked === other.isPicked &&
    one.asked === other.asked &&
    one.isStalled === other.isStalled &&
    one.isHeld === other.isHeld &&
    one.mark === other.mark &&
    one.changes === other.changes &&
    one.doubt === other.doubt &&
    one.words[0] === other.words[0]
  )
}

function drawnRow(entry: TrackedEntry, look: EntryLook): Row {
  const { theme, columns } = look
  const status = statusLook(theme, entry.status, look.isAtWork)
  const own = facts(entry, look, status.isKnown)
  const indent = indentOf(columns)
  const roomBeside = (right: Row): number =>
    columns - indent.length - 3 - rowWidth(right) - (right.length === 0 ? 0 : 1)
  const text = cutLine(stepWords(entry.content), roomBeside(own), glyphs(theme).ellipsis)
  // What has changed is said only where it costs no text.
  const right =
    look.words
      .map((words) => withWords(words, own, theme))
      .find((both) => displayWidth(text) + 1 <= roomBeside(both)) ?? own
  const textRole = look.mark === 'new' ? 'accent' : status.textRole
  const edge = look.changes === 0 ? null : changeBar(theme, look.changes)
  return spread(row(signsOf(look, status, edge), paint(theme, textRole, text)), right, columns - 1)
}

/** The signs before the text of an entry, that of the cursor or of a change at the edge. */
function signsOf(look: EntryLook, status: ReturnType<typeof statusLook>, edge: Row | null): Row {
  const { theme } = look
  const indent = indentOf(look.columns)
  const margin = edge === null ? indent : row(edge, ' '.repeat(indent.length - 1) as SafeText)
  return row(margin, paint(theme, status.role, status.glyph), stepSign(theme, look))
}

/** The selected entry in full: its row, the rest of its text wrapped below, and facts that have no room at the right. */
export function unfoldedRows(entry: TrackedEntry, look: EntryLook): readonly Row[] {
  const { theme, columns } = look
  const indent = indentOf(columns)
  const status = statusLook(theme, entry.status, look.isAtWork)
  const right = facts(entry, look, status.isKnown)
  const hang = indent.length + 2
  const whole = columns - hang - 1
  const besideFacts = whole - rowWidth(right) - (right.length === 0 ? 0 : 1)
  // If the text would be too narrow beside the facts, they are shown below it.
  const isSqueezed = besideFacts < 20
  const lines = wrapText(
    safeText(stepWords(entry.content)),
    Math.max(1, isSqueezed ? whole : besideFacts),
    unfoldedLines,
  )
  const [first = safe``, ...rest] = lines
  const cursor = paint(theme, 'accent', glyphs(theme).prompt)
  const head = row(signsOf(look, status, cursor), paint(theme, 'inverse', first))
  const blank = ' '.repeat(hang) as SafeText
  const tail = rest.map((line) => row(blank, paint(theme, status.textRole, line)))
  const known = factsOf(entry)
  const beside = displayWidth(known) > longestFacts ? known : safe``
  const below = [isSqueezed || columns < wide ? factsLine(entry, look) : beside, safeLine(sourceWords(entry))]
    .filter((words) => words !== '')
    .map((words) => row(blank, paint(theme, 'dim', cutToWidth(words, whole))))
  const done = doneLines(look, whole).map((line) => row(blank, paint(theme, 'dim', line)))
  return [spread(head, isSqueezed ? emptyRow : right, columns - 1), ...tail, ...below, ...done]
}

/** Lines about the work of one step. */
const mostDone = 2

/** What was done in a step, in a line or two. */
function doneLines({ done, theme }: EntryLook, columns: number): readonly SafeText[] {
  if (done === null) return []
  const signs = glyphs(theme)
  const parts = workParts(done, theme.ascii)
  const lines = wrapText(parts.join(` ${signs.dot} `) as SafeText, Math.max(1, columns), mostDone + 1)
  const last = lines[mostDone - 1]
  if (lines.length <= mostDone || last === undefined) return lines.filter((line) => line !== '')
  return [...lines.slice(0, mostDone - 1), safe`${cutToWidth(last, columns - 1, '')}${signs.ellipsis}`]
}

/** The facts of an entry in words: status, priority, what it waits for, time. */
function factsLine(entry: TrackedEntry, look: EntryLook): SafeText {
  const time = timeOf(entry, look)
  const waits = factsOf(entry)
  const { isKnown } = statusLook(look.theme, entry.status, look.isAtWork)
  const parts = [
    ...(look.asked === null ? [] : [askedWords[look.asked]]),
    ...(isKnown ? [] : [word(statusWord(entry.status, false))]),
    ...(look.isStalled ? [safe`stalled`] : []),
    ...(look.isHeld ? [stepStillRuns] : []),
    ...(look.doubt === '' ? [] : [look.doubt]),
    ...(entry.priority === '' || entry.priority === 'medium' ? [] : [word(entry.priority)]),
    ...(waits === '' ? [] : [waits]),
    ...(time === '' ? [] : [time]),
  ]
  return parts.join(safe` ${glyphs(look.theme).dot} `) as SafeText
}

/** An entry that an update has dropped, which is still shown for a moment. */
export function droppedRow(entry: TrackedEntry, theme: Theme, columns: number): Row {
  const indent = indentOf(columns)
  const label = columns >= wide ? safe`dropped       ` : safe``
  const text = cutLine(
    stepWords(entry.content),
    columns - indent.length - 4 - label.length,
    glyphs(theme).ellipsis,
  )
  const left = row(indent, paint(theme, 'dim', glyphs(theme).removed), safe` `, paint(theme, 'struck', text))
  return spread(left, paint(theme, 'dim', label), columns - 1)
}

/** The name of the part of the plan that the next steps belong to; blank before steps that belong to none. */
export function groupRow(name: string, theme: Theme, columns: number): Row {
  const indent = indentOf(columns)
  const shown = cutLine(name, columns - indent.length - 2, glyphs(theme).ellipsis)
  return row(indent, paint(theme, 'strong', shown))
}

/** The completed steps, folded into one row. */
export function foldedRow(
  count: number,
  { theme, columns, keys }: Pick<PaneAt, 'theme' | 'columns' | 'keys'>,
): Row {
  const signs = glyphs(theme)
  const key = keyWords(keys, 'collapse')
  const text = safe`${count} done ${count === 1 ? safe`step` : safe`steps`} ${signs.dot} ${key} shows ${count === 1 ? safe`it` : safe`them`}`
  return row(
    indentOf(columns),
    paint(theme, 'dim', cutToWidth(safe`${signs.completed} ${text}`, columns - 3, signs.ellipsis)),
  )
}

export function indentOf(columns: number): SafeText {
  return columns >= wide ? safe`  ` : safe` `
}

/** What is shown right of an entry: its mark, status, priority, what it waits for, and time; in a narrow pane only a sign. */
function facts(entry: TrackedEntry, look: EntryLook, isKnownStatus: boolean): Row {
  const { theme, columns } = look
  const waits = cutToWidth(factsOf(entry), longestFacts, glyphs(theme).ellipsis)
  const signs = glyphs(theme)
  if (columns < wide) {
    const wait = safeLine(waitsForWords(entry))
    if (look.isStalled) return paint(theme, 'warning', safe`stalled`)
    if (look.isHeld) return paint(theme, 'accent', safe`still runs`)
    if (look.mark === null && wait !== '') return paint(theme, 'dim', wait.length <= 16 ? wait : safe`waits`)
    // Its sign does not say what it is.
    if (look.mark === null && !isKnownStatus && !isGivenUp(entry.status) && !isActive(entry.status))
      return paint(theme, 'dim', word(statusWord(entry.status, false)))
    const sign =
      look.mark === 'new'
        ? safe`+`
        : look.mark === 'changed'
          ? signs.dot
          : entry.priority === 'high'
            ? safe`!`
            : safe``
    if (sign === '' && look.doubt !== '') return paint(theme, 'dim', safe`?`)
    return paint(theme, look.mark === null ? 'warning' : 'accent', sign)
  }
  const labels: { text: SafeText; role: Role }[] = []
  if (look.mark !== null)
    labels.push({ text: look.mark === 'new' ? safe`+ new` : safe`${signs.dot} changed`, role: 'accent' })
  if (look.asked !== null) labels.push({ text: askedWords[look.asked], role: 'accent' })
  if (look.isStalled) labels.push({ text: safe`stalled`, role: 'warning' })
  if (look.isHeld) labels.push({ text: stepStillRuns, role: 'accent' })
  if (look.doubt !== '') labels.push({ text: look.doubt, role: 'dim' })
  if (!isKnownStatus) labels.push({ text: word(statusWord(entry.status, false)), role: 'dim' })
  if (entry.priority !== '' && entry.priority !== 'medium') {
    labels.push({
      text: word(entry.priority),
      role: entry.priority === 'high' && entry.status !== 'completed' ? 'warning' : 'dim',
    })
  }
  if (waits !== '') labels.push({ text: waits, role: 'dim' })
  const time = timeOf(entry, look).padStart(7) as SafeText
  const isRunning = entry.times.running !== null && look.isAtWork
  return row(
    ...labels.flatMap(({ text, role }, index) => [index === 0 ? safe`` : safe`  `, paint(theme, role, text)]),
    time.trim() === '' ? time : paint(theme, isRunning ? 'normal' : 'dim', time),
  )
}

/** Columns for what a step waits for, beside its text. */
const longestFacts = 32

/** What it waits for, and why. */
function factsOf(entry: TrackedEntry): SafeText {
  return safeLine(factWords(entry).slice(0, laidOut))
}

/** How long a step was worked on; '' if unknown or zero. */
function timeOf(entry: TrackedEntry, { work, isAtWork }: EntryLook): SafeText {
  const time = activeTimeMs(entry, work)
  if (time === null) return safe``
  const isRunning = entry.times.running !== null && isAtWork
  return clockTime(time, isRunning)
}

/** A status or priority in the agent's word. */
function word(raw: string): SafeText {
  return cutLine(raw, 16)
}
