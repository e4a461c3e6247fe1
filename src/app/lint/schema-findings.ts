import { shortened } from '../../lib/text/wording.ts'
import type { JsonPath, SchemaFault } from '../../protocol/message-schemas/check-value.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { checkMessage, quotedName, type MessageFault } from '../../protocol/message-schemas/check-message.ts'
import { definitionsOf } from '../../protocol/message-schemas/protocol-schema.ts'
import { isObject, objectAt, type ProtocolVersion } from '../../protocol/wire/message.ts'
import { hasCapability, schemaVersion, toldVersion } from './exchange-facts.ts'
import type { Severity } from './finding.ts'
import { quoted, type Found, type PassedMessage, schemaPage } from './lint-rule.ts'

/** Which capability agrees on something that the stable schema does not have. */
interface NeededCapability {
  readonly of: 'client' | 'agent'
  /** Where it stands among the capabilities, in version 1 and in version 2. */
  readonly paths: readonly (readonly string[])[]
}

function ofClient(...names: readonly string[]): NeededCapability {
  return { of: 'client', paths: names.map((name) => [name]) }
}

function ofSession(name: string): NeededCapability {
  return {
    of: 'agent',
    paths: [
      ['sessionCapabilities', name],
      ['session', name],
    ],
  }
}

const mcp: NeededCapability = {
  of: 'agent',
  paths: [
    ['mcpCapabilities', 'acp'],
    ['session', 'mcp', 'acp'],
  ],
}
const providers: NeededCapability = { of: 'agent', paths: [['providers']] }
const authStatus: NeededCapability = { of: 'agent', paths: [['auth', 'status']] }

/** By method, kind of update, kind of plan or field. */
const needed: ReadonlyMap<string, NeededCapability> = new Map(
  Object.entries({
    plan_update: ofClient('plan', 'planCapabilities'),
    plan_removed: ofClient('plan', 'planCapabilities'),
    subagent_update: ofClient('subagents'),
    session_message: ofClient('subagents'),
    session_message_chunk: ofClient('subagents'),
    systemPrompt: ofSession('systemPrompt'),
    archived: ofSession('archive'),
    'session/archive': ofSession('archive'),
    'session/unarchive': ofSession('archive'),
    'session/fork': ofSession('fork'),
    'session/status': ofSession('status'),
    'session/set_title': ofSession('title'),
    'providers/list': providers,
    'providers/set': providers,
    'providers/disable': providers,
    'auth/status': authStatus,
    'auth/status_update': authStatus,
    'mcp/message': mcp,
    acp: mcp,
  }),
)

export interface SchemaFinding extends Found {
  readonly rule: string
  readonly path: string
}

const maxWords = 1000

/** Compares the messages of an exchange with the schema of the version that was negotiated. */
export class SchemaFindings {
  /** Notes that were told: each is told once. */
  readonly #told = new Set<string>()

  of(passed: PassedMessage): readonly SchemaFinding[] {
    const { faults, version } = faultsOf(passed)
    return faults.flatMap((fault) => this.#finding(fault, passed, version))
  }

  #finding(fault: MessageFault, passed: PassedMessage, version: ProtocolVersion): readonly SchemaFinding[] {
    const path = pathText(fault.path)
    if ('seen' in fault) {
      const { seen } = fault
      return fault.kind === 'envelope'
        ? [{ rule: 'bad-message', path, seen }]
        : // Version 1 reserves what begins with an underscore for others; version 2 forbids to call what nobody has defined.
          [{ rule: 'method-unknown', path, seen, severity: version === 2 ? 'error' : 'warning' }]
    }
    if (isFree(fault, passed)) return []
    const name = String(fault.path.at(-1))
    const isUnstable = isOfUnstable(fault, version)
    const page = schemaPage(version, fault.definition, isUnstable)
    if (fault.kind === 'unstable' || fault.kind === 'extra') {
      const word = fault.kind === 'unstable' && typeof fault.value === 'string' ? fault.value : name
      if (!this.#isNew(`${fault.kind} ${passed.dir} ${fault.definition} ${word}`)) return []
      return [
        { rule: fault.kind === 'extra' ? 'extra-field' : 'unstable', path, page, seen: noted(fault, word) },
      ]
    }
    const seen = `${quotedName(fault.value)}; expected ${fault.expected}`
    const rule = ruleOf(fault, passed)
    return [{ rule, path, page, seen, severity: severityOf(fault, passed, version) }]
  }

  #isNew(word: string): boolean {
    if (this.#told.has(word)) return false
    if (this.#told.size < maxWords) this.#told.add(word)
    return true
  }
}

/** Where no version is known, the one that fits counts. */
function faultsOf({ message, raw, dir, answers, facts }: PassedMessage): {
  readonly faults: readonly MessageFault[]
  readonly version: ProtocolVersion
} {
  const checked = { message, raw, dir, answered: answers?.method ?? null }
  const version = schemaVersion(facts)
  if (version !== null) return { faults: checkMessage(checked, version), version }
  const told = toldVersion(facts)
  // Of a version that nobody knows, only what all have in common.
  if (facts.version !== null)
    return { faults: checkMessage(checked, told).filter(({ kind }) => kind === 'envelope'), version: told }
  const [first, second] = [checkMessage(checked, 1), checkMessage(checked, 2)]
  return first.length > 0 && second.length === 0
    ? { faults: second, version: 2 }
    : { faults: first, version: 1 }
}

/** What is allowed all the same. */
function isFree(fault: SchemaFault, { message, facts, dir }: PassedMessage): boolean {
  const isCall = message.kind === 'request' || message.kind === 'notification'
  switch (fault.kind) {
    case 'extra':
      // A client that can speak two versions sends the fields of both.
      return isCall && message.method === 'initialize'
    case 'unstable': {
      const word = typeof fault.value === 'string' ? fault.value : String(fault.path.at(-1))
      if (capabilityDefinitions.has(fault.definition)) return true
      const capability = needed.get(word)
      if (capability === undefined) return false
      const offered = capability.of === 'client' ? facts.client : facts.agent
      return offered === null || capability.paths.some((path) => hasCapability(offered, path))
    }
    case 'missing':
      // The name of plans as they were first proposed, where the client offers to read it.
      return (
        dir === 'from-agent' &&
        fault.path.at(-1) === 'planId' &&
        (facts.client === null || isObject(facts.client['planCapabilities'])) &&
        hasOldId(message)
      )
    default:
      return false
  }
}

function hasOldId(message: PassedMessage['message']): boolean {
  if (message.kind !== 'notification') return false
  const update = objectAt(message.params, 'update')
  return typeof update['id'] === 'string' || typeof objectAt(update, 'plan')['id'] === 'string'
}

/** To offer something is no use of it. */
const capabilityDefinitions: ReadonlySet<string> = new Set(
  Object.keys(definitionsOf[1])
    .concat(Object.keys(definitionsOf[2]))
    .filter((name) => name.endsWith('Capabilities')),
)

const plans = new Set([
  'Plan',
  'PlanUpdate',
  'PlanUpdateContent',
  'PlanItems',
  'PlanMarkdown',
  'PlanFile',
  'PlanRemoved',
])
const settings = /^(?:SessionConfig|SessionMode|AvailableCommand|CurrentModeUpdate|ConfigOptionUpdate)/

function ruleOf({ kind, definition, path, value }: SchemaFault, { message }: PassedMessage): string {
  const isWord = typeof value === 'string'
  if (kind === 'relative') return 'path-relative'
  if (isWord && definition === 'PlanEntryStatus') return 'status-unknown'
  if (isWord && definition === 'PlanEntryPriority') return 'priority-unknown'
  if (isWord && definition === 'PlanUpdateContent') return 'plan-type-unknown'
  if (kind === 'custom' || kind === 'reserved') return 'custom-name'
  if (path.at(-1) === 'planId') return 'plan-id-missing'
  if (definition.startsWith('PlanEntry')) return 'bad-entry'
  if (plans.has(definition)) return 'bad-plan'
  if (settings.test(definition)) return 'bad-setting'
  switch (message.kind) {
    case 'error':
      return 'bad-message'
    case 'result':
      return 'bad-answer'
    case 'request':
      return 'bad-request'
    case 'notification':
      return message.method === 'session/update' ? 'bad-update' : 'bad-request'
  }
}

function severityOf(fault: SchemaFault, { message }: PassedMessage, version: ProtocolVersion): Severity {
  if (fault.kind === 'custom') return 'note'
  if (fault.kind === 'reserved') return version === 2 ? 'error' : 'warning'
  // The examples of version 1 answered so, and its SDKs take it for an empty object.
  const isEmpty = message.kind === 'result' && fault.path.length === 1 && fault.value === null
  const { required = [] } = definitionsOf[version][fault.definition] ?? {}
  return isEmpty && version === 1 && required.length === 0 ? 'note' : 'error'
}

function isOfUnstable({ kind, definition }: SchemaFault, version: ProtocolVersion): boolean {
  return kind === 'unstable' || definitionsOf[version][definition]?.unstable === true
}

function noted({ kind, definition }: SchemaFault, word: string): string {
  return kind === 'extra'
    ? `${definition} has no field ${quoted(word)}`
    : `${quoted(word)} is in the unstable schema only, and was not agreed on`
}

const plainName = /^[$A-Za-z_][\w$-]*$/
const longestName = 60
const longestPath = 400

/** A path as findings show it: `params.update.entries[3].status`. */
function pathText(path: JsonPath): string {
  const text = path.map(stepText).join('').replace(/^\./, '')
  return shortened(text, longestPath)
}

function stepText(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`
  const name = shortened(step, longestName)
  return plainName.test(step) ? `.${name}` : `[${writeJson(name)}]`
}
