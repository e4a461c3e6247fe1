import type { PlanToolsSwitch } from '../../agent/agent-options.ts'
import { agentOfCommand } from '../../app/known-agents/agent-of-command.ts'
import type { KnownAgent, PlanSwitch } from '../../app/known-agents/known-agent.ts'
import { knownAgents } from '../../app/known-agents/known-agents.ts'
import { switchIn } from '../../app/plan-advice/switch-in.ts'
import type { PlanTools, SwitchState } from '../../app/state/plan-tools.ts'
import type { AgentToWatch } from './agent-to-watch.ts'

export interface EnvironmentNeeds {
  readonly planTools: AgentToWatch['planTools']
  /** `--plan-tools`. */
  readonly mode: 'on' | 'off'
  /** The agent's command; empty for a remote agent. */
  readonly command: readonly string[]
  /** Our own environment, which the agent inherits. */
  readonly own: Readonly<Record<string, string | undefined>>
  /** The variables of `--env`. */
  readonly added: Readonly<Record<string, string>>
}

export interface AgentEnvironment {
  /** Added to our own environment at each start. */
  readonly variables: () => Readonly<Record<string, string>>
  /** null: the agent has no such switch. */
  readonly planTools: PlanToolsSwitch | null
}

/**
 * The environment of an agent that we start. If its command names a known agent, the variable that switches its plans on is set,
 * unless the user has set it or wants `--plan-tools off`. For any other agent it is set on the user's request.
 */
export function createAgentEnvironment(needs: EnvironmentNeeds): AgentEnvironment {
  const { added } = needs
  switch (needs.planTools) {
    case 'nowhere':
      return { variables: () => added, planTools: null }
    case 'elsewhere': {
      const applied: PlanTools = { mode: 'elsewhere', startedAgent: null, switches: [] }
      return { variables: () => added, planTools: { applied: () => applied, switchOn: () => false } }
    }
    case 'here':
      return environmentHere(needs)
  }
}

function environmentHere({ own, added, mode, command }: EnvironmentNeeds): AgentEnvironment {
  const recognised = agentOfCommand(command)
  /** Variables that the command sets itself, which ours cannot change. */
  const fixed: Readonly<Record<string, string>> = recognised?.variables ?? {}
  /** Variables that we have set, by the id of the agent. */
  const ours = new Map<
    string,
    { readonly name: string; readonly value: string; readonly state: SwitchState }
  >()
  let startedAgent = recognised?.agent.id ?? null

  function given(name: string): string | undefined {
    return Object.hasOwn(added, name) ? added[name] : own[name]
  }

  function stateOf(id: string, by: PlanSwitch): SwitchState {
    const set = ours.get(id)
    if (set !== undefined) return set.state
    const kept = Object.hasOwn(fixed, by.variable) ? fixed[by.variable] : undefined
    if (kept === undefined) return switchIn(by, given(by.variable)).state
    const { state } = switchIn(by, kept)
    return state.type === 'own' ? state : { type: 'kept-off', where: 'command' }
  }

  /** `anyway`: also against the user's own variable, on their request. False: nothing was changed. */
  function switchOn({ id, plans }: KnownAgent, where: 'where-unset' | 'anyway'): boolean {
    if (plans.type !== 'switched' || Object.hasOwn(fixed, plans.by.variable)) return false
    const { state, switchedOn } = switchIn(plans.by, given(plans.by.variable))
    if (switchedOn === null || (where === 'where-unset' && state.type !== 'unset')) return false
    ours.set(id, { name: plans.by.variable, ...switchedOn })
    return true
  }

  if (mode === 'on' && recognised !== null) switchOn(recognised.agent, 'where-unset')
  return {
    variables() {
      const set = Object.fromEntries([...ours.values()].map(({ name, value }) => [name, value]))
      return { ...added, ...set }
    },
    planTools: {
      applied: () => ({
        mode,
        startedAgent,
        switches: knownAgents.flatMap(({ id, plans }) =>
          plans.type === 'switched' ? [{ agent: id, state: stateOf(id, plans.by) }] : [],
        ),
      }),
      switchOn(agentId) {
        const agent = knownAgents.find(({ id }) => id === agentId)
        if (agent === undefined || !switchOn(agent, 'anyway')) return false
        startedAgent = agentId
        return true
      },
    },
  }
}
