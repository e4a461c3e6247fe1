import type { ElicitationAnswer } from '../state/elicitation.ts'
import type { ProposalDecision } from '../state/proposal.ts'

/** What the screen and the outputs can request of the agent's client. Every call returns at once; its effects are events. */
export interface AgentControl {
  /** Sends a prompt to the current session, or queues it while a turn runs or the session setup is not complete. */
  prompt(text: string): void
  /**
   * Cancels the running turn (`session/cancel`) of a session or its ancestor, by default of the current session, and
   * answers its open requests with `cancelled`. If no turn runs, only the latter.
   */
  cancelTurn(sessionId?: string): void
  /**
   * Answers an open permission request; unknown keys and options are ignored. `feedback` goes with a rejection: in
   * the answer if the request takes it, else as the next prompt of that session.
   */
  answerPermission(key: number, optionId: string, feedback?: string): void
  /** Answers an open elicitation; unknown keys are ignored. */
  answerElicitation(key: number, answer: ElicitationAnswer): void
  /** The decision about the plan proposed in a message of the current session; ignored if there is none. */
  decideProposal(decision: ProposalDecision): void
  /** Opens another session; the others stay open. */
  newSession(): void
  /** Makes an open session the current one; loads or resumes any other. */
  openSession(sessionId: string): void
  /** Requests all pages of the agent's list of sessions. */
  listSessions(): void
  /** Closes a session, if the agent offers that. It can be opened again. */
  closeSession(sessionId: string): void
  /** Deletes a session permanently, if the agent offers that. */
  deleteSession(sessionId: string): void
  /** Changes the current session's mode (v1). */
  setMode(modeId: string): void
  setConfigOption(optionId: string, value: string | boolean): void
  /** Logs in, while the link wants a login. */
  logIn(methodId: string): void
  /** Restarts an agent that ended or wants a login, or reconnects to a lost remote agent at once; else does nothing. */
  restart(): void
  /**
   * Restarts the agent with its plan tools switched on, and continues its session; a running turn is lost. Does
   * nothing for an agent that was not started here, or has no known switch.
   */
  switchPlansOn(): void
  /** Ends the agent and its whole process group; settles when they are gone. May be called twice. */
  close(): Promise<void>
}

/** The agent control where nothing can be sent: every command calls `refuse`, and does nothing else. */
export function refusingAgent(refuse: () => void): AgentControl {
  return {
    prompt: refuse,
    cancelTurn: refuse,
    answerPermission: refuse,
    answerElicitation: refuse,
    decideProposal: refuse,
    newSession: refuse,
    openSession: refuse,
    listSessions: refuse,
    closeSession: refuse,
    deleteSession: refuse,
    setMode: refuse,
    setConfigOption: refuse,
    logIn: refuse,
    restart: refuse,
    switchPlansOn: refuse,
    close: async () => await Promise.resolve(),
  }
}
