import {
  allSteps,
  type PlacedStep,
  type Script,
  type ScriptPlan,
  type ScriptSetting,
  stepsIn,
} from './script-schema.ts'
import { nameHint, type PlanChange, type ScriptEntry } from './script-values.ts'
import { faultAt, keyFaultAt, type ScriptFault } from './script-fault.ts'
import { isObject, objectIn } from '../../../protocol/wire/message.ts'
import { mustBe, nearest } from '../../../lib/text/usage-error.ts'
import { slotsOf, builtInNames } from '../playing/scene.ts'

/** Steps that refer to plans or entries that do not exist, or make changes that the plan's kind does not have. */
function* checkPlans(script: Script): Generator<ScriptFault> {
  const plans = script.plans ?? {}
  for (const [name, plan] of Object.entries(plans))
    if (plan.items !== undefined) yield* checkKeys(plan.items, ['plans', name, 'items'])
  const placed = [...allSteps(script)]
  for (const { step, path } of placed) {
    const use = planUseIn(step)
    if (use === null || hasSlot(use.name)) continue
    const plan = Object.hasOwn(plans, use.name) ? plans[use.name] : undefined
    if (plan === undefined) {
      const hint = nameHint(use.name, Object.keys(plans))
      yield faultAt([...path, use.key], `there is no plan “${use.name}”`, hint)
    } else yield* checkUse(use, plan, { path, added: addedTo(use.name, placed) })
  }
}

interface PlanUse {
  readonly key: 'plan' | 'prepare' | 'remove'
  readonly name: string
  readonly change: PlanChange & { readonly stream?: unknown }
}

function planUseIn(step: PlacedStep['step']): PlanUse | null {
  if ('plan' in step) return { key: 'plan', name: step.plan, change: step }
  if ('prepare' in step) return { key: 'prepare', name: step.prepare, change: step }
  return 'remove' in step ? { key: 'remove', name: step.remove, change: step } : null
}

interface UsePosition {
  readonly path: PlacedStep['path']
  /** Keys of the entries that some step adds. */
  readonly added: readonly string[]
}

const forLists = ['change', 'add', 'before', 'drop'] as const
const forTexts = ['text', 'append', 'tick', 'stream'] as const

function* checkUse(use: PlanUse, plan: ScriptPlan, { path, added }: UsePosition): Generator<ScriptFault> {
  const { key, name, change } = use
  if (key === 'remove' && 'items' in plan && plan.id === undefined && change.id === undefined)
    yield faultAt(
      [...path, key],
      `the plan “${name}” cannot be removed: it has no id`,
      'Give it one, as in { id: work, items: […] }.',
    )
  const unfit = [...('items' in plan ? [] : forLists), ...('markdown' in plan ? [] : forTexts)]
  const unfitKey = unfit.find((each) => change[each] !== undefined)
  if (unfitKey !== undefined) {
    const kind = 'items' in plan ? 'checklist' : 'markdown' in plan ? 'text' : 'file'
    const hint =
      'file' in plan ? 'What is in the file is changed with `write`.' : `It is for ${otherKind[kind]}.`
    yield keyFaultAt([...path, unfitKey], `“${unfitKey}” is nothing for a ${kind}`, hint)
  }
  if (plan.items !== undefined) yield* checkChange(change, [...keysOf(plan.items), ...added], path)
}

const otherKind = { checklist: 'markdown', text: 'checklists', file: '' } as const

function* checkChange(
  { change = {}, drop = [], before, add = [] }: PlanChange,
  keys: readonly string[],
  path: PlacedStep['path'],
): Generator<ScriptFault> {
  yield* checkKeys(add, [...path, 'add'])
  const named = [
    ...Object.keys(change).map((key) => ({ key, at: ['change', key], fault: keyFaultAt })),
    ...drop.map((key, index) => ({ key, at: ['drop', index], fault: faultAt })),
    ...(before === undefined ? [] : [{ key: before, at: ['before'], fault: faultAt }]),
  ]
  for (const { key, at, fault } of named)
    if (!hasSlot(key) && !keys.includes(key))
      yield fault([...path, ...at], `no entry has the key “${key}”`, nameHint(key, keys))
}

/** Duplicate keys of entries. */
function* checkKeys(entries: readonly ScriptEntry[], path: readonly PropertyKey[]): Generator<ScriptFault> {
  const keys = keysOf(entries)
  const index = keys.findIndex((key, at) => keys.indexOf(key) !== at)
  if (index >= 0)
    yield faultAt(
      [...path, index],
      `two entries have the key “${keys[index]}”`,
      'Give each a key of its own.',
    )
}

function keysOf(entries: readonly ScriptEntry[]): readonly string[] {
  return entries.map((entry, index) =>
    typeof entry === 'string' ? String(index + 1) : (entry.key ?? String(index + 1)),
  )
}

function addedTo(name: string, placed: readonly PlacedStep[]): readonly string[] {
  return placed.flatMap(({ step }) => {
    const use = planUseIn(step)
    if (use?.name !== name) return []
    return (use.change.add ?? []).flatMap((entry) => (typeof entry === 'string' ? [] : (entry.key ?? [])))
  })
}

/** Inconsistent settings, and steps and conditions that name a setting or value that does not exist. */
function* checkSettings(script: Script): Generator<ScriptFault> {
  const settings = script.settings ?? []
  for (const [index, setting] of settings.entries()) yield* checkSetting(setting, ['settings', index])
  for (const [index, { args, variable }] of (script.logins ?? []).entries())
    if (args !== undefined && variable !== undefined)
      yield keyFaultAt(
        ['logins', index, 'variable'],
        'a way to log in is a command or a variable, and not both',
        'Leave out args or variable.',
      )
  const modes = settings.filter(({ category }) => category === 'mode').flatMap(valuesOf)
  const noModes = 'A setting with the category mode has the modes.'
  for (const { when, path } of conditionsIn(script))
    for (const mode of [when?.mode ?? []].flat())
      if (!modes.includes(mode)) {
        const hint = modes.length === 0 ? noModes : nameHint(mode, modes)
        yield faultAt([...path, 'mode'], `there is no mode “${mode}”`, hint)
      }
  for (const { step, path } of allSteps(script))
    if ('set' in step) yield* checkSet(step.set, settings, [...path, 'set'])
}

/** The conditions of all turns and steps, and where they stand. */
function conditionsIn(script: Script): readonly {
  readonly when: PlacedStep['step']['when']
  readonly path: readonly PropertyKey[]
}[] {
  const turns = (script.turns ?? []).map(({ when }, index) => ({ when, path: ['turns', index, 'when'] }))
  const steps = Array.from(allSteps(script), ({ step: { when }, path }) => ({
    when,
    path: [...path, 'when'],
  }))
  return [...turns, ...steps]
}

function* checkSetting(setting: ScriptSetting, path: readonly PropertyKey[]): Generator<ScriptFault> {
  const { value, choices, groups } = setting
  if (typeof value === 'boolean') {
    if (choices !== undefined || groups !== undefined)
      yield faultAt(
        [...path, 'value'],
        `“${setting.id}” has choices, and is ${value}`,
        'Make one of the choices its value, or leave out the choices.',
      )
    return
  }
  if ((choices === undefined) === (groups === undefined))
    yield faultAt(
      path,
      `“${setting.id}” needs choices`,
      'Give it choices, or groups with choices, or make its value true or false.',
    )
  else if (!valuesOf(setting).includes(value)) yield noChoice([...path, 'value'], setting, value)
}

function noChoice(path: ScriptFault['path'], setting: ScriptSetting, value: string): ScriptFault {
  return faultAt(path, `“${setting.id}” has no choice “${value}”`, nameHint(value, valuesOf(setting)))
}

function* checkSet(
  set: Readonly<Record<string, string | boolean>>,
  settings: readonly ScriptSetting[],
  path: readonly PropertyKey[],
): Generator<ScriptFault> {
  for (const [id, value] of Object.entries(set)) {
    const setting = settings.find((each) => each.id === id)
    const at = [...path, id]
    if (setting === undefined) {
      const ids = settings.map((each) => each.id)
      yield keyFaultAt(at, `there is no setting “${id}”`, nameHint(id, ids))
    } else if (typeof value !== typeof setting.value) {
      const isSwitch = typeof setting.value === 'boolean'
      const hint = isSwitch ? mustBe('true or false') : nameHint('', valuesOf(setting))
      yield faultAt(at, `“${id}” cannot be ${value}`, hint)
    } else if (typeof value === 'string' && !hasSlot(value) && !valuesOf(setting).includes(value))
      yield noChoice(at, setting, value)
  }
}

function valuesOf({ choices, groups }: ScriptSetting): readonly string[] {
  const all = choices ?? (groups ?? []).flatMap((group) => group.choices)
  return all.map(({ value }) => value)
}

/** The first error in a script that its schema does not find: undefined names, and keys that cannot be combined. */
export function checkNames(script: Script): ScriptFault | null {
  for (const check of [checkOutline, checkSettings, checkPlans, checkParts, checkValues])
    for (const fault of check(script)) return fault
  return null
}

function* checkOutline({ steps, turns }: Script): Generator<ScriptFault> {
  if (steps === undefined && turns === undefined)
    yield faultAt([], 'nothing is played', 'There must be steps, or turns with steps.')
  if (steps !== undefined && turns !== undefined)
    yield keyFaultAt(['turns'], 'there are steps and turns', 'Make the steps the first of the turns.')
}

function* checkParts(script: Script): Generator<ScriptFault> {
  const parts = script.parts ?? {}
  for (const { step, path } of allSteps(script))
    if ('play' in step && !hasSlot(step.play) && !Object.hasOwn(parts, step.play))
      yield faultAt(
        [...path, 'play'],
        `there is no part “${step.play}”`,
        nameHint(step.play, Object.keys(parts)),
      )
  for (const name of Object.keys(parts)) {
    const cycle = cycleFrom(name, parts)
    if (cycle !== null)
      yield keyFaultAt(
        ['parts', name],
        `part “${name}” plays itself: ${cycle.join(' → ')}`,
        'It would never end. Use `for` to play something several times.',
      )
  }
}

/** A cycle of parts that begins at a part; null: there is none. */
function cycleFrom(name: string, parts: NonNullable<Script['parts']>): readonly string[] | null {
  const seen = new Set<string>()
  const follow = (from: string): readonly string[] | null => {
    if (seen.has(from)) return null
    seen.add(from)
    for (const next of playedIn(Object.hasOwn(parts, from) ? parts[from] : undefined)) {
      if (next === name) return [from, name]
      const rest = follow(next)
      if (rest !== null) return [from, ...rest]
    }
    return null
  }
  return follow(name)
}

function playedIn(part: NonNullable<Script['parts']>[string] | undefined): readonly string[] {
  return [...stepsIn(part)].flatMap(({ step }) => ('play' in step ? [step.play] : []))
}

function* checkValues(script: Script): Generator<ScriptFault> {
  const placed = [...allSteps(script)]
  const bound = placed.flatMap(({ step }) => boundBy(step))
  for (const { step, path } of placed) {
    if (!('for' in step)) continue
    if (Object.keys(step.for).length === 0)
      yield faultAt([...path, 'for'], '“for” has no name', 'As in { file: [a.ts, b.ts] }.')
    const others = bound.filter((name) => !Object.hasOwn(step.for, name))
    for (const [name, over] of Object.entries(step.for))
      if (typeof over === 'string' && !bound.includes(over)) {
        const hint = others.length === 0 ? 'Write the list itself.' : nameHint(over, others)
        yield faultAt([...path, 'for', name], `no list is called “${over}”`, hint)
      }
  }
  const fields = fieldsOf(placed)
  yield* checkAnswers(script, fields)
  yield* checkSlots(script, [], [...builtInNames, ...bound, ...fields.map((field) => `answers.${field}`)])
}

function boundBy(step: PlacedStep['step']): readonly string[] {
  if ('for' in step) return Object.keys(step.for)
  return 'with' in step ? Object.keys(step.with ?? {}) : []
}

/** The names of all answers: fields of forms, those that `answers` sets, and the text field of requests. */
function fieldsOf(placed: readonly PlacedStep[]): readonly string[] {
  return placed.flatMap(({ step }) => {
    if ('answers' in step) return Object.keys(step.answers)
    if ('request' in step) return step.words === undefined ? [] : [step.words]
    const properties = 'form' in step ? step.schema['properties'] : undefined
    return Object.keys(objectIn(properties))
  })
}

function* checkAnswers(script: Script, fields: readonly string[]): Generator<ScriptFault> {
  for (const { when, path } of conditionsIn(script))
    for (const field of Object.keys(when?.answers ?? {}))
      if (!fields.includes(field))
        yield keyFaultAt([...path, 'answers', field], `no form asks for “${field}”`, nameHint(field, fields))
}

/** A slot with an unknown name stays in the text, but one that is close to a known name is an error. */
function* checkSlots(
  value: unknown,
  path: readonly PropertyKey[],
  names: readonly string[],
): Generator<ScriptFault> {
  if (typeof value === 'string') {
    for (const slot of slotsOf(value)) {
      const meant = names.includes(slot) ? null : nearest(slot, names)
      if (meant !== null || (slot.startsWith('answers.') && !names.includes(slot)))
        yield faultAt(path, `nothing is called {{${slot}}}`, nameHint(slot, names))
    }
  } else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) yield* checkSlots(each, [...path, index], names)
  } else if (isObject(value)) {
    for (const [key, each] of Object.entries(value)) {
      yield* checkSlots(key, [...path, key], names)
      yield* checkSlots(each, [...path, key], names)
    }
  }
}

function hasSlot(text: string): boolean {
  return text.includes('{{')
}
