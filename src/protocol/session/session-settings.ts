// What a user may change in a session, and what it reports besides plans, decoded from both protocol versions. Strings are raw.
import { shortened } from '../../lib/text/wording.ts'
import { isBlankText } from '../../lib/text/safe-text.ts'
import { isObject, type JsonObject, stringAt } from '../wire/message.ts'
import {
  closeFaults,
  faultsInto,
  type ItemReader,
  type ReadPosition,
  readItems,
  reportFault,
  nameOf,
  rejected,
  type WireProblem,
} from '../wire/wire-problem.ts'

/** v1's modes. https://agentclientprotocol.com/protocol/session-modes */
export interface SessionModes {
  readonly current: string
  readonly available: readonly SessionMode[]
}

export interface SessionMode {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

/** https://agentclientprotocol.com/protocol/session-config-options */
export type ConfigOption = ConfigOptionName &
  (
    | {
        readonly type: 'select'
        readonly value: string
        readonly choices: readonly ConfigChoice[]
        /** The agent tells its models outside of the options, and they are changed by `session/set_model`. */
        readonly isOfModels?: true
      }
    | { readonly type: 'boolean'; readonly value: boolean }
    /** An unknown type: shown as it is, and not changed by this client. */
    | { readonly type: 'other'; readonly valueType: string; readonly value: unknown }
  )

export interface ConfigOptionName {
  readonly id: string
  readonly name: string
  readonly description: string | null
  /** `mode`, `model`, `thought_level` … or null. */
  readonly category: string | null
}

/** Whether an option holds a mode. Some agents have a second one besides that of the category: codex has a `collaboration_mode`. */
export function isModeOption({ id, category }: ConfigOptionName): boolean {
  return [category ?? '', id].some((name) => /(?:^|_)mode$/i.test(name))
}

/** The options with another model, where the models are told outside of them; else the same list. */
export function withModel(options: readonly ConfigOption[], modelId: string): readonly ConfigOption[] {
  const at = options.findIndex(isOfModels)
  const option = options[at]
  return option?.type !== 'select' ? options : options.with(at, { ...option, value: modelId })
}

/** A list of all options that was told anew, with the models that are told outside of it. */
export function withModelsKept(
  told: readonly ConfigOption[],
  before: readonly ConfigOption[],
): readonly ConfigOption[] {
  return holdsModel(told) ? told : [...told, ...before.filter(isOfModels)]
}

/** Whether an option holds the model: then the models beside the options are the same once more. */
function holdsModel(options: readonly ConfigOption[]): boolean {
  return options.some(({ id, category }) => category === 'model' || id === 'model')
}

function isOfModels(option: ConfigOption): boolean {
  return option.type === 'select' && option.isOfModels === true
}

export interface ConfigChoice {
  readonly value: string
  readonly name: string
  readonly description: string | null
  /** The name of its group, or null. */
  readonly group: string | null
}

/** A slash command. https://agentclientprotocol.com/protocol/slash-commands */
export interface SlashCommand {
  /** Without the slash. */
  readonly name: string
  readonly description: string
  /** What may follow the name; null: nothing. */
  readonly hint: string | null
}

/** The context window in tokens, and the cost of the session so far. */
export interface SessionUsage {
  readonly used: number
  readonly size: number
  readonly cost: SessionCost | null
}

export interface SessionCost {
  readonly amount: number
  /** An ISO 4217 code, or another unit, such as `credits`. */
  readonly currency: string
}

/** A change of it: an absent cost stays as it was, and null clears it. */
export interface UsageReport {
  readonly used: number
  readonly size: number
  readonly cost?: SessionCost | null
}

const maxModes = 200
const maxOptions = 100
const maxCommands = 1000

/** v1's modes (https://agentclientprotocol.com/protocol/session-modes); null if there are none, or the current one is missing. */
export function readSessionModes(value: unknown, path: string, problems: WireProblem[]): SessionModes | null {
  if (value === undefined || value === null) return null
  const faults = faultsInto(problems, 'bad-setting')
  const read = objectWith('currentModeId', value, { path, faults })
  if (read === null) return null
  const [object, current] = read
  const at = { path: `${path}.availableModes`, faults }
  const available = readItems<SessionMode>(listNeeded(object['availableModes'], at), {
    ...at,
    limit: maxModes,
    read: readMode,
    keyOf: ({ id }) => id,
  })
  closeFaults(faults, path)
  return { current, available }
}

/**
 * The models beside the options, as an option; none where they are not of this form. A draft of version 1 had them
 * (`unstable_setSessionModel` of its SDKs), and many agents send them still.
 */
export function readModels(value: unknown, path: string, problems: WireProblem[]): readonly ConfigOption[] {
  const current = stringAt(value, 'currentModelId')
  const available = isObject(value) ? value['availableModels'] : undefined
  if (current === undefined || !Array.isArray(available)) return []
  const choices = readSettings<ConfigChoice>(
    available,
    { path: `${path}.availableModels`, problems },
    {
      limit: maxChoices,
      read: (item, place) => readChoice(item, place, 'modelId', null),
      keyOf: ({ value: id }) => id,
    },
  )
  const name = { id: 'model', name: 'Model', description: null, category: 'model' }
  return choices.length === 0 ? [] : [{ ...name, type: 'select', value: current, choices, isOfModels: true }]
}

/**
 * The options of a session, of either version (v1 names them by `id`, v2 by `configId`); empty if there are none. An
 * option of an unknown type is kept as `other`. https://agentclientprotocol.com/protocol/session-config-options
 */
export function readConfigOptions(
  value: unknown,
  path: string,
  problems: WireProblem[],
): readonly ConfigOption[] {
  const how = { limit: maxOptions, read: readConfigOption, keyOf: ({ id }: ConfigOption) => id }
  return readSettings(value, { path, problems }, how)
}

/** Slash commands; empty if there are none. https://agentclientprotocol.com/protocol/slash-commands */
export function readCommands(value: unknown, path: string, problems: WireProblem[]): readonly SlashCommand[] {
  const how = { limit: maxCommands, read: readCommand, keyOf: ({ name }: SlashCommand) => name }
  return readSettings(value, { path, problems }, how)
}

function readSettings<T>(
  value: unknown,
  { path, problems }: { readonly path: string; readonly problems: WireProblem[] },
  how: Pick<ItemReader<T>, 'limit' | 'read' | 'keyOf'>,
): readonly T[] {
  if (value === undefined || value === null) return []
  const faults = faultsInto(problems, 'bad-setting')
  const items = readItems<T>(listNeeded(value, { path, faults }), { path, faults, ...how })
  closeFaults(faults, path)
  return items
}

/** The body of a `usage_update`; null if its numbers are malformed. */
export function readUsage(update: JsonObject, problems: WireProblem[]): UsageReport | null {
  for (const key of ['used', 'size']) {
    if (isCount(update[key])) continue
    const text = `${key} is ${nameOf(update[key])}, a number of tokens is expected`
    problems.push(rejected('bad-update', text, update, `update.${key}`))
    return null
  }
  const tokens = { used: Number(update['used']), size: Number(update['size']) }
  const { cost } = update
  if (cost === undefined) return tokens
  if (cost === null) return { ...tokens, cost }
  const read = readCost(cost)
  if (read !== null) return { ...tokens, cost: read }
  const text = `the cost is not an amount with its currency; the last one is kept`
  problems.push(rejected('bad-update', text, cost, 'update.cost'))
  return tokens
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function readCost(cost: unknown): SessionCost | null {
  if (!isObject(cost)) return null
  const { amount, currency } = cost
  if (typeof amount !== 'number' || !Number.isFinite(amount) || typeof currency !== 'string') return null
  return { amount, currency: shortened(currency, wordsLimit) }
}

function readMode(item: unknown, at: ReadPosition): readonly SessionMode[] {
  const read = objectWith('id', item, at)
  if (read === null) return []
  const [object, id] = read
  return [{ id, name: namedAt(object, id), description: describedAt(object) }]
}

function readCommand(item: unknown, at: ReadPosition): readonly SlashCommand[] {
  const read = objectWith('name', item, at)
  if (read === null) return []
  const [object, name] = read
  // v2: a command of another type is invoked in an unknown way.
  if ((stringAt(object, 'type') ?? 'command') !== 'command') return []
  const input = object['input']
  const hint = isObject(input) ? shortened(stringAt(input, 'hint') ?? '', wordsLimit) : null
  const plain = name.startsWith('/') ? name.slice(1) : name
  return [{ name: plain, description: describedAt(object) ?? '', hint }]
}

/** Longer ids are dropped and not cut, since they are sent back to the agent. */
const idLimit = 1000
/** Longer texts are cut: they are only read by people. */
const wordsLimit = 4000

/** A required id or name; null, and a problem, if it is missing or too long. */
function stringNeeded(object: JsonObject, key: string, { path, faults }: ReadPosition): string | null {
  const value = object[key]
  if (typeof value === 'string' && value.length <= idLimit) return value
  const found = typeof value === 'string' ? `${value.length} characters long` : nameOf(value)
  const text = `${key} is ${found}, a string is expected`
  reportFault(faults, { path: `${path}.${key}`, text, weight: 'rejected', value: object })
  return null
}

/** An object with its required id or name; null, and a problem, if one of them is missing. */
function objectWith(key: string, value: unknown, at: ReadPosition): readonly [JsonObject, string] | null {
  if (!isObject(value)) {
    const text = `an object is expected, and it is ${nameOf(value)}`
    reportFault(at.faults, { path: at.path, text, weight: 'rejected', value })
    return null
  }
  const name = stringNeeded(value, key, at)
  return name === null ? null : [value, name]
}

function listNeeded(value: unknown, { path, faults }: ReadPosition): readonly unknown[] {
  if (Array.isArray(value)) return value
  const text = `a list is expected, and it is ${nameOf(value)}`
  reportFault(faults, { path, text, weight: 'rejected', value })
  return []
}

/** The name, or the id if there is none. */
function namedAt(object: JsonObject, id: string): string {
  const name = stringAt(object, 'name')
  return name === undefined || isBlankText(name) ? id : shortened(name, wordsLimit)
}

function describedAt(object: JsonObject): string | null {
  const description = stringAt(object, 'description')
  return description === undefined || description === '' ? null : shortened(description, wordsLimit)
}

/** Routers offer some hundreds of models. */
const maxChoices = 5000

/** One config option of either version; none if it is invalid. */
function readConfigOption(item: unknown, at: ReadPosition): readonly ConfigOption[] {
  // v2 has configId, v1 id.
  const isOfV1 = isObject(item) && item['configId'] === undefined && item['id'] !== undefined
  const read = objectWith(isOfV1 ? 'id' : 'configId', item, at)
  if (read === null) return []
  const [object, id] = read
  const category = stringAt(object, 'category')
  const option = readValue(object, at, {
    id,
    name: namedAt(object, id),
    description: describedAt(object),
    category: category === undefined ? null : shortened(category, wordsLimit),
  })
  return option === null ? [] : [option]
}

function readValue(object: JsonObject, at: ReadPosition, name: ConfigOptionName): ConfigOption | null {
  const type = stringAt(object, 'type') ?? typeByFields(object)
  const value = object['currentValue']
  switch (type) {
    case 'select': {
      const current = stringNeeded(object, 'currentValue', at)
      return current === null ? null : { ...name, type, value: current, choices: readChoices(object, at) }
    }
    case 'boolean': {
      if (typeof value === 'boolean') return { ...name, type, value }
      const text = `currentValue is ${nameOf(value)}, true or false is expected`
      reportFault(at.faults, { path: `${at.path}.currentValue`, text, weight: 'rejected', value: object })
      return null
    }
    case undefined: {
      const text = `type is ${nameOf(object['type'])}, a string is expected`
      reportFault(at.faults, { path: `${at.path}.type`, text, weight: 'rejected', value: object })
      return null
    }
    default:
      return { ...name, type: 'other', valueType: shortened(type, wordsLimit), value }
  }
}

/** At first v1 had only selects. */
function typeByFields(object: JsonObject): 'select' | 'boolean' | undefined {
  if (object['type'] !== undefined) return undefined
  if (Array.isArray(object['options'])) return 'select'
  return typeof object['currentValue'] === 'boolean' ? 'boolean' : undefined
}

function readChoices(object: JsonObject, { path, faults }: ReadPosition): readonly ConfigChoice[] {
  const at = { path: `${path}.options`, faults }
  return readItems<ConfigChoice>(listNeeded(object['options'], at), {
    ...at,
    limit: maxChoices,
    read: readChoiceOrGroup,
    keyOf: ({ value, group }) => `${group ?? ''}\n${value}`,
  })
}

/** v1 names a group by `group`, v2 by `groupId`; both have a name and options of their own. */
function readChoiceOrGroup(item: unknown, at: ReadPosition): readonly ConfigChoice[] {
  if (!isObject(item) || !Array.isArray(item['options']) || typeof item['value'] === 'string')
    return readChoice(item, at, 'value', null)
  const group = namedAt(item, stringAt(item, 'groupId') ?? stringAt(item, 'group') ?? '')
  return readItems<ConfigChoice>(item['options'], {
    path: `${at.path}.options`,
    faults: at.faults,
    limit: maxChoices,
    read: (choice, place) => readChoice(choice, place, 'value', group),
    keyOf: ({ value }) => value,
  })
}

function readChoice(
  item: unknown,
  at: ReadPosition,
  key: 'value' | 'modelId',
  group: string | null,
): readonly ConfigChoice[] {
  const read = objectWith(key, item, at)
  if (read === null) return []
  const [object, value] = read
  return [{ value, name: namedAt(object, value), description: describedAt(object), group }]
}
