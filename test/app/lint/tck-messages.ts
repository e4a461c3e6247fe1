import { fromAgent, setup, toAgent, trace, update } from './lint-lines.ts'

/** An exchange with one defect, and what lint says of it. */
export interface TckCase {
  /** The requirements of the kit that it breaks, with their version. */
  readonly breaks: readonly string[]
  readonly lines: readonly string[]
  /** The rule and the path of the finding. */
  readonly found: string
}

export const chunk = (text: string): string =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
export const chunk2 = (fields: object): string =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hi' }, ...fields })
export const state = (name: string, stopReason?: string): string =>
  update({ sessionUpdate: 'state_update', state: name, stopReason })
export const call2 = (fields: object): string =>
  update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'Edit', ...fields })
export const cancel = toAgent({ method: 'session/cancel', params: { sessionId: 's' } })
export const close = toAgent({ id: 9, method: 'session/close', params: { sessionId: 's' } })
export const asks = (id: number, method: string, params: object = {}): string =>
  fromAgent({ id, method, params: { sessionId: 's', ...params } })
export const again = (id: number): string =>
  toAgent({
    id,
    method: 'session/prompt',
    params: { sessionId: 's', prompt: [{ type: 'text', text: 'Go' }] },
  })
export const answer = (id: number, result: unknown): string => fromAgent({ id, result })
export const call = (id: number, method: string, params: object): string => toAgent({ id, method, params })
export const load = call(7, 'session/load', { sessionId: 's', cwd: '/', mcpServers: [] })
export const resume = (fields: object): string =>
  call(7, 'session/resume', { sessionId: 's', cwd: '/', ...fields })
export const user = update({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'Hi' } })
export const user2 = (messageId: string): string =>
  update({ sessionUpdate: 'user_message', messageId, content: [] })

export const info = { name: 'a', version: '1' }
export const loads = { protocolVersion: 1, agentInfo: info, agentCapabilities: { loadSession: true } }
export const initialized1 = (fields: object): readonly string[] =>
  setup({ answer: { protocolVersion: 1, agentInfo: info, ...fields } })
export const initialized2 = (fields: object): readonly string[] =>
  setup({ version: 2, answer: { protocolVersion: 2, info, capabilities: { session: {} }, ...fields } })
export const option = (id: string, currentValue: string): object => {
  const options = [{ value: 'one', name: 'One' }]
  return { id, configId: id, name: id, type: 'select', currentValue, options }
}
export const settings = (version: 1 | 2, ...options: readonly object[]): readonly string[] =>
  setup({ version, session: { configOptions: options } })
export const permission = { title: 'May I?', options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }] }

export function v1(...lines: readonly string[]): readonly string[] {
  return trace({ capabilities: {} }, ...lines)
}

export function v2(...lines: readonly string[]): readonly string[] {
  return trace({ version: 2, capabilities: {} }, ...lines)
}

export function broken(breaks: string, found: string, lines: readonly string[]): TckCase {
  return { breaks: breaks.split(' '), found, lines }
}
