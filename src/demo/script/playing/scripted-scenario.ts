import { choices, type DemoLogin, type DemoSetting } from '../../scenario/offers.ts'
import {
  endsItsTurn,
  type DemoEnd,
  type DemoOffers,
  type DemoScenario,
  type DemoSteps,
  type DemoTurn,
} from '../../scenario/scenario.ts'
import { playSteps } from './play-steps.ts'
import { holds } from './scene.ts'
import type { Script, ScriptLogin, ScriptSetting, ScriptTurn } from '../script.ts'

/** A script as a scenario. */
export function scriptedScenario(name: string, script: Script): DemoScenario {
  const turns = turnsOf(script)
  return {
    name,
    title: script.title ?? name,
    seconds: script.seconds ?? 0,
    prompts: promptsOf(script),
    end: endOf(turns[0]),
    hasPast: false,
    offers: offersOf(script),
    steps: (turn) => playTurn(script, turns, turn),
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

function playTurn(script: Script, turns: readonly ScriptTurn[], turn: DemoTurn): DemoSteps {
  const index = turnFor(turns, turn)
  const played = turns[index]
  if (played === undefined) return []
  const { memory } = turn
  const beginning = memory.beginnings.get(index)
  if (beginning === undefined) memory.beginnings.set(index, memory.state)
  else memory.state = beginning
  const rest = turn.text.slice(played.when?.prompt?.length ?? 0)
  return playSteps(played.steps, { script, turn, rest, values: {} })
}

function turnFor(turns: readonly ScriptTurn[], turn: DemoTurn): number {
  const certain = turns.findIndex(({ when }) => when !== undefined && holds(when, turn))
  if (certain >= 0) return certain
  const inOrder = [...turns.keys()].filter((index) => turns[index]?.when === undefined)
  return inOrder[turn.number - 1] ?? inOrder.at(-1) ?? -1
}

/** The end of the first turn, by its last step. */
function endOf(turn: ScriptTurn | undefined): DemoEnd {
  const last = turn?.steps.at(-1)
  if (last !== undefined && 'exit' in last) return { type: 'exit', status: last.exit }
  if (last !== undefined && 'stop' in last) return { type: 'turn', stopReason: last.stop }
  return endsItsTurn
}

function offersOf({ settings, commands, logins }: Script): DemoOffers {
  return {
    ...(settings === undefined ? {} : { settings: settings.map(settingOf) }),
    ...(commands === undefined ? {} : { commands }),
    ...(logins === undefined ? {} : { logins: logins.map(loginOf) }),
  }
}

function settingOf({ value, choices: own = [], groups, ...rest }: ScriptSetting): DemoSetting {
  return typeof value === 'boolean'
    ? { ...rest, type: 'boolean', value }
    : { ...rest, type: 'select', value, groups: groups ?? choices(...own) }
}

function loginOf({ args, variable, seconds = 1, failure, ...rest }: ScriptLogin): DemoLogin {
  if (args !== undefined) return { ...rest, type: 'terminal', args }
  if (variable !== undefined) return { ...rest, type: 'env_var', variable }
  const takesMs = Math.round(seconds * 1000)
  return { ...rest, type: 'agent', takesMs, ...(failure === undefined ? {} : { failure }) }
}
