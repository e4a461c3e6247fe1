import type { Finding } from '../../../src/app/lint/finding.ts'
import { Linter } from '../../../src/app/lint/linter.ts'
import { TraceReader } from '../../../src/protocol/trace/read-trace.ts'
import { traceHeader } from '../../support/trace-header.ts'

/** What lint finds in the lines of a trace. */
export function lintLines(lines: readonly string[]): Linter {
  const linter = new Linter()
  const reader = new TraceReader()
  for (const line of lines) for (const record of reader.push(line)) linter.read(record, reader.line)
  linter.end()
  return linter
}

/** A frame of the agent's, or any text in its place. */
export function fromAgent(frame: object | string): string {
  return JSON.stringify({ t: 0, in: typeof frame === 'string' ? frame : { jsonrpc: '2.0', ...frame } })
}

export function toAgent(frame: object): string {
  return JSON.stringify({ t: 0, out: { jsonrpc: '2.0', ...frame } })
}

const header = JSON.stringify({ ...traceHeader, columns: null, rows: null })

/** A frame of the agent's as it is given, without what all messages have. */
export function raw(frame: unknown): string {
  return JSON.stringify({ t: 0, in: frame })
}

interface Setup {
  readonly version?: 1 | 2
  /** Those of the client. */
  readonly capabilities?: object
  /** The agent's answer to `initialize`. */
  readonly answer?: object
  /** Fields of its answer to `session/new`; null: it has not answered. */
  readonly session?: object | null
}

/** A trace that has a session, or is about to have one. */
export function setup({ version = 1, capabilities = {}, answer, session = {} }: Setup): readonly string[] {
  const names = version === 2 ? { info: program, capabilities } : { clientCapabilities: capabilities }
  return [
    header,
    toAgent({ id: 0, method: 'initialize', params: { protocolVersion: version, ...names } }),
    fromAgent({ id: 0, result: answer ?? answerOf(version) }),
    newSession(1),
    ...(session === null ? [] : [fromAgent({ id: 1, result: { sessionId: 's', ...session } })]),
  ]
}

const program = { name: 'program', version: '1' }

function answerOf(version: 1 | 2): object {
  return version === 2
    ? { protocolVersion: 2, info: program, capabilities: { session: {} } }
    : { protocolVersion: 1, agentInfo: program, agentCapabilities: {} }
}

export function newSession(id: number): string {
  return toAgent({ id, method: 'session/new', params: { cwd: '/', mcpServers: [] } })
}

/** A trace: the setup of a session, a prompt, and what follows, 10 ms apart. */
export function trace(
  { version = 1, capabilities = { plan: {} } }: { readonly version?: 1 | 2; readonly capabilities?: object },
  ...lines: readonly string[]
): readonly string[] {
  const all = [
    ...setup({ version, capabilities }),
    toAgent({
      id: 2,
      method: 'session/prompt',
      params: { sessionId: 's', prompt: [{ type: 'text', text: 'Go' }] },
    }),
    ...(version === 2
      ? [
          fromAgent({ id: 2, result: { messageId: 'user-1' } }),
          update({ sessionUpdate: 'user_message', messageId: 'user-1', content: [] }),
          update({ sessionUpdate: 'state_update', state: 'running' }),
        ]
      : []),
    ...lines,
  ]
  return all.map((line, at) => line.replace('"t":0', `"t":${10 * at}`))
}

/** The agent's answer to the prompt. */
export const turnEnd = fromAgent({ id: 2, result: { stopReason: 'end_turn' } })

export function update(body: object): string {
  return updateOf('s', body)
}

/** An update of a session with another id. */
export function updateOf(sessionId: string, body: object): string {
  return fromAgent({ method: 'session/update', params: { sessionId, update: body } })
}

/** Entries from `status content`. */
export function entries(...steps: readonly string[]): readonly object[] {
  return steps.map((step) => {
    const at = step.indexOf(' ')
    return { content: step.slice(at + 1), status: step.slice(0, at), priority: 'medium' }
  })
}

/** A `plan` update. */
export function plan(...steps: readonly string[]): string {
  return update({ sessionUpdate: 'plan', entries: entries(...steps) })
}

/** A `plan_update`. */
export function planUpdate(body: object): string {
  return update({ sessionUpdate: 'plan_update', plan: body })
}

/** A finding in short: severity, rule, frame and path. */
export function brief({ rule, severity, place, path }: Finding): string {
  return [severity, rule, place.frame ?? '-', path ?? '-'].join(' ')
}

/** A permission request for a plan. */
export function asks(text: string): string {
  return fromAgent({
    id: 7,
    method: 'session/request_permission',
    params: {
      sessionId: 's',
      toolCall: { toolCallId: 'c', title: 'Ready?', kind: 'switch_mode', rawInput: { plan: text } },
      options: [{ optionId: 'a', name: 'Yes', kind: 'allow_once' }],
    },
  })
}
export const answered = toAgent({ id: 7, result: { outcome: { outcome: 'selected', optionId: 'a' } } })
export const nextPrompt = toAgent({
  id: 3,
  method: 'session/prompt',
  params: { sessionId: 's', prompt: [{ type: 'text', text: 'Again' }] },
})
