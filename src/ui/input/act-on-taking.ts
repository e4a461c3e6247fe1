import type { Saving } from '../state/intent.ts'
import { lineWith, rewritten } from '../state/line-edit.ts'
import { unlessTyping } from './accidental-keys.ts'
import type { KeyPress } from '../keys/key-press.ts'
import { messageOnly, screenOnly, type KeyContext, type KeyResult } from './layer.ts'
import {
  withFileMessage,
  withMessage,
  type UiState,
  type WrittenLine,
  type EditedPlan,
  lineIn,
  withLineIn,
} from '../state/ui-state.ts'
import { choiceAbout } from '../state/questions.ts'
import { copiedPart, shownPlan, canBeSent, editRequest } from '../state/taking.ts'
import { noPlanToTake, planFileNames } from '../../app/words/plan.ts'
import { openedFeedback } from './question/choose-option.ts'

type SaveLine = Extract<WrittenLine, { kind: 'save' }>

export type TakingCommand = 'copy' | 'save' | 'edit'

/** A key that takes the shown plan along. They act only when no other letter follows them. */
export function takeAlong(
  ui: UiState,
  press: KeyPress,
  context: KeyContext & { readonly command: TakingCommand },
): KeyResult {
  const { command, state } = context
  const shown = shownPlan(ui, state)
  if (shown === null) return messageOnly(ui, noPlanToTake, context)
  const taken = command === 'copy' ? copiedPart(shown, ui, state) : shown
  const does = (): KeyResult => ({ ui, intents: [{ type: command, taken }] })
  return unlessTyping(ui, press, { ...context, does })
}

/** The name in the save line as the user has left it, and what is written for its ending; null: it has another ending. */
function savedAs(typed: string): { readonly path: string; readonly format: 'markdown' | 'json' } | null {
  const path = typed.trim()
  if (/\.json$/i.test(path)) return { path, format: 'json' }
  if (/\.(?:md|markdown)$/i.test(path)) return { path, format: 'markdown' }
  return /(?:^|[/\\])[^/\\.]+$/.test(path) ? { path: `${path}.md`, format: 'markdown' } : null
}

/** The save line after enter. A name with another ending stays in it. */
export function savedFromLine(
  ui: UiState,
  { line, saving }: SaveLine,
  { nowMs }: Pick<KeyContext, 'nowMs'>,
): KeyResult {
  if (line.text.trim() === '') return screenOnly(keptEdit(ui, saving, nowMs))
  const named = savedAs(line.text)
  if (named === null) return screenOnly(withMessage(ui, planFileNames, nowMs))
  if (named.format === 'json' && saving.taken.type === 'text')
    return screenOnly(withMessage(ui, 'This is a text: it is saved as .md only.', nowMs))
  return { ui: { ...ui, writing: null }, intents: [{ type: 'save-as', saving, ...named }] }
}

/** The save line after escape: says where an edit stays. */
export function keptEdit(ui: UiState, { from }: Saving, nowMs: number): UiState {
  const closed: UiState = { ...ui, writing: null }
  return from === null ? closed : withFileMessage(closed, `Your text is kept in ${from}`, nowMs)
}

export function otherEnding(ui: UiState, writing: SaveLine): UiState {
  const named = savedAs(writing.line.text)
  if (named === null || writing.saving.taken.type === 'text') return ui
  const stem = named.path.replace(/\.\w+$/, '')
  const next = stem + (named.format === 'json' ? '.md' : '.json')
  return { ...ui, writing: { ...writing, line: lineWith(next) } }
}

/** What a key does while an edited plan waits for what shall become of it. */
export function actOnEdited(
  ui: UiState,
  press: KeyPress,
  context: KeyContext & { readonly edited: EditedPlan },
): KeyResult {
  const { edited, state, nowMs } = context
  const left: UiState = { ...ui, writing: null }
  switch (press.name) {
    case 'escape':
      return screenOnly(withFileMessage(left, `Your text is kept in ${edited.file}`, nowMs))
    case 's':
      return savingEdited(left, edited)
    case 'enter': {
      if (!canBeSent(edited, state)) return savingEdited(left, edited)
      const discard = { type: 'discard-edit', file: edited.file } as const
      return { ui: asFeedback(left, edited, context), intents: [discard] }
    }
    default:
      return screenOnly(ui)
  }
}

function savingEdited(left: UiState, { title, text, file }: EditedPlan): KeyResult {
  return { ui: left, intents: [{ type: 'save', taken: { type: 'text', title, text }, from: file }] }
}

/** The changes in the feedback of the plan's question, else in the prompt. Nothing is sent before the user has seen it. */
function asFeedback(ui: UiState, edited: EditedPlan, context: KeyContext): UiState {
  const { state, nowMs } = context
  const question = choiceAbout(edited.tab, state)
  const into = question === null ? 'prompt' : 'feedback'
  const opened: UiState =
    question === null
      ? { ...ui, writing: { kind: 'prompt' } }
      : // The screen may show another plan by now.
        openedFeedback({ ...ui, tab: edited.tab }, question, context)
  const line = lineIn(opened, into)
  const asked = editRequest(edited, question !== null)
  const text = line.text.trim() === '' ? asked : `${line.text}\n${asked}`
  const next = withLineIn(opened, into, rewritten(line, text))
  return question === null ? withMessage(next, 'Nothing is sent yet: enter sends it.', nowMs) : next
}
