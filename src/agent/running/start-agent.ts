import type { AppEvent } from '../../app/state/app-event.ts'
import type { AgentOptions, RunningAgent } from '../agent-options.ts'
import { AgentSupervisor } from './agent-supervisor.ts'
import { LiveExchange } from '../live-exchange.ts'
import { Sessions } from '../sessions/sessions.ts'
import { implementPrompt } from '../../app/state/proposal.ts'
import { ProposalDecisions } from '../questions/proposals.ts'
import { Questions } from '../questions/questions.ts'
import { SessionCommands } from '../sessions/session-commands.ts'

/** Starts the agent synchronously, and is its client until it ends. Everything that happens becomes an event. */
export function startAgent(options: AgentOptions): RunningAgent {
  const { clock, fallbackName, cwd, state, savePlan } = options
  const onChanged = (): void => supervisor.watch()
  const exchange = new LiveExchange({
    fallbackName,
    clock,
    dispatch: (event: AppEvent) => {
      proposals.beforeEvent(event)
      options.dispatch(event)
      proposals.afterEvent(event)
      if (event.type === 'prompt-sent' && event.text !== implementPrompt) questions.onUser()
    },
    onMessageEvent: (event: AppEvent) => {
      sessions.onMessageEvent(event)
      commands.onMessageEvent(event)
      supervisor.onMessageEvent(event)
    },
  })
  const sessions = new Sessions({
    exchange,
    clock,
    state,
    cancelQuestions: (sessionId) => questions.cancel(sessionId),
    files: options.isRemote ? null : cwd,
    onLoginWanted: () => supervisor.wantLogin(),
    onChanged,
  })
  const commands = new SessionCommands({ sessions, exchange, cwd, state })
  const proposals = new ProposalDecisions({ exchange, sessions, commands, state, savePlan })
  const questions = new Questions({
    policy: options.permissions,
    canAsk: options.canAsk,
    // Version 2 has no file requests, so nothing is offered to an agent that must speak it.
    offersFiles: options.protocol === 2 ? null : options.offersFiles,
    clock,
    exchange,
    sessions,
    state,
    onApproved: (sessionId) => proposals.onApproved(sessionId),
    onChanged,
  })
  const supervisor: AgentSupervisor = new AgentSupervisor({
    agent: options,
    exchange,
    sessions,
    questions,
    commands,
    proposals,
  })
  supervisor.begin()
  for (const prompt of options.prompts) sessions.prompt(prompt)
  let isClosed = false
  return {
    order(order) {
      switch (order.type) {
        case 'prompt':
          return isClosed ? undefined : sessions.prompt(order.text)
        case 'cancel-turn':
          return sessions.cancelTurn(order.sessionId)
        case 'answer':
          return questions.answerPermission(order.key, order.optionId, order.feedback)
        case 'answer-elicitation':
          return questions.answerElicitation(order.key, order.answer)
        case 'decide-proposal':
          return proposals.decide(order.decision)
        case 'new-session':
          return void commands.newSession()
        case 'open-session':
          return void commands.openSession(order.sessionId)
        case 'list-sessions':
          return void commands.listSessions()
        case 'close-session':
          return void commands.endSession(order.sessionId, 'close')
        case 'delete-session':
          return void commands.endSession(order.sessionId, 'delete')
        case 'set-mode':
          return commands.setCurrent({ type: 'mode', modeId: order.modeId })
        case 'set-config-option':
          return commands.setCurrent({ type: 'option', optionId: order.optionId, value: order.value })
        case 'log-in':
          return supervisor.logIn(order.methodId)
        case 'restart':
          return supervisor.restart()
        case 'switch-plans-on':
          return supervisor.switchPlansOn()
      }
    },
    close: async () => {
      isClosed = true
      await supervisor.close()
    },
    killNow: () => supervisor.killNow(),
  }
}
