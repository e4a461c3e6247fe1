import { isObject } from '../../protocol/wire/message.ts'
import {
  offersNothing,
  type AgentDescription,
  type AuthMethod,
  type Link,
  type LinkEnd,
} from '../state/link.ts'
import { switchFaults, type AgentSwitch, type PlanTools, type SwitchState } from '../state/plan-tools.ts'
import {
  among,
  flag,
  listOf,
  number,
  object,
  optional,
  or,
  recordOf,
  text,
  variants,
} from './note-readers.ts'

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

/** Reads the state of the connection. */
export const readLink = variants<Link, 'state'>('state', {
  starting: { sinceMs: number },
  'shaking-hands': { sinceMs: number, greetedAtMs: optional(number) },
  'wants-login': { sinceMs: number, methods, trying: someTextOrNull, failure: someTextOrNull },
  open: { sinceMs: number },
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

/** Reads an agent's description of itself. */
export const readAgent = object<AgentDescription>({
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

/** Reads the state of the plan tools. */
export const readPlanTools = object<PlanTools>({
  mode: among('on', 'off', 'elsewhere'),
  startedAgent: someTextOrNull,
  switches: listOf(object<AgentSwitch>({ agent: text, state: switchState }), maxSwitches),
})
