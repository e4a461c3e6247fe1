import type { AgentOrder } from '../../app/ports/agent-control.ts'
import type { PlaybackOrder } from '../../app/playback/playback.ts'
import type { Taken } from '../../app/ports/plan-taking.ts'

/** What is saved to the file that is being named. */
export interface Saving {
  readonly taken: Taken
  /** The file of an edit that has the text until it is saved; null: it is no edit. */
  readonly from: string | null
}

/** A command to the world outside the screen: to the agent, the recording, the terminal or the browser. */
export type Intent =
  | AgentOrder
  /** Opens the page of a URL elicitation in the user's browser. */
  | { readonly type: 'open-url'; readonly url: string }
  /** Draws a picture of a recording that is listed. */
  | { readonly type: 'picture'; readonly recording: string }
  /** Opens a report of the recording in the user's browser. */
  | { readonly type: 'report' }
  | { readonly type: 'fetch'; readonly uri: string }
  /** Marks this moment: in the history of the plans, and in the recording that is being made. */
  | { readonly type: 'mark'; readonly text: string }
  /** A command to the player of the recording that is shown. */
  | { readonly type: 'playback'; readonly order: PlaybackOrder }
  /** Shows the plans of an observed session of the list; null: the list. */
  | { readonly type: 'observe'; readonly id: string | null }
  /** Ends the screen, to begin what these arguments of the program mean. */
  | { readonly type: 'choose'; readonly argv: readonly string[] }
  | { readonly type: 'copy'; readonly taken: Taken }
  /** Asks for the name of the file to save to. `from`: the file of the edit that is saved. */
  | { readonly type: 'save'; readonly taken: Taken; readonly from?: string }
  | {
      readonly type: 'save-as'
      readonly saving: Saving
      readonly path: string
      readonly format: 'markdown' | 'json'
    }
  /** Opens the plan in the user's editor. */
  | { readonly type: 'edit'; readonly taken: Taken }
  /** Opens what is being written in the user's editor. */
  | { readonly type: 'edit-text'; readonly into: 'prompt' | 'feedback'; readonly text: string }
  /** Looks which files the agent's folder has. */
  | { readonly type: 'list-files' }
  /** Deletes the file of an edit. */
  | { readonly type: 'discard-edit'; readonly file: string }
  | { readonly type: 'redraw' }
  /** Suspends the program (SIGTSTP), as shells suspend jobs. */
  | { readonly type: 'stop' }
  | { readonly type: 'quit'; readonly reason: 'quit' | 'interrupted' }

export type TakingIntent = Extract<
  Intent,
  { type: 'copy' | 'save' | 'save-as' | 'edit' | 'edit-text' | 'discard-edit' | 'report' | 'picture' }
>
