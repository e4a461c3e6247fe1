import { heldMs, typingGapMs } from '../state/timing.ts'
import { type UiState, withMessage } from '../state/ui-state.ts'
import { currentSession, hasUnsent, isOnlyShown } from '../../app/state/app-state.ts'
import { hintsFor } from '../chrome/hints.ts'
import type { AnyCommand } from '../keys/key-table.ts'
import { keyWords, tableKeys, type KeyMap } from '../keys/key-map.ts'
import { type KeyPress, nothingTyped, type ArmedKey, type TypedKeys } from '../keys/key-press.ts'
import { inserted } from './lines/edit-line.ts'
import { screenOnly, type KeyContext, type KeyResult } from './layer.ts'
import { isInLog, isPanel } from '../panels/panels.ts'
import { isPlanOnTop, openLayers } from '../state/open-layers.ts'

/**
 * Guards against keys that were not meant as commands.
 *
 * - Armed keys: what would lose work (quitting, cancelling a turn) needs the same key twice.
 * - Typed text: somebody who believes the prompt has the focus types a sentence on the plan. Most letters only show something;
 *   those that end or start something are carried out when no other letter precedes or follows them (`unlessTyping`).
 * - Before the first prompt: there is nothing that most letters could act on, so that they begin the prompt (`beginsPrompt`).
 */

/** The screen with a key armed: pressed again before `untilMs` it takes effect. `words` are shown for as long. */
export function armed(ui: UiState, key: ArmedKey, words: string): UiState {
  return { ...ui, guard: { ...ui.guard, armed: key }, message: { text: words, untilMs: key.untilMs } }
}

/** Whether the key before was the same one, armed, and has not expired. */
export function isArmedBy({ guard: { armed: before } }: UiState, key: string, nowMs: number): boolean {
  return before !== null && before.key === key && nowMs < before.untilMs
}

/** The screen after another key: nothing is armed, and the message about it is gone. */
export function disarmed(ui: UiState): UiState {
  const { guard, message } = ui
  const before = guard.armed
  if (before === null) return ui
  return {
    ...ui,
    guard: { ...guard, armed: null },
    message: message?.untilMs === before.untilMs ? null : message,
  }
}

/** This many different letters in a row count as text. */
const textFrom = 2
/** More of them before an enter: one or two letters may have selected something that enter is to confirm. */
const textBeforeEnterFrom = 3

/** The letters typed in a row, including this key. */
export function typedWith({ guard: { typed } }: UiState, { name, text }: KeyPress, nowMs: number): TypedKeys {
  if (text === '') return nothingTyped
  const before = nowMs < typed.untilMs ? typed : nothingTyped
  const count = before.last === name ? before.count : before.count + 1
  return { last: name, count, untilMs: nowMs + typingGapMs }
}

/** Whether enough letters precede the key to take it for text. */
export function isInText({ guard: { typed } }: UiState, { name, text }: KeyPress, nowMs: number): boolean {
  if (nowMs >= typed.untilMs) return false
  if (text !== '') return typed.count >= textFrom
  return name === 'enter' && typed.count >= textBeforeEnterFrom
}

/** Carries out `does` unless the letter is part of typed text, which nobody writes where there is no prompt; holds the letter back while that is undecided. */
export function unlessTyping(
  ui: UiState,
  press: KeyPress,
  { does, typing, state, nowMs }: KeyContext & { readonly does: () => KeyResult },
): KeyResult {
  if (typing === 'alone' || isOnlyShown(state)) return does()
  if (typing === 'in-text') return screenOnly(withMessage(ui, typedOnPlan(ui.keys), nowMs))
  return screenOnly({ ...ui, guard: { ...ui.guard, held: { press, dueAtMs: nowMs + heldMs } } })
}

/** What is said about letters that were typed on a plan. */
export function typedOnPlan(keys: KeyMap): string {
  return `Nothing was done: press ${keyWords(keys, 'write-prompt')} first to write to the agent.`
}

/** Nothing is shown, sent or being written in a session that is open or will be, once the agent has started: who types means the prompt. */
export function isBeforeFirstPrompt(
  ui: UiState,
  { state, shown }: Pick<KeyContext, 'state' | 'shown'>,
): boolean {
  const session = currentSession(state)
  const { link } = state
  const isStarting = link.state === 'starting' || link.state === 'shaking-hands'
  return (
    (isStarting || (link.state === 'open' && session?.phase === 'open')) &&
    (session?.turn.state ?? 'not-asked') === 'not-asked' &&
    !isOnlyShown(state) &&
    !hasUnsent(state) &&
    shown.tabs.length === 0 &&
    ui.prompt.line.text === '' &&
    isPlanOnTop(openLayers(ui, state))
  )
}

/**
 * Whether a key begins the prompt there: any letter but those that are hinted, those of the log, which tells why nothing comes, that of
 * the palette, and those that the user has given to a command.
 */
export function beginsPrompt(ui: UiState, { name, text }: KeyPress, context: KeyContext): boolean {
  if (text.trim() === '' || !isBeforeFirstPrompt(ui, context)) return false
  const command = ui.keys.plan.commandOf(name)
  if (command !== tableKeys.plan.commandOf(name)) return false
  if (command === undefined) return true
  return command !== 'palette' && !(isPanel(command) && isInLog(command)) && !isHinted(ui, command, context)
}

export function startedPrompt(ui: UiState, text: string): UiState {
  const { prompt } = ui
  return {
    ...ui,
    writing: { kind: 'prompt' },
    panel: null,
    prompt: { ...prompt, line: inserted(prompt.line, text) },
  }
}

function isHinted(ui: UiState, command: AnyCommand, { state, shown: { main } }: KeyContext): boolean {
  const none = { isChecklist: false, hasPast: false, hasTimes: false, isQuestionLong: false }
  return hintsFor(state, ui, { ...none, tabCount: 0, matchCount: 0, view: main }).some(
    (hint) => hint.command === command,
  )
}
