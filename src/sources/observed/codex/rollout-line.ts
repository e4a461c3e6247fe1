import type { Buffer } from 'node:buffer'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { isObject, type JsonObject } from '../../../protocol/wire/message.ts'

/** A line of a rollout. */
export type RolloutLine =
  | { readonly type: 'record'; readonly record: JsonObject }
  | { readonly type: 'nothing' }
  | { readonly type: 'broken'; readonly why: string }

const nothing: RolloutLine = { type: 'nothing' }
/** Shorter lines are parsed without a look at them. */
const shortLine = 2048
const headBytes = 400

/** What long lines hold that nobody needs: outputs of tools, thoughts in cipher, the world as the model is told it. */
const others =
  /"type":"(world_state|function_call_output|custom_tool_call_output|local_shell_call|reasoning|token_count|token_usage_record|web_search_call|exec_command_end|exec_command_output_delta|patch_apply_end|mcp_tool_call_end|agent_reasoning|agent_reasoning_raw_content)"/

/** Reads a line. Long ones that cannot matter are not parsed, unless the output of a call is waited for. */
export function readRolloutLine(line: Buffer, isWaitedFor: boolean): RolloutLine {
  if (line.length === 0) return nothing
  if (line.length > shortLine && !isWaitedFor && others.test(line.toString('latin1', 0, headBytes)))
    return nothing
  const value = jsonIn(line.toString('utf8'))
  if (isObject(value)) return { type: 'record', record: value }
  if (line.toString('latin1', 0, 200).trim() === '') return nothing
  return { type: 'broken', why: value === undefined ? 'it is not JSON' : 'it is not a JSON object' }
}
