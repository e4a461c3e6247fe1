import type { Playback } from '../../app/playback/playback.ts'
import { clockTime } from '../../lib/text/duration.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { displayWidth } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import { barRow } from '../rows/bar-row.ts'
import type { Look } from '../paint/look.ts'

export interface ScrubberFrame extends Look {
  /** The playback time. */
  readonly nowMs: number
}

/** Narrower screens only have room for the position. */
const roomy = 60
const shortestTrack = 5

/** The position in a recording: the number of the plan change, a track with the marks, the time, and the playback state. */
export function scrubberRow(playback: Playback, frame: ScrubberFrame): Row {
  const { theme, columns } = frame
  const { before, after } = glyphs(theme)
  const changes = safe`${before} ${changesOf(playback)} `
  const times = safe` ${after} ${timesOf(playback, frame)}`
  // The state has a fixed width, so that the track does not move when the state changes.
  const state = safe`  ${stateWords(playback, columns).padEnd(columns < roomy ? 7 : 10) as SafeText} `
  const room = columns - 1 - displayWidth(changes) - displayWidth(times) - displayWidth(state)
  const track = room < shortestTrack ? row() : trackOf(playback, frame, room)
  return barRow(
    row(safe` `, paint(theme, 'dim', changes), track, paint(theme, 'normal', times)),
    paint(theme, playback.state === 'playing' ? 'dim' : 'accent', state),
    columns,
  )
}

/** The time and the duration, which is unknown for a recording that grows. */
function timesOf({ state, extent }: Playback, { columns, nowMs }: ScrubberFrame): SafeText {
  const whole = clockTime(Math.max(extent.durationMs, nowMs))
  const time = padded(clockTime(nowMs), whole.length)
  if (columns < roomy || state === 'waiting') return time
  return safe`${time} / ${whole}${extent.isWhole ? safe`` : safe`+`}`
}

function changesOf({ change, extent }: Playback): SafeText {
  const all = safe`${extent.changes}`
  return safe`${padded(safe`${change}`, all.length)}/${all}${extent.isWhole ? safe`` : safe`+`}`
}

function trackOf({ extent }: Playback, { theme, nowMs }: ScrubberFrame, room: number): Row {
  const marks = glyphs(theme)
  const columnOf = (atMs: number): number =>
    extent.durationMs <= 0
      ? 0
      : Math.max(0, Math.min(room - 1, Math.round((atMs / extent.durationMs) * (room - 1))))
  const at = columnOf(nowMs)
  const marked = new Set(extent.marks.map((mark) => columnOf(mark.atMs)))
  const line = Array.from({ length: room }, (_, column) => (marked.has(column) ? marks.mark : marks.rule))
  const part = (from: number, to?: number): SafeText => line.slice(from, to).join('') as SafeText
  const here = marked.has(at) ? marks.mark : marks.changed
  return row(
    paint(theme, 'accent', part(0, at)),
    paint(theme, 'accent', here),
    paint(theme, 'dim', part(at + 1)),
  )
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
      return safe`end${loop}`
  }
}

function padded(text: SafeText, columns: number): SafeText {
  return text.padStart(columns) as SafeText
}
