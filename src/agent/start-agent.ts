import type { AppEvent } from '../app/app-event.ts'
import type { AgentOptions, RunningAgent } from './agent-options.ts'
import { AgentSupervisor } from './agent-supervisor.ts'
import { LiveExchange } from './live-exchange.ts'
import { OpenSessions } from './sessions/open-sessions.ts'
import { Proposals } from './questions/proposals.ts'
import { Questions } from './questions/questions.ts'
import { SessionOrders } from './sessions/session-orders.ts'

/** Starts the agent at once, within this call, and is its client until it ends. What happens becomes events. */
export function startAgent(options: AgentOptions): RunningAgent {
  const { clock, fallbackName } = options
  const nowMs = (): number => clock.nowMs()
  const onChanged = (): void => supervisor.watch()
  const exchange = new LiveExchange({
    fallbackName,
    nowMs,
    dispatch: (event: AppEvent) => {
      proposals.foresee(event)
      options.dispatch(event)
      proposals.observe(event)
    },
    onTold: (event: AppEvent) => {
      sessions.told(event)
      orders.told(event)
      supervisor.told(event)
    },
  })
  const { known, note, remark } = exchange
  const sessions = new OpenSessions({
    known,
    nowMs,
    after: (delayMs, run, keeps) => clock.after(delayMs, run, keeps),
    receivingAtMs: () => exchange.receivingAtMs,
    note,
    remark,
    cancelQuestions: (sessionId) => questions.cancel(sessionId),
    onLoginWanted: () => supervisor.wantLogin(),
    onChanged,
  })
  const orders = new SessionOrders({ sessions, known, cwd: options.cwd, nowMs, note, remark })
  const proposals = new Proposals({
    nowMs,
    dispatch: note,
    state: options.state,
    setMode: (sessionId, modeId, onSet) => void orders.setModeOf(sessionId, modeId, onSet),
    setConfigOption: (sessionId, change, onSet) => void orders.setOptionOf(sessionId, change, onSet),
    prompt: (sessionId, text) => sessions.promptTo(sessionId, text),
    promptNext: (sessionId, text) => sessions.promptNext(sessionId, text),
    savePlan: options.savePlan,
  })
  const questions = new Questions({
    policy: options.permissions,
    canAsk: options.canAsk,
    // Version 2 has no such requests, and an agent that is asked for it alone is offered nothing.
    offersFiles: options.protocol === 2 ? null : options.offersFiles,
    nowMs,
    note,
    currentSessionId: () => known.currentSessionId,
    isCancelling: (sessionId) => sessions.isCancelling(sessionId),
    familyOf: (sessionId) => sessions.familyOf(sessionId),
    promptNext: (sessionId, text) => sessions.promptNext(sessionId, text),
    onApproved: (sessionId) => proposals.approved(sessionId),
    onChanged,
  })
  const supervisor: AgentSupervisor = new AgentSupervisor({
    agent: options,
    exchange,
    sessions,
    questions,
    orders,
    proposals,
  })
  supervisor.begin()
  for (const prompt of options.prompts) sessions.prompt(prompt)
  let isClosed = false
  return {
    prompt: (text) => {
      if (!isClosed) sessions.prompt(text)
    },
    cancelTurn: (sessionId) => sessions.cancelTurn(sessionId),
    answerPermission: (key, optionId, feedback) => questions.answerPermission(key, optionId, feedback),
    answerElicitation: (key, answer) => questions.answerElicitation(key, answer),
    decideProposal: (decision) => proposals.decide(decision),
    newSession: () => void orders.newSession(),
    openSession: (sessionId) => void orders.openSession(sessionId),
    listSessions: () => void orders.listSessions(),
    closeSession: (sessionId) => void orders.closeSession(sessionId),
    deleteSession: (sessionId) => void orders.deleteSession(sessionId),
    setMode: (modeId) => orders.setMode(modeId),
    setConfigOption: (optionId, value) => orders.setConfigOption(optionId, value),
    logIn: (methodId) => supervisor.logIn(methodId),
    restart: () => supervisor.restart(),
    switchPlansOn: () => supervisor.switchPlansOn(),
    close: async () => {
      isClosed = true
      await supervisor.close()
    },
    killNow: () => supervisor.killNow(),
  }
}
