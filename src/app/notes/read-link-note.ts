import { isObject, type JsonObject, stringAt } from '../../protocol/wire/message.ts'
import type { AgentDescription, AuthMethod, Link, LinkEnd } from '../state/link.ts'
import { among, numberAt, textOrNull } from './note-fields.ts'
import {
  switchFaults,
  type AgentSwitch,
  type PlanTools,
  type SwitchState,
} from '../plan-advice/plan-tools.ts'

/** Reads the state of the connection; null if malformed. Never throws. */
export function readLinkNote(value: unknown): Link | null {
  const sinceMs = isObject(value) ? numberAt(value, 'sinceMs') : null
  if (!isObject(value) || sinceMs === null) return null
  const state = stringAt(value, 'state')
  switch (state) {
    case 'starting':
    case 'open':
      return { state, sinceMs }
    case 'shaking-hands': {
      const greetedAtMs = numberAt(value, 'greetedAtMs')
      return { state, sinceMs, ...(greetedAtMs === null ? {} : { greetedAtMs }) }
    }
    case 'wants-login': {
      const trying = textOrNull(value, 'trying') ?? null
      const failure = textOrNull(value, 'failure') ?? null
      return { state, sinceMs, methods: readMethods(value['methods']), trying, failure }
    }
    case 'reconnecting': {
      const attempt = numberAt(value, 'attempt') ?? 1
      const nextAtMs = numberAt(value, 'nextAtMs')
      return { state, sinceMs, attempt, nextAtMs, cause: stringAt(value, 'cause') ?? '' }
    }
    case 'ended': {
      const end = readEnd(value['end'])
      return end === null ? null : { state, sinceMs, end }
    }
    default:
      return null
  }
}

function readEnd(value: unknown): LinkEnd | null {
  if (!isObject(value)) return null
  const kind = stringAt(value, 'kind')
  const text = (key: string): string => stringAt(value, key) ?? ''
  switch (kind) {
    case 'not-started':
      return { kind, command: text('command'), cause: text('cause') }
    case 'exited':
      return { kind, code: numberAt(value, 'code'), signal: textOrNull(value, 'signal') ?? null }
    case 'unreachable':
    case 'disconnected':
      return { kind, address: text('address'), cause: text('cause') }
    case 'silent': {
      const address = stringAt(value, 'address')
      const silence = { kind, forMs: numberAt(value, 'forMs') ?? 0, waitingFor: text('waitingFor') } as const
      return address === undefined ? silence : { ...silence, address }
    }
    case 'wants-authentication': {
      const message = stringAt(value, 'message')
      const wanted = { kind, methods: readMethods(value['methods']) } as const
      return message === undefined ? wanted : { ...wanted, message }
    }
    case 'refused':
      return { kind, method: text('method'), code: numberAt(value, 'code'), message: text('message') }
    case 'broke-protocol':
      return { kind, text: text('text') }
    case 'closed-output':
    case 'closed':
      return { kind }
    default:
      return null
  }
}

function readMethods(value: unknown): readonly AuthMethod[] {
  const methods: readonly unknown[] = Array.isArray(value) ? value : []
  return methods.flatMap((method) => {
    const id = isObject(method) ? stringAt(method, 'id') : undefined
    if (!isObject(method) || id === undefined) return []
    const name = stringAt(method, 'name') ?? id
    const description = textOrNull(method, 'description') ?? null
    return [{ id, name, description, how: readHow(isObject(method['how']) ? method['how'] : {}) }]
  })
}

function readHow(how: JsonObject): AuthMethod['how'] {
  const type = stringAt(how, 'type')
  switch (type) {
    case 'agent':
      return { type }
    case 'terminal': {
      const variables = isObject(how['env']) ? Object.entries(how['env']) : []
      const env = Object.fromEntries(
        variables.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
      return { type, args: textsIn(how['args']), env }
    }
    case 'env_var':
      return { type, names: textsIn(how['names']), link: textOrNull(how, 'link') ?? null }
    default:
      return { type: 'other', name: stringAt(how, 'name') ?? '' }
  }
}

function textsIn(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  return items.filter((item) => typeof item === 'string')
}

/** Reads an agent's description; null without a name. Never throws. */
export function readAgentNote(value: unknown): AgentDescription | null {
  const name = isObject(value) ? stringAt(value, 'name') : undefined
  if (!isObject(value) || name === undefined) return null
  const offers = isObject(value['offers']) ? value['offers'] : {}
  return {
    name,
    title: textOrNull(value, 'title') ?? null,
    version: textOrNull(value, 'version') ?? null,
    protocolVersion: numberAt(value, 'protocolVersion') ?? 1,
    knowsPlanCapability: value['knowsPlanCapability'] === true,
    offers: {
      list: offers['list'] === true,
      load: offers['load'] === true,
      resume: offers['resume'] === true,
      close: offers['close'] === true,
      delete: offers['delete'] === true,
    },
  }
}

/** More than there are known agents; the rest of a trace's list is left out. */
const maxSwitches = 100

/** Reads the state of the plan tools; null if malformed. Never throws. */
export function readPlanToolsNote(value: unknown): PlanTools | null {
  const mode = isObject(value) ? among(value['mode'], ['on', 'off', 'elsewhere']) : null
  if (!isObject(value) || mode === null) return null
  const listed: readonly unknown[] = Array.isArray(value['switches']) ? value['switches'] : []
  return {
    mode,
    startedAgent: textOrNull(value, 'startedAgent') ?? null,
    switches: listed.slice(0, maxSwitches).flatMap(readSwitch),
  }
}

function readSwitch(value: unknown): readonly AgentSwitch[] {
  const agent = isObject(value) ? stringAt(value, 'agent') : undefined
  const state = isObject(value) ? readState(value['state']) : null
  return agent === undefined || state === null ? [] : [{ agent, state }]
}

function readState(value: unknown): SwitchState | null {
  if (!isObject(value)) return null
  const type = among(value['type'], ['unset', 'set', 'merged', 'own', 'kept-off', 'unreadable'])
  switch (type) {
    case null:
      return null
    case 'kept-off': {
      const where = among(value['where'], ['environment', 'command'])
      return where === null ? null : { type, where }
    }
    case 'unreadable': {
      const fault = among(value['fault'], switchFaults)
      return fault === null ? null : { type, fault }
    }
    default:
      return { type }
  }
}
