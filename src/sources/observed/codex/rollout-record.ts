// What the records of a rollout hold: texts, checklists, calls.
import type { Buffer } from 'node:buffer'
import { jsonIn } from '../../../lib/json/read-json.ts'
import type { PlanEntry } from '../../../protocol/plans/plan-content.ts'
import { readToolTodos } from '../../../protocol/plans/tool-todos.ts'
import { isObject, stringAt, type JsonObject, objectIn } from '../../../protocol/wire/message.ts'
import { cutText } from '../log/log-reading.ts'

/** Shorter lines are parsed without a look at them. */
const shortLine = 2048
const headBytes = 400

/** What long lines hold that nobody needs: outputs of tools, encrypted thoughts, the world as the model is told it. */
const needless =
  /"type":"(world_state|function_call_output|custom_tool_call_output|local_shell_call|reasoning|token_count|token_usage_record|web_search_call|exec_command_end|exec_command_output_delta|patch_apply_end|mcp_tool_call_end|agent_reasoning|agent_reasoning_raw_content)"/

/** Of a long line that holds nothing that anybody needs, the id of its call, or ''; null: it has to be parsed. */
export function needlessCall(line: Buffer): string | null {
  const head = line.length > shortLine ? line.toString('latin1', 0, headBytes) : ''
  return needless.test(head) ? (/"call_id":"([^"]+)"/.exec(head)?.[1] ?? '') : null
}

/** Kinds of records that are known to hold nothing of plans, turns or questions. */
export const otherRecords: ReadonlySet<string> = new Set([
  'world_state',
  'turn_context',
  'token_usage_record',
  'inter_agent_communication',
  'git_info',
  'state',
])

/** The texts of a content, on lines of their own; '' for none. Raw. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.flatMap((part) => stringAt(part, 'text') ?? []).join('\n')
}

/** The calls of a turn that have no result yet. */
export class OpenCalls {
  readonly #calls = new Map<string, JsonObject>()

  begun(id: string, call: JsonObject): void {
    if (this.#calls.size < maxCalls) this.#calls.set(id, call)
  }

  ended(id = ''): void {
    this.#calls.delete(id)
  }

  clear(): void {
    this.#calls.clear()
  }

  /** What the only one runs: its command, else its name. '': there is none, or several of which any may be meant. */
  about(): string {
    const [call, ...others] = this.#calls.values()
    if (call === undefined || others.length > 0) return ''
    const { cmd, command = cmd } = objectIn(jsonIn(stringAt(call, 'arguments') ?? ''))
    const text: unknown = Array.isArray(command) ? command.at(-1) : command
    return cutText(typeof text === 'string' ? text : (stringAt(call, 'name') ?? ''), 500)
  }
}

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
  if (isObject(given)) return plansInInput(given)
  if (typeof given !== 'string' || given.length > maxArguments) return []
  const whole = jsonIn(given)
  if (isObject(whole)) return plansInInput(whole)
  return argumentsIn(given).flatMap((text) => {
    const value = jsonIn(text)
    return isObject(value) ? plansInInput(value) : []
  })
}

/** The checklist that the input of a call is, as a list of one or none. */
export function plansInInput(value: JsonObject): readonly (readonly PlanEntry[])[] {
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
