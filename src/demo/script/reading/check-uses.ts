import {
  allSteps,
  type PlacedStep,
  type Script,
  type ScriptPlan,
  type ScriptSetting,
} from './script-schema.ts'
import { nameHint, type PlanChange, type ScriptEntry } from './script-values.ts'
import type { ScriptFault } from './script-fault.ts'

/** Steps that refer to plans or entries that do not exist, or make changes that the plan's kind does not have. */
export function* checkPlans(script: Script): Generator<ScriptFault> {
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
export function* checkSettings(script: Script): Generator<ScriptFault> {
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
