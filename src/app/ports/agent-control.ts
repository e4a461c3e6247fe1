import type { ElicitationAnswer } from '../state/elicitation.ts'
import type { ProposalDecision } from '../state/proposal.ts'

/** What the screen and the outputs may ask of the agent's client. Every call returns at once; what comes of it is an event. */
export interface AgentControl {
  /** Sends the text as a prompt to the current session, or queues it while a turn runs or the handshake is not through. */
  prompt(text: string): void
  /**
   * Cancels the running turn (`session/cancel`) that a session works in, the current one unless told, and answers its open
   * requests with `cancelled`. Where no turn runs, only those are answered.
   */
  cancelTurn(sessionId?: string): void
  /**
   * Answers an open permission request; unknown keys and options are ignored. `feedback` goes with a rejection: in the answer where
   * the request takes words, else it is sent as the next prompt of that session.
   */
  answerPermission(key: number, optionId: string, feedback?: string): void
  /** Answers an open elicitation; unknown keys are ignored. */
  answerElicitation(key: number, answer: ElicitationAnswer): void
  /** What to do with the plan that a message of the current session proposed; ignored when none waits. */
  decideProposal(decision: ProposalDecision): void
  /** Opens one more session; the others stay open. */
  newSession(): void
  /** Makes an open session the current one; opens (loads, resumes) one that is not. */
  openSession(sessionId: string): void
  /** Asks the agent for its sessions, all pages. */
  listSessions(): void
  /** Ends a session's work and lets it go, where the agent offers that. It can be opened again. */
  closeSession(sessionId: string): void
  /** Deletes a session for good, where the agent offers that. */
  deleteSession(sessionId: string): void
  /** Changes the current session's mode (v1). */
  setMode(modeId: string): void
  setConfigOption(optionId: string, value: string | boolean): void
  /** Logs in, while the link waits for that. */
  logIn(methodId: string): void
  /** Starts the agent again after it ended or while it wants a login, or calls a lost remote agent at once; else nothing. */
  restart(): void
  /**
   * Starts the agent again with what switches its plans on in its environment, and goes on with its session; a turn that
   * runs is lost. Nothing where it was not started from here, or nothing is known to switch them on.
   */
  switchPlansOn(): void
  /** Ends the agent and all of its process group; settles when nothing of it is left. May be called twice. */
  close(): Promise<void>
}
