import { type JsonObject, isObject } from '../../protocol/wire/message.ts'
import type { AppEvent, TurnOutcome } from '../state/app-event.ts'
import type { ElicitationAnswer, FieldValue } from '../state/elicitation.ts'
import type { PermissionAnswer } from '../state/permission.ts'
import type { ProposalOutcome } from '../state/proposal.ts'
import type { EventNote } from './schema/note.ts'
import {
  among,
  flag,
  number,
  object,
  optional,
  recordOf,
  text,
  textOrNull,
  variants,
  type Reader,
  listOf,
  or,
} from './note-readers.ts'
import {
  offersNothing,
  type AgentDescription,
  type AuthMethod,
  type Link,
  type LinkEnd,
} from '../state/link.ts'
import { switchFaults, type AgentSwitch, type PlanTools, type SwitchState } from '../state/plan-tools.ts'

const someText = or(text, '')
const someTextOrNull = or(text, null)
const someNumberOrNull = or(number, null)

const how = variants<AuthMethod['how'], 'type'>('type', {
  agent: {},
  terminal: { args: listOf(text), env: recordOf(text) },
  env_var: { names: listOf(text), link: someTextOrNull },
  other: { name: someText },
})

const method = object<AuthMethod>({
  id: text,
  name: text,
  description: someTextOrNull,
  how: or(how, { type: 'other', name: '' } as const),
})

/** A method without a name is called by its id. */
const methods = listOf((value) =>
  method(isObject(value) ? { ...value, name: text(value['name']) ?? value['id'] } : value),
)

const end = variants<LinkEnd, 'kind'>('kind', {
  'not-started': { command: someText, cause: someText },
  exited: { code: someNumberOrNull, signal: someTextOrNull },
  unreachable: { address: someText, cause: someText },
  disconnected: { address: someText, cause: someText },
  'closed-output': {},
  silent: {
    forMs: or(number, 0),
    waitingFor: someText,
    sentOther: optional((value) => (value === true ? value : undefined)),
    address: optional(text),
  },
  'wants-authentication': { methods, message: optional(text) },
  refused: { method: someText, code: someNumberOrNull, message: someText },
  'broke-protocol': { text: someText },
  closed: {},
})

const readLink = variants<Link, 'state'>('state', {
  starting: { sinceMs: number },
  'shaking-hands': { sinceMs: number, greetedAtMs: optional(number) },
  'wants-login': { sinceMs: number, methods, trying: someTextOrNull, failure: someTextOrNull },
  // What is observed is not recorded.
  open: { sinceMs: number, silentSinceMs: optional((): number | undefined => undefined) },
  reconnecting: {
    sinceMs: number,
    attempt: or(number, 1),
    nextAtMs: someNumberOrNull,
    cause: someText,
  },
  ended: { sinceMs: number, end },
})

const readOffers = object<AgentDescription['offers']>({
  list: flag,
  load: flag,
  resume: flag,
  close: flag,
  delete: flag,
})

const readAgent = object<AgentDescription>({
  name: text,
  title: someTextOrNull,
  version: someTextOrNull,
  protocolVersion: or(number, 1),
  knowsPlanCapability: flag,
  offers: or(readOffers, offersNothing),
})

const switchState = variants<SwitchState, 'type'>('type', {
  unset: {},
  set: {},
  merged: {},
  own: {},
  'kept-off': { where: among('environment', 'command') },
  unreadable: { fault: among(...switchFaults) },
})

/** More than there are known agents; the rest of a trace's list is left out. */
const maxSwitches = 100

const readPlanTools = object<PlanTools>({
  mode: among('on', 'off', 'elsewhere'),
  startedAgent: someTextOrNull,
  switches: listOf(object<AgentSwitch>({ agent: text, state: switchState }), maxSwitches),
})

/** The content of a form, without values that no field can have. */
export const readContent = recordOf((value) => (isFieldValue(value) ? value : undefined))

function isFieldValue(value: unknown): value is FieldValue {
  return Array.isArray(value)
    ? value.every((item) => typeof item === 'string')
    : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Only listings without sessions are noted. */
const noSessions: Reader<never[]> = () => []

const listing = variants<Extract<EventNote, { type: 'sessions-listed' }>['listing'], 'state'>('state', {
  asking: { sessions: noSessions },
  listed: { sessions: noSessions },
  failed: { sessions: noSessions, message: text },
})

const by = among('user', 'policy', 'client')

const unseen = optional(among('plan', 'file', 'action', 'option', 'user'))

const permissionAnswer = variants<PermissionAnswer, 'type'>('type', {
  selected: { optionId: text, by, feedback: optional(text), unseen },
  cancelled: { unseen },
})

const elicitationAnswer = variants<ElicitationAnswer, 'type'>('type', {
  accepted: { content: readContent },
  declined: { by, unseen: optional(among('user')) },
  cancelled: {},
})

const turnOutcome = variants<TurnOutcome, 'kind'>('kind', {
  stopped: { stopReason: text },
  failed: { code: number, message: text },
  lost: {},
})

const proposalOutcome = object<ProposalOutcome>({
  kind: among('approved', 'rejected', 'refined', 'kept', 'cancelled'),
  by: optional(among('user', 'policy', 'client', 'agent')),
  words: text,
  atMs: number,
  feedback: textOrNull,
})

const readEvent = variants<EventNote, 'type'>('type', {
  'link-changed': { link: readLink },
  'agent-described': { agent: readAgent },
  'plan-tools-told': { planTools: readPlanTools },
  'sessions-listed': { listing },
  'session-opening': { sessionId: text, how: among('loaded', 'resumed') },
  'session-not-opened': { sessionId: textOrNull, message: text },
  'session-selected': { sessionId: text },
  'session-closed': { sessionId: text, wasDeleted: flag },
  'session-held': { sessionId: text, message: textOrNull },
  'session-released': { sessionId: text },
  'prompt-queued': { sessionId: textOrNull, text, place: number },
  'queue-moved': { from: textOrNull, to: text },
  'prompts-withdrawn': { sessionId: textOrNull, count: number },
  'prompt-sent': { sessionId: text, text, wasQueued: flag },
  'turn-cancelled': { sessionId: text },
  'turn-ended': { sessionId: text, outcome: turnOutcome },
  'permission-answered': { key: number, answer: permissionAnswer },
  'elicitation-answered': { key: number, answer: elicitationAnswer },
  'proposal-answered': { sessionId: text, outcome: proposalOutcome },
  'file-accessed': {
    sessionId: textOrNull,
    access: among('read', 'write'),
    path: text,
    error: textOrNull,
  },
  remarked: { text },
})

/**
 * The event in a note, at the record's time; null if it is malformed, or newer than this program. Never throws:
 * traces are untrusted.
 */
export function readNote(note: JsonObject, atMs: number): AppEvent | null {
  const event = readEvent(note)
  return event === undefined ? null : { ...event, atMs }
}
