import { type TurnContext, holds, type DemoTurn } from './scene.ts'
import type { Script, ScriptTurn } from '../reading/script-schema.ts'
import { finished, playSteps, type DemoEnd } from './play-steps.ts'

/** Settings, commands and logins of the agent. If there are logins, one of them is required before the first session. */
export type DemoOffers = Pick<Script, 'settings' | 'commands' | 'logins'>

export interface DemoScenario {
  readonly name: string
  /** One line for `demo --list`. */
  readonly title: string
  /** About how long it takes at speed 1, if requests are answered at once. */
  readonly seconds: number
  /** The prompts that the client sends by default, one after the other. */
  readonly prompts: readonly string[]
  /** The agent lists (invented) sessions of earlier days. */
  readonly hasPast: boolean
  readonly offers: DemoOffers
  play(turn: DemoTurn, context: TurnContext): Promise<DemoEnd>
}

export function scriptedScenario(name: string, script: Script): DemoScenario {
  const turns = turnsOf(script)
  return {
    name,
    title: script.title ?? name,
    seconds: script.seconds ?? 0,
    prompts: promptsOf(script),
    hasPast: false,
    offers: script,
    play(turn, context) {
      const index = turnFor(turns, turn)
      const played = turns[index]
      if (played === undefined) return Promise.resolve(finished)
      const { memory } = turn
      const beginning = memory.beginnings.get(index)
      if (beginning === undefined) memory.beginnings.set(index, memory.state)
      else memory.state = beginning
      const rest = turn.text.slice(played.when?.prompt?.length ?? 0)
      return playSteps(played.steps, { script, turn, context, rest, values: {} })
    },
  }
}

function turnsOf({ turns, steps }: Script): readonly ScriptTurn[] {
  return turns ?? [{ steps: steps ?? [] }]
}

/** The prompts of the turns without a condition, up to the first that has none. */
function promptsOf(script: Script): readonly string[] {
  const inOrder = turnsOf(script).filter(({ when }) => when === undefined)
  const prompts = inOrder.map(({ prompt }, index) => prompt ?? (index === 0 ? script.prompt : undefined))
  const end = prompts.indexOf(undefined)
  return prompts.slice(0, end < 0 ? undefined : end).filter((prompt) => prompt !== undefined)
}

function turnFor(turns: readonly ScriptTurn[], turn: DemoTurn): number {
  const certain = turns.findIndex(({ when }) => when !== undefined && holds(when, turn))
  if (certain >= 0) return certain
  const inOrder = [...turns.keys()].filter((index) => turns[index]?.when === undefined)
  return inOrder[turn.number - 1] ?? inOrder.at(-1) ?? -1
}
