import fc from 'fast-check'
import {
  type Definitions,
  type Schema,
  resolved,
} from '../../../src/protocol/message-schemas/protocol-schema.ts'
import { isObject } from '../../../src/protocol/wire/message.ts'

const maxDepth = 6

/** Any value that a schema accepts, with some of its optional fields. */
export function anyOfSchema(given: Schema, definitions: Definitions, depth = 0): fc.Arbitrary<unknown> {
  const { schema } = resolved(given, definitions)
  const union = schema.anyOf ?? schema.oneOf
  if (schema.const !== undefined) return fc.constant(schema.const)
  const types = [schema.type ?? []].flat()
  const isShaped = schema.properties !== undefined || schema.allOf !== undefined
  if (union !== undefined && !isShaped && types.length === 0)
    return fc.oneof(...ofUnion(union).map((branch) => anyOfSchema(branch, definitions, depth)))
  if (schema.allOf?.length === 1 && schema.properties === undefined && union === undefined)
    return anyOfSchema(schema.allOf[0] ?? {}, definitions, depth)
  if (isShaped || types.includes('object')) return anyObject(schema, definitions, depth)
  return types.length === 0
    ? fc.constantFrom<unknown>('any', 1, null, {}, [])
    : fc.oneof(...types.map((type) => ofType(type, schema, { definitions, depth })))
}

function anyObject(schema: Schema, definitions: Definitions, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], allOf = [], additionalProperties } = schema
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  const fields = fc
    .constantFrom(...(depth >= maxDepth ? [[]] : [[], optional]), ...optional.map((name) => [name]))
    .chain((some) =>
      fc.record(
        Object.fromEntries(
          [...required, ...(depth >= maxDepth ? [] : some)].map((name) => [
            name,
            anyOfSchema(properties[name] ?? {}, definitions, depth + 1),
          ]),
        ),
      ),
    )
  const union = schema.anyOf ?? schema.oneOf
  const parts = allOf.map((part) => anyOfSchema(part, definitions, depth))
  const variants =
    union === undefined
      ? []
      : [fc.oneof(...ofUnion(union).map((each) => anyOfSchema(each, definitions, depth)))]
  const rest =
    typeof additionalProperties === 'object' && depth < maxDepth
      ? [
          fc.dictionary(
            fc.constantFrom('a', 'b'),
            anyOfSchema(additionalProperties, definitions, depth + 1),
            { maxKeys: 2 },
          ),
        ]
      : []
  return fc.tuple(fields, ...parts, ...variants, ...rest).map((found) => {
    // What a variant says of a field counts.
    const whole: Record<string, unknown> = {}
    for (const part of found) if (isObject(part)) Object.assign(whole, part)
    return whole
  })
}

/** Without the branch for words that nobody knows, which may be one of the others. */
function ofUnion(union: readonly Schema[]): readonly Schema[] {
  const isOther = (branch: Schema): boolean =>
    branch.additionalProperties === true ||
    (branch.type === 'string' &&
      branch.const === undefined &&
      union.some((each) => each.const !== undefined)) ||
    (branch.type === 'integer' &&
      branch.const === undefined &&
      union.some((each) => each.const !== undefined))
  const known = union.filter((branch) => !isOther(branch))
  return known.length === 0 ? union : known
}

function ofType(
  type: string,
  schema: Schema,
  { definitions, depth }: { readonly definitions: Definitions; readonly depth: number },
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      if (schema.contentEncoding === 'base64') return fc.constantFrom('', 'aGk=', 'aGlo')
      return schema.absolute === true ? fc.constantFrom('/a', '/home/b') : fc.constant('https://a.example/b')
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000 })
    case 'boolean':
      return fc.boolean()
    case 'array': {
      const items = anyOfSchema(schema.items ?? {}, definitions, depth + 1)
      return fc.array(items, {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, depth > 3 ? 0 : 2),
      })
    }
    case 'object':
      return fc.constant({})
    default:
      return fc.constant(null)
  }
}
