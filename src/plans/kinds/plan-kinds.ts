import type { ContentOf, PlanContent, PlanKindName } from '../../protocol/plan-kinds/plan-kinds.ts'
import { file } from './file.ts'
import { items } from './items.ts'
import { markdown } from './markdown.ts'
import { opaque } from './opaque.ts'
import type { PlanKind } from './plan-kind.ts'
import type { TrackedEntry } from '../steps/tracked-entry.ts'

/** How each kind of plan is updated and read. */
const planKinds = {
  items,
  markdown,
  file,
  opaque,
} satisfies { readonly [K in PlanKindName]: PlanKind<ContentOf<K>, { readonly type: K }> }

type PlanKinds = typeof planKinds

/** A plan's content with what follows from its updates. Its `type` is the name of its kind. */
export type PlanBody = ReturnType<PlanKinds[keyof PlanKinds]['updated']>

export type BodyOf<K extends PlanKindName> = Extract<PlanBody, { readonly type: K }>

/** The kind of a body or content, for values of that kind only. */
export function planKindOf({ type }: { readonly type: PlanKindName }): PlanKind<PlanContent, PlanBody> {
  return planKinds[type]
}

/** The text of a plan; null if its kind has none. Raw. */
export function planText(body: PlanBody): string | null {
  return planKindOf(body).text?.(body) ?? null
}

/** The URI of the document that a plan names; null: none. Raw. */
export function documentUri(body: PlanBody): string | null {
  return planKindOf(body).documentUri?.(body) ?? null
}

/** The steps of a plan; empty if its kind has none. */
export function planSteps(body: PlanBody): readonly TrackedEntry[] {
  return planKindOf(body).steps?.(body) ?? noSteps
}

const noSteps: readonly TrackedEntry[] = []
