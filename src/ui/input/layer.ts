import type { KeyMap } from '../keys/key-map.ts'
import type { KeyPress } from '../keys/key-press.ts'
import type { AnyCommand } from '../keys/key-table.ts'
import { type UiState, withMessage } from '../state/ui-state.ts'
import type { OpenLayers } from '../state/open-layers.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { Intent } from '../state/intent.ts'
import type { Shown } from '../state/shown.ts'

/** What a layer knows besides the state of the screen. */
export interface LayerContext extends KeyContext {
  readonly layers: OpenLayers
  /** Offers a command to all layers that are open on a screen, as a key does. */
  readonly run: (ui: UiState, command: AnyCommand, context: KeyContext) => KeyResult
}

/** What a command is carried out with; `press`: the key that it was given with. */
export interface CommandContext extends LayerContext {
  readonly press: KeyPress
}

/** One of the things that are open on the screen. null passes a key or a command on to the layer below it. */
export interface Layer {
  /** What a key does, before it is looked up as a command; absent: nothing. */
  act?(ui: UiState, press: KeyPress, context: LayerContext): KeyResult | null
  /** What a command does; absent: nothing. */
  does?(ui: UiState, command: AnyCommand, context: CommandContext): KeyResult | null
  /** The command of a key here; absent: that of the keys of the plan. */
  commandOf?(keys: KeyMap, key: string): AnyCommand | undefined
}

/** The result of a key press: the screen's next state, and the intents to carry out, in order. */
export interface KeyResult {
  readonly ui: UiState
  readonly intents: readonly Intent[]
}

/** Everything besides the screen's state that the meaning of a key depends on. */
export interface KeyContext {
  readonly state: AppState
  /** What the frame showed that was painted last: the user reacted to that, not to a newer state. */
  readonly shown: Shown
  readonly nowMs: number
  /** The start screen comes back when the screen ends; absent: it does not. */
  readonly isFromStart?: boolean
  /** The key belongs to a text that is being typed, or is known to be followed by none; absent: undecided yet. */
  readonly typing?: 'in-text' | 'alone'
}

export function screenOnly(ui: UiState): KeyResult {
  return { ui, intents: [] }
}

/** What happens first, and what happens on the screen that it leads to. */
export function followedBy(first: KeyResult, then: (ui: UiState) => KeyResult): KeyResult {
  const { ui, intents } = then(first.ui)
  return { ui, intents: [...first.intents, ...intents] }
}

/** A key that does nothing but say why. */
export function messageOnly(ui: UiState, text: string, { nowMs }: Pick<KeyContext, 'nowMs'>): KeyResult {
  return screenOnly(withMessage(ui, text, nowMs))
}
