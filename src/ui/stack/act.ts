import { cleanText } from '../../lib/text/safe-text.ts'
import { isOnlyShown, type AppState } from '../../app/state/app-state.ts'
import { pasteInForm, formLayer } from '../input/question/form-keys.ts'
import {
  disarmed,
  isArmedBy,
  isBeforeFirstPrompt,
  isInText,
  startedPrompt,
  typedOnPlan,
  typedWith,
} from '../input/accidental-keys.ts'
import { firstKey, type KeyMap } from '../keys/key-map.ts'
import { pressOf, type KeyPress, type HeldKey } from '../keys/key-press.ts'
import {
  followedBy,
  messageOnly,
  screenOnly,
  type KeyContext,
  type KeyResult,
  type Layer,
} from '../input/layer.ts'
import {
  type AnyCommand,
  isPlayerCommand,
  isReplayCommand,
  isCommand,
  needsAgent,
  playerOrders,
} from '../keys/key-table.ts'
import { withSearchText, searchLayer } from '../input/plan/find.ts'
import { inserted } from '../input/lines/edit-line.ts'
import { interrupted } from '../input/plan/leave.ts'
import { refiltered, typedInto, pickerLayer } from '../input/act-in-picker.ts'
import { isFiltered, withMessage, type UiState, withLineIn, lineIn } from '../state/ui-state.ts'
import { withFilterWritten, wireLayer } from '../input/panels/act-in-wire.ts'
import { openLayers, takesLetters, type LayerName } from '../state/open-layers.ts'
import { writingLayer, openedLine } from '../input/lines/writing-layer.ts'
import { planLayer } from '../input/plan/act-on-plan.ts'
import { diffLayer, pastLayer, timelineLayer } from '../input/plan/views.ts'
import { choiceLayer } from '../input/question/choose-option.ts'
import { logLayer } from '../input/panels/act-in-log.ts'
import { workLayer } from '../input/panels/act-in-work.ts'
import { manualLayer } from '../input/panels/act-in-manual.ts'
import { panelLayer } from '../input/panels/act-in-panel.ts'
import { onlyObserved, onlyRecorded } from '../../app/words/session.ts'

/**
 * The result of a key press. Pure.
 *
 * A letter that ends or starts something is held back first (`Guard.held`): it is carried out when no other letter follows within
 * `heldMs`, and dropped as part of a typed text when one does.
 */
export function act(ui: UiState, press: KeyPress, context: KeyContext): KeyResult {
  const next = afterEscape(ui, press, context.state)
  if (next !== null)
    return followedBy(act(ui, pressOf('escape'), context), (then) => act(then, next, context))
  const { held } = ui.guard
  if (held === null) return actNow(ui, press, context)
  const isDue = held.dueAtMs <= context.nowMs
  if (press.name === held.press.name && !isDue) return actHeld(ui, context)
  // A key that comes late or types no letter does not continue a word.
  const isAlone = isDue || (press.text === '' && press.name !== 'escape')
  if (isAlone) return followedBy(actHeld(ui, context), (then) => act(then, press, context))
  return actNow(withoutHeld(ui, press, { ...context, held }), press, context)
}

/** Carries out the key that was held back, now that no letter has followed it; does nothing without one. */
export function actHeld(ui: UiState, context: KeyContext): KeyResult {
  const { held } = ui.guard
  return held === null
    ? screenOnly(ui)
    : actInLayers(withoutHeldKey(ui), held.press, { ...context, typing: 'alone' })
}

function withoutHeldKey(ui: UiState): UiState {
  return { ...ui, guard: { ...ui.guard, held: null } }
}

/** The key pressed right after escape, which terminals send as one alt key; null for other keys, and for one that has a meaning of its own. */
function afterEscape(ui: UiState, { name }: KeyPress, state: AppState): KeyPress | null {
  if (!name.startsWith('alt-') || name === 'alt-enter' || hasCommand(ui.keys, name)) return null
  if (ui.panel === 'manual' && name === 'alt-left') return null
  if (takesLetters(ui, openLayers(ui, state))) return null
  const rest = name.slice('alt-'.length)
  return pressOf(rest === ' ' ? 'space' : rest)
}

function hasCommand({ plan, player, wire, question }: KeyMap, name: string): boolean {
  return [plan, player, wire, question].some(({ commandOf }) => commandOf(name) !== undefined)
}

/** The screen after a held key was dropped: another letter followed it, or escape took it back. */
function withoutHeld(
  ui: UiState,
  press: KeyPress,
  context: KeyContext & { readonly held: HeldKey },
): UiState {
  const { state, nowMs, held } = context
  const dropped = withoutHeldKey(ui)
  if (press.text === '') return { ...dropped, message: null }
  if (isBeforeFirstPrompt(ui, context)) return startedPrompt(dropped, held.press.text)
  const { writing, picker } = openLayers(ui, state)
  return writing === null && picker !== null && isFiltered(picker)
    ? { ...dropped, picker: typedInto(picker, held.press) }
    : withMessage(dropped, typedOnPlan(ui.keys), nowMs)
}

function actNow(ui: UiState, press: KeyPress, context: KeyContext): KeyResult {
  const { nowMs } = context
  const typed = typedWith(ui, press, nowMs)
  const there = isArmedBy(ui, press.name, nowMs) ? ui : disarmed(ui)
  const next =
    typed.count === 0 && there.guard.typed.count === 0
      ? there
      : { ...there, guard: { ...there.guard, typed } }
  return actInLayers(next, press, isInText(ui, press, nowMs) ? { ...context, typing: 'in-text' } : context)
}

/** Offers a key to the layers that are open, the topmost first. */
function actInLayers(ui: UiState, press: KeyPress, context: KeyContext): KeyResult {
  if (press.name === 'ctrl-c') return interrupted(ui, press, context)
  const isTyped = press.text !== ''
  if (!isTyped && ui.keys.plan.commandOf(press.name) === 'stop') return { ui, intents: [{ type: 'stop' }] }
  const layers = openLayers(ui, context.state)
  const { question, picker } = layers
  // An enter that ends a sentence typed by mistake must not answer anything.
  const isTypedEnter = press.name === 'enter' && context.typing === 'in-text'
  if (isTypedEnter && (question ?? picker) !== null && !takesLetters(ui, layers))
    return messageOnly(ui, 'Text was typed here: enter again to answer.', context)
  const at = { ...context, layers, run, press }
  for (const name of layers.order) {
    const { act: actIn, does, commandOf } = layerOf[name]
    const command =
      commandOf === undefined ? ui.keys.plan.commandOf(press.name) : commandOf(ui.keys, press.name)
    const result = actIn?.(ui, press, at) ?? (command === undefined ? null : does?.(ui, command, at)) ?? null
    if (result !== null) return result
  }
  return screenOnly(ui)
}

/** Offers a command to the layers that are open, the topmost first, as its first key would. */
function run(ui: UiState, command: AnyCommand, context: KeyContext): KeyResult {
  const layers = openLayers(ui, context.state)
  const at = { ...context, layers, run, press: { name: firstKey(ui.keys, command) ?? command, text: '' } }
  for (const name of layers.order) {
    const result = layerOf[name].does?.(ui, command, at) ?? null
    if (result !== null) return result
  }
  return screenOnly(ui)
}

/** Pastes into the line that has the focus, on a plan into the prompt. Control characters except line breaks become spaces. */
export function paste(before: UiState, text: string, state: AppState): UiState {
  const ui: UiState = withoutHeldKey(disarmed(before))
  const clean = cleanText(text)
  const inOneLine = clean.replaceAll('\n', ' ')
  const { writing } = ui
  switch (writing?.kind) {
    case 'search':
      return withSearchText(ui, inserted(ui.search, inOneLine))
    case 'feedback':
      return withLineIn(ui, 'feedback', inserted(lineIn(ui, 'feedback'), clean))
    case 'edited':
      return ui
    case 'caption':
    case 'moment':
    case 'comment':
    case 'save':
      return { ...ui, writing: { ...writing, line: inserted(writing.line, inOneLine) } }
    case 'filter':
      return withFilterWritten(ui, inserted(writing.line, inOneLine))
    case undefined: {
      const { question, picker } = openLayers(ui, state)
      if (question?.kind === 'elicitation') return pasteInForm(ui, clean, question.request)
      if (picker !== null && isFiltered(picker))
        return { ...ui, picker: refiltered(picker, inserted(picker.filter, inOneLine)) }
      if (isOnlyShown(state)) return ui
      return startedPrompt(ui, clean)
    }
    case 'prompt':
      return startedPrompt(ui, clean)
  }
}

/** The player of a recording. Its keys take precedence; what would be sent to the agent is refused. */
const playerLayer: Layer = {
  commandOf: ({ player, plan }, key) => player.commandOf(key) ?? plan.commandOf(key),
  does(ui, command, context) {
    if (isPlayerCommand(command)) {
      const order = playerOrders[command]
      return order === null
        ? screenOnly(openedLine(ui, 'moment'))
        : { ui, intents: [{ type: 'playback', order }] }
    }
    return isCommand(command) && !isReplayCommand(command) ? messageOnly(ui, onlyRecorded, context) : null
  },
}

/** An agent of another program that is observed: what would be sent to it is refused. */
const observerLayer: Layer = {
  does: (ui, command, context) =>
    isCommand(command) && needsAgent(command) ? messageOnly(ui, onlyObserved, context) : null,
}

/** Everything that can be open. To add a layer: its file, its name in `LayerName` with when it is open (`openLayers`), a line here. */
const layerOf: Readonly<Record<LayerName, Layer>> = {
  writing: writingLayer,
  wire: wireLayer,
  log: logLayer,
  work: workLayer,
  manual: manualLayer,
  question: choiceLayer,
  form: formLayer,
  picker: pickerLayer,
  player: playerLayer,
  observer: observerLayer,
  panel: panelLayer,
  diff: diffLayer,
  past: pastLayer,
  search: searchLayer,
  timeline: timelineLayer,
  plan: planLayer,
}
