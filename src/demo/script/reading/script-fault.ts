import type { core } from 'zod/mini'
import { isObject } from '../../../protocol/wire/message.ts'
import { listedWords } from '../../../lib/text/wording.ts'
import { keyHint } from './script-values.ts'
import { stepKindsOf } from '../step-kinds.ts'
import { notOneStep, stepKinds } from './step-schemas.ts'
import { mustBe } from '../../../lib/text/usage-error.ts'

/** An error in a script, and how to fix it. Raw text. */
export interface ScriptFault {
  /** Its path in the value; `isKey`: the error is the key itself. */
  readonly path: readonly PropertyKey[]
  readonly isKey?: boolean
  readonly message: string
  readonly hint: string
}

export function faultAt(path: ScriptFault['path'], message: string, hint: string): ScriptFault {
  return { path, message, hint }
}

/** A fault of the key at the end of the path. */
export function keyFaultAt(path: ScriptFault['path'], message: string, hint: string): ScriptFault {
  return { path, isKey: true, message, hint }
}

/** The fault for an issue that the schema has found. `script` is the value that was checked. */
export function describeIssue(issue: core.$ZodIssue, script: unknown): ScriptFault {
  const { path, message } = issue
  const found = path.reduce<unknown>((value, key) => (isKeyed(value) ? value[key] : undefined), script)
  if (issue.code === 'invalid_union') {
    const inside = issue.errors.find(([first]) => first !== undefined && !isWrongType(first))?.[0]
    if (inside !== undefined) return describeIssue({ ...inside, path: [...path, ...inside.path] }, script)
  }
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    return { path: [...path, key], isKey: true, message: `there is no key “${key}” here`, hint: message }
  }
  if (issue.code === 'custom' && message === notOneStep) return describeStep(found, path)
  const key = path.findLast((part) => typeof part === 'string')
  const named = typeof key === 'string' ? `“${key}”` : 'the file'
  const hint = mustBe(message)
  if (found === undefined) return { path: path.slice(0, -1), message: `${named} is missing`, hint }
  const isScalar = ['string', 'number', 'boolean'].includes(typeof found)
  const what = isScalar ? `${named} cannot be ${shortened(found)}` : `${named} has a wrong value`
  return { path, message: what, hint }
}

function describeStep(step: unknown, path: readonly PropertyKey[]): ScriptFault {
  if (!isObject(step)) {
    const message = typeof step === 'string' ? `“${step.slice(0, 40)}” is no step` : 'this is no step'
    return { path, message, hint: 'A step is a key with a value, as in `- say: Hello`.' }
  }
  const kinds = stepKindsOf(step, stepKinds)
  if (kinds.length > 1) {
    const message = `a step does one thing, and this one would do ${kinds.length}: ${listedWords(kinds, 'and')}`
    return { path, message, hint: 'Put a dash before each of them.' }
  }
  const [key = ''] = Object.keys(step)
  const message = key === '' ? 'this step is empty' : `there is no step “${key}”`
  return {
    path: [...path, ...(key === '' ? [] : [key])],
    isKey: key !== '',
    message,
    hint: keyHint(key, stepKinds),
  }
}

/** Another option of the union was meant. */
function isWrongType({ code, path }: core.$ZodIssue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_union')
}

function isKeyed(value: unknown): value is Readonly<Record<PropertyKey, unknown>> {
  return typeof value === 'object' && value !== null
}

function shortened(value: unknown): string {
  const text = String(value)
  return `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`
}
