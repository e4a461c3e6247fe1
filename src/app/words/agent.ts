/** What is said of agents that are known: how one is started, how its plans are switched on, and how a user logs in to it. */
import { shellWord } from '../../lib/text/shell-lines.ts'
import { switchValue, type KnownAgent, type PlanSwitch } from '../known-agents/known-agent.ts'
import { knownAgent } from '../known-agents/known-agents.ts'
import type { PlanAdvice } from '../plan-advice/plan-advice.ts'
import { switchOf, type PlanTools, type SwitchFault, type SwitchState } from '../state/plan-tools.ts'
import type { AuthMethod } from '../state/link.ts'

/** How an agent of the user is started, said after the demo. */
export const ownAgentCommand = 'acp-plan-tui -- <agent command>'

/** What names the other scenarios of the demo. */
export const demoListCommand = 'acp-plan-tui demo --list'

/** A switch as a shell assignment: `NAME=VALUE`. */
export function switchWords(by: PlanSwitch): string {
  return `${by.variable}=${shellWord(switchValue(by))}`
}

/** Why an agent shows no plan, in a sentence or two. Quotes nothing of the agent's. */
export function adviceSentences(advice: PlanAdvice): readonly string[] {
  const { name } = advice.agent
  switch (advice.type) {
    case 'never':
      return [`${name} sends plans to no client, and they cannot be switched on. ${advice.instead}`]
    case 'settings':
      return [`${name} sends plans only with ${advice.setting}.`]
    case 'on':
      return [`${name} has its plan tools (${switchWords(advice.by)}), and sends a plan when it makes one.`]
    case 'off':
      return [offSentence(advice)]
    case 'unreadable':
      return [unreadableSentence(advice.agent, advice.by, advice.fault)]
    case 'elsewhere':
      return [
        `${name} has plan tools only if ${switchWords(advice.by)} is set. It was not started from here: set that where it is started.`,
      ]
  }
}

function offSentence({ agent, by, because }: Extract<PlanAdvice, { type: 'off' }>): string {
  const { name } = agent
  switch (because) {
    case 'unset':
      return `${name} has plan tools only if ${switchWords(by)} is set, and it was started without it.`
    case 'option':
      return `${name} has plan tools only if ${switchWords(by)} is set, and --plan-tools off prevents that.`
    case 'environment':
      return `Your ${ownSetting(by)} keeps the plan tools of ${name} off.`
    case 'command':
      return `The command sets ${ownSetting(by)} itself, which keeps the plan tools of ${name} off: change it there.`
  }
}

function ownSetting(by: PlanSwitch): string {
  return by.form === 'flag' ? by.variable : `${by.variable} (${by.path.join('.')})`
}

const faults: Readonly<Record<SwitchFault, string>> = {
  'no-json': 'is not JSON',
  'no-object': 'is not an object where one is needed',
  'too-large': 'is too large to be added to',
  'too-deep': 'is nested too deeply to be added to',
}

function unreadableSentence({ name }: KnownAgent, by: PlanSwitch, fault: SwitchFault): string {
  return `Your ${by.variable} ${faults[fault]}, so it was left as it is, and ${name} has no plan tools. Set it to ${switchWords(by)}, together with your own settings.`
}

/** The words of a command that starts the agent with its plans on; null if that would not help. */
export function switchCommand(advice: PlanAdvice, command: readonly string[]): readonly string[] | null {
  if (advice.type !== 'off' || advice.because === 'command' || command.length === 0) return null
  // Quoted for a shell: can be pasted as shown.
  return ['acp-plan-tui', '--env', switchAssignment(advice.by), '--', ...command.map(shellWord)]
}

function switchAssignment(by: PlanSwitch): string {
  return shellWord(`${by.variable}=${switchValue(by)}`)
}

/** What was set at a start, in at most one line; nothing if there was nothing to do. */
export function planToolsWords(planTools: PlanTools): readonly string[] {
  const agent = knownAgent(planTools.startedAgent)
  const found = agent === null ? null : switchOf(planTools, agent.id)
  return agent?.plans.type !== 'switched' || found === null
    ? []
    : startWords(planTools, agent, agent.plans.by, found)
}

function startWords(
  { mode }: PlanTools,
  agent: KnownAgent,
  by: PlanSwitch,
  found: SwitchState,
): readonly string[] {
  const { name } = agent
  switch (found.type) {
    case 'set':
      return [`plan tools: ${switchWords(by)} was set for ${name} (see --plan-tools)`]
    case 'merged':
      return [`plan tools: ${switchWords(by)} was added to your ${by.variable} for ${name}`]
    case 'own':
      return [`plan tools: your ${ownSetting(by)} has switched them on for ${name}`]
    case 'kept-off':
      return [`plan tools: your ${ownSetting(by)} keeps them off for ${name}`]
    case 'unreadable':
      return mode === 'off'
        ? []
        : [`plan tools: ${unreadableSentence(agent, by, found.fault).replace(/^Y/, 'y')}`]
    case 'unset':
      return mode === 'off' ? [`plan tools: off, ${switchWords(by)} was not set for ${name}`] : []
  }
}

/** The name of an auth method. Raw. */
export function authMethodName({ id, name }: AuthMethod): string {
  return name.trim() === '' ? id : name
}

/**
 * How a user logs in with a method, with the exact command to run; follows its name. `command`: the agent's own, as
 * it was started; empty for a remote agent. Raw: it quotes the agent.
 */
export function describeAuthMethod(method: AuthMethod, command: readonly string[]): string {
  const { how, id } = method
  switch (how.type) {
    case 'agent':
      return `start with --auth ${shellWord(id)} to let the agent do it.`
    case 'terminal': {
      const words = loginCommand(how, command).join(' ')
      if (command.length === 0) {
        const added = words === '' ? '' : ` with ${words}`
        return `run the agent's own program${added} in a terminal on its machine, log in there, and connect again.`
      }
      return `run this in a terminal, log in there, and start the agent again: ${words}`
    }
    case 'env_var': {
      const place = how.link === null ? '' : ` (see ${how.link})`
      if (command.length === 0)
        return `set ${how.names.join(' and ')} in the agent's environment${place}, and start it again there.`
      const options = how.names.map((name) => `--env ${name}=…`).join(' ')
      return `set ${how.names.join(' and ')}${place} in your environment or with ${options}, and start the agent again.`
    }
    case 'other':
      return `its type “${how.name}” is unknown: log in with the agent's own program.`
  }
}

/** The words of the shell command that logs in with this method, quoted. */
export function loginCommand(
  how: Extract<AuthMethod['how'], { type: 'terminal' }>,
  command: readonly string[],
): readonly string[] {
  const variables = Object.entries(how.env)
  const isPlain = variables.every(([name]) => plainName.test(name))
  // A shell assigns plain names only; `env` any name.
  const assigned = isPlain
    ? variables.map(([name, value]) => `${name}=${shellWord(value)}`)
    : ['env', ...variables.map(([name, value]) => shellWord(`${name}=${value}`))]
  return [...assigned, ...command.map(shellWord), ...how.args.map(shellWord)]
}

/** The words that start this program and the agent with variables set; their values are left open. */
export function startCommand(names: readonly string[], command: readonly string[]): readonly string[] {
  const variables = names.filter((name) => plainName.test(name)).map((name) => `${name}=…`)
  return [...variables, 'acp-plan-tui', '--', ...command.map(shellWord)]
}

const plainName = /^[A-Za-z_]\w*$/
