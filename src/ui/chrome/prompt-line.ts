import { keyWords } from '../keys/key-map.ts'
import { cutToWidth, displayWidth, cutLine, padStart } from '../../lib/text/width.ts'
import { promptLines, type Look, type TimedLook } from '../paint/look.ts'
import type { EditedPlan, UiState, WrittenLine } from '../state/ui-state.ts'
import type { OpenList } from '../pickers/picker.ts'
import { safe, safeLine, shownLine, type SafeText } from '../../lib/text/safe-text.ts'
import { glyphs } from '../paint/glyphs.ts'
import type { Theme } from '../paint/theme.ts'
import { topAround } from '../state/list-state.ts'
import type { Completion } from '../state/command-completion.ts'
import { editedCounts } from '../state/taking.ts'
import { blank, gap, part, type Bar, type Input, type Part, type PointerTarget } from '../rows/row-form.ts'
import { selectedWords } from '../state/shown.ts'
import type { LineEdit } from '../state/line-edit.ts'
import type { Observed } from '../../app/state/observed.ts'
import type { Playback } from '../../app/playback/playback.ts'
import { clockTime } from '../../lib/text/duration.ts'
import { nextSecond } from '../state/timing.ts'

const lineLabels: Readonly<Record<WrittenLine['kind'], SafeText>> = {
  caption: safe`mark`,
  moment: safe`go to`,
  comment: safe`comment`,
  save: safe`save to`,
  filter: safe`filter`,
}

/** When the key of the prompt opens it: at once, or after something has been done or left. */
export type PromptOpens = 'at-once' | 'after-login' | 'after-question' | 'after-panel'

/** How many matches the search has in what is shown, and in the other plans of the session. */
export interface FoundCount {
  readonly here: number
  readonly elsewhere: number
}

/** What the line says while nothing is written, and beside what is. */
export interface PromptFacts {
  readonly matches: FoundCount
  readonly isAgentGone: boolean
  /** The agent is connected to, not started. */
  readonly isRemote: boolean
  /** The session that receives the prompt, if several are open; null: there is only one. */
  readonly sessionName: SafeText | null
  /** The input hint of a slash command, raw; '' for none. */
  readonly hint: string
  readonly opens: PromptOpens
  /** Where a click leads while nothing is written; absent: nowhere. */
  readonly target?: PointerTarget
}

/** The line for a prompt, a search or another input; one row for each line of its text. */
export function promptLine(ui: UiState, facts: PromptFacts, { theme, columns }: Look): Bar | Input {
  const { writing } = ui
  if (writing?.kind === 'search') return searchLine(ui, facts.matches)
  if (writing?.kind === 'edited') return editedPlanBar(writing.plan, theme, columns)
  const labelled = labelledLine(ui, theme)
  if (labelled === null) {
    // The glyph of the prompt is only shown while the user writes.
    const { text } = ui.prompt.line
    const draft = shownLine(text, 'long')
    const line = text === '' ? invitation(facts, ui, theme) : safe`draft: ${draft}`
    const words = part('dim', cutToWidth(line, columns - 2))
    return {
      form: 'bar',
      left: [blank, words],
      ...(facts.target === undefined ? {} : { target: facts.target }),
    }
  }
  const hint = writing?.kind === 'prompt' ? cutLine(facts.hint, columns) : safe``
  return {
    form: 'input',
    label: [blank, part('accent', labelled.label), blank],
    line: labelled.line,
    after: [part('dim', hint)],
    most: promptLines(ui.rows),
  }
}

function searchLine({ columns, query, search }: UiState, matches: FoundCount): Input {
  const words = query === '' ? safe`` : safe`${countWords(matches, columns)} `
  // The text that is typed has priority.
  const count = words.length > columns / 2 ? safe`` : words
  return { form: 'input', label: slash, line: search, right: part('dim', count) }
}

/** In front of what is looked for. */
const slash: readonly Part[] = [part('normal', safe` / `)]

/** The text with a label that is being written; null: none is. */
function labelledLine(
  ui: UiState,
  theme: Theme,
): { readonly line: LineEdit; readonly label: SafeText } | null {
  const { prompt } = glyphs(theme)
  const { writing } = ui
  if (writing === null) return null
  if (writing.kind === 'prompt')
    return ui.prompt.find === null
      ? { line: ui.prompt.line, label: prompt }
      : { line: ui.prompt.find, label: safe`history ${prompt}` }
  if (writing.kind === 'feedback')
    return ui.feedback === null ? null : { line: ui.feedback.line, label: safe`feedback ${prompt}` }
  return 'line' in writing ? { line: writing.line, label: safe`${lineLabels[writing.kind]} ${prompt}` } : null
}

function countWords({ here, elsewhere }: FoundCount, columns: number): SafeText {
  if (elsewhere === 0) return safe`${here} match${here === 1 ? safe`` : safe`es`}`
  return columns < 60
    ? safe`${here} here, ${elsewhere} more`
    : safe`${here} here, ${elsewhere} in other plans`
}

function editedPlanBar({ title, patch }: EditedPlan, theme: Theme, columns: number): Bar {
  const counts = safeLine(editedCounts(patch, theme.ascii))
  const room = columns - counts.length - 18
  const name = cutLine(title, Math.max(8, room))
  const words = safe`changed in the editor: `
  const isLong = displayWidth(words) + displayWidth(name) + counts.length + 4 > columns
  const lead = isLong ? safe`changed: ` : words
  return {
    form: 'bar',
    left: [blank, part('accent', lead), part('normal', name), blank, part('dim', counts)],
  }
}

/** The filter of a list, with the number of matching items at the right. */
export function filterLine({ picker, items, model }: OpenList): Input {
  const { filter } = picker
  const all = model.items.length
  const isEmpty = filter.text === ''
  const count = isEmpty ? safe`${all} ` : safe`${items.length} of ${all} `
  const after = isEmpty ? { after: [blank, part('dim', safe`type to find`)] } : {}
  return { form: 'input', label: slash, line: filter, ...after, right: part('dim', count) }
}

function invitation(facts: PromptFacts, { columns, keys }: UiState, theme: Theme): SafeText {
  const [restart, write] = [keyWords(keys, 'restart'), keyWords(keys, 'write-prompt')]
  const { isAgentGone, isRemote, sessionName, opens } = facts
  if (isAgentGone && isRemote) return safe`not connected: ${restart} reconnects`
  if (isAgentGone)
    return columns < 60
      ? safe`agent ended: ${restart} restarts`
      : safe`the agent has ended: ${restart} starts it again`
  switch (opens) {
    case 'after-login':
      return safe`log in, then ${write} to write to it`
    case 'after-question':
      // A question is put aside with escape, whatever the user's own keys are.
      return safe`esc, then ${write} to write to the agent`
    case 'after-panel':
      return safe`${keyWords(keys, 'leave')}, then ${write} to write to the agent`
    case 'at-once':
      if (sessionName === null) return safe`${write} to write to the agent`
  }
  const name = cutToWidth(sessionName, 30)
  return theme.ascii ? safe`${write} to write in "${name}"` : safe`${write} to write in “${name}”`
}

const maxNameColumns = 28

/** What matches the prompt, around the selected one, in so many rows. */
export function completionList(
  { of, items, at }: Completion,
  rows: number,
  { theme, columns }: Look,
): readonly Bar[] {
  const first = topAround(Math.max(0, at), { total: items.length, visible: rows })
  const shown = items.slice(first, first + rows)
  // Commands have a description beside them.
  const most =
    of === 'commands' ? Math.min(maxNameColumns, Math.max(4, Math.floor(columns / 2) - 4)) : columns - 14
  const names = shown.map(({ name }) => cutLine(name, most))
  const nameColumns = Math.max(...names.map((name) => displayWidth(name)))
  const place = shown.length < items.length ? safe`${selectedWords({ at, total: items.length })} ` : safe``
  return shown.map(({ about }, index) => {
    const name = names[index] ?? safe``
    const isSelected = first + index === at
    const right = index === 0 ? place : safe``
    const room = columns - nameColumns - 6 - right.length
    return {
      form: 'bar',
      left: [
        blank,
        isSelected ? part('accent', glyphs(theme).prompt) : blank,
        blank,
        part(isSelected ? 'strong' : 'normal', name),
        gap(nameColumns - displayWidth(name) + 2),
        part('dim', cutToWidth(safeLine(about.trim().slice(0, 300)), room)),
      ],
      right: [part('dim', right)],
    }
  })
}

/** Narrower screens only have room for the position. */
const roomy = 60
const shortestTrack = 5

/** The position in a recording: the number of the plan change, a track with the marks, the time, and the playback state. */
export function scrubberBar(playback: Playback, look: TimedLook): Bar {
  const { theme, columns, nowMs } = look
  const { before, after } = glyphs(theme)
  const changes = safe`${before} ${changesOf(playback)} `
  const times = safe` ${after} ${timesOf(playback, look)}`
  // The state has a fixed width, so that the track does not move when the state changes.
  const state = safe`  ${stateWords(playback, columns).padEnd(columns < roomy ? 7 : 10) as SafeText} `
  const room = columns - 1 - displayWidth(changes) - displayWidth(times) - displayWidth(state)
  const track = room < shortestTrack ? [] : trackOf(playback, look, room)
  const isMoving = playback.state === 'playing' || playback.state === 'waiting'
  const time = part('normal', times, isMoving ? { untilMs: nextSecond(0, nowMs) } : {})
  return {
    form: 'bar',
    left: [blank, part('dim', changes), ...track, time],
    right: [part(playback.state === 'playing' ? 'dim' : 'accent', state)],
  }
}

/** The time and the duration, which is unknown for a recording that grows. */
function timesOf({ state, extent }: Playback, { columns, nowMs }: TimedLook): SafeText {
  const whole = clockTime(Math.max(extent.durationMs, nowMs))
  const time = padStart(clockTime(nowMs), whole.length)
  if (columns < roomy || state === 'waiting') return time
  return safe`${time} / ${whole}${extent.isWhole ? safe`` : safe`+`}`
}

function changesOf({ change, extent }: Playback): SafeText {
  const all = safe`${extent.changes}`
  return safe`${padStart(safe`${change}`, all.length)}/${all}${extent.isWhole ? safe`` : safe`+`}`
}

function trackOf({ extent }: Playback, { theme, nowMs }: TimedLook, room: number): readonly Part[] {
  const marks = glyphs(theme)
  const columnOf = (atMs: number): number =>
    extent.durationMs <= 0
      ? 0
      : Math.max(0, Math.min(room - 1, Math.round((atMs / extent.durationMs) * (room - 1))))
  const at = columnOf(nowMs)
  const marked = new Set(extent.markers.map((marker) => columnOf(marker.atMs)))
  const line = Array.from({ length: room }, (_, column) => (marked.has(column) ? marks.mark : marks.rule))
  const signs = (from: number, to?: number): SafeText => line.slice(from, to).join('') as SafeText
  const here = marked.has(at) ? marks.mark : marks.changed
  return [part('accent', signs(0, at)), part('accent', here), part('dim', signs(at + 1))]
}

function stateWords({ state, speed, isLooping }: Playback, columns: number): SafeText {
  const isNarrow = columns < roomy
  const pace = speed === 1 ? safe`` : speed === 'max' ? safe` max` : safe` ${speed}x`
  const loop = isLooping && !isNarrow ? safe` loop` : safe``
  switch (state) {
    case 'playing':
      return isNarrow && pace !== '' ? (pace.trim() as SafeText) : safe`playing${pace}${loop}`
    case 'paused':
      return safe`paused${isNarrow ? safe`` : pace}${loop}`
    case 'seeking':
      return isNarrow ? safe`looking` : safe`searching`
    case 'waiting':
      return safe`waiting`
    case 'ended':
      return safe`end${isNarrow || speed === 'max' ? safe`` : pace}${loop}`
  }
}

/** In place of the prompt: why there is none, what is observed, and whether it is there. */
export function observerBar({ shown, notShown = 0 }: Observed, { theme, columns }: Look): Bar {
  const { dot } = glyphs(theme)
  const lost = shown.filter(({ status }) => status.state === 'waiting' || status.state === 'ended')
  const words = lost.length > 0 ? lostWords(lost, shown.length) : sourceWords(shown)
  const isNarrow = columns < 60
  const others = isNarrow ? safe`${notShown} not shown` : safe`${notShown} not shown: attach lists all`
  const parts = [...(words === '' ? [] : [words]), ...(notShown === 0 ? [] : [others])]
  const after = (why: SafeText): SafeText =>
    parts.reduce((before, part) => safe`${before} ${dot} ${part}`, why)
  const whole = after(safe`observing: nothing can be sent`)
  const isCut = isNarrow || parts.length > 1 || displayWidth(whole) > columns - 2
  const text = isCut ? after(safe`observing`) : whole
  const role = lost.length > 0 ? 'warning' : 'dim'
  return { form: 'bar', left: [blank, part(role, cutToWidth(text, columns - 2))] }
}

function lostWords(lost: Observed['shown'], count: number): SafeText {
  const [first] = lost
  if (first === undefined || !('why' in first.status)) return safe``
  const why = shownLine(first.status.why)
  const state = first.status.state === 'waiting' ? safe`waiting` : safe`ended`
  if (count === 1) return safe`${state}: ${why}`
  const some = safe`${lost.length} of ${count}`
  if (!lost.every(({ status }) => 'hasEnded' in status)) return safe`nothing comes from ${some}`
  return safe`${some} ${lost.length === 1 ? safe`has` : safe`have`} ended`
}

function sourceWords(shown: Observed['shown']): SafeText {
  const [first, ...more] = shown
  if (first === undefined || more.length > 0) return safe``
  const { host } = first.session
  const label =
    host === undefined ? safeLine(first.label) : safe`${safeLine(first.label)} on ${shownLine(host)}`
  if (first.status.state === 'reading-past') return safe`${label}, reading its past`
  if (!first.isInferred) return label
  const isTold = first.status.state === 'following' && first.status.isTold === true
  return isTold ? safe`${label}, inferred from its log and its daemon` : safe`${label}, inferred from its log`
}
