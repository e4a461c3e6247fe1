import type { JsonObject } from '../wire/message.ts'

/** A type that we do not know (`_custom` and future ones): kept and shown generically. */
export interface OpaqueContent {
  readonly type: 'opaque'
  readonly planType: string
  readonly payload: JsonObject
}

/** Whatever its fields are; no plan is guessed to be one. */
export function opaqueContent(planType: string, payload: JsonObject): OpaqueContent {
  return { type: 'opaque', planType, payload }
}
