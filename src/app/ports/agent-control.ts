import type { ElicitationAnswer } from '../state/elicitation.ts'
import type { ProposalDecision } from '../state/proposal.ts'

/** What the user wants of the agent's client. */
export type AgentOrder =
  /** Sends a prompt to the current session, or queues it while a turn runs or the session setup is not complete. */
  | { readonly type: 'prompt'; readonly text: string }
  /**
   * Cancels the running turn (`session/cancel`) of a session or its ancestor, by default of the current session, and
   * answers its open requests with `cancelled`. If no turn runs, only the latter.
   */
  | { readonly type: 'cancel-turn'; readonly sessionId?: string }
  /**
   * Answers an open permission request; unknown keys and options are ignored. `feedback` goes with a rejection: in
   * the answer if the request takes it, else as the next prompt of that session.
   */
  | { readonly type: 'answer'; readonly key: number; readonly optionId: string; readonly feedback?: string }
  /** Answers an open elicitation; unknown keys are ignored. */
  | { readonly type: 'answer-elicitation'; readonly key: number; readonly answer: ElicitationAnswer }
  /** The decision about the plan proposed in a message of the current session; ignored if there is none. */
  | { readonly type: 'decide-proposal'; readonly decision: ProposalDecision }
  /** Opens another session; the others stay open. */
  | { readonly type: 'new-session' }
  /** Makes an open session the current one; loads or resumes any other. */
  | { readonly type: 'open-session'; readonly sessionId: string }
  /** Requests all pages of the agent's list of sessions. */
  | { readonly type: 'list-sessions' }
  /** Closes a session, if the agent offers that. It can be opened again. */
  | { readonly type: 'close-session'; readonly sessionId: string }
  /** Deletes a session permanently, if the agent offers that. */
  | { readonly type: 'delete-session'; readonly sessionId: string }
  /** Changes the current session's mode (v1). */
  | { readonly type: 'set-mode'; readonly modeId: string }
  | { readonly type: 'set-config-option'; readonly optionId: string; readonly value: string | boolean }
  /** Logs in, while the link wants a login. */
  | { readonly type: 'log-in'; readonly methodId: string }
  /** Restarts an agent that ended or wants a login, or reconnects to a lost remote agent at once; else does nothing. */
  | { readonly type: 'restart' }
  /**
   * Restarts the agent with its plan tools switched on, and continues its session; a running turn is lost. Does
   * nothing for an agent that was not started here, or has no known switch.
   */
  | { readonly type: 'switch-plans-on' }

/** The agent's client, as the screen and the outputs have it. */
export interface AgentControl {
  /** Returns at once; the effects are events. */
  order(order: AgentOrder): void
}
