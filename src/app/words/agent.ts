/** What is said of agents that are known: how one is started, and how its plans are switched on. */
import { shellWord } from '../../lib/text/shell-lines.ts'
import { switchValue, type KnownAgent, type PlanSwitch } from '../known-agents/known-agent.ts'
import { knownAgent } from '../known-agents/known-agents.ts'
import type { PlanAdvice } from '../plan-advice/plan-advice.ts'
import { switchOf, type PlanTools, type SwitchFault, type SwitchState } from '../state/plan-tools.ts'

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
