import type { JsonObject } from '../wire/message.ts'

/** An unknown type (`_custom` and future ones): kept and shown generically. */
export interface OpaqueContent {
  readonly type: 'opaque'
  readonly planType: string
  readonly payload: JsonObject
}

/** With any fields; a plan without a type never becomes one. */
export function opaqueContent(planType: string, payload: JsonObject): OpaqueContent {
  return { type: 'opaque', planType, payload }
}
