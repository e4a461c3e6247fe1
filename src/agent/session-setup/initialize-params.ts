/** Which version an `initialize` asks for; `best` asks for 2 and can be understood as 1 as well. */
export type AskedVersion = 'best' | 1 | 2

export interface ClientDescription {
  readonly clientVersion: string
  /** Tells the agent that plans by id (`plan_update`, `plan_removed`) are shown. */
  readonly advertisesPlans: boolean
  /** A user is there who can fill in forms and open pages. */
  readonly canAsk: boolean
  /** Files may be read and written through us. Version 1 only: version 2 has no such methods. */
  readonly offersFiles: boolean
}

/**
 * The params of `initialize`. `best` carries both shapes, so that one message does: v1 agents read `clientInfo` and
 * `clientCapabilities`, v2 agents `info` and `capabilities`. https://agentclientprotocol.com/protocol/initialization
 */
export function initializeParams(asked: AskedVersion, client: ClientDescription): object {
  const who = { name: 'acp-plan-tui', title: 'acp-plan-tui', version: client.clientVersion }
  const v1 = { clientInfo: who, clientCapabilities: v1Capabilities(client) }
  const v2 = { info: who, capabilities: v2Capabilities(client) }
  switch (asked) {
    case 'best':
      return { protocolVersion: 2, ...v2, ...v1 }
    case 1:
      return { protocolVersion: 1, ...v1 }
    case 2:
      return { protocolVersion: 2, ...v2 }
  }
}

function v1Capabilities(client: ClientDescription): object {
  const { offersFiles } = client
  return {
    fs: { readTextFile: offersFiles, writeTextFile: offersFiles },
    terminal: false,
    // We run no login in a terminal, but agents name such methods only to clients that say so, and we say what to run.
    auth: { terminal: true },
    session: { configOptions: { boolean: {} }, notices: {} },
    subagents: {},
    ...elicitation(client),
    ...plans(client),
  }
}

function v2Capabilities(client: ClientDescription): object {
  return { auth: { terminal: {} }, ...elicitation(client), ...plans(client) }
}

function elicitation({ canAsk }: ClientDescription): object {
  return canAsk ? { elicitation: { form: {}, url: {} } } : {}
}

/** Two names for one capability: agents know either the older or the newer one. */
function plans({ advertisesPlans }: ClientDescription): object {
  return advertisesPlans ? { plan: {}, planCapabilities: {} } : {}
}
