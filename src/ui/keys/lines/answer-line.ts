import { isMark, parseMoment } from '../../../app/playback/moment.ts'
import { readMoment, type PlaybackExtent, type PlaybackOrder } from '../../../app/playback/playback.ts'
import { emptyLine, type LineFocus, type UiState } from '../../state/ui-state.ts'
import { only, withMessage, type Acted, type ActContext } from '../key-result.ts'
import { editLine } from './edit-line.ts'
import type { KeyPress } from '../key-press.ts'

/** A line to be filled in, in place of the one for prompts. */
export function askedFor(ui: UiState, focus: LineFocus): UiState {
  return { ...ui, focus, answer: emptyLine }
}

/** Asks what a mark is to say, where there is a recording that it can be set in. */
export function markAsked(ui: UiState, { isRecording, nowMs }: ActContext): UiState {
  return isRecording === true
    ? askedFor({ ...ui, panel: null }, 'caption')
    : withMessage(ui, 'Nothing is being recorded: start with --record FILE to set marks.', nowMs)
}

/** A key in such a line. */
export function actInAnswer(ui: UiState, press: KeyPress, context: ActContext & { focus: LineFocus }): Acted {
  if (press.name === 'escape') return only({ ...ui, focus: 'plan' })
  if (press.name === 'enter') return answered({ ...ui, focus: 'plan' }, context)
  const answer = editLine(ui.answer, press)
  return only(answer === null ? ui : { ...ui, answer })
}

function answered(ui: UiState, { focus, nowMs, state }: ActContext & { focus: LineFocus }): Acted {
  const text = ui.answer.text.trim()
  if (focus === 'caption')
    return {
      ui: withMessage(ui, text === '' ? 'Marked.' : `Marked: ${text}`, nowMs),
      intents: [{ type: 'mark', text }],
    }
  if (text === '') return only(ui)
  const order = orderOf(text, state.playback?.extent ?? null)
  return order === null
    ? only(withMessage(ui, `“${text}” is no time: as in 1:30, 45s, +10s, end, or a marker.`, nowMs))
    : { ui, intents: [{ type: 'playback', order }] }
}

/** With a sign it is so far from here. What is no time is the end, or a marker, as `render` takes them too. */
function orderOf(text: string, extent: PlaybackExtent | null): PlaybackOrder | null {
  const sign = /^[+-]/.exec(text)?.[0]
  const ms = readMoment(sign === undefined ? text : text.slice(1))
  if (ms !== null)
    return sign === undefined ? { type: 'go-to', atMs: ms } : { type: 'go-by', byMs: sign === '-' ? -ms : ms }
  const named = extent === null ? null : namedMoment(text, extent)
  return named === null ? null : { type: 'go-to', atMs: named }
}

function namedMoment(text: string, { durationMs, marks }: PlaybackExtent): number | null {
  const moment = parseMoment(text)
  if (!moment.ok) return null
  if (moment.value.type === 'end') return durationMs
  const mark = marks.find((each, index) => isMark(moment.value, { text: each.text, number: index + 1 }))
  return mark?.atMs ?? null
}
