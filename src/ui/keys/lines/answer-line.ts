import { isMark, parseMoment } from '../../../app/playback/moment.ts'
import { readMoment, type PlaybackExtent, type PlaybackOrder } from '../../../app/playback/playback.ts'
import { actInFilterLine } from '../../wire/act-in-wire.ts'
import { keptEdit, otherEnding, savedFromLine } from '../../taking/act-on-taking.ts'
import { emptyLine, type LineFocus, type UiState } from '../../state/ui-state.ts'
import type { KeyPress } from '../key-press.ts'
import { screenOnly, type KeyContext, type KeyResult } from '../key-result.ts'
import { withMessage } from '../../state/status-message.ts'
import { withCommentWritten } from '../plan/write-comment.ts'
import { editLine } from './edit-line.ts'

/** The screen with an empty input line in place of the prompt. */
export function openedAnswerLine(ui: UiState, focus: LineFocus): UiState {
  return { ...ui, focus, answer: emptyLine }
}

/** A key while such a line has the focus. */
export function actInAnswerLine(
  ui: UiState,
  press: KeyPress,
  context: KeyContext & { focus: LineFocus },
): KeyResult {
  if (context.focus === 'filter') return actInFilterLine(ui, press)
  if (context.focus === 'save') {
    if (press.name === 'escape') return screenOnly(keptEdit(ui, context.nowMs))
    if (press.name === 'enter') return savedFromLine(ui, context)
    if (press.name === 'tab') return screenOnly(otherEnding(ui))
  }
  if (press.name === 'escape') return screenOnly({ ...ui, focus: 'plan' })
  if (press.name === 'enter') return submitted({ ...ui, focus: 'plan' }, context)
  const answer = editLine(ui.answer, press)
  return screenOnly(answer === null ? ui : { ...ui, answer })
}

function submitted(ui: UiState, { focus, nowMs, state }: KeyContext & { focus: LineFocus }): KeyResult {
  const text = ui.answer.text.trim()
  if (focus === 'comment') return screenOnly(withCommentWritten(ui, text, nowMs))
  if (focus === 'caption')
    return {
      ui: withMessage(ui, text === '' ? 'Marked.' : `Marked: ${text}`, nowMs),
      intents: [{ type: 'mark', text }],
    }
  if (text === '') return screenOnly(ui)
  const order = orderOf(text, state.playback?.extent ?? null)
  return order === null
    ? screenOnly(withMessage(ui, `“${text}” is not a time: use 1:30, 45s, +10s, end, or a marker.`, nowMs))
    : { ui, intents: [{ type: 'playback', order }] }
}

/** A time with a sign is relative to the current one. Anything but a time is `end` or a marker, in the notation of `render`. */
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
