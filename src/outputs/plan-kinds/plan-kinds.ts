import type { BodyOf, PlanBody } from '../../plans/kinds/plan-kinds.ts'
import type { PlanKindName } from '../../protocol/plan-kinds/plan-kinds.ts'
import type { JsonContentOf, JsonPlanContent } from '../schema/plan-content/plan-content.ts'
import { file } from './file.ts'
import { items } from './items.ts'
import { markdown } from './markdown.ts'
import { opaque } from './opaque.ts'
import type { PlanOutput } from './plan-output.ts'

const planOutputs = {
  items,
  markdown,
  file,
  opaque,
} satisfies { readonly [K in PlanKindName]: PlanOutput<BodyOf<K>, JsonContentOf<K>> }

/** The output of the kind of `body`. Call its methods with bodies of that kind only. */
export function planOutputOf({ type }: PlanBody): PlanOutput<PlanBody, JsonPlanContent> {
  return planOutputs[type]
}
