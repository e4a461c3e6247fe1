/**
 * What was set so that an agent has its plan tools (`--plan-tools`), and what its environment held. Reported at every
 * start, and noted in recordings: holds no value of a variable.
 */
export interface PlanTools {
  /** `elsewhere`: the agent was not started here. */
  readonly mode: 'on' | 'off' | 'elsewhere'
  /** The id of the known agent that is started, by its command or by its own name before; null: unknown. */
  readonly startedAgent: string | null
  /** One for each known agent with a plan switch. Empty if the agent was not started here. */
  readonly switches: readonly AgentSwitch[]
}

export interface AgentSwitch {
  /** A known agent's id. */
  readonly agent: string
  readonly state: SwitchState
}

/** The state of the variable that switches plans on, in a started agent's environment. */
export type SwitchState =
  /** Not set. */
  | { readonly type: 'unset' }
  /** This program has set it. */
  | { readonly type: 'set' }
  /** This program has added to the user's settings in it. */
  | { readonly type: 'merged' }
  /** The user has switched plans on. */
  | { readonly type: 'own' }
  /** The user has switched plans off; `command`: by words of the agent's command, which override the environment. */
  | { readonly type: 'kept-off'; readonly where: 'environment' | 'command' }
  /** The user's value cannot be added to, and is left as it is. */
  | { readonly type: 'unreadable'; readonly fault: SwitchFault }

/** What is wrong with the settings in a variable. */
export type SwitchFault = 'no-json' | 'no-object' | 'too-large' | 'too-deep'

export const switchFaults: readonly SwitchFault[] = ['no-json', 'no-object', 'too-large', 'too-deep']

/** The state of an agent's switch; null if it has none, or the state is unknown. */
export function switchOf(planTools: PlanTools | null, agentId: string): SwitchState | null {
  return planTools?.switches.find(({ agent }) => agent === agentId)?.state ?? null
}

/** The agent has its plan tools. */
export function isSwitchedOn(state: SwitchState): boolean {
  return state.type === 'set' || state.type === 'merged' || state.type === 'own'
}
