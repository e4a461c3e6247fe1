const site = 'https://agentclientprotocol.com'

/** The pages of the specification that rules refer to. */
export const pages = {
  plan: `${site}/protocol/agent-plan`,
  plan2: `${site}/protocol/v2/agent-plan`,
  planDraft2: `${site}/protocol/v2/draft/agent-plan`,
  planOperations: `${site}/rfds/plan-operations`,
  initialization: `${site}/protocol/initialization`,
  transports: `${site}/protocol/transports`,
  updates: `${site}/protocol/prompt-turn#3-agent-reports-output`,
  permission: `${site}/protocol/tool-calls#requesting-permission`,
  extensibility: `${site}/protocol/extensibility`,
  sessionList: `${site}/protocol/session-list`,
  configOptions: `${site}/protocol/session-config-options`,
  webTransport: `${site}/rfds/streamable-http-websocket-transport`,
} as const
