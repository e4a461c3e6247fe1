import { isObject, stringAt, type JsonObject } from '../wire/message.ts'
import { readConfigOption } from './read-config-option.ts'
import { closeFaults, faultsInto, readItems, type ItemReader, type Place } from './read-list.ts'
import { describedAt, listNeeded, namedAt, objectNeeded, shortened, stringNeeded } from './read-words.ts'
import type {
  ConfigOption,
  SessionCost,
  SessionMode,
  SessionModes,
  SlashCommand,
  UsageReport,
} from './session-settings.ts'
import { excerptOf, nameOf, type WireProblem } from '../wire/wire-problem.ts'

const modesKept = 200
const optionsKept = 100
const commandsKept = 1000

/**
 * v1's modes (https://agentclientprotocol.com/protocol/session-modes); null when there are none, or when they do not say
 * which one is set.
 */
export function readSessionModes(value: unknown, path: string, problems: WireProblem[]): SessionModes | null {
  if (value === undefined || value === null) return null
  const faults = faultsInto(problems, 'bad-setting')
  const object = objectNeeded(value, { path, faults })
  const current = object === null ? null : stringNeeded(object, 'currentModeId', { path, faults })
  if (object === null || current === null) return null
  const at = { path: `${path}.availableModes`, faults }
  const available = readItems<SessionMode>(listNeeded(object['availableModes'], at), {
    ...at,
    limit: modesKept,
    read: readMode,
    keyOf: ({ id }) => id,
  })
  closeFaults(faults, path)
  return { current, available }
}

/**
 * The options of a session, of either version (v1 names them by `id`, v2 by `configId`); empty when there are none. An
 * option of a type that we do not know is kept as `other`. https://agentclientprotocol.com/protocol/session-config-options
 */
export function readConfigOptions(
  value: unknown,
  path: string,
  problems: WireProblem[],
): readonly ConfigOption[] {
  const how = { limit: optionsKept, read: readConfigOption, keyOf: ({ id }: ConfigOption) => id }
  return readSettings(value, { path, problems }, how)
}

/** Slash commands; empty when there are none. https://agentclientprotocol.com/protocol/slash-commands */
export function readCommands(value: unknown, path: string, problems: WireProblem[]): readonly SlashCommand[] {
  const how = { limit: commandsKept, read: readCommand, keyOf: ({ name }: SlashCommand) => name }
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

/** The body of a `usage_update`; null when its numbers are no numbers. */
export function readUsage(update: JsonObject, problems: WireProblem[]): UsageReport | null {
  for (const key of ['used', 'size']) {
    if (isCount(update[key])) continue
    const text = `${key} is ${nameOf(update[key])}, a number of tokens is expected`
    const excerpt = excerptOf(update)
    problems.push({ code: 'bad-update', text, path: `update.${key}`, weight: 'rejected', excerpt })
    return null
  }
  const tokens = { used: Number(update['used']), size: Number(update['size']) }
  const { cost } = update
  if (cost === undefined) return tokens
  if (cost === null) return { ...tokens, cost }
  const read = readCost(cost)
  if (read !== null) return { ...tokens, cost: read }
  const text = `the cost is not an amount with its currency; the last one is kept`
  problems.push({
    code: 'bad-update',
    text,
    path: 'update.cost',
    weight: 'rejected',
    excerpt: excerptOf(cost),
  })
  return tokens
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function readCost(cost: unknown): SessionCost | null {
  if (!isObject(cost)) return null
  const { amount, currency } = cost
  if (typeof amount !== 'number' || !Number.isFinite(amount) || typeof currency !== 'string') return null
  return { amount, currency: shortened(currency) }
}

function readMode(item: unknown, at: Place): readonly SessionMode[] {
  const object = objectNeeded(item, at)
  const id = object === null ? null : stringNeeded(object, 'id', at)
  if (object === null || id === null) return []
  return [{ id, name: namedAt(object, id), description: describedAt(object) }]
}

function readCommand(item: unknown, at: Place): readonly SlashCommand[] {
  const object = objectNeeded(item, at)
  const name = object === null ? null : stringNeeded(object, 'name', at)
  if (object === null || name === null) return []
  // v2: a command of another type is called in a way that we do not know.
  if ((stringAt(object, 'type') ?? 'command') !== 'command') return []
  const input = object['input']
  const hint = isObject(input) ? shortened(stringAt(input, 'hint') ?? '') : null
  const plain = name.startsWith('/') ? name.slice(1) : name
  return [{ name: plain, description: describedAt(object) ?? '', hint }]
}
