import schema1 from '@agentclientprotocol/sdk/schema/v1/schema.unstable.json' with { type: 'json' }
import schema2 from '@agentclientprotocol/sdk/schema/v2/schema.unstable.json' with { type: 'json' }

/** A version of the protocol that has a schema. */
export type ProtocolVersion = 1 | 2

/** The part of JSON Schema that the protocol's schemas use. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly const?: string | number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly minLength?: number
  readonly contentEncoding?: string
  readonly format?: 'uri'
  /** The method whose request, response or notification it describes, and which side handles it. */
  readonly 'x-method'?: string
  readonly 'x-side'?: string
  /** It must be an absolute path. */
  readonly absolute?: true
  /** It is not in the stable schema of the version. */
  readonly unstable?: true
}

export type Definitions = Readonly<Record<string, Schema>>

/** The definitions that the SDK ships, stable and unstable; the build leaves out what rejects nothing, and marks what is unstable. */
export const definitionsOf: Readonly<Record<ProtocolVersion, Definitions>> = {
  1: definitionsIn(schema1),
  2: definitionsIn(schema2),
}

function definitionsIn({ $defs }: { readonly $defs: unknown }): Definitions {
  return $defs as Definitions
}
