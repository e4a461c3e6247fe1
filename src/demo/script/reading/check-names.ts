import { isObject } from '../../../protocol/wire/message.ts'
import { nearest } from '../../../lib/text/usage-error.ts'
import { allSteps, stepsIn, type PlacedStep, type Script } from './script-schema.ts'
import { checkPlans, checkSettings } from './check-uses.ts'
import { slotsOf, builtInNames } from '../playing/scene.ts'
import { nameHint } from './script-values.ts'
import type { ScriptFault } from './script-fault.ts'

/** The first error in a script that its schema does not find: undefined names, and keys that cannot be combined. */
export function checkNames(script: Script): ScriptFault | null {
  for (const faults of [checkOutline(script), checkSettings(script), checkPlans(script), checkParts(script)])
    for (const fault of faults) return fault
  for (const fault of checkValues(script)) return fault
  return null
}

function* checkOutline({ steps, turns }: Script): Generator<ScriptFault> {
  if (steps === undefined && turns === undefined)
    yield { path: [], message: 'nothing is played', hint: 'There must be steps, or turns with steps.' }
  if (steps !== undefined && turns !== undefined)
    yield {
      path: ['turns'],
      isKey: true,
      message: 'there are steps and turns',
      hint: 'Make the steps the first of the turns.',
    }
}

function* checkParts(script: Script): Generator<ScriptFault> {
  const parts = script.parts ?? {}
  for (const { step, path } of allSteps(script))
    if ('play' in step && !hasSlot(step.play) && !Object.hasOwn(parts, step.play))
      yield {
        path: [...path, 'play'],
        message: `there is no part “${step.play}”`,
        hint: nameHint(step.play, Object.keys(parts)),
      }
  for (const name of Object.keys(parts)) {
    const cycle = cycleFrom(name, parts)
    if (cycle !== null)
      yield {
        path: ['parts', name],
        isKey: true,
        message: `part “${name}” plays itself: ${cycle.join(' → ')}`,
        hint: 'It would never end. Use `for` to play something several times.',
      }
  }
}

/** A cycle of parts that begins at a part; null: there is none. */
function cycleFrom(name: string, parts: NonNullable<Script['parts']>): readonly string[] | null {
  const seen = new Set<string>()
  const follow = (from: string): readonly string[] | null => {
    if (seen.has(from)) return null
    seen.add(from)
    for (const next of playedIn(Object.hasOwn(parts, from) ? parts[from] : undefined)) {
      if (next === name) return [from, name]
      const rest = follow(next)
      if (rest !== null) return [from, ...rest]
    }
    return null
  }
  return follow(name)
}

function playedIn(part: NonNullable<Script['parts']>[string] | undefined): readonly string[] {
  return [...stepsIn(part)].flatMap(({ step }) => ('play' in step ? [step.play] : []))
}

function* checkValues(script: Script): Generator<ScriptFault> {
  const placed = [...allSteps(script)]
  const bound = placed.flatMap(({ step }) => boundBy(step))
  for (const { step, path } of placed) {
    if (!('for' in step)) continue
    if (Object.keys(step.for).length === 0)
      yield { path: [...path, 'for'], message: '“for” has no name', hint: 'As in { file: [a.ts, b.ts] }.' }
    const others = bound.filter((name) => !Object.hasOwn(step.for, name))
    for (const [name, over] of Object.entries(step.for))
      if (typeof over === 'string' && !bound.includes(over))
        yield {
          path: [...path, 'for', name],
          message: `no list is called “${over}”`,
          hint: others.length === 0 ? 'Write the list itself.' : nameHint(over, others),
        }
  }
  const fields = fieldsOf(placed).map((field) => `answers.${field}`)
  yield* checkAnswers(script, fields)
  yield* checkSlots(script, [], [...builtInNames, ...bound, ...fields])
}

function boundBy(step: PlacedStep['step']): readonly string[] {
  if ('for' in step) return Object.keys(step.for)
  return 'with' in step ? Object.keys(step.with ?? {}) : []
}

/** The names of all answers: fields of forms, those that `answers` sets, and the text field of requests. */
function fieldsOf(placed: readonly PlacedStep[]): readonly string[] {
  return placed.flatMap(({ step }) => {
    if ('answers' in step) return Object.keys(step.answers)
    if ('request' in step) return step.words === undefined ? [] : [step.words]
    const properties = 'form' in step ? step.schema['properties'] : undefined
    return isObject(properties) ? Object.keys(properties) : []
  })
}

function* checkAnswers(script: Script, fields: readonly string[]): Generator<ScriptFault> {
  const turns = (script.turns ?? []).map(({ when }, index) => ({ when, path: ['turns', index] }))
  const steps = [...allSteps(script)].map(({ step, path }) => ({ when: step.when, path }))
  for (const { when, path } of [...turns, ...steps])
    for (const field of Object.keys(when?.answers ?? {}))
      if (!fields.includes(`answers.${field}`))
        yield {
          path: [...path, 'when', 'answers', field],
          isKey: true,
          message: `no form asks for “${field}”`,
          hint: nameHint(
            field,
            fields.map((each) => each.slice('answers.'.length)),
          ),
        }
}

/** A slot with an unknown name stays in the text, but one that is close to a known name is an error. */
function* checkSlots(
  value: unknown,
  path: readonly PropertyKey[],
  names: readonly string[],
): Generator<ScriptFault> {
  if (typeof value === 'string') {
    for (const slot of slotsOf(value)) {
      const meant = names.includes(slot) ? null : nearest(slot, names)
      if (meant !== null || (slot.startsWith('answers.') && !names.includes(slot)))
        yield { path, message: `nothing is called {{${slot}}}`, hint: nameHint(slot, names) }
    }
  } else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) yield* checkSlots(each, [...path, index], names)
  } else if (isObject(value)) {
    for (const [key, each] of Object.entries(value)) {
      yield* checkSlots(key, [...path, key], names)
      yield* checkSlots(each, [...path, key], names)
    }
  }
}

function hasSlot(text: string): boolean {
  return text.includes('{{')
}
