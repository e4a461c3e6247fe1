/** Which version an `initialize` asks for; `best` asks for 2 and can be understood as 1 as well. */
export type AskedVersion = 'best' | 1 | 2

export interface ClientDescription {
  readonly clientVersion: string
  /** Tells the agent that plans by id (`plan_update`, `plan_removed`) are shown. */
  readonly advertisesPlans: boolean
}

/**
 * The params of `initialize`. `best` carries both shapes, so that one message does: v1 agents read `clientInfo` and
 * `clientCapabilities`, v2 agents `info` and `capabilities`. https://agentclientprotocol.com/protocol/initialization
 */
export function initializeParams(asked: AskedVersion, client: ClientDescription): object {
  const who = { name: 'acp-plan-tui', title: 'acp-plan-tui', version: client.clientVersion }
  // Two names for one capability: agents know either the older or the newer one.
  const plans = client.advertisesPlans ? { plan: {}, planCapabilities: {} } : {}
  const v1 = {
    clientInfo: who,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false, ...plans },
  }
  const v2 = { info: who, capabilities: { ...plans } }
  switch (asked) {
    case 'best':
      return { protocolVersion: 2, ...v2, ...v1 }
    case 1:
      return { protocolVersion: 1, ...v1 }
    case 2:
      return { protocolVersion: 2, ...v2 }
  }
}
