import { writeJson } from '../../../lib/json/write-json.ts'
import type { KeyedEntry, PlanName, PlanState } from './updates.ts'
import type { Script, ScriptPlan } from '../reading/script-schema.ts'
import type { PlanChange, ScriptEntry, TextChange } from '../reading/script-values.ts'

import { filled, setState, type Scene } from './scene.ts'

/** Changes a plan and gives its new content. Its first content is the script's. `errors`: plans and entries that do not exist. */
export function changePlan(
  scene: Scene,
  name: string,
  change: PlanChange,
): { readonly plan: PlanState | null; readonly errors: readonly string[] } {
  const { memory } = scene.turn
  const key = change.id === undefined ? name : writeJson([name, change.id])
  const before = memory.state.plans.get(key) ?? initialPlan(scene, name)
  if (before === null) return { plan: null, errors: [`there is no plan “${name}”`] }
  const errors: string[] = []
  const plan = changed(before, change, (text) => void errors.push(`plan ${name}: ${text}`))
  setState(scene.turn, { plans: new Map(memory.state.plans).set(key, plan) })
  return { plan, errors }
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
