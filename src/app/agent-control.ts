/** What the screen and the outputs may ask of the agent's client. Every call returns at once; what comes of it is an event. */
export interface AgentControl {
  /** Sends the text as a prompt, or queues it while a turn runs or the handshake is not through. */
  prompt(text: string): void
  /** Cancels the running turn (`session/cancel`) and answers its open permission requests with `cancelled`. */
  cancelTurn(): void
  /** Answers an open permission request; unknown keys and options are ignored. */
  answerPermission(key: number, optionId: string): void
  /** Starts the agent again after it ended; nothing while it runs. */
  restart(): void
  /** Ends the agent and all of its process group; settles when nothing of it is left. May be called twice. */
  close(): Promise<void>
}
