import { writeJson } from '../../../lib/json/write-json.ts'
import type { DemoStep, EntryChange, KeyedEntry, PlanState, PlanRef } from '../../scenario/scenario.ts'
import { streamMarkdown, tickBoxes } from '../../scenario/steps.ts'
import { setState, textIn, type Scene } from './scene.ts'
import type { PlanChange, ScriptEntry, ScriptPlan, ScriptStream } from '../script.ts'

/** Changes a plan and gives its new content. Its first content is the script's. `errors`: plans and entries that do not exist. */
export function changePlan(
  scene: Scene,
  name: string,
  change: PlanChange,
): { readonly plan: PlanState | null; readonly errors: readonly string[] } {
  const { memory } = scene.turn
  const key = planKey(scene, name, change.id)
  const before = memory.state.plans.get(key) ?? initialPlan(scene, name)
  if (before === null) return { plan: null, errors: [`there is no plan “${name}”`] }
  const errors: string[] = []
  const plan = changed(before, change, {
    scene,
    onError: (text) => void errors.push(`plan ${name}: ${text}`),
  })
  setState(scene.turn, { plans: new Map(memory.state.plans).set(key, plan) })
  return { plan, errors }
}

/** The plan's dialect and id. */
export function planRef(scene: Scene, name: string, id: string | undefined): PlanRef {
  const plan = scene.script.plans?.[name]
  const own = id ?? plan?.id
  if (own === undefined && plan !== undefined && 'items' in plan) return { dialect: 'a' }
  return { dialect: plan?.field === 'id' ? 'b' : 'd', id: textIn(scene, own ?? name) }
}

/** The step that sends the plan. */
export function planStep(ref: PlanRef, plan: PlanState): DemoStep {
  switch (plan.type) {
    case 'items': {
      const entries = plan.entries.map(({ content, status = 'pending', priority = 'medium' }) => ({
        content,
        status,
        priority,
      }))
      return { type: 'plan', plan: ref, body: { type: 'items', entries } }
    }
    case 'markdown':
      return { type: 'plan', plan: ref, body: { type: 'markdown', content: plan.text } }
    case 'file':
      return { type: 'plan', plan: ref, body: { type: 'file', file: plan.file } }
  }
}

/** The steps that stream a markdown plan; any other plan is sent in one. */
export function streamSteps(ref: PlanRef, plan: PlanState, stream: ScriptStream): readonly DemoStep[] {
  if (plan.type !== 'markdown') return [planStep(ref, plan)]
  return streamMarkdown(ref, plan.text, { pieceLength: stream.characters, seconds: stream.every })
}

/** A text after a change. */
export function changedText(
  scene: Scene,
  before: string,
  change: Pick<PlanChange, 'text' | 'append' | 'tick'>,
): string {
  const text = change.text === undefined ? before : textIn(scene, change.text)
  const ticked = change.tick === undefined ? text : tickBoxes(text, change.tick)
  return change.append === undefined ? ticked : ticked + textIn(scene, change.append)
}

function planKey(scene: Scene, name: string, id: string | undefined): string {
  return id === undefined ? name : writeJson([name, textIn(scene, id)])
}

function initialPlan(scene: Scene, name: string): PlanState | null {
  const { plans } = scene.script
  const plan = plans !== undefined && Object.hasOwn(plans, name) ? plans[name] : undefined
  return plan === undefined ? null : asDefined(scene, plan)
}

function asDefined(scene: Scene, plan: ScriptPlan): PlanState {
  if ('items' in plan)
    return { type: 'items', entries: plan.items.map((entry, index) => toEntry(scene, entry, index + 1)) }
  if ('markdown' in plan) return { type: 'markdown', text: textIn(scene, plan.markdown) }
  return { type: 'file', file: textIn(scene, plan.file) }
}

function toEntry(scene: Scene, entry: ScriptEntry, number: number): KeyedEntry {
  const { key, content, ...rest } = typeof entry === 'string' ? { key: undefined, content: entry } : entry
  return {
    ...rest,
    key: key === undefined ? String(number) : textIn(scene, key),
    content: textIn(scene, content),
  }
}

interface ChangePlace {
  readonly scene: Scene
  onError(text: string): void
}

function changed(plan: PlanState, change: PlanChange, place: ChangePlace): PlanState {
  switch (plan.type) {
    case 'items':
      return { type: 'items', entries: changedEntries(plan.entries, change, place) }
    case 'markdown':
      return { type: 'markdown', text: changedText(place.scene, plan.text, change) }
    case 'file':
      return plan
  }
}

function changedEntries(
  before: readonly KeyedEntry[],
  { change = {}, add = [], before: place, drop = [] }: PlanChange,
  { scene, onError }: ChangePlace,
): readonly KeyedEntry[] {
  const entries = [...before]
  const indexOf = (key: string): number => {
    const index = entries.findIndex((entry) => entry.key === textIn(scene, key))
    if (index < 0) onError(`there is no entry “${textIn(scene, key)}” now`)
    return index
  }
  for (const [key, what] of Object.entries(change)) {
    const index = indexOf(key)
    const entry = entries[index]
    if (entry !== undefined) entries[index] = { ...entry, ...changedFields(scene, what) }
  }
  for (const key of drop) {
    const index = indexOf(key)
    if (index >= 0) entries.splice(index, 1)
  }
  const index = place === undefined ? -1 : indexOf(place)
  const added = add.map((entry, at) => toEntry(scene, entry, before.length + at + 1))
  entries.splice(index < 0 ? entries.length : index, 0, ...added)
  return entries
}

function changedFields(scene: Scene, change: EntryChange): Partial<KeyedEntry> {
  if (typeof change === 'string') return { status: textIn(scene, change) }
  return Object.fromEntries(Object.entries(change).map(([key, text]) => [key, textIn(scene, text)]))
}
