import type { AppState } from '../../app/state/app-state.ts'
import { unlessTyping } from '../keys/accidental-keys.ts'
import { focusedPicker, focusedQuestion, takesLetters } from '../keys/focus.ts'
import { keyWords } from '../keys/key-map.ts'
import { keyName } from '../keys/key-name.ts'
import type { KeyPress } from '../keys/key-press.ts'
import { messageOnly, screenOnly, type KeyContext, type KeyResult } from '../keys/key-result.ts'
import { withFileMessage, withMessage } from '../state/status-message.ts'
import type { Saving, UiState } from '../state/ui-state.ts'
import { copiedPart, shownPlan } from './taken.ts'

export type TakingCommand = 'copy' | 'save' | 'edit'

/** A key that takes the shown plan along. They act only when no other letter follows them. */
export function takeAlong(
  ui: UiState,
  press: KeyPress,
  context: KeyContext & { readonly command: TakingCommand },
): KeyResult {
  const { command, state } = context
  const shown = shownPlan(ui, state)
  if (shown === null) return messageOnly(ui, 'There is no plan to take along.', context)
  if (ui.panel !== null)
    return messageOnly(
      ui,
      `${keyWords(ui.keys, 'leave')} first: ${keyName(press.name)} takes the plan along.`,
      context,
    )
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
export function savedFromLine(ui: UiState, { nowMs }: Pick<KeyContext, 'nowMs'>): KeyResult {
  const { saving } = ui
  const closed: UiState = { ...ui, focus: 'plan', saving: null }
  if (saving === null || ui.answer.text.trim() === '') return screenOnly(keptEdit(ui, nowMs))
  const named = savedAs(ui.answer.text)
  if (named === null) return screenOnly(withMessage(ui, 'The name has to end with .md or .json.', nowMs))
  if (named.format === 'json' && saving.taken.type === 'text')
    return screenOnly(withMessage(ui, 'This is a text: it is saved as .md only.', nowMs))
  return { ui: closed, intents: [{ type: 'save-as', saving, ...named }] }
}

/** The save line after escape: says where an edit stays. */
export function keptEdit(ui: UiState, nowMs: number): UiState {
  const file = ui.saving?.from ?? null
  const closed: UiState = { ...ui, focus: 'plan', saving: null }
  return file === null ? closed : withFileMessage(closed, `Your text is kept in ${file}`, nowMs)
}

/** The save line for what is saved, with this name in it. */
export function openedSaveLine(ui: UiState, saving: Saving, path: string): UiState {
  return { ...ui, focus: 'save', panel: null, saving, answer: { text: path, cursor: path.length } }
}

/** Whether the user writes something: in an input line, a form or the filter of a list. */
export function isWriting(ui: UiState, state: AppState): boolean {
  return ui.focus !== 'plan' || takesLetters(ui, focusedQuestion(ui, state), focusedPicker(ui, state))
}

interface NameAsked extends Pick<KeyContext, 'state' | 'nowMs'> {
  readonly saving: Saving
  readonly path: string
}

/** Opens the save line, unless the user has begun to write something else since the key: then says that nothing is saved. */
export function askedForName(ui: UiState, { saving, path, state, nowMs }: NameAsked): UiState {
  if (!isWriting(ui, state)) return openedSaveLine(ui, saving, path)
  return saving.from === null
    ? withMessage(ui, `Nothing is saved yet: ${keyWords(ui.keys, 'save')} asks for the name again.`, nowMs)
    : withFileMessage(ui, `Your text is kept in ${saving.from}`, nowMs)
}

/** The save line with the other ending. */
export function otherEnding(ui: UiState): UiState {
  const { text } = ui.answer
  const named = savedAs(text)
  if (named === null || ui.saving?.taken.type === 'text') return ui
  const stem = named.path.replace(/\.\w+$/, '')
  const next = stem + (named.format === 'json' ? '.md' : '.json')
  return { ...ui, answer: { text: next, cursor: next.length } }
}
