import { listedWords } from '../../lib/text/listed-words.ts'
import { nearest } from '../../lib/text/nearest.ts'
import type { Definitions, Schema } from './protocol-schema.ts'
import { resolved, unionPlan } from './union-plan.ts'

/** What a schema expects, for people: `a string`, `pending, in_progress or completed`, `null or a list`. */
export function expectedWords(schema: Schema, definitions: Definitions): string {
  return listedWords([...new Set(alternatives(schema, definitions))], 'or')
}

function alternatives(given: Schema, definitions: Definitions): readonly string[] {
  const { schema } = resolved(given, definitions)
  const union = schema.anyOf ?? schema.oneOf
  if (schema.const !== undefined) return [String(schema.const)]
  if (schema.type !== undefined) return [schema.type].flat().map(typeWords)
  if (union !== undefined) {
    const plan = unionPlan(union)
    const branches =
      plan.by === 'word'
        ? wordAlternatives(plan.words, plan.isOpen)
        : union.filter(({ type }) => type !== 'null').flatMap((branch) => alternatives(branch, definitions))
    return plan.isNullable ? [...branches, 'null'] : branches
  }
  return (schema.allOf ?? []).flatMap((part) => alternatives(part, definitions))
}

/** Words that are listed; the rest is counted. */
const maxWords = 8

/** The words that a union knows, for one that it does not know: of many, the nearest one. */
export function knownWords(words: Iterable<string>, isOpen: boolean, seen: unknown): string {
  const all = [...words]
  const near =
    all.length > maxWords && typeof seen === 'string' ? nearest(seen.slice(0, longestWord), all) : null
  return near === null
    ? listedWords(wordAlternatives(all, isOpen), 'or')
    : `${near}, or one of ${all.length - 1} others`
}

/** Longer ones are no typing mistakes. */
const longestWord = 60

function wordAlternatives(words: Iterable<string>, isOpen: boolean): readonly string[] {
  const all = [...words]
  const more = all.length - maxWords
  const listed = more > 1 ? [...all.slice(0, maxWords), `${more} others`] : all
  return isOpen ? [...listed, 'a word that begins with _'] : listed
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function typeWords(type: string): string {
  return typeNames[type] ?? type
}
