import { stripComments } from 'jsonc-parser'
import { fail, ok, type Result } from '../../lib/result.ts'
import {
  findJsonFault,
  findJsonKeyPosition,
  findJsonPosition,
  findRepeatedKey,
  type JsonPosition,
  positionIn,
  faultIn,
  keyTwiceIn,
} from '../../lib/json/json-fault.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import { meantKey, mustBe, type UsageError } from '../../lib/text/usage-error.ts'
import { hookEvents, isHookEvent, type Hook } from '../../app/state/hook.ts'
import { isAbsolute } from 'node:path'
import { isObject, listIn } from '../../protocol/wire/message.ts'
import {
  configKey,
  settingKeys,
  withJsonSetting,
  type ConfiguredAgent,
  type SettingKey,
  type Settings,
} from './settings.ts'

const keys: ReadonlyMap<string, SettingKey> = new Map(
  settingKeys.map((setting) => [configKey(setting), setting]),
)

/** Further faults are not reported: each is searched for in the whole text. */
const mostFaults = 20

/** What a configuration file says: the settings that can be used, and everything that is wrong with the others, in its order. */
export interface ReadConfig {
  readonly settings: Settings
  readonly places: ReadonlyMap<SettingKey, JsonPosition>
  /** The user's own keys, which are not read yet; null: the file has none. */
  readonly ownKeys: WrittenValue | null
  /** What the file says of lint, which is not read yet; null: nothing. */
  readonly lint: WrittenValue | null
  readonly hooks: readonly PlacedHook[]
  /** Those that can be started, in the order of the file. */
  readonly agents: readonly PlacedAgent[]
  readonly faults: readonly UsageError[]
}

export interface PlacedHook extends Hook {
  readonly place: JsonPosition
}

export interface PlacedAgent extends ConfiguredAgent {
  readonly place: JsonPosition
}

/** A value as it is written in a file, for what is read late. */
export interface WrittenValue {
  readonly value: unknown
  readonly text: string
}

/** Parses the text of a configuration file; fails with the first fault of `readConfigText`. */
export function checkConfig(text: string, file: string): Result<Settings, UsageError> {
  const { settings, faults } = readConfigText(text, file)
  const [first] = faults
  return first === undefined ? ok(settings) : fail(first)
}

/** Reads the text of a configuration file, JSON with comments: all keys are optional, and no others are allowed. Faults name line, column and key. */
export function readConfigText(text: string, file: string): ReadConfig {
  // Comments become spaces, so that all places stay.
  const bare = stripComments(text.replace(/^\ufeff/, ''), ' ')
  const fault = findJsonFault(bare)
  if (fault !== null)
    return nothingRead({
      ...faultIn(file, fault),
      hint: 'Fix that line, or move the file away to start without it.',
    })
  const repeated = findRepeatedKey(bare)
  if (repeated !== null) return nothingRead(keyTwiceIn(file, repeated))
  const config = jsonIn(bare)
  if (!isObject(config))
    return nothingRead({
      message: `${file} contains no settings`,
      hint: 'It must contain one object, for example {"theme": "light"}.',
    })
  let settings: Settings = {}
  const places = new Map<SettingKey, JsonPosition>()
  const faults: UsageError[] = []
  // Editors find the schema of a file by its key `$schema`.
  let ownKeys: WrittenValue | null = null
  let lint: WrittenValue | null = null
  let hooks: readonly PlacedHook[] = []
  let agents: readonly PlacedAgent[] = []
  for (const [key, value] of Object.entries(config).filter(([each]) => each !== '$schema')) {
    if (faults.length >= mostFaults) break
    if (key === 'keys') {
      ownKeys = { value, text: bare }
      continue
    }
    if (key === 'lint') {
      lint = { value, text: bare }
      continue
    }
    if (key === 'on') {
      const read = readHooks(value, bare, file)
      hooks = read.hooks
      faults.push(...read.faults)
      continue
    }
    if (key === 'agents') {
      const read = readAgents(value, bare, file)
      agents = read.agents
      faults.push(...read.faults)
      continue
    }
    const setting = keys.get(key)
    if (setting === undefined) {
      faults.push(unknownKey(key, positionIn(file, findJsonKeyPosition(bare, [key]))))
      continue
    }
    const read = withJsonSetting(settings, setting, value)
    const place = findJsonPosition(bare, [key])
    if (read.ok) {
      settings = read.value
      places.set(setting, place)
    } else
      faults.push({
        message: `${positionIn(file, place)} “${key}” has a wrong value`,
        hint: mustBe(read.problem),
      })
  }
  return { settings, places, ownKeys, lint, hooks, agents, faults }
}

/** The programs by their events: `{"plan-done": ["notify-send", "plan done"]}`. */
function readHooks(value: unknown, text: string, file: string): Pick<ReadConfig, 'hooks' | 'faults'> {
  const faultAt = (path: readonly string[], words: string, hint: string): UsageError => {
    const place = path.length === 1 ? findJsonPosition : findJsonKeyPosition
    return { message: `${positionIn(file, place(text, path))} ${words}`, hint }
  }
  const example = 'for example {"plan-done": ["notify-send", "plan done"]}'
  if (!isObject(value))
    return { hooks: [], faults: [faultAt(['on'], '“on” has a wrong value', mustBe(`an object, ${example}`))] }
  const hooks: PlacedHook[] = []
  const faults: UsageError[] = []
  for (const [event, command] of Object.entries(value)) {
    const path = ['on', event]
    const [program, ...args] = listIn(command)
    if (!isHookEvent(event))
      faults.push(faultAt(path, `there is no event “${event.slice(0, 100)}”`, meantKey(event, hookEvents)))
    else if (typeof program === 'string' && program !== '' && args.every((each) => typeof each === 'string'))
      hooks.push({ event, command: [program, ...args], place: findJsonKeyPosition(text, path) })
    else
      faults.push(
        faultAt(
          path,
          `“${event}” has a wrong value`,
          mustBe(`a list of a program and its arguments, ${example}`),
        ),
      )
  }
  return { hooks, faults }
}

const exampleAgent =
  'for example {"claude": {"command": "npx", "args": ["@agentclientprotocol/claude-agent-acp"]}}'

/** The agents by their names, in the form that editors have them under `agent_servers`. An entry with a fault is left out. */
function readAgents(value: unknown, text: string, file: string): Pick<ReadConfig, 'agents' | 'faults'> {
  const agents: PlacedAgent[] = []
  const faults: UsageError[] = []
  const wrong = (path: readonly string[], what: string): void => {
    const message = `${positionIn(file, findJsonPosition(text, path))} “${path.slice(-1).join('').slice(0, 100)}” has a wrong value`
    faults.push({ message, hint: mustBe(what) })
  }
  if (!isObject(value)) {
    wrong(['agents'], `an object, ${exampleAgent}`)
    return { agents, faults }
  }
  for (const [name, entry] of Object.entries(value)) {
    if (faults.length >= mostFaults) break
    const path = ['agents', name]
    const before = faults.length
    if (!isObject(entry) || name.trim() === '') {
      wrong(path, `an object with a command, under a name, ${exampleAgent}`)
      continue
    }
    for (const [key, given] of Object.entries(entry)) {
      const what = agentKeys.get(key)
      if (what === undefined) {
        const place = positionIn(file, findJsonKeyPosition(text, [...path, key]))
        const message = `${place} agents have no “${key.slice(0, 100)}”`
        faults.push({ message, hint: meantKey(key, [...agentKeys.keys()]) })
      } else if (!what.fits(given)) wrong([...path, key], what.is)
    }
    const { command, args, env, cwd, mode, config, permissions } = entry
    if (command === undefined) wrong(path, `an object with a command, ${exampleAgent}`)
    if (faults.length > before || typeof command !== 'string') continue
    const set = withJsonSetting({}, 'permissions', permissions ?? 'ask')
    agents.push({
      name,
      command: [command, ...(isTexts(args) ? args : [])],
      env: isTextsByName(env) ? env : {},
      cwd: typeof cwd === 'string' ? cwd : null,
      config: isTextsByName(config) ? config : {},
      settings: {
        ...(typeof mode === 'string' ? { mode } : {}),
        ...(permissions !== undefined && set.ok ? set.value : {}),
      },
      place: findJsonKeyPosition(text, path),
    })
  }
  return { agents, faults }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

function isTextsByName(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((each) => typeof each === 'string')
}

const agentKeys: ReadonlyMap<string, { readonly fits: (value: unknown) => boolean; readonly is: string }> =
  new Map([
    ['command', { fits: isText, is: 'the name or path of a program' }],
    ['args', { fits: isTexts, is: 'a list of texts, for example ["--acp"]' }],
    ['env', { fits: isTextsByName, is: 'an object of texts, for example {"DEBUG": "1"}' }],
    [
      'cwd',
      {
        fits: (value) => isText(value) && (isAbsolute(value) || /^~[/\\]/.test(value)),
        is: 'an absolute path, or one that begins with ~/',
      },
    ],
    ['mode', { fits: isText, is: "the id of an agent's mode" }],
    ['config', { fits: isTextsByName, is: 'an object of texts, for example {"model": "large"}' }],
    [
      'permissions',
      { fits: (value) => withJsonSetting({}, 'permissions', value).ok, is: '"ask", "allow" or "deny"' },
    ],
    ['type', { fits: (value) => value === 'custom', is: '"custom", as editors write it; or leave it out' }],
  ])

/** What a file says that does not exist, or cannot be read. */
export function nothingRead(...faults: readonly UsageError[]): ReadConfig {
  return {
    settings: {},
    places: new Map(),
    ownKeys: null,
    lint: null,
    hooks: [],
    agents: [],
    faults,
  }
}

function unknownKey(written: string, place: string): UsageError {
  const key = written.slice(0, 100)
  const names = [...keys.keys(), 'keys', 'lint', 'on', 'agents']
  return { message: `${place} there is no setting “${key}”`, hint: meantKey(key, names) }
}
