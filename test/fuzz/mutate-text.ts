import { Buffer } from 'node:buffer'
import type { Dice } from './dice.ts'
import { deepText, oddIdText, oddString, oddValue } from './odd-values.ts'

/** A line, or bytes that are none. */
export type Line = { readonly text: string } | { readonly base64: string }

/** A message that differs a little from the one in `text`: in its fields mostly, else in its bytes. */
export function mutateLine(dice: Dice, text: string): Line {
  switch (dice.weighted({ fields: 10, id: 2, bytes: 3, cut: 1, deep: 1, around: 1, escaped: 1 })) {
    case 'fields':
      return { text: mutateFields(dice, text) }
    case 'id':
      return { text: withId(dice, text) }
    case 'bytes':
      return { base64: mutateBytes(dice, Buffer.from(`${text}\n`)).toString('base64') }
    case 'cut':
      return { text: text.slice(0, dice.below(text.length)) }
    case 'deep':
      return { text: withDeep(dice, text) }
    case 'escaped':
      return { text: withEscapes(dice, text) }
    case 'around':
      return {
        text: dice.pick([
          `\ufeff${text}`,
          `${text}\r`,
          `log: ${text}`,
          `${text}${text}`,
          `[${text}]`,
          `[${text},7,${text}]`,
        ]),
      }
  }
}

interface Place {
  readonly parent: Record<string, unknown>
  readonly key: string
}

function mutateFields(dice: Dice, text: string): string {
  const root = { value: parsed(text) }
  for (let times = dice.between(1, 3); times > 0; times--) {
    const places = placesIn(root)
    if (places.length > 0) mutateField(dice, dice.pick(places))
  }
  return written(root.value)
}

function mutateField(dice: Dice, { parent, key }: Place): void {
  const value = parent[key]
  switch (dice.weighted({ odd: 6, gone: 3, text: 4, twice: 2, many: 1, renamed: 1, wrapped: 1 })) {
    case 'odd':
      parent[key] = oddValue(dice)
      break
    case 'gone':
      if (Array.isArray(parent)) parent.splice(Number(key), 1)
      else delete parent[key]
      break
    case 'text':
      parent[key] =
        typeof value === 'string' && dice.chance(0.6) ? `${value}${oddString(dice)}` : oddString(dice)
      break
    case 'twice':
      if (Array.isArray(parent)) parent.push(value)
      else parent[`${key}2`] = value
      break
    case 'many':
      parent[key] = manyOf(dice, value)
      break
    case 'renamed':
      if (Array.isArray(parent)) break
      delete parent[key]
      Object.defineProperty(parent, dice.pick(['__proto__', 'id', 'planId', 'entries', '_meta', '']), {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
      break
    case 'wrapped':
      parent[key] = dice.chance(0.5) ? [value] : { [key]: value }
  }
}

/** Up to a megabyte. */
function manyOf(dice: Dice, value: unknown): unknown[] {
  const most = Math.min(300, 1_000_000 / (written(value).length + 1))
  return Array.from({ length: dice.between(2, Math.max(2, Math.floor(most))) }, () => value)
}

/** Every place in a value where another could stand. */
function placesIn(root: object): Place[] {
  const places: Place[] = []
  const waiting: object[] = [root]
  for (let parent = waiting.pop(); parent !== undefined && places.length < 5000; parent = waiting.pop()) {
    for (const [key, value] of Object.entries(parent)) {
      places.push({ parent: parent as Record<string, unknown>, key })
      if (typeof value === 'object' && value !== null) waiting.push(value as object)
    }
  }
  return places
}

function withId(dice: Dice, text: string): string {
  const id = oddIdText(dice)
  const replaced = text.replace(/"id":(?:\d+|"[^"]*")/, () => `"id":${id}`)
  return replaced === text ? text.replace(/^\{/, () => `{"id":${id},`) : replaced
}

/** In place of a value, or beside the others. */
function withDeep(dice: Dice, text: string): string {
  const deep = deepText(dice)
  const places = [...text.matchAll(/:(?:"[^"\\]*"|\d+|true|false|null)/g)]
  if (places.length === 0) return deep
  const { index, 0: found } = dice.pick(places)
  return `${text.slice(0, index)}:${deep}${text.slice(index + found.length)}`
}

/** The same in JSON, with some characters written as escapes. */
function withEscapes(dice: Dice, text: string): string {
  const often = dice.pick([0.02, 0.3])
  return text.replace(/(?<=[A-Za-z0-9])[A-Za-z0-9+/=&~](?=[A-Za-z0-9+/=&~ ])/g, (character) =>
    dice.chance(often) ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : character,
  )
}

function mutateBytes(dice: Dice, bytes: Buffer): Buffer {
  const mutated = Buffer.from(bytes)
  for (let times = dice.between(1, 4); times > 0 && mutated.length > 0; times--)
    mutated[dice.below(mutated.length)] = dice.chance(0.5)
      ? dice.below(256)
      : dice.pick([0x0a, 0x0d, 0x1b, 0x22, 0x5c, 0x7b, 0xff, 0xc2])
  return dice.chance(0.2) ? Buffer.concat([mutated, Buffer.from([0xff, 0xfe, 0x00])]) : mutated
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}

function written(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}
