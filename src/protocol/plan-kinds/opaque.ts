import type { JsonObject } from '../wire/message.ts'

/** An unknown type (`_custom` and future ones): kept and shown generically. A plan without a type never becomes one. */
export interface OpaqueContent {
  readonly type: 'opaque'
  readonly planType: string
  readonly payload: JsonObject
}
