import { isObject, stringAt, type JsonObject } from '../wire/message.ts'
import { readItems, reportFault, type Place } from './read-list.ts'
import { describedAt, listNeeded, namedAt, objectNeeded, shortened, stringNeeded } from './read-words.ts'
import type { ConfigChoice, ConfigOption, ConfigOptionName } from './session-settings.ts'
import { nameOf } from '../wire/wire-problem.ts'

/** Routers offer some hundreds of models. */
const choicesKept = 5000

/** One config option of either version; none where it is bad. */
export function readConfigOption(item: unknown, at: Place): readonly ConfigOption[] {
  const object = objectNeeded(item, at)
  if (object === null) return []
  // v2 calls it configId, v1 id.
  const idKey = object['configId'] === undefined && object['id'] !== undefined ? 'id' : 'configId'
  const id = stringNeeded(object, idKey, at)
  if (id === null) return []
  const category = stringAt(object, 'category')
  const option = readValue(object, at, {
    id,
    name: namedAt(object, id),
    description: describedAt(object),
    category: category === undefined ? null : shortened(category),
  })
  return option === null ? [] : [option]
}

function readValue(object: JsonObject, at: Place, name: ConfigOptionName): ConfigOption | null {
  const type = stringAt(object, 'type') ?? typeByFields(object)
  const value = object['currentValue']
  switch (type) {
    case 'select': {
      const current = stringNeeded(object, 'currentValue', at)
      return current === null ? null : { ...name, type, value: current, choices: readChoices(object, at) }
    }
    case 'boolean': {
      if (typeof value === 'boolean') return { ...name, type, value }
      const text = `currentValue is ${nameOf(value)}, true or false is expected`
      reportFault(at.faults, { path: `${at.path}.currentValue`, text, weight: 'rejected', came: object })
      return null
    }
    case undefined: {
      const text = `type is ${nameOf(object['type'])}, a string is expected`
      reportFault(at.faults, { path: `${at.path}.type`, text, weight: 'rejected', came: object })
      return null
    }
    default:
      return { ...name, type: 'other', valueType: shortened(type), value }
  }
}

/** v1 had nothing but selects at first. */
function typeByFields(object: JsonObject): 'select' | 'boolean' | undefined {
  if (object['type'] !== undefined) return undefined
  if (Array.isArray(object['options'])) return 'select'
  return typeof object['currentValue'] === 'boolean' ? 'boolean' : undefined
}

function readChoices(object: JsonObject, { path, faults }: Place): readonly ConfigChoice[] {
  const at = { path: `${path}.options`, faults }
  return readItems<ConfigChoice>(listNeeded(object['options'], at), {
    ...at,
    limit: choicesKept,
    read: readChoiceOrGroup,
    keyOf: ({ value, group }) => `${group ?? ''}\n${value}`,
  })
}

/** v1 names a group by `group`, v2 by `groupId`; both have a name and options of their own. */
function readChoiceOrGroup(item: unknown, at: Place): readonly ConfigChoice[] {
  if (!isObject(item) || !Array.isArray(item['options']) || typeof item['value'] === 'string')
    return readChoice(item, at, null)
  const group = namedAt(item, stringAt(item, 'groupId') ?? stringAt(item, 'group') ?? '')
  return readItems<ConfigChoice>(item['options'], {
    path: `${at.path}.options`,
    faults: at.faults,
    limit: choicesKept,
    read: (choice, place) => readChoice(choice, place, group),
    keyOf: ({ value }) => value,
  })
}

function readChoice(item: unknown, at: Place, group: string | null): readonly ConfigChoice[] {
  const object = objectNeeded(item, at)
  const value = object === null ? null : stringNeeded(object, 'value', at)
  if (object === null || value === null) return []
  return [{ value, name: namedAt(object, value), description: describedAt(object), group }]
}
