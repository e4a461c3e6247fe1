import { isObject, stringAt, type JsonObject } from '../wire/message.ts'
import type { TraceDirection } from './trace-record.ts'

/** A message in a conductor's trace, as it passed between the agent and its neighbour. */
export interface ConductorMessage {
  readonly atMs: number
  readonly dir: TraceDirection
  readonly message: JsonObject
}

/**
 * Whether an object is an event of the ACP conductor (`.jsons`).
 * https://docs.rs/agent-client-protocol-conductor/latest/agent_client_protocol_conductor/trace/
 */
export function isConductorEvent(value: JsonObject): boolean {
  if (typeof value['ts'] !== 'number') return false
  if (value['type'] === 'trace') return typeof value['component'] === 'string'
  return kinds.has(stringAt(value, 'type') ?? '') && 'from' in value && 'to' in value && !('jsonrpc' in value)
}

const kinds = new Set(['request', 'response', 'notification'])

/**
 * The message of an event. null: it passed elsewhere than at the agent's end, the only place where the trace has both
 * directions completely, or it belongs to MCP. Times are in seconds.
 */
export function readConductorEvent(event: JsonObject): ConductorMessage | null {
  const dir = directionOf(event)
  if (dir === null || event['protocol'] === 'mcp') return null
  const atMs = Number(event['ts']) * 1000
  const { id, params, payload } = event
  const method = stringAt(event, 'method') ?? ''
  switch (event['type']) {
    case 'request':
      return { atMs, dir, message: { jsonrpc: '2.0', id, method, params } }
    case 'notification':
      return { atMs, dir, message: { jsonrpc: '2.0', method, params } }
    case 'response': {
      const outcome = event['is_error'] === true ? { error: errorOf(payload) } : { result: payload ?? null }
      return { atMs, dir, message: { jsonrpc: '2.0', id, ...outcome } }
    }
    default:
      return null
  }
}

/** Components are called `client`, `proxy:0`, `agent`; in newer versions `Client`, `Proxy(0)`, `Agent`. */
function directionOf(event: JsonObject): TraceDirection | null {
  if (isAgent(event['from'])) return 'from-agent'
  return isAgent(event['to']) ? 'to-agent' : null
}

function isAgent(name: unknown): boolean {
  return typeof name === 'string' && name.toLowerCase() === 'agent'
}

function errorOf(payload: unknown): JsonObject {
  return isObject(payload)
    ? payload
    : { code: 0, message: typeof payload === 'string' ? payload : 'no message' }
}
