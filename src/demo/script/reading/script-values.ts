// `zod/mini` has the same checks, and loads in a third of the time. The message of a check says what a value must be.
import * as z from 'zod/mini'
import { listedWords } from '../../../lib/text/wording.ts'
import { meantHint } from '../../../lib/text/usage-error.ts'

/** Suggests the key of an object that is nearest to a mistyped one, or lists all keys. */
export function keyHint(typed: string, keys: readonly string[]): string {
  return meantHint(typed, keys, `What may stand here is ${listedWords(keys, 'and')}.`)
}

/** Suggests the name in the script that is nearest to a mistyped one, or lists all names. */
export function nameHint(typed: string, names: readonly string[]): string {
  const all = `There ${names.length === 1 ? 'is' : 'are'} ${listedWords(names, 'and')}.`
  return meantHint(typed, names, names.length === 0 ? 'There are none.' : all)
}

/** An object with these keys and no others; `words`: what it must be. */
export function keyed<S extends z.core.$ZodLooseShape>(
  shape: S,
  words: string,
): z.ZodMiniObject<z.core.util.Writeable<S>, z.core.$strict> {
  const keys = Object.keys(shape)
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' && Array.isArray(issue['keys'])
        ? keyHint(String(issue['keys'][0]), keys)
        : words,
  })
}

export const text = z.string('a text; put it into quotes where it looks like a number or like true and false')
export const name = z.string('a name').check(z.minLength(1, 'a name that is not empty'))
export const seconds = z
  .number('a number of seconds')
  .check(z.nonnegative('a number of seconds from 0 up'), z.maximum(86_400, 'at most 86400 seconds, a day'))
export const count = z
  .number('a whole number')
  .check(
    z.int('a whole number'),
    z.nonnegative('a whole number from 0 up'),
    z.maximum(100_000, 'at most 100000'),
  )
export const amount = z.number('a number').check(z.nonnegative('a number from 0 up'))
export const object = z.record(z.string(), z.unknown(), 'an object: keys with values')
/** A file in the folder of the run. */
export const fileName = text.check(
  z.regex(/^(?!\.{1,2}$)[^/\\\0]+$/, 'the plain name of a file, without a folder'),
)

const answer = z.union([z.string(), z.number(), z.boolean()], 'a text, a number, true or false')
export const answers = z.record(z.string(), answer, 'fields of a form, each with its answer')

/** Holds when each of its keys does. */
export const condition = keyed(
  {
    /** The beginning of the prompt. */
    prompt: z.exactOptional(text),
    /** The session's mode when the turn began. */
    mode: z.exactOptional(z.union([z.string(), z.array(z.string())], 'the id of a mode, or a list of them')),
    answers: z.exactOptional(answers),
  },
  'a condition: prompt, mode or answers',
)

export type ScriptCondition = z.output<typeof condition>

const anEntry = 'a text, or an object with content'
/** An entry of a checklist. Steps refer to it by its `key`, which is its number by default. */
export const entry = z.union(
  [
    z.string(),
    keyed(
      {
        key: z.exactOptional(name),
        content: text,
        status: z.exactOptional(text),
        priority: z.exactOptional(text),
      },
      anEntry,
    ),
  ],
  anEntry,
)

export type ScriptEntry = z.output<typeof entry>

const anEntryChange = 'a status, or an object with content, status or priority'
const entryChange = z.union(
  [
    z.string(),
    keyed(
      { content: z.exactOptional(text), status: z.exactOptional(text), priority: z.exactOptional(text) },
      anEntryChange,
    ),
  ],
  anEntryChange,
)

export const textChange = {
  text: z.exactOptional(text),
  append: z.exactOptional(text),
  /** How many more task boxes are checked, from the top. */
  tick: z.exactOptional(count),
}
export type TextChange = z.output<z.ZodMiniObject<typeof textChange>>

/** A change of a plan: of a checklist up to `drop`, of a markdown plan from there on. */
export const planChange = {
  /** The id on the wire, where one definition is used for several plans. */
  id: z.exactOptional(text),
  /** By keys of entries. */
  change: z.exactOptional(z.record(z.string(), entryChange, 'keys of entries, each with what becomes of it')),
  add: z.exactOptional(z.array(entry, 'a list of entries')),
  /** The key of the entry before which new ones are inserted; absent: at the end. */
  before: z.exactOptional(name),
  drop: z.exactOptional(z.array(name, 'a list of keys of entries')),
  ...textChange,
}
export type PlanChange = z.output<z.ZodMiniObject<typeof planChange>>

export const stream = keyed(
  /** So many characters per update, and seconds between updates. */
  { characters: count.check(z.positive('a whole number from 1 up')), every: seconds },
  'how it is streamed, as in { characters: 24, every: 0.1 }',
)

/** https://agentclientprotocol.com/protocol/tool-calls */
export const toolKind = z.literal(
  ['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other'],
  'read, edit, delete, move, search, execute, think, fetch, switch_mode or other',
)
export type ToolKind = z.output<typeof toolKind>

const single = z.union([z.string(), z.number()])
export const value = z.union([z.string(), z.number(), z.array(single)], 'a text, a number, or a list of them')
export type ScriptValue = z.output<typeof value>
