import { stripComments } from 'jsonc-parser'
import { findJsonKeyPosition, findJsonPosition, type JsonPosition } from '../../lib/json/json-fault.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import { meantKey, mustBe, type UsageError } from '../../lib/text/usage-error.ts'
import { hookEvents, isHookEvent, type Hook } from '../../app/state/hook.ts'
import { isAbsolute } from 'node:path'
import { isObject, listIn, objectIn } from '../../protocol/wire/message.ts'
import {
  configKey,
  settingKeys,
  withJsonSetting,
  type ConfiguredAgent,
  type SettingKey,
  type Settings,
} from './settings.ts'
import { faultAtKey, jsonFaultOf, wrongValue, type WrittenJson } from './written-json.ts'

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
export interface WrittenValue extends WrittenJson {
  readonly value: unknown
}

/** Reads the text of a configuration file, JSON with comments: all keys are optional, and no others are allowed. Faults name line, column and key. */
export function readConfigText(text: string, file: string): ReadConfig {
  // Comments become spaces, so that all places stay.
  const json: WrittenJson = { file, text: stripComments(text.replace(/^\ufeff/, ''), ' ') }
  const fault = jsonFaultOf(json, 'Fix that line, or move the file away to start without it.')
  if (fault !== null) return nothingRead(fault)
  const config = jsonIn(json.text)
  if (!isObject(config))
    return nothingRead({
      message: `${file} contains no settings`,
      hint: 'It must contain one object, for example {"theme": "light"}.',
    })
  let read = nothingRead()
  const places = new Map<SettingKey, JsonPosition>()
  const faults: UsageError[] = []
  // Editors find the schema of a file by its key `$schema`.
  for (const [key, value] of Object.entries(config).filter(([each]) => each !== '$schema')) {
    if (faults.length >= mostFaults) break
    const setting = keys.get(key)
    if (key === 'keys') read = { ...read, ownKeys: { ...json, value } }
    else if (key === 'lint') read = { ...read, lint: { ...json, value } }
    else if (key === 'on') read = { ...read, hooks: readHooks(value, json, faults) }
    else if (key === 'agents') read = { ...read, agents: readAgents(value, json, faults) }
    else if (setting === undefined) faults.push(unknownKey(key, json))
    else {
      const settings = withJsonSetting(read.settings, setting, value)
      if (settings.ok) {
        read = { ...read, settings: settings.value }
        places.set(setting, findJsonPosition(json.text, [key]))
      } else faults.push(wrongValue(json, [key], settings.problem))
    }
  }
  return { ...read, places, faults }
}

/** The programs by their events: `{"plan-done": ["notify-send", "plan done"]}`. Adds what is wrong to the faults. */
function readHooks(value: unknown, json: WrittenJson, faults: UsageError[]): readonly PlacedHook[] {
  const example = 'for example {"plan-done": ["notify-send", "plan done"]}'
  if (!isObject(value)) faults.push(wrongValue(json, ['on'], `an object, ${example}`))
  const hooks: PlacedHook[] = []
  for (const [event, command] of Object.entries(objectIn(value))) {
    const path = ['on', event]
    const [program, ...args] = listIn(command)
    if (!isHookEvent(event)) {
      const words = `there is no event “${event.slice(0, 100)}”`
      faults.push(faultAtKey(json, path, words, meantKey(event, hookEvents)))
    } else if (isText(program) && isTexts(args))
      hooks.push({ event, command: [program, ...args], place: findJsonKeyPosition(json.text, path) })
    else {
      const what = `a list of a program and its arguments, ${example}`
      faults.push(faultAtKey(json, path, `“${event}” has a wrong value`, mustBe(what)))
    }
  }
  return hooks
}

const exampleAgent =
  'for example {"claude": {"command": "npx", "args": ["@agentclientprotocol/claude-agent-acp"]}}'

/**
 * The agents by their names, in the form that editors have them under `agent_servers`. An entry with a fault is left out, and its
 * faults are added to the others.
 */
function readAgents(value: unknown, json: WrittenJson, faults: UsageError[]): readonly PlacedAgent[] {
  const agents: PlacedAgent[] = []
  const wrong = (path: readonly string[], what: string): void =>
    void faults.push(wrongValue(json, path, what))
  if (!isObject(value)) wrong(['agents'], `an object, ${exampleAgent}`)
  for (const [name, entry] of Object.entries(objectIn(value))) {
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
        const words = `agents have no “${key.slice(0, 100)}”`
        faults.push(faultAtKey(json, [...path, key], words, meantKey(key, [...agentKeys.keys()])))
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
      place: findJsonKeyPosition(json.text, path),
    })
  }
  return agents
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

function unknownKey(written: string, json: WrittenJson): UsageError {
  const key = written.slice(0, 100)
  const names = [...keys.keys(), 'keys', 'lint', 'on', 'agents']
  return faultAtKey(json, [written], `there is no setting “${key}”`, meantKey(key, names))
}
