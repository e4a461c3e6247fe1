import type { BodyOf, PlanBody } from '../../plans/kinds/plan-kinds.ts'
import type { PlanKindName } from '../../protocol/plan-kinds/plan-kinds.ts'
import { file } from './file-pane.ts'
import { items } from './items-pane.ts'
import { markdown } from './markdown-pane.ts'
import { opaque } from './opaque-pane.ts'
import type { PaneKind } from './pane.ts'

const paneKinds = {
  items,
  markdown,
  file,
  opaque,
} satisfies { readonly [K in PlanKindName]: PaneKind<BodyOf<K>> }

/** How the kind of this body is drawn. Call it only with bodies of that kind. */
export function paneKindOf({ type }: PlanBody): PaneKind<PlanBody> {
  return paneKinds[type]
}
