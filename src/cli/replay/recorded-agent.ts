import type { AgentControl } from '../../app/ports/agent-control.ts'
import type { App } from '../../app/app.ts'

/**
 * The agent of a recording: nothing can be asked of it. That the user looks at another of its open sessions is no matter of
 * the agent's.
 */
export function recordedAgent(app: App, say: (text: string) => void): AgentControl {
  const refuse = (): void => say('This is a recording: nothing can be sent.')
  return {
    prompt: refuse,
    cancelTurn: refuse,
    answerPermission: refuse,
    answerElicitation: refuse,
    decideProposal: refuse,
    newSession: refuse,
    openSession(sessionId) {
      if (app.state().sessions.get(sessionId)?.phase !== 'open') return refuse()
      app.dispatch({ type: 'session-selected', atMs: 0, sessionId })
    },
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
