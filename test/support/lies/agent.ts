// The answers of an agent, right or wrong, that the lies send.
import type { Stage } from './lie.ts'

export interface Sent {
  readonly id?: unknown
  readonly method?: string
  readonly params?: { readonly sessionId?: string }
}

/** What an agent sends when it hears a message: whole lines or messages as texts. */
export type Answers = (sent: Sent, stage: Stage) => readonly string[]

const rpc = (message: object): string => JSON.stringify({ jsonrpc: '2.0', ...message })

function update(sessionId: string, content = 'Lie'): string {
  const entries = [{ content, status: 'in_progress', priority: 'high' }]
  return rpc({ method: 'session/update', params: { sessionId, update: { sessionUpdate: 'plan', entries } } })
}

/** What an honest agent answers. */
export function honestly({ id, method }: Sent): readonly string[] {
  switch (method) {
    case 'initialize':
      return [rpc({ id, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } })]
    case 'session/new':
    case 'session/load':
      return [rpc({ id, result: { sessionId: 's1' } })]
    case 'session/prompt':
      return [update('s1'), rpc({ id, result: { stopReason: 'end_turn' } })]
    default:
      return id === undefined || method === undefined ? [] : [rpc({ id, result: {} })]
  }
}

/** Honest but for one method. */
function liesAbout(method: string, lie: Answers): Answers {
  return (sent, stage) => (sent.method === method ? lie(sent, stage) : honestly(sent))
}

const opening = ['initialize', 'session/new'] as const
const asked = [...opening, 'session/prompt'] as const

/** Agents that speak whole messages, and lie in them. */
export const lyingAgents: Readonly<Record<string, Answers>> = {
  'is honest': honestly,
  'answers what was never asked': (sent) => [
    rpc({ id: 4711, result: { stopReason: 'end_turn', sessionId: 's9' } }),
    rpc({ id: 'abc', error: { code: 1, message: 'no' } }),
    rpc({ id: null, result: null }),
    ...honestly(sent),
  ],
  'answers everything twice': (sent) => [...honestly(sent), ...honestly(sent)],
  'answers for another session': liesAbout('session/prompt', ({ id }) => [
    update('s2'),
    update('s3', 'Another'),
    rpc({ id, result: { stopReason: 'end_turn', sessionId: 's2' } }),
  ]),
  'gives each answer another session': (sent, { random }) =>
    honestly(sent).map((line) => line.replaceAll('s1', `s${Math.floor(random() * 1000)}`)),
  'answers with requests': ({ id }) => [rpc({ id, method: 'session/prompt', params: {} })],
  'asks without end and never answers': ({ id }) => [
    rpc({ id: `${String(id)}+`.slice(-50), method: 'session/request_permission', params: {} }),
  ],
  ...Object.fromEntries(
    asked.flatMap((method): [string, Answers][] => [
      [`never answers ${method}`, liesAbout(method, () => [])],
      [`answers ${method} with null`, liesAbout(method, ({ id }) => [rpc({ id, result: null })])],
      [`answers ${method} with a list`, liesAbout(method, ({ id }) => [rpc({ id, result: [1, 'x'] })])],
      [`answers ${method} with an odd error`, liesAbout(method, ({ id }) => [rpc({ id, error: 'no' })])],
      [
        `answers ${method} with an error`,
        liesAbout(method, ({ id }) => [rpc({ id, error: { code: -32603, message: 'x'.repeat(100_000) } })]),
      ],
      [`answers ${method} with another id`, liesAbout(method, () => [rpc({ id: 99, result: {} })])],
      [`answers ${method} with half a message`, liesAbout(method, () => ['{"jsonrpc":"2.0","id":'])],
      [`answers ${method} with a wish for a login`, liesAbout(method, ({ id }) => [loginWanted(id)])],
    ]),
  ),
}

function loginWanted(id: unknown): string {
  return rpc({ id, error: { code: -32000, message: 'Authentication required' } })
}
