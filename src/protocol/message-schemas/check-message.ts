import type { TraceDirection } from '../trace/trace-record.ts'
import { nameOf } from '../wire/wire-problem.ts'
import { type JsonObject, type Message, objectIn, type ProtocolVersion } from '../wire/message.ts'
import { checkValue, type SchemaFault } from './check-value.ts'
import { definitionsOf, type Definitions } from './protocol-schema.ts'

/** A defect of a message beside its params and its result. */
export interface EnvelopeFault {
  readonly kind: 'envelope' | 'method'
  readonly path: readonly string[]
  /** What is wrong. May quote the agent. Raw. */
  readonly seen: string
}

export type MessageFault = SchemaFault | EnvelopeFault

export interface CheckedMessage {
  readonly message: Message
  /** The JSON of the message. */
  readonly raw: unknown
  readonly dir: TraceDirection
  /** The method of the request that is answered; null: it is no answer, or nobody knows. */
  readonly answered: string | null
}

/** Compares a message with the schema of a version: its envelope, its method, and its params or result. Never throws. */
export function checkMessage(checked: CheckedMessage, version: ProtocolVersion): readonly MessageFault[] {
  const definitions = definitionsOf[version]
  const raw = objectIn(checked.raw)
  const faults: MessageFault[] = [...envelopeFaults(raw, version)]
  const { message, answered, dir } = checked
  switch (message.kind) {
    case 'request':
    case 'notification':
      return [...faults, ...calledFaults({ message, dir }, { definitions, version })]
    case 'result': {
      const definition = answered === null ? undefined : methods[version].get(answered)?.result
      if (definition === undefined) return faults
      return [...faults, ...checkValue(message.result, definition, definitions, 'result')]
    }
    case 'error':
      return [...faults, ...checkValue(raw['error'], 'Error', definitions, 'error')]
  }
}

interface Method {
  readonly request?: string
  readonly notification?: string
  readonly result?: string
  /** Who may call it: the other side of the one that handles it; both, if the protocol does not say. */
  readonly callers: ReadonlySet<TraceDirection>
  readonly isUnstable: boolean
}

const bothSides: readonly TraceDirection[] = ['to-agent', 'from-agent']
/** By the side that handles a method. */
const callersOf: Readonly<Record<string, readonly TraceDirection[]>> = {
  agent: ['to-agent'],
  client: ['from-agent'],
}

/** The methods of each version, with the names of their definitions. */
const methods: Readonly<Record<ProtocolVersion, ReadonlyMap<string, Method>>> = {
  1: methodsIn(definitionsOf[1]),
  2: methodsIn(definitionsOf[2]),
}

function methodsIn(definitions: Definitions): ReadonlyMap<string, Method> {
  const found = new Map<string, Method>()
  for (const [name, schema] of Object.entries(definitions)) {
    const { 'x-method': method, 'x-side': side } = schema
    if (method === undefined || side === 'proxy') continue
    const before = found.get(method)
    const isResult = name.endsWith('Response')
    const callers = isResult || side === undefined ? [] : (callersOf[side] ?? bothSides)
    const kind = isResult ? 'result' : name.endsWith('Request') ? 'request' : 'notification'
    found.set(method, {
      ...before,
      [kind]: name,
      callers: new Set([...(before?.callers ?? []), ...callers]),
      isUnstable: schema.unstable === true,
    })
  }
  return found
}

type Called = Extract<Message, { kind: 'request' | 'notification' }>

function calledFaults(
  { message, dir }: { readonly message: Called; readonly dir: TraceDirection },
  { definitions, version }: { readonly definitions: Definitions; readonly version: ProtocolVersion },
): readonly MessageFault[] {
  const { kind, method, params } = message
  if (method.startsWith('_')) return []
  const known = methods[version].get(method)
  if (known === undefined) {
    // What begins with $/ may be ignored by everybody.
    if (method.startsWith('$/') && kind === 'notification') return []
    return [fault('method', 'method', `${method} is no method of version ${version}`)]
  }
  if (!known.callers.has(dir)) {
    const side = dir === 'from-agent' ? 'clients call, not agents' : 'agents call, not clients'
    return [fault('method', 'method', `${method} is a method that ${side}`)]
  }
  const definition = known[kind] ?? known.request ?? known.notification
  if (definition === undefined) return []
  const wrongKind =
    known[kind] !== undefined
      ? []
      : kind === 'request'
        ? [fault('envelope', 'id', `${method} is a notification: it has no id`)]
        : [fault('envelope', 'id', `${method} is a request: it needs an id`)]
  const unstable: readonly SchemaFault[] = known.isUnstable
    ? [{ kind: 'unstable', path: ['method'], definition, value: method, expected: '' }]
    : []
  return [...wrongKind, ...unstable, ...checkValue(params ?? {}, definition, definitions, 'params')]
}

function fault(kind: EnvelopeFault['kind'], field: string, seen: string): EnvelopeFault {
  return { kind, path: [field], seen }
}

/** What JSON-RPC asks of every message. */
function envelopeFaults(raw: JsonObject, version: ProtocolVersion): readonly EnvelopeFault[] {
  const faults: EnvelopeFault[] = []
  const { jsonrpc, id, method } = raw
  if (jsonrpc !== '2.0') faults.push(fault('envelope', 'jsonrpc', `${quotedName(jsonrpc)}; expected 2.0`))
  const isCall = typeof method === 'string'
  const isError = !isCall && (raw['error'] ?? null) !== null
  if (id !== undefined && !isId(id, version === 1 || isError))
    faults.push(fault('envelope', 'id', `${nameOf(id)}; expected a string or a whole number`))
  if (!isCall && isError && Object.hasOwn(raw, 'result'))
    faults.push(fault('envelope', 'error', 'a result and an error: a response has one of them'))
  return faults
}

function isId(id: unknown, mayBeNull: boolean): boolean {
  return typeof id === 'string' || Number.isInteger(id) || (id === null && mayBeNull)
}

/** What a value is; of a short text, the text. */
export function quotedName(value: unknown): string {
  if (typeof value !== 'string') return nameOf(value)
  return value.length > longestQuote ? 'a long string' : `“${value}”`
}

const longestQuote = 60
