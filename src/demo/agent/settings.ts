import type { JsonObject } from '../../protocol/wire/message.ts'
import type { ClientCapabilities } from '../script/playing/turn-context.ts'
import type { DemoChoice, ScriptSetting } from '../script/reading/script-schema.ts'
import type { ProtocolVersion } from '../script/playing/updates.ts'

/** The client that gets the settings: the protocol versions have different names for fields. */
export interface SettingsReader {
  readonly version: ProtocolVersion
  readonly capabilities: ClientCapabilities
}

/** The settings of one session, with their current values. */
export interface Settings {
  /** null: the agent has no modes. */
  mode(): string | null
  /** The setting that is the mode; null as above. */
  readonly modeId: string | null
  /** False when there is no such setting, or it cannot have that value. */
  set(id: string, value: unknown): boolean
  /** `configOptions` as they are sent, without booleans for a client that does not support them. */
  options(reader: SettingsReader): readonly JsonObject[]
  /** v1's `modes`; null as above. */
  modes(): JsonObject | null
}

export function openSettings(settings: readonly ScriptSetting[]): Settings {
  const values = new Map<string, string | boolean>(settings.map(({ id, value }) => [id, value]))
  const modeSetting = settings.find(({ category }) => category === 'mode')
  const mode = (): string | null => (modeSetting ? String(values.get(modeSetting.id)) : null)
  return {
    mode,
    modeId: modeSetting?.id ?? null,
    set(id, value) {
      const setting = settings.find((each) => each.id === id)
      if (!setting || !mayBe(setting, value)) return false
      values.set(id, value)
      return true
    },
    options: (reader) =>
      settings
        .filter(({ value }) => typeof value === 'string' || reader.capabilities.booleans)
        .map((setting) => optionOnWire(setting, values.get(setting.id), reader.version)),
    modes() {
      if (typeof modeSetting?.value !== 'string') return null
      const availableModes = choicesOf(modeSetting).map(({ value, ...rest }) => ({ id: value, ...rest }))
      return { currentModeId: mode(), availableModes }
    },
  }
}

function mayBe(setting: ScriptSetting, value: unknown): value is string | boolean {
  if (typeof setting.value === 'boolean') return typeof value === 'boolean'
  return choicesOf(setting).some((choice) => choice.value === value)
}

/** The choices of all groups. */
function choicesOf({ choices = [], groups }: ScriptSetting): readonly DemoChoice[] {
  return groups?.flatMap((group) => group.choices) ?? choices
}

function optionOnWire(setting: ScriptSetting, currentValue: unknown, version: ProtocolVersion): JsonObject {
  const { id, name, description, category, value } = setting
  const type = typeof value === 'boolean' ? 'boolean' : 'select'
  const idKey = version === 2 ? 'configId' : 'id'
  const option = { [idKey]: id, name, description, category, type, currentValue }
  return type === 'boolean' ? option : { ...option, options: choicesOnWire(setting, version) }
}

/** A select with one group has no groups on the wire. */
function choicesOnWire(
  setting: ScriptSetting,
  version: ProtocolVersion,
): readonly (JsonObject | DemoChoice)[] {
  const { groups = [] } = setting
  if (groups.length < 2) return choicesOf(setting)
  const idKey = version === 2 ? 'groupId' : 'group'
  return groups.map(({ id, name, choices }) => ({ [idKey]: id, name, options: choices }))
}
