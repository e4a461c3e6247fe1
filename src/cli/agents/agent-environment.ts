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
  const { added, mode, command } = needs
  switch (needs.planTools) {
    case 'nowhere':
      return { variables: () => added, planTools: null }
    case 'elsewhere': {
      const applied: PlanTools = { mode: 'elsewhere', startedAgent: null, switches: [] }
      return { variables: () => added, planTools: { applied: () => applied, switchOn: () => false } }
    }
    case 'here': {
      const recognised = agentOfCommand(command)
      const environment = new SwitchedEnvironment(needs, recognised?.variables ?? {})
      if (mode === 'on' && recognised !== null) environment.switchOn(recognised.agent, 'where-unset')
      let startedAgent = recognised?.agent.id ?? null
      return {
        variables: () => environment.variables,
        planTools: {
          applied: () => ({ mode, startedAgent, switches: environment.switches() }),
          switchOn: (agentId) => {
            const agent = knownAgents.find(({ id }) => id === agentId)
            if (agent === undefined || !environment.switchOn(agent, 'anyway')) return false
            startedAgent = agentId
            return true
          },
        },
      }
    }
  }
}

class SwitchedEnvironment {
  readonly #needs: EnvironmentNeeds
  /** Variables that the command sets itself, which ours cannot change. */
  readonly #fixed: Readonly<Record<string, string>>
  /** Variables that we have set, by the id of the agent. */
  readonly #set = new Map<
    string,
    { readonly name: string; readonly value: string; readonly state: SwitchState }
  >()

  constructor(needs: EnvironmentNeeds, fixed: Readonly<Record<string, string>>) {
    this.#needs = needs
    this.#fixed = fixed
  }

  get variables(): Readonly<Record<string, string>> {
    const set = Object.fromEntries([...this.#set.values()].map(({ name, value }) => [name, value]))
    return { ...this.#needs.added, ...set }
  }

  switches(): PlanTools['switches'] {
    return knownAgents.flatMap(({ id, plans }) =>
      plans.type === 'switched' ? [{ agent: id, state: this.#stateOf(id, plans.by) }] : [],
    )
  }

  /** `anyway`: also against the user's own variable, on their request. False: nothing was changed. */
  switchOn({ id, plans }: KnownAgent, where: 'where-unset' | 'anyway'): boolean {
    if (plans.type !== 'switched' || Object.hasOwn(this.#fixed, plans.by.variable)) return false
    const { state, switchedOn } = switchIn(plans.by, this.#given(plans.by.variable))
    if (switchedOn === null || (where === 'where-unset' && state.type !== 'unset')) return false
    this.#set.set(id, { name: plans.by.variable, ...switchedOn })
    return true
  }

  #stateOf(id: string, by: PlanSwitch): SwitchState {
    const set = this.#set.get(id)
    if (set !== undefined) return set.state
    const fixed = Object.hasOwn(this.#fixed, by.variable) ? this.#fixed[by.variable] : undefined
    if (fixed === undefined) return switchIn(by, this.#given(by.variable)).state
    const { state } = switchIn(by, fixed)
    return state.type === 'own' ? state : { type: 'kept-off', where: 'command' }
  }

  #given(name: string): string | undefined {
    const { own, added } = this.#needs
    return Object.hasOwn(added, name) ? added[name] : own[name]
  }
}
