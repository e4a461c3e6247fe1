import type { Playback } from '../../app/playback/playback.ts'
import { clockTime } from '../../lib/text/duration.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { displayWidth } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import type { TimedLook } from '../paint/look.ts'
import { blank, part, type Bar, type Part } from '../rows/row-form.ts'
import { nextSecond } from '../state/timing.ts'

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
  const time = padded(clockTime(nowMs), whole.length)
  if (columns < roomy || state === 'waiting') return time
  return safe`${time} / ${whole}${extent.isWhole ? safe`` : safe`+`}`
}

function changesOf({ change, extent }: Playback): SafeText {
  const all = safe`${extent.changes}`
  return safe`${padded(safe`${change}`, all.length)}/${all}${extent.isWhole ? safe`` : safe`+`}`
}

function trackOf({ extent }: Playback, { theme, nowMs }: TimedLook, room: number): readonly Part[] {
  const marks = glyphs(theme)
  const columnOf = (atMs: number): number =>
    extent.durationMs <= 0
      ? 0
      : Math.max(0, Math.min(room - 1, Math.round((atMs / extent.durationMs) * (room - 1))))
  const at = columnOf(nowMs)
  const marked = new Set(extent.marks.map((mark) => columnOf(mark.atMs)))
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

function padded(text: SafeText, columns: number): SafeText {
  return text.padStart(columns) as SafeText
}
