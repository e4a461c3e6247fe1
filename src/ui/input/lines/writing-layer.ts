import { actOnEdited, keptEdit, otherEnding, savedFromLine } from '../act-on-taking.ts'
import { type Layer, screenOnly, type KeyContext, type KeyResult, messageOnly } from '../layer.ts'
import { actInFeedback } from '../question/choose-option.ts'
import { actInSearch } from '../plan/find.ts'
import { currentSession, hasUnsent, type AppState } from '../../../app/state/app-state.ts'
import { mentionBefore } from '../../../app/words/prompt.ts'
import { completionOf, type Completion } from '../../state/command-completion.ts'
import { withDraftSent } from '../../state/step-draft.ts'
import { type UiState, withMessage, type WrittenLine } from '../../state/ui-state.ts'
import { keyWords, type KeyMap } from '../../keys/key-map.ts'
import type { KeyPress } from '../../keys/key-press.ts'
import { editPrompt, sentPrompt, editLine } from './edit-line.ts'
import {
  isMarker,
  parseMoment,
  readMoment,
  type PlaybackExtent,
  type PlaybackOrder,
} from '../../../app/playback/playback.ts'
import { actInFilterLine } from '../panels/act-in-wire.ts'
import { movedComment, withCommentWritten } from '../plan/request-steps.ts'
import { emptyLine, labelColumns, writtenColumns, type LineEdit } from '../../state/line-edit.ts'

/** What the user writes, in the line at the bottom: it gets every key. */
export const writingLayer: Layer = {
  act(ui, press, context) {
    const { writing, panel } = context.layers
    const isManual = press.text === '' && ui.keys.plan.commandOf(press.name) === 'manual'
    // In a panel and for a search, what is written depends on what the manual would cover.
    if (isManual && panel === null && writing?.kind !== 'search') {
      const opened = context.run({ ...ui, writing: null }, 'manual', context)
      return { ...opened, ui: { ...opened.ui, manualOver: writing } }
    }
    switch (writing?.kind) {
      case 'prompt':
        return actInPrompt(ui, press, context)
      case 'search':
        return actInSearch(ui, press, context)
      case 'feedback':
        return actInFeedback(ui, press, context)
      case 'edited':
        return actOnEdited(ui, press, { ...context, edited: writing.plan })
      case 'caption':
      case 'moment':
      case 'comment':
      case 'save':
      case 'filter':
        return actInLine(ui, press, { ...context, writing })
      case undefined:
        return screenOnly(ui)
    }
  },
}

export function actInPrompt(ui: UiState, press: KeyPress, context: KeyContext): KeyResult {
  const { prompt } = ui
  if (prompt.find !== null) return actInHistory(ui, prompt.find, press, context)
  if (press.name === 'escape') return screenOnly({ ...ui, writing: null })
  const completion = complete(ui, press, context)
  if (completion !== null) return completion
  switch (press.name) {
    case 'enter':
      return enterInPrompt(ui, context)
    case 'ctrl-r':
      return screenOnly({ ...ui, prompt: { ...prompt, find: emptyLine, picked: null } })
    case 'ctrl-g':
      return { ui, intents: [{ type: 'edit-text', into: 'prompt', text: prompt.line.text }] }
    default: {
      const edited = editPrompt(prompt, press, writtenColumns(ui.columns, labelColumns.prompt))
      if (edited === null) return screenOnly(ui)
      const next: UiState = { ...ui, prompt: { ...edited, picked: null } }
      return { ui: next, intents: asksForFiles(next) ? [{ type: 'list-files' }] : [] }
    }
  }
}

/** An `@` was written: files may be created at any time, so each one asks anew. */
function asksForFiles({ files, prompt: { line } }: UiState): boolean {
  const mention = mentionBefore(line.text, line.cursor)
  return mention !== null && (mention.typed === '' || files === null)
}

/** A key while the history is searched. What leaves the search and is no key of it acts on the prompt that was found. */
function actInHistory(ui: UiState, find: LineEdit, press: KeyPress, context: KeyContext): KeyResult {
  const { prompt } = ui
  const completion = completionOf(ui, context.state)
  const taken = (): UiState => {
    const item = completion?.items[completion.at]
    return { ...ui, prompt: item?.take(prompt) ?? { ...prompt, find: null } }
  }
  switch (press.name) {
    case 'escape':
    case 'ctrl-g':
      return screenOnly({ ...ui, prompt: { ...prompt, find: null } })
    case 'enter':
    case 'tab':
      return screenOnly(taken())
    case 'ctrl-r':
      return screenOnly(selectedNext(ui, completion, -1))
    case 'ctrl-s':
      return screenOnly(selectedNext(ui, completion, 1))
    default: {
      const moved = moveIn(press)
      if (moved !== null) return screenOnly(selectedNext(ui, completion, moved))
      const line = editLine(find, press)
      if (line === null) return screenOnly(ui)
      if (line.text !== find.text)
        return screenOnly({ ...ui, prompt: { ...prompt, find: line, picked: null } })
      return actInPrompt(taken(), press, context)
    }
  }
}

function moveIn({ name }: KeyPress): -1 | 1 | null {
  if (name === 'up' || name === 'ctrl-p') return -1
  return name === 'down' || name === 'ctrl-n' ? 1 : null
}

function selectedNext(ui: UiState, completion: Completion | null, step: -1 | 1): UiState {
  if (completion === null) return ui
  const { items, at } = completion
  const next = items[Math.max(0, Math.min(at + step, items.length - 1))]
  return next === undefined ? ui : { ...ui, prompt: { ...ui.prompt, picked: next.id } }
}

function enterInPrompt(ui: UiState, context: KeyContext): KeyResult {
  const { text } = ui.prompt.line
  if (text.trim() === '') {
    const isKept = currentSession(context.state)?.held?.message === null && hasUnsent(context.state)
    return { ui: { ...ui, writing: null }, intents: isKept ? [{ type: 'prompt', text: '' }] : [] }
  }
  const sentText = { text, into: 'prompt', sessionId: context.state.currentSessionId } as const
  const asked = withDraftSent(ui, sentText, context.state)
  const sent: UiState = {
    ...asked,
    prompt: sentPrompt(ui.prompt),
    writing: null,
    followsTabs: true,
    message: null,
  }
  const delay = delayWords(context.state, ui.keys)
  return {
    ui: delay === null ? sent : withMessage(sent, delay, context.nowMs),
    intents: [{ type: 'prompt', text }],
  }
}

/** When a prompt will be sent that cannot be sent now; null where the screen shows that anyway. */
function delayWords({ link }: AppState, keys: KeyMap): string | null {
  switch (link.state) {
    case 'ended':
      return `Sent when ${keyWords(keys, 'restart')} has started the agent.`
    case 'reconnecting':
      return 'Sent when the agent is back.'
    case 'wants-login':
      return 'Sent when you are logged in.'
    case 'starting':
    case 'shaking-hands':
    case 'open':
      return null
  }
}

/** A key that completes a command or a file, or selects another one; null for other keys, and where nothing matches. */
function complete(ui: UiState, press: KeyPress, { state }: KeyContext): KeyResult | null {
  const completion = completionOf(ui, state)
  if (completion === null) return null
  const { items, at, isWhole } = completion
  const { line } = ui.prompt
  const step = moveIn(press)
  if (step !== null) return items.length > 1 ? screenOnly(selectedNext(ui, completion, step)) : null
  switch (press.name) {
    case 'right':
      if (line.cursor !== line.text.length) return null
      break
    case 'tab':
      break
    case 'enter':
      // The name is complete: enter sends the prompt.
      if (isWhole) return null
      break
    default:
      return null
  }
  const item = items[at]
  return item === undefined ? null : screenOnly({ ...ui, prompt: { ...item.take(ui.prompt), picked: null } })
}

export function openedLine(ui: UiState, kind: 'caption' | 'moment'): UiState {
  return { ...ui, writing: { kind, line: emptyLine } }
}

function actInLine(
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
      ? screenOnly(withCommentWritten(ui, writing, context))
      : submitted(
          { ...ui, writing: null },
          { ...context, kind: writing.kind, text: writing.line.text.trim() },
        )
  if (writing.kind === 'comment' && (press.name === 'up' || press.name === 'down'))
    return movedComment(ui, writing, press.name, context) ?? screenOnly(ui)
  const line = editLine(writing.line, press)
  return screenOnly(line === null ? ui : { ...ui, writing: { ...writing, line } })
}

interface Submitted extends KeyContext {
  readonly kind: WrittenLine['kind']
  readonly text: string
}

function submitted(ui: UiState, context: Submitted): KeyResult {
  const { kind, text, nowMs, state } = context
  if (kind === 'caption')
    return {
      ui: withMessage(ui, text === '' ? 'Marked.' : `Marked: ${text}`, nowMs),
      intents: [{ type: 'mark', text }],
    }
  if (text === '') return screenOnly(ui)
  const order = orderOf(text, state.playback?.extent ?? null)
  return order === null
    ? messageOnly(ui, `“${text}” is not a time: use 1:30, 45s, +10s, end, or a marker.`, context)
    : { ui: { ...ui, message: null }, intents: [{ type: 'playback', order }] }
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

function namedMoment(text: string, { durationMs, markers }: PlaybackExtent): number | null {
  const moment = parseMoment(text)
  if (!moment.ok) return null
  if (moment.value.type === 'end') return durationMs
  const found = markers.find(({ text: caption }, at) =>
    isMarker(moment.value, { text: caption, number: at + 1 }),
  )
  return found?.atMs ?? null
}
