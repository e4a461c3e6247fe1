import type { JsonObject } from '../../protocol/wire/message.ts'
import type { ClientCapabilities } from './client-capabilities.ts'
import type { DemoGroup, DemoSetting } from '../script/playing/offers.ts'
import type { DemoChoice } from '../script/reading/script-schema.ts'
import type { ProtocolVersion } from '../turn/updates.ts'

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

export function openSettings(settings: readonly DemoSetting[]): Settings {
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
        .filter(({ type }) => type === 'select' || reader.capabilities.booleans)
        .map((setting) => optionOnWire(setting, values.get(setting.id), reader.version)),
    modes() {
      if (modeSetting?.type !== 'select') return null
      const availableModes = modeSetting.groups.flatMap(({ choices }) =>
        choices.map(({ value, ...rest }) => ({ id: value, ...rest })),
      )
      return { currentModeId: mode(), availableModes }
    },
  }
}

function mayBe(setting: DemoSetting, value: unknown): value is string | boolean {
  if (setting.type === 'boolean') return typeof value === 'boolean'
  return setting.groups.some(({ choices }) => choices.some((choice) => choice.value === value))
}

function optionOnWire(setting: DemoSetting, currentValue: unknown, version: ProtocolVersion): JsonObject {
  const { id, name, description, category, type } = setting
  const idKey = version === 2 ? 'configId' : 'id'
  const option = { [idKey]: id, name, description, category, type, currentValue }
  return type === 'boolean' ? option : { ...option, options: choicesOnWire(setting.groups, version) }
}

function choicesOnWire(
  groups: readonly DemoGroup[],
  version: ProtocolVersion,
): readonly (JsonObject | DemoChoice)[] {
  const [only] = groups
  if (only && groups.length === 1) return only.choices
  const idKey = version === 2 ? 'groupId' : 'group'
  return groups.map(({ id, name, choices }) => ({ [idKey]: id, name, options: choices }))
}
