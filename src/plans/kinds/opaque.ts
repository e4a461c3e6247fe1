import { isSameJson } from '../../lib/json/json-values.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import type { JsonObject } from '../../protocol/wire/message.ts'
import type { OpaqueContent } from '../../protocol/plan-kinds/plan-kinds.ts'
import type { PlanKind } from './plan-kind.ts'

/** A plan of an unknown type. */
export interface OpaqueBody {
  readonly type: 'opaque'
  readonly planType: string
  readonly payload: JsonObject
}

export const opaque: PlanKind<OpaqueContent, OpaqueBody> = {
  updated: (before, { planType, payload }) =>
    before !== null && isSameJson(before.payload, payload) ? before : { type: 'opaque', planType, payload },
  words: ({ payload }) => writeJson(payload),
  bytes: ({ payload }) => 2 * writeJson(payload).length,
}
