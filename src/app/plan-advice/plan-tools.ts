/**
 * What was done so that an agent has its tools for plans (`--plan-tools`), and what its environment holds already. It is told
 * at every start, and noted in recordings: no value of a variable is in it.
 */
export interface PlanTools {
  /** `elsewhere`: the agent was not started from here. */
  readonly mode: 'on' | 'off' | 'elsewhere'
  /** The known agent that is started, by its id: its command names it, or it has named itself before; null: nobody knows. */
  readonly startedAgent: string | null
  /** Of each known agent whose plans can be switched on. Empty where the agent was not started from here. */
  readonly switches: readonly AgentSwitch[]
}

export interface AgentSwitch {
  /** A known agent's id. */
  readonly agent: string
  readonly state: SwitchState
}

/** What a started agent's environment holds of the variable that switches its plans on. */
export type SwitchState =
  /** Nothing. */
  | { readonly type: 'unset' }
  /** This program has set it. */
  | { readonly type: 'set' }
  /** This program has added to the settings that the user has in it. */
  | { readonly type: 'merged' }
  /** The user has switched them on. */
  | { readonly type: 'own' }
  /** The user has switched them off; `command`: by words of the agent's own command, which win over the environment. */
  | { readonly type: 'kept-off'; readonly where: 'environment' | 'command' }
  /** The user has something in it that cannot be added to; it is left as it is. */
  | { readonly type: 'unreadable'; readonly fault: SwitchFault }

/** What is wrong with the settings in a variable. */
export type SwitchFault = 'no-json' | 'no-object' | 'too-large' | 'too-deep'

export const switchFaults: readonly SwitchFault[] = ['no-json', 'no-object', 'too-large', 'too-deep']

/** What the environment holds for an agent; null where nothing can be switched on, or it is not known. */
export function switchOf(planTools: PlanTools | null, agentId: string): SwitchState | null {
  return planTools?.switches.find(({ agent }) => agent === agentId)?.state ?? null
}

/** The agent has its tools for plans. */
export function isSwitchedOn(state: SwitchState): boolean {
  return state.type === 'set' || state.type === 'merged' || state.type === 'own'
}
