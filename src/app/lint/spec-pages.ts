import type { ProtocolVersion } from '../../protocol/message-schemas/protocol-schema.ts'

const site = 'https://agentclientprotocol.com'

/** Where each version of the specification says something. */
export type SpecPage = Readonly<Record<ProtocolVersion, string>>

function page(path: string, inVersion2: string = path): SpecPage {
  return { 1: `${site}/protocol/v1/${path}`, 2: `${site}/protocol/v2/${inVersion2}` }
}

function proposed(path: string): SpecPage {
  return { 1: `${site}/rfds/${path}`, 2: `${site}/rfds/${path}` }
}

/** The pages of the specification that rules refer to. */
export const pages = {
  plan: page('agent-plan'),
  planFile: page('draft/schema#planfile', 'draft/agent-plan'),
  planRemoved: page('draft/schema#planremoved', 'draft/agent-plan'),
  planOperations: proposed('plan-operations'),
  clientCapabilities: page('initialization#client-capabilities'),
  versions: page('initialization', 'initialization#version-negotiation'),
  authentication: page('authentication'),
  transports: page('transports'),
  jsonrpc: page('overview#communication-model'),
  errors: page('overview#error-handling'),
  paths: page('overview#argument-requirements'),
  sessions: page('session-setup#session-id'),
  loading: page('session-setup#loading-sessions', 'session-setup'),
  updates: page('prompt-turn#3-agent-reports-output', 'prompt-lifecycle#3-agent-reports-output'),
  turnEnd: page('prompt-turn#stop-reasons', 'prompt-lifecycle#session-states'),
  cancellation: page('prompt-turn#cancellation', 'prompt-lifecycle#cancellation'),
  permission: page('tool-calls#requesting-permission'),
  toolCalls: page('tool-calls#creating', 'tool-calls#reporting'),
  extensibility: page('extensibility'),
  sessionList: page('session-list'),
  configOptions: page('session-config-options'),
  schema: page('schema'),
  draftSchema: page('draft/schema'),
  webTransport: proposed('streamable-http-websocket-transport'),
} as const satisfies Readonly<Record<string, SpecPage>>

/** The part of the schema's page about a definition. */
export function schemaPage(version: ProtocolVersion, definition: string, isUnstable: boolean): string {
  const { [version]: address } = isUnstable ? pages.draftSchema : pages.schema
  return `${address}#${definition.toLowerCase()}`
}
