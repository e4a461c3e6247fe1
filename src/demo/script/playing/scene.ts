import { isObject, type JsonObject, type ProtocolVersion } from '../../../protocol/wire/message.ts'
import type { Script, ScriptPlan } from '../reading/script-schema.ts'
import type {
  ScriptCondition,
  ScriptValue,
  PlanChange,
  ScriptEntry,
  TextChange,
} from '../reading/script-values.ts'
import type { DemoFolder } from '../../host/demo-process.ts'
import type { Elicitation, PermissionQuestion, PlanState, KeyedEntry, PlanName } from './updates.ts'
import { writeJson } from '../../../lib/json/write-json.ts'

/** The state of a script between two steps. */
interface ScriptState {
  /** By `planKey`. */
  readonly plans: ReadonlyMap<string, PlanState>
  /** Texts of the written files, by their names. */
  readonly files: ReadonlyMap<string, string>
  readonly answers: JsonObject
}

/** The state of a script in a session, which lasts from turn to turn. */
export interface Memory {
  state: ScriptState
  /** The state at the beginning of each turn of the script, when it was played for the first time. */
  readonly beginnings: Map<number, ScriptState>
  /** Counts tool calls and pages without an id of their own. */
  calls: number
}

export function newMemory(): Memory {
  return {
    state: { plans: new Map(), files: new Map(), answers: {} },
    beginnings: new Map(),
    calls: 0,
  }
}

/** What the steps of one turn act on: its session, the client, the clock and the folder of the run. */
export interface TurnContext {
  /** Of the agent or a sub-agent. */
  readonly sessionId: string
  readonly version: ProtocolVersion
  readonly capabilities: ClientCapabilities
  readonly folder: DemoFolder
  /** How many characters a message chunk has. */
  readonly pieceLength: number
  /** Sends a `session/update`. Resolves when it was handed to the transport. */
  update(update: unknown): Promise<void>
  /** Asks for a permission. Unless `withinMs` is null, the agent takes the request back after that time, whatever the pace is. */
  ask(question: PermissionQuestion, withinMs: number | null): Promise<PermissionAnswer>
  /** The content of the form, `{}` for a page; null: it was declined or cancelled, or the request failed. */
  elicit(elicitation: Elicitation): Promise<JsonObject | null>
  /** The client's answer to a request that is not part of ACP; null: the turn was cancelled. */
  request(method: string, params: JsonObject): Promise<Outcome | null>
  /** Sends `elicitation/complete` for a page. */
  complete(elicitationId: string): Promise<void>
  /** Changes a setting, and sends the settings to the client. */
  set(id: string, value: string | boolean): Promise<void>
  /** The context of a sub-agent's session, the same for each call with the name. */
  subagent(name: string): TurnContext
  /** Resolves after the time, or as soon as the turn is cancelled. */
  wait(ms: number): Promise<void>
  isCancelled(): boolean
  /** A new id, unique in the session. */
  messageId(): string
  writeStderr(text: string): void
  /** Writes a line to the client as it is. Resolves when it was handed to the transport. */
  line(text: string): Promise<void>
}

/** What the client supports; the agent does without the rest. */
export interface ClientCapabilities {
  readonly forms: boolean
  readonly urls: boolean
  readonly subagents: boolean
  readonly booleans: boolean
  readonly notices: boolean
  readonly terminalLogins: boolean
}

/** The answer to a permission request: the id of the selected option, that the client or the user cancelled it, or none in time. */
export type PermissionAnswer =
  | { readonly type: 'selected'; readonly optionId: string }
  | { readonly type: 'cancelled' | 'too-late' }

/** The client's answer to an extension request. */
export interface Outcome {
  readonly outcome: string
  readonly fields: JsonObject
}

export interface DemoTurn {
  /** 1 for the first prompt of a session. */
  readonly number: number
  readonly text: string
  /** The mode that the session is in; null where the agent has none. */
  readonly mode: string | null
  readonly memory: Memory
}

/** What the steps of a script depend on and act on. */
export interface Scene {
  readonly script: Script
  readonly turn: DemoTurn
  readonly context: TurnContext
  /** The rest of the prompt, after the beginning that the turn's condition names. */
  readonly rest: string
  /** Set by `for` and `with`; slots in texts may name them. */
  readonly values: Readonly<Record<string, ScriptValue>>
}

export function sceneWith(scene: Scene, values: Scene['values']): Scene {
  return { ...scene, values: { ...scene.values, ...values } }
}

export function setState({ memory }: { readonly memory: Memory }, change: Partial<ScriptState>): void {
  memory.state = { ...memory.state, ...change }
}

/** A JSON value with the scene's values in the slots of all its texts and keys. */
export function filled<T>(scene: Scene, value: T): T
export function filled(scene: Scene, value: unknown): unknown {
  if (typeof value === 'string') return filledText(scene, value)
  if (Array.isArray(value)) return value.map((each: unknown) => filled(scene, each))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [filled(scene, key), filled(scene, each)]),
  )
}

export const builtInNames: readonly string[] = ['prompt', 'words', 'rest']

/** undefined: there is no such value; null: no form has such an answer. */
function sceneValue({ turn, rest, values }: Scene, name: string): unknown {
  if (Object.hasOwn(values, name)) return values[name]
  if (name === 'prompt') return turn.text
  if (name === 'words') return oneLine(turn.text)
  if (name === 'rest') return oneLine(rest)
  if (!name.startsWith('answers.')) return undefined
  const { answers } = turn.memory.state
  const field = name.slice('answers.'.length)
  return Object.hasOwn(answers, field) ? answers[field] : null
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

/** Whether a condition holds; a missing one does. */
export function holds(condition: ScriptCondition | undefined, turn: DemoTurn): boolean {
  const { prompt, mode, answers } = condition ?? {}
  if (prompt !== undefined && !turn.text.startsWith(prompt)) return false
  if (mode !== undefined && ![mode].flat().includes(turn.mode ?? '')) return false
  return Object.entries(answers ?? {}).every(([field, wanted]) => {
    const { answers: given } = turn.memory.state
    const answer = Object.hasOwn(given, field) ? given[field] : undefined
    return Array.isArray(answer) ? answer.includes(wanted) : answer === wanted
  })
}

const slot = /\{\{ *([\p{L}_][\p{L}\p{N}_.-]*) *(?:\|([^{}|]*))?\}\}/gu

/** The slots are `{{name}}`, or `{{name|default for an empty value}}`. Those with an unknown name stay as they are. Never throws. */
function filledText(scene: Scene, text: string): string {
  if (!text.includes('{{')) return text
  return text.replaceAll(slot, (whole: string, name: string, otherwise: string | undefined) => {
    const value = sceneValue(scene, name)
    if (value === undefined) return whole
    const text = textOf(value)
    return text === '' || text === null ? (otherwise ?? text ?? 'unknown') : text
  })
}

export function slotsOf(text: string): readonly string[] {
  return [...text.matchAll(slot)].map(([, name = '']) => name)
}

/** null: the value is no text, number or boolean: answers come from another program, and may be anything. */
function textOf(value: unknown): string | null {
  if (Array.isArray(value)) return value.map((each: unknown) => textOf(each) ?? 'unknown').join(', ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null
}

/** Says on stderr what a script names that does not exist. */
export function reportError({ context }: Scene, text: string): void {
  context.writeStderr(`the script is wrong: ${text}\n`)
}

/** Changes a plan and gives its new content; null: there is no such plan. Its first content is the script's. */
export function changePlan(scene: Scene, name: string, change: PlanChange): PlanState | null {
  const { memory } = scene.turn
  const key = change.id === undefined ? name : writeJson([name, change.id])
  const before = memory.state.plans.get(key) ?? initialPlan(scene, name)
  if (before === null) {
    reportError(scene, `there is no plan “${name}”`)
    return null
  }
  const plan = changed(before, change, (text) => reportError(scene, `plan ${name}: ${text}`))
  setState(scene.turn, { plans: new Map(memory.state.plans).set(key, plan) })
  return plan
}

/** The plan's id on the wire; null: it is the one anonymous plan of v1. */
export function planName(scene: Scene, name: string, id: string | undefined): PlanName | null {
  const plan = definedPlan(scene.script, name)
  const own = id ?? (plan?.id === undefined ? undefined : filled(scene, plan.id))
  if (own === undefined && plan?.items !== undefined) return null
  return plan?.field === 'id' ? { id: own ?? name } : { planId: own ?? name }
}

/** A text after a change. */
export function changedText(before: string, { text = before, append = '', tick = 0 }: TextChange): string {
  return tickBoxes(text, tick) + append
}

/** The text with its first `count` empty task boxes checked. */
function tickBoxes(text: string, count: number): string {
  let left = count
  return text.replaceAll('- [ ]', (box) => (left-- > 0 ? '- [x]' : box))
}

function definedPlan({ plans = {} }: Script, name: string): ScriptPlan | undefined {
  return Object.hasOwn(plans, name) ? plans[name] : undefined
}

function initialPlan(scene: Scene, name: string): PlanState | null {
  const plan = definedPlan(scene.script, name)
  if (plan === undefined) return null
  const { items, markdown, file = '' } = filled(scene, plan)
  if (items !== undefined)
    return { type: 'items', entries: items.map((entry, index) => toEntry(entry, index + 1)) }
  return markdown === undefined ? { type: 'file', file } : { type: 'markdown', text: markdown }
}

function toEntry(entry: ScriptEntry, number: number): KeyedEntry {
  const fields = typeof entry === 'string' ? { content: entry } : entry
  return { key: String(number), ...fields }
}

function changed(plan: PlanState, change: PlanChange, onError: (text: string) => void): PlanState {
  switch (plan.type) {
    case 'items':
      return { type: 'items', entries: changedEntries(plan.entries, change, onError) }
    case 'markdown':
      return { type: 'markdown', text: changedText(plan.text, change) }
    case 'file':
      return plan
  }
}

function changedEntries(
  before: readonly KeyedEntry[],
  { change = {}, add = [], before: place, drop = [] }: PlanChange,
  onError: (text: string) => void,
): readonly KeyedEntry[] {
  const entries = [...before]
  const indexOf = (key: string): number => {
    const index = entries.findIndex((entry) => entry.key === key)
    if (index < 0) onError(`there is no entry “${key}” now`)
    return index
  }
  for (const [key, what] of Object.entries(change)) {
    const index = indexOf(key)
    const entry = entries[index]
    if (entry !== undefined)
      entries[index] = { ...entry, ...(typeof what === 'string' ? { status: what } : what) }
  }
  for (const key of drop) {
    const index = indexOf(key)
    if (index >= 0) entries.splice(index, 1)
  }
  const index = place === undefined ? -1 : indexOf(place)
  const added = add.map((entry, at) => toEntry(entry, before.length + at + 1))
  entries.splice(index < 0 ? entries.length : index, 0, ...added)
  return entries
}
