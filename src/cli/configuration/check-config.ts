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
import { isObject } from '../../protocol/wire/message.ts'
import { configKey, settingKeys, withJsonSetting, type SettingKey, type Settings } from './settings.ts'

const keys: ReadonlyMap<string, SettingKey> = new Map(
  settingKeys.map((setting) => [configKey(setting), setting]),
)

/** Further faults are not reported: each is searched for in the whole text. */
const mostFaults = 20

/** What a configuration file says: the settings that can be used, and everything that is wrong with the others, in its order. */
export interface ReadConfig {
  readonly settings: Settings
  /** Where each of the settings stands. */
  readonly places: ReadonlyMap<SettingKey, JsonPosition>
  /** The user's own keys, which are not read yet; null: the file has none. */
  readonly ownKeys: WrittenValue | null
  /** What the file says of lint, which is not read yet; null: nothing. */
  readonly lint: WrittenValue | null
  /** What is run on events. */
  readonly hooks: readonly PlacedHook[]
  readonly faults: readonly UsageError[]
}

/** A hook, and where it stands. */
export interface PlacedHook extends Hook {
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

/** Reads the text of a configuration file: all keys are optional, and no others are allowed. Faults name line, column and key. */
export function readConfigText(text: string, file: string): ReadConfig {
  const bare = text.replace(/^\ufeff/, '')
  const fault = findJsonFault(bare)
  if (fault !== null)
    return onlyFault({
      ...faultIn(file, fault),
      hint: 'Fix that line, or move the file away to start without it.',
    })
  const repeated = findRepeatedKey(bare)
  if (repeated !== null) return onlyFault(keyTwiceIn(file, repeated))
  const config = jsonIn(bare)
  if (!isObject(config))
    return onlyFault({
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
  return { settings, places, ownKeys, lint, hooks, faults }
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
    const words: readonly unknown[] = Array.isArray(command) ? command : []
    const [program, ...args] = words
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

function onlyFault(fault: UsageError): ReadConfig {
  return { settings: {}, places: new Map(), ownKeys: null, lint: null, hooks: [], faults: [fault] }
}

function unknownKey(written: string, place: string): UsageError {
  const key = written.slice(0, 100)
  const names = [...keys.keys(), 'keys', 'lint', 'on']
  return { message: `${place} there is no setting “${key}”`, hint: meantKey(key, names) }
}
