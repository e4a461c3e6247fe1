import { jsonIn } from '../../../lib/json/read-json.ts'
import { isObject, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import type { PlanEntry } from '../../../protocol/plans/plan-content.ts'
import { readToolTodos } from '../../../protocol/plans/tool-todos.ts'

/** Longer arguments are not read. */
const maxArguments = 1024 * 1024
const maxCalls = 20

/** Whether a call may hold a checklist: of the tool itself, or of a program that calls it. */
export function isPlanCall(name: string, call: JsonObject): boolean {
  if (name === 'update_plan' || name.endsWith('.update_plan') || name.endsWith('__update_plan')) return true
  return (stringAt(call, 'input') ?? '').slice(0, maxArguments).includes('update_plan(')
}

/** The checklists in a call, in order; empty: none was found. The arguments are JSON, or a program with JSON in it. */
export function plansInCall(call: JsonObject): readonly (readonly PlanEntry[])[] {
  const given = call['arguments'] ?? call['input']
  if (isObject(given)) return listIn(given)
  if (typeof given !== 'string' || given.length > maxArguments) return []
  const whole = jsonIn(given)
  if (isObject(whole)) return listIn(whole)
  return argumentsIn(given).flatMap((text) => {
    const value = jsonIn(text)
    return isObject(value) ? listIn(value) : []
  })
}

export function listIn(value: JsonObject): readonly (readonly PlanEntry[])[] {
  const { steps } = value
  const list = readToolTodos({ rawInput: Array.isArray(steps) ? { plan: steps } : value }, true)
  return list === null ? [] : [list]
}

/** The texts between `update_plan(` and the brace that closes its object. */
function argumentsIn(program: string): readonly string[] {
  const found: string[] = []
  const start = /update_plan\(\s*(?=\{)/g
  for (
    let match = start.exec(program);
    match !== null && found.length < maxCalls;
    match = start.exec(program)
  ) {
    const end = endOfObject(program, start.lastIndex)
    if (end < 0) break
    found.push(program.slice(start.lastIndex, end))
    start.lastIndex = end
  }
  return found
}

/** Where the object that begins at `from` ends; -1: it does not. */
function endOfObject(text: string, from: number): number {
  let depth = 0
  let isText = false
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (isText) {
      if (sign === '\\') at++
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at + 1
  }
  return -1
}
