import { beginningOfJson } from '../../../lib/json/json-values.ts'
import { isBlankText } from '../../../lib/text/safe-text.ts'
import type { ElicitationField, FieldChoice } from '../../state/elicitation.ts'
import { isObject, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'

/** Choices kept of a field. */
const maxChoices = 10_000

/** A field, or why it cannot be shown; `notes`: its defects. */
export interface ReadField {
  readonly field: ElicitationField | null
  readonly notes: readonly FieldNote[]
}

/** A defect, and its path in the property. */
export interface FieldNote {
  readonly text: string
  readonly path: string
}

/** Reads the fields of a property that are there. Never throws. */
export function readElicitationField(name: string, schema: unknown, isRequired: boolean): ReadField {
  if (!isObject(schema)) return { field: null, notes: [{ text: 'the property is not an object', path: '' }] }
  const property: Property = { schema, notes: [] }
  const type = typeOf(schema)
  const rest = type === null ? null : readType(type, property)
  if (rest === null) {
    const note =
      type === null
        ? { text: `a property of ${typeWords(schema)} is not supported`, path: '.type' }
        : { text: 'a property that offers no choice', path: '' }
    return { field: null, notes: [...property.notes, note] }
  }
  const title = stringAt(schema, 'title')
  const field = {
    name,
    title: title === undefined || isBlankText(title) ? name : title,
    description: stringAt(schema, 'description') ?? null,
    isRequired,
    ...rest,
  }
  return { field, notes: property.notes }
}

/** A property, and its defects so far. */
interface Property {
  readonly schema: JsonObject
  readonly notes: FieldNote[]
}

type FieldType = 'string' | 'number' | 'integer' | 'boolean' | 'array'
type Named = 'name' | 'title' | 'description' | 'isRequired'
type OwnPart = ElicitationField extends infer F ? (F extends unknown ? Omit<F, Named> : never) : never

const types: ReadonlySet<unknown> = new Set<FieldType>(['string', 'number', 'integer', 'boolean', 'array'])

function isFieldType(value: unknown): value is FieldType {
  return types.has(value)
}

/** The `type`, the first usable one of a list (`["string", "null"]`), or what the other keywords imply. */
function typeOf(schema: JsonObject): FieldType | null {
  const { type } = schema
  if (Array.isArray(type)) return type.find(isFieldType) ?? null
  if (type !== undefined && type !== null) return isFieldType(type) ? type : null
  if (['enum', 'oneOf', 'minLength', 'maxLength', 'pattern', 'format'].some((key) => key in schema))
    return 'string'
  if ('items' in schema) return 'array'
  return 'minimum' in schema || 'maximum' in schema ? 'number' : null
}

function typeWords(schema: JsonObject): string {
  const { type } = schema
  return type === undefined || type === null ? 'no type' : `the type ${beginningOfJson(type, 60)}`
}

function readType(type: FieldType, property: Property): OwnPart | null {
  switch (type) {
    case 'string':
      return 'enum' in property.schema || 'oneOf' in property.schema
        ? readChoice(property)
        : readText(property)
    case 'number':
    case 'integer':
      return readNumber(property, type === 'integer')
    case 'boolean':
      return { type: 'boolean', value: given(property, 'default', (it) => typeof it === 'boolean') }
    case 'array':
      return readChoices(property)
  }
}

function readText(property: Property): OwnPart {
  const [minLength, maxLength] = limits(property, ['minLength', 'maxLength'], isCount)
  return {
    type: 'text',
    minLength,
    maxLength,
    pattern: given(property, 'pattern', isString),
    format: given(property, 'format', isString),
    value: given(property, 'default', isString),
  }
}

function readNumber(property: Property, isInteger: boolean): OwnPart {
  const [minimum, maximum] = limits(property, ['minimum', 'maximum'], isNumber)
  if ('enum' in property.schema || 'oneOf' in property.schema)
    property.notes.push({ text: 'a list of numbers is not shown as choices', path: '.enum' })
  const isValue = (it: unknown): it is number => isNumber(it) && (!isInteger || Number.isInteger(it))
  return { type: 'number', isInteger, minimum, maximum, value: given(property, 'default', isValue) }
}

function readChoice(property: Property): OwnPart | null {
  const choices = readList(property.schema, '', property.notes)
  if (choices.length === 0) return null
  const isChoice = (it: unknown): it is string => choices.some(({ value }) => value === it)
  return { type: 'choice', choices, value: given(property, 'default', isChoice) }
}

function readChoices(property: Property): OwnPart | null {
  const { notes, schema } = property
  const items = schema['items']
  const choices = isObject(items) ? readList(items, '.items', notes) : []
  if (choices.length === 0) return null
  const [minItems, maxItems] = limits(property, ['minItems', 'maxItems'], isCount)
  const isPossible = minItems === null || minItems <= choices.length
  if (!isPossible) notes.push({ text: 'minItems is more than there are: it is ignored', path: '.minItems' })
  const all = given(property, 'default', isList) ?? []
  const known = new Set(choices.map(({ value }) => value))
  const value = [...new Set(all)].filter((it): it is string => typeof it === 'string' && known.has(it))
  if (value.length < all.length) notes.push({ text: 'some of the default are not choices', path: '.default' })
  return { type: 'choices', choices, minItems: isPossible ? minItems : null, maxItems, value }
}

/** `oneOf` or `anyOf` with titles, else `enum`, with `enumNames` beside it in older schemas. */
function readList(schema: JsonObject, path: string, notes: FieldNote[]): readonly FieldChoice[] {
  const key = ['oneOf', 'anyOf', 'enum'].find((each) => Array.isArray(schema[each]))
  const list = key === undefined ? null : schema[key]
  if (key === undefined || !isList(list)) return []
  const names = schema['enumNames']
  const found = new Map<string, FieldChoice>()
  const left: number[] = []
  for (const [index, item] of list.slice(0, maxChoices).entries()) {
    const choice = readOne(item, isList(names) ? names[index] : undefined)
    if (choice === null || found.has(choice.value)) left.push(index)
    else found.set(choice.value, choice)
  }
  if (list.length > maxChoices)
    notes.push({
      text: `only the first ${maxChoices} of ${list.length} choices are shown`,
      path: `${path}.${key}`,
    })
  const [first] = left
  if (first !== undefined) {
    const text =
      left.length === 1
        ? 'a choice without a value of its own is ignored'
        : `${left.length} choices without a value of their own are ignored`
    notes.push({ text, path: `${path}.${key}[${first}]` })
  }
  return [...found.values()]
}

function readOne(item: unknown, name: unknown): FieldChoice | null {
  const value = isObject(item) ? item['const'] : item
  if (typeof value !== 'string') return null
  const title = isObject(item) ? item['title'] : name
  const description = stringAt(item, 'description')
  const isTitled = typeof title === 'string' && !isBlankText(title)
  return { value, title: isTitled ? title : value, description: description ?? null }
}

/** A minimum and a maximum; neither if no value could fit. */
function limits(
  property: Property,
  [leastKey, mostKey]: readonly [string, string],
  isAllowed: (value: unknown) => value is number,
): readonly [number | null, number | null] {
  const least = given(property, leastKey, isAllowed)
  const most = given(property, mostKey, isAllowed)
  if (least === null || most === null || least <= most) return [least, most]
  property.notes.push({
    text: `${leastKey} is more than ${mostKey}: both are ignored`,
    path: `.${leastKey}`,
  })
  return [null, null]
}

/** The value at a key if it has the right type; else null, and a note if there is one. */
function given<T>(
  { schema, notes }: Property,
  key: string,
  isAllowed: (value: unknown) => value is T,
): T | null {
  const value = schema[key]
  if (value === undefined || value === null) return null
  if (isAllowed(value)) return value
  notes.push({ text: `${key} is invalid, and ignored`, path: `.${key}` })
  return null
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}
