import {
  allSteps,
  type PlacedStep,
  type Script,
  type ScriptPlan,
  type ScriptSetting,
  stepsIn,
} from './script-schema.ts'
import { nameHint, type PlanChange, type ScriptEntry } from './script-values.ts'
import type { ScriptFault } from './script-fault.ts'
import { isObject } from '../../../protocol/wire/message.ts'
import { nearest } from '../../../lib/text/usage-error.ts'
import { slotsOf, builtInNames } from '../playing/scene.ts'

/** Steps that refer to plans or entries that do not exist, or make changes that the plan's kind does not have. */
function* checkPlans(script: Script): Generator<ScriptFault> {
  const plans = script.plans ?? {}
  for (const [name, plan] of Object.entries(plans))
    if (plan.items !== undefined) yield* checkKeys(plan.items, ['plans', name, 'items'])
  const placed = [...allSteps(script)]
  for (const { step, path } of placed) {
    const use = planUseIn(step)
    if (use === null || use.name.includes('{{')) continue
    const plan = Object.hasOwn(plans, use.name) ? plans[use.name] : undefined
    if (plan === undefined) {
      const hint = nameHint(use.name, Object.keys(plans))
      yield { path: [...path, use.key], message: `there is no plan “${use.name}”`, hint }
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
    yield {
      path: [...path, key],
      message: `the plan “${name}” cannot be removed: it has no id`,
      hint: 'Give it one, as in { id: work, items: […] }.',
    }
  const unfit = [...('items' in plan ? [] : forLists), ...('markdown' in plan ? [] : forTexts)]
  const unfitKey = unfit.find((each) => change[each] !== undefined)
  if (unfitKey !== undefined) {
    const kind = 'items' in plan ? 'checklist' : 'markdown' in plan ? 'text' : 'file'
    const hint =
      'file' in plan ? 'What is in the file is changed with `write`.' : `It is for ${otherKind[kind]}.`
    yield { path: [...path, unfitKey], isKey: true, message: `“${unfitKey}” is nothing for a ${kind}`, hint }
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
    ...Object.keys(change).map((key) => ({ key, at: ['change', key], isKey: true })),
    ...drop.map((key, index) => ({ key, at: ['drop', index], isKey: false })),
    ...(before === undefined ? [] : [{ key: before, at: ['before'], isKey: false }]),
  ]
  for (const { key, at, isKey } of named)
    if (!key.includes('{{') && !keys.includes(key))
      yield {
        path: [...path, ...at],
        isKey,
        message: `no entry has the key “${key}”`,
        hint: nameHint(key, keys),
      }
}

/** Duplicate keys of entries. */
function* checkKeys(entries: readonly ScriptEntry[], path: readonly PropertyKey[]): Generator<ScriptFault> {
  const keys = keysOf(entries)
  const index = keys.findIndex((key, at) => keys.indexOf(key) !== at)
  if (index >= 0)
    yield {
      path: [...path, index],
      message: `two entries have the key “${keys[index]}”`,
      hint: 'Give each a key of its own.',
    }
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
      yield {
        path: ['logins', index, 'variable'],
        isKey: true,
        message: 'a way to log in is a command or a variable, and not both',
        hint: 'Leave out args or variable.',
      }
  const turns = (script.turns ?? []).map(({ when }, index) => ({ when, path: ['turns', index] }))
  const located = [...allSteps(script)]
  const steps = located.map(({ step, path }) => ({ when: step.when, path }))
  const modes = settings.filter(({ category }) => category === 'mode').flatMap(valuesOf)
  for (const { when, path } of [...turns, ...steps])
    for (const mode of [when?.mode ?? []].flat())
      if (!modes.includes(mode))
        yield {
          path: [...path, 'when', 'mode'],
          message: `there is no mode “${mode}”`,
          hint:
            modes.length === 0 ? 'A setting with the category mode has the modes.' : nameHint(mode, modes),
        }
  for (const { step, path } of located)
    if ('set' in step) yield* checkSet(step.set, settings, [...path, 'set'])
}

function* checkSetting(setting: ScriptSetting, path: readonly PropertyKey[]): Generator<ScriptFault> {
  const { value, choices, groups } = setting
  if (typeof value === 'boolean') {
    if (choices !== undefined || groups !== undefined)
      yield {
        path: [...path, 'value'],
        message: `“${setting.id}” has choices, and is ${value}`,
        hint: 'Make one of the choices its value, or leave out the choices.',
      }
    return
  }
  if ((choices === undefined) === (groups === undefined))
    yield {
      path,
      message: `“${setting.id}” needs choices`,
      hint: 'Give it choices, or groups with choices, or make its value true or false.',
    }
  else if (!valuesOf(setting).includes(value))
    yield {
      path: [...path, 'value'],
      message: `“${setting.id}” has no choice “${value}”`,
      hint: nameHint(value, valuesOf(setting)),
    }
}

function* checkSet(
  set: Readonly<Record<string, string | boolean>>,
  settings: readonly ScriptSetting[],
  path: readonly PropertyKey[],
): Generator<ScriptFault> {
  for (const [id, value] of Object.entries(set)) {
    const setting = settings.find((each) => each.id === id)
    if (setting === undefined) {
      const ids = settings.map((each) => each.id)
      yield {
        path: [...path, id],
        isKey: true,
        message: `there is no setting “${id}”`,
        hint: nameHint(id, ids),
      }
    } else if (typeof value !== typeof setting.value)
      yield {
        path: [...path, id],
        message: `“${id}” cannot be ${value}`,
        hint:
          typeof setting.value === 'boolean' ? 'It must be true or false.' : nameHint('', valuesOf(setting)),
      }
    else if (typeof value === 'string' && !value.includes('{{') && !valuesOf(setting).includes(value))
      yield {
        path: [...path, id],
        message: `“${id}” has no choice “${value}”`,
        hint: nameHint(value, valuesOf(setting)),
      }
  }
}

function valuesOf({ choices, groups }: ScriptSetting): readonly string[] {
  const all = choices ?? (groups ?? []).flatMap((group) => group.choices)
  return all.map(({ value }) => value)
}

/** The first error in a script that its schema does not find: undefined names, and keys that cannot be combined. */
export function checkNames(script: Script): ScriptFault | null {
  for (const faults of [checkOutline(script), checkSettings(script), checkPlans(script), checkParts(script)])
    for (const fault of faults) return fault
  for (const fault of checkValues(script)) return fault
  return null
}

function* checkOutline({ steps, turns }: Script): Generator<ScriptFault> {
  if (steps === undefined && turns === undefined)
    yield { path: [], message: 'nothing is played', hint: 'There must be steps, or turns with steps.' }
  if (steps !== undefined && turns !== undefined)
    yield {
      path: ['turns'],
      isKey: true,
      message: 'there are steps and turns',
      hint: 'Make the steps the first of the turns.',
    }
}

function* checkParts(script: Script): Generator<ScriptFault> {
  const parts = script.parts ?? {}
  for (const { step, path } of allSteps(script))
    if ('play' in step && !hasSlot(step.play) && !Object.hasOwn(parts, step.play))
      yield {
        path: [...path, 'play'],
        message: `there is no part “${step.play}”`,
        hint: nameHint(step.play, Object.keys(parts)),
      }
  for (const name of Object.keys(parts)) {
    const cycle = cycleFrom(name, parts)
    if (cycle !== null)
      yield {
        path: ['parts', name],
        isKey: true,
        message: `part “${name}” plays itself: ${cycle.join(' → ')}`,
        hint: 'It would never end. Use `for` to play something several times.',
      }
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
      yield { path: [...path, 'for'], message: '“for” has no name', hint: 'As in { file: [a.ts, b.ts] }.' }
    const others = bound.filter((name) => !Object.hasOwn(step.for, name))
    for (const [name, over] of Object.entries(step.for))
      if (typeof over === 'string' && !bound.includes(over))
        yield {
          path: [...path, 'for', name],
          message: `no list is called “${over}”`,
          hint: others.length === 0 ? 'Write the list itself.' : nameHint(over, others),
        }
  }
  const fields = fieldsOf(placed).map((field) => `answers.${field}`)
  yield* checkAnswers(script, fields)
  yield* checkSlots(script, [], [...builtInNames, ...bound, ...fields])
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
    return isObject(properties) ? Object.keys(properties) : []
  })
}

function* checkAnswers(script: Script, fields: readonly string[]): Generator<ScriptFault> {
  const turns = (script.turns ?? []).map(({ when }, index) => ({ when, path: ['turns', index] }))
  const steps = [...allSteps(script)].map(({ step, path }) => ({ when: step.when, path }))
  for (const { when, path } of [...turns, ...steps])
    for (const field of Object.keys(when?.answers ?? {}))
      if (!fields.includes(`answers.${field}`))
        yield {
          path: [...path, 'when', 'answers', field],
          isKey: true,
          message: `no form asks for “${field}”`,
          hint: nameHint(
            field,
            fields.map((each) => each.slice('answers.'.length)),
          ),
        }
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
        yield { path, message: `nothing is called {{${slot}}}`, hint: nameHint(slot, names) }
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
