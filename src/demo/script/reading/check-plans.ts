import { allSteps, type PlacedStep } from './all-steps.ts'
import { nameHint } from './key-hint.ts'
import type { Script, ScriptPlan } from './script-schema.ts'
import type { PlanChange, ScriptEntry } from './script-values.ts'
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

/** A step's use of a plan. */
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

interface UsePlace {
  readonly path: PlacedStep['path']
  /** Keys of the entries that some step adds. */
  readonly added: readonly string[]
}

const forLists = ['change', 'add', 'before', 'drop'] as const
const forTexts = ['text', 'append', 'tick', 'stream'] as const

function* checkUse(use: PlanUse, plan: ScriptPlan, { path, added }: UsePlace): Generator<ScriptFault> {
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
