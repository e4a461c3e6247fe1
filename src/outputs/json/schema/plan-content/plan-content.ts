import * as z from 'zod/mini'
import type { DeepReadonly } from '../../../../lib/deep-readonly.ts'
import type { PlanKindName } from '../../../../protocol/plan-kinds/plan-kinds.ts'
import { fileContent } from './file.ts'
import { itemsContent } from './items.ts'
import { markdownContent } from './markdown.ts'
import { otherContent } from './other.ts'

/** What is written of each kind of plan: a kind without its schema does not compile. */
const contents = {
  items: itemsContent,
  markdown: markdownContent,
  file: fileContent,
  opaque: otherContent,
} satisfies Readonly<Record<PlanKindName, ContentSchema>>

/** An object whose `type` says which of them it is. */
type ContentSchema = z.ZodMiniObject<{ readonly type: z.ZodMiniLiteral<string> }>

type Contents = (typeof contents)[PlanKindName]

export const planContent = z.discriminatedUnion(
  'type',
  Object.values(contents) as unknown as readonly [Contents, ...Contents[]],
)

export type JsonPlanContent = JsonContentOf<PlanKindName>

/** What is written of a plan of a kind. */
export type JsonContentOf<K extends PlanKindName> = DeepReadonly<z.output<(typeof contents)[K]>>
