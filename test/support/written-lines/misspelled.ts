// Makes wrong values of right ones, to try a schema.
import { isObject } from '../../../src/protocol/wire/message.ts'

/** Fields with free content, where any key is valid. */
const agentsOwn = ['payload', 'value', 'env']

/** Copies of the value with one field misspelled: one copy for each field, at any depth. */
export function misspelled(value: unknown): readonly unknown[] {
  if (isList(value))
    return value.flatMap((item, at) => misspelled(item).map((wrong) => value.with(at, wrong)))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, field]) => {
    const { [key]: _, ...rest } = value
    const deeper = agentsOwn.includes(key)
      ? []
      : misspelled(field).map((wrong) => ({ ...value, [key]: wrong }))
    return [{ ...rest, [`${key}s`]: field }, ...deeper]
  })
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}
