import type { AgentControl } from './agent-control.ts'

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
