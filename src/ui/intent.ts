import type { AgentControl } from '../app/ports/agent-control.ts'
import type { Intent } from './keys/key-result.ts'

/** What keys ask of the agent. */
export type AgentIntent = Exclude<
  Intent,
  { type: 'fetch' | 'open-url' | 'mark' | 'playback' | 'redraw' | 'stop' | 'quit' }
>

/** Hands an intent to the agent's client. */
export function instruct(agent: AgentControl, intent: AgentIntent): void {
  switch (intent.type) {
    case 'prompt':
      return agent.prompt(intent.text)
    case 'cancel-turn':
      return agent.cancelTurn(intent.sessionId)
    case 'answer':
      return agent.answerPermission(intent.key, intent.optionId, intent.feedback)
    case 'answer-elicitation':
      return agent.answerElicitation(intent.key, intent.answer)
    case 'decide-proposal':
      return agent.decideProposal(intent.decision)
    case 'new-session':
      return agent.newSession()
    case 'open-session':
      return agent.openSession(intent.sessionId)
    case 'list-sessions':
      return agent.listSessions()
    case 'close-session':
      return agent.closeSession(intent.sessionId)
    case 'delete-session':
      return agent.deleteSession(intent.sessionId)
    case 'set-mode':
      return agent.setMode(intent.modeId)
    case 'set-config-option':
      return agent.setConfigOption(intent.optionId, intent.value)
    case 'log-in':
      return agent.logIn(intent.methodId)
    case 'restart':
      return agent.restart()
    case 'switch-plans-on':
      return agent.switchPlansOn()
  }
}
