import type { AppState } from '../../app/state/app-state.ts'
import type { ElicitationAnswer } from '../../app/state/elicitation.ts'
import type { PlaybackOrder } from '../../app/playback/playback.ts'
import type { ProposalDecision } from '../../app/state/proposal.ts'
import type { DrawnFacts } from '../state/drawn-facts.ts'
import { messageMs } from '../state/timing.ts'
import type { UiState } from '../state/ui-state.ts'

/** What a key asks of the world outside of the screen. */
export type Intent =
  | { readonly type: 'prompt'; readonly text: string }
  | {
      readonly type: 'cancel-turn'
      /** The session that works in it; absent: the current one. */
      readonly sessionId?: string
    }
  | {
      readonly type: 'answer'
      readonly key: number
      readonly optionId: string
      /** Goes with a rejection. */
      readonly feedback?: string
    }
  | { readonly type: 'answer-elicitation'; readonly key: number; readonly answer: ElicitationAnswer }
  /** Opens the page that an elicitation names, in the user's browser. */
  | { readonly type: 'open-url'; readonly url: string }
  | { readonly type: 'decide-proposal'; readonly decision: ProposalDecision }
  | { readonly type: 'new-session' }
  | { readonly type: 'open-session'; readonly sessionId: string }
  | { readonly type: 'list-sessions' }
  | { readonly type: 'close-session'; readonly sessionId: string }
  | { readonly type: 'delete-session'; readonly sessionId: string }
  | { readonly type: 'set-mode'; readonly modeId: string }
  | { readonly type: 'set-config-option'; readonly optionId: string; readonly value: string | boolean }
  | { readonly type: 'log-in'; readonly methodId: string }
  | { readonly type: 'restart' }
  | { readonly type: 'switch-plans-on' }
  | { readonly type: 'fetch'; readonly uri: string }
  /** Marks this moment in the recording that is being made. */
  | { readonly type: 'mark'; readonly text: string }
  /** To the recording that is being shown. */
  | { readonly type: 'playback'; readonly order: PlaybackOrder }
  | { readonly type: 'redraw' }
  /** Stops the program, as shells stop jobs. */
  | { readonly type: 'stop' }
  | { readonly type: 'quit'; readonly reason: 'quit' | 'interrupted' }

/** What became of a key. */
export interface Acted {
  readonly ui: UiState
  readonly intents: readonly Intent[]
}

/** What a key means depends on. */
export interface ActContext {
  readonly state: AppState
  readonly facts: DrawnFacts
  readonly nowMs: number
  /** The run is being recorded; absent: it is not. */
  readonly isRecording?: boolean
  /** The key stands in a text that is typed, or nothing was typed after it; absent: that is not known yet. */
  readonly stands?: 'in-text' | 'alone'
}

/** A key that asks nothing of the world. */
export function only(ui: UiState): Acted {
  return { ui, intents: [] }
}

/** The screen with something to say to the user for a while. */
export function withMessage(ui: UiState, text: string, nowMs: number): UiState {
  return { ...ui, message: { text, untilMs: nowMs + messageMs } }
}

/** A key that asks for nothing, and says why. */
export function told(ui: UiState, text: string, { nowMs }: ActContext): Acted {
  return only(withMessage(ui, text, nowMs))
}
