import { isObject, type JsonObject } from '../../protocol/wire/message.ts'
import type { Memory, ScriptState } from '../scenario/memory.ts'
import type { DemoTurn } from '../scenario/scenario.ts'
import { fill } from './fill.ts'
import type { Script, ScriptCondition, ScriptValue } from './script.ts'

/** Where steps are played: the turn that they belong to, and the names that have a value there. */
export interface Scene {
  readonly script: Script
  readonly turn: DemoTurn
  /** What follows in the prompt after the beginning that the turn is for. */
  readonly rest: string
  /** Of `for` and `with`. */
  readonly values: Readonly<Record<string, ScriptValue>>
}

/** The scene with more names. */
export function sceneWith(scene: Scene, values: Scene['values']): Scene {
  return { ...scene, values: { ...scene.values, ...values } }
}

/** Changes how things stand. */
export function setState({ memory }: { readonly memory: Memory }, change: Partial<ScriptState>): void {
  memory.now = { ...memory.now, ...change }
}

/** A text with the scene's values in it. */
export function textIn(scene: Scene, text: string): string {
  return fill(text, (name) => valueOf(scene, name))
}

/** A JSON value with the scene's values in all of its texts, keys included. */
export function jsonIn(scene: Scene, value: unknown): unknown {
  if (typeof value === 'string') return textIn(scene, value)
  if (Array.isArray(value)) return value.map((each: unknown) => jsonIn(scene, each))
  return isObject(value) ? objectIn(scene, value) : value
}

export function objectIn(scene: Scene, object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [textIn(scene, key), jsonIn(scene, value)]),
  )
}

/** Names of values that every script has. */
export const standingNames: readonly string[] = ['prompt', 'words', 'rest']

/** undefined: nothing is called so; null: there is no such answer. */
function valueOf({ turn, rest, values }: Scene, name: string): unknown {
  if (Object.hasOwn(values, name)) return values[name]
  if (name === 'prompt') return turn.text
  if (name === 'words') return oneLine(turn.text)
  if (name === 'rest') return oneLine(rest)
  if (!name.startsWith('answers.')) return undefined
  const { answers } = turn.memory.now
  const field = name.slice('answers.'.length)
  return Object.hasOwn(answers, field) ? answers[field] : null
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

/** Whether a condition holds; none always does. */
export function holds(condition: ScriptCondition | undefined, turn: DemoTurn): boolean {
  const { prompt, mode, answers } = condition ?? {}
  if (prompt !== undefined && !turn.text.startsWith(prompt)) return false
  if (mode !== undefined && ![mode].flat().includes(turn.mode ?? '')) return false
  return Object.entries(answers ?? {}).every(([field, wanted]) => {
    const answer = Object.hasOwn(turn.memory.now.answers, field) ? turn.memory.now.answers[field] : undefined
    return Array.isArray(answer) ? answer.includes(wanted) : answer === wanted
  })
}
