import * as z from 'zod/mini'
import { described, type DeepReadonly } from '../../../lib/described-schema.ts'
import type { PlanKindName } from '../../../protocol/plan-kinds/plan-kinds.ts'
import { fileContent } from './file.ts'
import { itemsContent } from './items.ts'
import { markdownContent } from './markdown.ts'

/** An unknown type of plan. */
const otherContent = z.strictObject({
  type: z.literal('other'),
  planType: z.string(),
  payload: described(z.record(z.string(), z.unknown()), 'Its fields as they came.'),
})

/** The `content` of each kind of plan. A kind without a schema does not compile. */
const contents = {
  items: itemsContent,
  markdown: markdownContent,
  file: fileContent,
  opaque: otherContent,
} satisfies Readonly<Record<PlanKindName, ContentSchema>>

/** An object discriminated by `type`. */
type ContentSchema = z.ZodMiniObject<{ readonly type: z.ZodMiniLiteral<string> }>

type Contents = (typeof contents)[PlanKindName]

export const planContent = z.discriminatedUnion(
  'type',
  Object.values(contents) as unknown as readonly [Contents, ...Contents[]],
)

export type JsonPlanContent = JsonContentOf<PlanKindName>

/** The `content` of a plan of this kind. */
export type JsonContentOf<K extends PlanKindName> = DeepReadonly<z.output<(typeof contents)[K]>>
