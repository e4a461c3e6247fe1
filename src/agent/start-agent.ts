import type { AppEvent } from '../app/app-event.ts'
import { AgentLife } from './agent-life.ts'
import type { AgentOptions, RunningAgent } from './agent-options.ts'
import { OpenSessions } from './open-sessions.ts'
import { Proposals } from './proposals.ts'
import { Questions } from './questions.ts'
import { SessionOrders } from './session-orders.ts'

/** Starts the agent at once, within this call, and is its client until it ends. What happens becomes events. */
export function startAgent(options: AgentOptions): RunningAgent {
  const { clock } = options
  const nowMs = (): number => clock.nowMs()
  const remark = (text: string): void => life.remark(text)
  const onChanged = (): void => life.watch()
  const dispatch = (event: AppEvent): void => {
    proposals.foresee(event)
    options.dispatch(event)
    proposals.observe(event)
    questions.observe(event)
  }
  const sessions = new OpenSessions({
    nowMs,
    after: (delayMs, run, keeps) => clock.after(delayMs, run, keeps),
    receivingAtMs: () => life.receivingAtMs,
    dispatch,
    remark,
    cancelQuestions: (sessionId) => questions.cancel(sessionId),
    onLoginWanted: (error) => life.wantLogin(error),
    onChanged,
  })
  const orders = new SessionOrders({ sessions, cwd: options.cwd, nowMs, dispatch, remark })
  const proposals = new Proposals({
    nowMs,
    dispatch,
    state: options.state,
    setMode: (sessionId, modeId, onSet) => orders.setModeOf(sessionId, modeId, onSet),
    setConfigOption: (sessionId, change, onSet) => orders.setOptionOf(sessionId, change, onSet),
    prompt: (sessionId, text) => sessions.promptTo(sessionId, text),
    promptNext: (sessionId, text) => sessions.promptNext(sessionId, text),
    savePlan: options.savePlan,
  })
  const questions = new Questions({
    sessions,
    proposals,
    policy: options.permissions,
    canAsk: options.canAsk,
    // Version 2 has no such requests, and an agent that is asked for it alone is offered nothing.
    offersFiles: options.protocol === 2 ? null : options.offersFiles,
    nowMs,
    dispatch,
    onChanged,
  })
  const life: AgentLife = new AgentLife({
    agent: { ...options, dispatch },
    sessions,
    questions,
    orders,
    proposals,
  })
  life.begin()
  for (const prompt of options.prompts) sessions.prompt(prompt)
  return {
    prompt: (text) => {
      if (!life.isClosed) sessions.prompt(text)
    },
    cancelTurn: (sessionId) => sessions.cancelTurn(sessionId),
    answerPermission: (key, optionId, feedback) => questions.answerPermission(key, optionId, feedback),
    answerElicitation: (key, answer) => questions.answerElicitation(key, answer),
    decideProposal: (decision) => proposals.decide(decision),
    newSession: () => orders.newSession(),
    openSession: (sessionId) => orders.openSession(sessionId),
    listSessions: () => orders.listSessions(),
    closeSession: (sessionId) => orders.closeSession(sessionId),
    deleteSession: (sessionId) => orders.deleteSession(sessionId),
    setMode: (modeId) => orders.setMode(modeId),
    setConfigOption: (optionId, value) => orders.setConfigOption(optionId, value),
    logIn: (methodId) => life.logIn(methodId),
    restart: () => life.restart(),
    switchPlansOn: () => life.switchPlansOn(),
    close: async () => await life.close(),
    killNow: () => life.killNow(),
  }
}
