import { isObject } from '../../src/protocol/wire/message.ts'

/** What an agent says of its own, in whatever form: any field may stand there. */
const agentsOwn = ['payload', 'value', 'env']

/** The value with one field misspelled, for each that is in it, at any depth. */
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
