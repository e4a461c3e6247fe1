import {
  isMarker,
  parseMoment,
  readMoment,
  type PlaybackExtent,
  type PlaybackOrder,
} from '../../../app/playback/playback.ts'
import { actInFilterLine } from '../panels/act-in-wire.ts'
import { keptEdit, otherEnding, savedFromLine } from '../taking/act-on-taking.ts'
import { emptyLine, type UiState, type WrittenLine, withMessage } from '../../state/ui-state.ts'
import type { KeyPress } from '../../keys/key-press.ts'
import { screenOnly, type KeyContext, type KeyResult } from '../layer.ts'
import { withCommentWritten } from '../plan/write-comment.ts'
import { editLine } from './edit-line.ts'

/** The screen with an empty input line in place of the prompt. */
export function openedLine(ui: UiState, kind: 'caption' | 'moment'): UiState {
  return { ...ui, writing: { kind, line: emptyLine } }
}

/** A key while such a line has the focus. */
export function actInLine(
  ui: UiState,
  press: KeyPress,
  context: KeyContext & { readonly writing: WrittenLine },
): KeyResult {
  const { writing, nowMs } = context
  if (writing.kind === 'filter') return actInFilterLine(ui, press, writing.line)
  if (writing.kind === 'save') {
    if (press.name === 'escape') return screenOnly(keptEdit(ui, writing.saving, nowMs))
    if (press.name === 'enter') return savedFromLine(ui, writing, context)
    if (press.name === 'tab') return screenOnly(otherEnding(ui, writing))
  }
  if (press.name === 'escape') return screenOnly({ ...ui, writing: null })
  if (press.name === 'enter')
    return writing.kind === 'comment'
      ? screenOnly(withCommentWritten(ui, writing, nowMs))
      : submitted(
          { ...ui, writing: null },
          { ...context, kind: writing.kind, text: writing.line.text.trim() },
        )
  const line = editLine(writing.line, press)
  return screenOnly(line === null ? ui : { ...ui, writing: { ...writing, line } })
}

interface Submitted extends KeyContext {
  readonly kind: WrittenLine['kind']
  readonly text: string
}

function submitted(ui: UiState, { kind, text, nowMs, state }: Submitted): KeyResult {
  if (kind === 'caption')
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
  const mark = marks.find((each, index) => isMarker(moment.value, { text: each.text, number: index + 1 }))
  return mark?.atMs ?? null
}
