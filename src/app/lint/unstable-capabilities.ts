/** Which capability agrees on something that the stable schema does not have. */
export interface NeededCapability {
  readonly of: 'client' | 'agent'
  /** Where it stands among the capabilities, in version 1 and in version 2. */
  readonly paths: readonly (readonly string[])[]
}

function ofClient(...names: readonly string[]): NeededCapability {
  return { of: 'client', paths: names.map((name) => [name]) }
}

function ofSession(name: string): NeededCapability {
  return {
    of: 'agent',
    paths: [
      ['sessionCapabilities', name],
      ['session', name],
    ],
  }
}

const mcp: NeededCapability = {
  of: 'agent',
  paths: [
    ['mcpCapabilities', 'acp'],
    ['session', 'mcp', 'acp'],
  ],
}
const providers: NeededCapability = { of: 'agent', paths: [['providers']] }
const authStatus: NeededCapability = { of: 'agent', paths: [['auth', 'status']] }

/** By method, kind of update, kind of plan or field. */
const needed: ReadonlyMap<string, NeededCapability> = new Map(
  Object.entries({
    plan_update: ofClient('plan', 'planCapabilities'),
    plan_removed: ofClient('plan', 'planCapabilities'),
    subagent_update: ofClient('subagents'),
    session_message: ofClient('subagents'),
    session_message_chunk: ofClient('subagents'),
    systemPrompt: ofSession('systemPrompt'),
    archived: ofSession('archive'),
    'session/archive': ofSession('archive'),
    'session/unarchive': ofSession('archive'),
    'session/fork': ofSession('fork'),
    'session/status': ofSession('status'),
    'session/set_title': ofSession('title'),
    'providers/list': providers,
    'providers/set': providers,
    'providers/disable': providers,
    'auth/status': authStatus,
    'auth/status_update': authStatus,
    'mcp/message': mcp,
    acp: mcp,
  }),
)

/** null: no capability agrees on it. */
export function capabilityFor(word: string): NeededCapability | null {
  return needed.get(word) ?? null
}
