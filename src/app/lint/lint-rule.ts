import { shortened } from '../../lib/text/wording.ts'
import {
  type Message,
  isObject,
  objectAt,
  stringAt,
  type JsonObject,
  objectIn,
  listIn,
  type ProtocolVersion,
} from '../../protocol/wire/message.ts'
import type { TraceDirection } from '../../protocol/trace/trace-record.ts'
import type { AppEvent } from '../state/app-event.ts'
import type { AppState } from '../state/app-state.ts'
import type { AskedRequest, AskedRequests, ExchangeFacts } from './exchange-facts.ts'
import type { MessagePosition, Severity } from './finding.ts'
import type { Plan } from '../../plans/plan.ts'
import type { UpdateOf } from '../../protocol/session/session-event.ts'
import type { Session } from '../state/session.ts'

/** A text, or one for each version of the protocol: an agent is told of the rules of its own. */
export type VersionedText = string | Readonly<Record<ProtocolVersion, string>>

export function textIn(text: VersionedText, version: ProtocolVersion): string {
  return typeof text === 'string' ? text : text[version]
}

/** A rule about plans and what surrounds them. One that is broken where a message differs from its schema checks nothing itself. */
export interface LintRule extends RuleCheck {
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
  /** Begins to check an exchange, of which it remembers something: bounded. Absent: it remembers nothing. */
  readonly check?: () => RuleCheck
}

/** What a rule looks at in one exchange. Called in the order of the exchange; never throws. */
export interface RuleCheck {
  /** A message of either direction, before its events. */
  readonly message?: (passed: PassedMessage, report: Report) => void
  /** The agent's answer to `initialize`, which is a message, too. */
  readonly greeting?: (greeting: JsonObject, passed: PassedMessage, report: Report) => void
  /** What a message of the agent does in a turn, before the turn changes. */
  readonly turn?: (moment: TurnMoment, passed: PassedMessage, report: Report) => void
  readonly event?: (moment: LintMoment, report: Report) => void
  /** An event that replaces a plan, except where the past of a session is replayed. */
  readonly replaced?: (change: PlanReplaced, report: Report, moment: LintMoment) => void
  /** The exchange is over. */
  readonly end?: (
    state: AppState,
    report: Report,
    seen: { readonly asked: AskedRequests; readonly turns: PassedMessage['turns'] },
  ) => void
}

export interface PassedMessage {
  readonly message: Message
  /** The JSON that it was read from. */
  readonly raw: unknown
  readonly dir: TraceDirection
  /** The request that it answers; null: it answers none that is open. */
  readonly answers: AskedRequest | null
  readonly facts: ExchangeFacts
  /** What the messages say of the work in the sessions, by their ids. */
  readonly turns: ReadonlyMap<string, WatchedTurn>
  readonly place: MessagePosition
}

/** What the messages say about the work in a session. */
export interface WatchedTurn {
  readonly sessionId: string
  /** `loading`: its past is being replayed. `loaded`: nothing was asked since. `accepted`: version 2 has not reported `running` yet. */
  phase: 'loading' | 'loaded' | 'accepted' | 'working' | 'ended'
  /** The request that loads it asks for its past. */
  asksPast: boolean
  /** The place of the prompt. */
  place: MessagePosition
  isCancelled: boolean
  /** The id of the message that the agent made of the prompt; null: it has told none. */
  promptMessage: string | null
  /** Those of the messages that were reported since, whole or in chunks; a whole one may be empty. */
  readonly messages: Set<string>
  /** It waits for the user, and has said so. */
  hasWaited: boolean
}

/** Something that the agent did in a session. `state`: of a `state_update`; undefined: it is another update. */
export type TurnMoment = { readonly turn: WatchedTurn } & (
  | { readonly type: 'answered'; readonly method: string; readonly isError: boolean }
  | { readonly type: 'updated'; readonly kind: string; readonly update: JsonObject; readonly state: unknown }
)

export interface LintMoment {
  readonly event: AppEvent
  readonly before: AppState
  readonly after: AppState
  readonly place: MessagePosition
  /** Whether the schema has found something at a path of the frame, around it, in it or beside it: one defect is one finding. */
  readonly isFound: (path: string) => boolean
}

export type PlanEvent = UpdateOf<'plan-replaced' | 'plan-removed'>

/** An update that replaces or removes a plan, and the plan before and after it. */
export interface PlanChange<E extends PlanEvent = PlanEvent> {
  readonly update: E
  readonly session: Session
  readonly before: Plan | undefined
  readonly after: Plan | undefined
  /** The past of a session is being replayed: its updates tell nothing about the order of things. */
  readonly isReplayed: boolean
}

export type PlanReplaced = PlanChange<Extract<PlanEvent, { type: 'plan-replaced' }>>

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
  const { params } = message
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
  return listIn(object[name]).map((each) => objectIn(each))
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
