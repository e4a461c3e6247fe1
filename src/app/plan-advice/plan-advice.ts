import { isOnlyShown, knownAgentOf, type AppState } from '../state/app-state.ts'
import type { KnownAgent, PlanSwitch } from '../known-agents/known-agent.ts'
import { isSwitchedOn, switchOf, type PlanTools, type SwitchFault } from '../state/plan-tools.ts'

/** Why an agent shows no plan, as far as known, and what would change that. */
export type PlanAdvice = { readonly agent: KnownAgent } &
  /** It sends plans to no client. */
  (
    | { readonly type: 'never'; readonly instead: string }
    /** Its user has to set this in its own settings. */
    | { readonly type: 'settings'; readonly setting: string }
    /** Its plan tools are on: the model decides when to plan. */
    | { readonly type: 'on'; readonly by: PlanSwitch }
    | {
        readonly type: 'off'
        readonly by: PlanSwitch
        /** What keeps them off: nothing was set, `--plan-tools off`, a variable of the user's, or words of the command. */
        readonly because: 'unset' | 'option' | 'environment' | 'command'
      }
    | { readonly type: 'unreadable'; readonly by: PlanSwitch; readonly fault: SwitchFault }
    /** It was not started here, and may run without plan tools. */
    | { readonly type: 'elsewhere'; readonly by: PlanSwitch }
  )

/** null if nothing is known that would help, and for agents that have sent a plan of their own in this run. */
export function planAdvice(state: AppState): PlanAdvice | null {
  const agent = knownAgentOf(state)
  if (agent === null || state.hasSentPlans) return null
  const { plans } = agent
  switch (plans.type) {
    case 'sent':
    case 'unknown':
      return null
    case 'never':
      return { type: 'never', agent, instead: plans.instead }
    case 'settings':
      return { type: 'settings', agent, setting: plans.setting }
    case 'switched':
      return switchAdviceOf(state, agent)
  }
}

/** The state of the agent's plan switch, whether it has sent a plan or not; null if it has none, or the state is unknown. */
export function switchAdviceOf({ planTools }: AppState, agent: KnownAgent): PlanAdvice | null {
  if (planTools === null || agent.plans.type !== 'switched') return null
  const { by } = agent.plans
  if (planTools.mode === 'elsewhere') return { type: 'elsewhere', agent, by }
  const found = switchOf(planTools, agent.id)
  if (found === null) return null
  if (isSwitchedOn(found)) return { type: 'on', agent, by }
  switch (found.type) {
    case 'kept-off':
      return { type: 'off', agent, by, because: found.where }
    case 'unreadable':
      return { type: 'unreadable', agent, by, fault: found.fault }
    default:
      return { type: 'off', agent, by, because: isOption(planTools, agent) ? 'option' : 'unset' }
  }
}

/** An agent that is not recognised by its command would be started without the switch in any case. */
function isOption({ mode, startedAgent }: PlanTools, agent: KnownAgent): boolean {
  return mode === 'off' && startedAgent === agent.id
}

/**
 * Why the agent cannot be restarted with its plans on now; null: it can. A key must not lose a running turn or an open question.
 */
export function switchRefusal(state: AppState): string | null {
  if (!canSwitchPlansOn(state)) return 'No way to switch plans on is known.'
  const isWorking = [...state.sessions.values()].some(({ turn }) => turn.state === 'working')
  if (isWorking) return 'The agent is at work: wait for the end of its turn, or cancel it.'
  const hasQuestion = state.permissions.length + state.elicitations.length > 0
  return hasQuestion ? 'A question waits for you: answer it first.' : null
}

/** This program has set the plan switch of the running agent. */
export function hasPlanToolsSet(state: Pick<AppState, 'agent' | 'planTools'>): boolean {
  const agent = state.planTools === null ? null : knownAgentOf(state)
  const found = agent === null ? null : switchOf(state.planTools, agent.id)
  return found?.type === 'set' || found?.type === 'merged'
}

/** The agent can be restarted here with its plans on. */
export function canSwitchPlansOn(state: AppState): boolean {
  const advice = isOnlyShown(state) ? null : planAdvice(state)
  return advice?.type === 'off' && advice.because !== 'command'
}
