import { shortened } from '../../lib/text/listed-words.ts'
import { type Message, isObject, objectAt, stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import type { TraceDirection } from '../../protocol/trace/trace-record.ts'
import type { AppEvent } from '../state/app-event.ts'
import type { AppState } from '../state/app-state.ts'
import type { AskedRequest, AskedRequests, ExchangeFacts } from './exchange-facts.ts'
import type { ProtocolVersion } from '../../protocol/message-schemas/protocol-schema.ts'
import type { MessagePosition, Severity } from './finding.ts'

/** A text, or one for each version of the protocol: an agent is told of the rules of its own. */
export type VersionedText = string | Readonly<Record<ProtocolVersion, string>>

export function textIn(text: VersionedText, version: ProtocolVersion): string {
  return typeof text === 'string' ? text : text[version]
}

/** A rule about plans and what surrounds them. */
export interface LintRule {
  readonly id: string
  /** Of most of its findings; some are less severe. */
  readonly severity: Severity
  readonly title: string
  /** The version that has what the rule is about, and in whose exchanges it is checked; absent: both. */
  readonly only?: ProtocolVersion
  /** What the specification says, in short. */
  readonly says: VersionedText
  /** Where it says so. */
  readonly page: SpecPage
  /** What the author of the agent (or client) can do. */
  readonly mend: VersionedText
  /** What it does to the plan when the rule is broken, a sentence; absent: what its severity says. */
  readonly effect?: string
  /** Begins to check an exchange; absent: it is broken where a message differs from its schema. */
  readonly check?: () => RuleCheck
}

/** A rule's check of one exchange, with what it remembers of it: bounded. Called in the order of the exchange; never throws. */
export interface RuleCheck {
  /** A message of either direction, before its events. */
  readonly message?: (passed: PassedMessage, report: Report) => void
  readonly event?: (moment: LintMoment, report: Report) => void
  /** The exchange is over. */
  readonly end?: (state: AppState, report: Report, asked: AskedRequests) => void
}

export interface PassedMessage {
  readonly message: Message
  /** The JSON that it was read from. */
  readonly raw: unknown
  readonly dir: TraceDirection
  /** The request that it answers; null: it answers none that is open. */
  readonly answers: AskedRequest | null
  readonly facts: ExchangeFacts
  readonly place: MessagePosition
}

/** An event, with the states before and after it. */
export interface LintMoment {
  readonly event: AppEvent
  readonly before: AppState
  readonly after: AppState
  readonly place: MessagePosition
  /** Whether the schema has found something at a path of the frame, around it, in it or beside it: one defect is one finding. */
  readonly isFound: (path: string) => boolean
}

export interface Found {
  readonly path: string | null
  /** Raw. */
  readonly seen: string
  /** Absent: the rule's. */
  readonly severity?: Severity
  /** Absent: the current frame. */
  readonly place?: MessagePosition
  /** Absent: that of the rule. */
  readonly page?: string
  /** It is a problem of the app's state too. */
  readonly isProblem?: boolean
  /** It is no other finding: it replaces what was seen in that of the same rule and place. */
  readonly isMore?: true
}

export type Report = (found: Found) => void

const effects: Readonly<Record<Severity, string>> = {
  error: 'Clients may leave it out, or show it wrong.',
  warning: 'Clients may show it wrong.',
  note: 'Nothing.',
}

/** What it does to the plan when a rule is broken, a sentence. */
export function effectOf({ effect }: LintRule, severity: Severity): string {
  return effect ?? effects[severity]
}

const longestQuote = 80

/** A text of the agent's as a finding cites it. */
export function cited(text: string): string {
  return shortened(text, longestQuote)
}

/** The same in quotation marks. */
export function quoted(text: string): string {
  return `“${cited(text)}”`
}

/** The first of some texts in quotation marks, and how many more there are. */
export function quotedFirst([first = '', ...others]: readonly string[]): string {
  return `${quoted(first)}${others.length === 0 ? '' : ` and ${others.length} more`}`
}

/** An update that the agent has sent, well-formed or not. */
export interface SentUpdate {
  readonly sessionId: string | undefined
  readonly kind: string | undefined
  readonly update: JsonObject
}

/** The update that a message of the agent holds; null: it is another message. */
export function updateIn({ message, dir }: PassedMessage): SentUpdate | null {
  if (dir !== 'from-agent' || message.kind !== 'notification' || message.method !== 'session/update')
    return null
  const params = isObject(message.params) ? message.params : {}
  const update = objectAt(params, 'update')
  return { sessionId: stringAt(params, 'sessionId'), kind: stringAt(update, 'sessionUpdate'), update }
}

/** What the agent has answered to a request that is remembered, if it is an object; null: the message is another one. */
export function resultIn({
  message,
  dir,
  answers,
}: PassedMessage): { readonly result: JsonObject; readonly asked: AskedRequest } | null {
  if (message.kind !== 'result' || dir !== 'from-agent' || answers === null) return null
  return isObject(message.result) ? { result: message.result, asked: answers } : null
}

/** The agent's answer to `initialize`; null: the message is another one. */
export function greetingIn(passed: PassedMessage): JsonObject | null {
  const answer = resultIn(passed)
  return answer?.asked.method === 'initialize' ? answer.result : null
}

/** The objects of a list; each in its place, others as empty objects. */
export function listAt(object: JsonObject, name: string): readonly JsonObject[] {
  const { [name]: list } = object
  return Array.isArray(list) ? (list as readonly unknown[]).map((each) => (isObject(each) ? each : {})) : []
}

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
