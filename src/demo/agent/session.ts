import type { AgentContext } from '@agentclientprotocol/sdk/unstable'
import { stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import type { ClientCapabilities, Memory } from '../script/playing/scene.ts'
import type { ScriptSetting, DemoChoice } from '../script/reading/script-schema.ts'
import type { ProtocolVersion } from '../script/playing/updates.ts'

/** The client, as `initialize` described it. */
export interface Audience {
  readonly client: AgentContext
  readonly version: ProtocolVersion
  readonly capabilities: ClientCapabilities
}

export interface Session {
  readonly id: string
  readonly cwd: string
  title: string | null
  updatedAtMs: number
  turns: number
  running: AbortController | null
  readonly settings: Settings
  readonly memory: Memory
  /** What was sent, for a replay; nothing, unless the session is kept. */
  readonly sent: { readonly sessionId: string; readonly update: unknown }[]
  readonly isKept: boolean
}

export interface SessionStart extends Pick<
  Session,
  'id' | 'cwd' | 'title' | 'updatedAtMs' | 'memory' | 'isKept'
> {
  readonly settings: readonly ScriptSetting[]
}

export function startSession({ settings, ...start }: SessionStart): Session {
  return { ...start, turns: 0, running: null, settings: openSettings(settings), sent: [] }
}

/** Sends a `session/update` as it is. One that cannot be delivered any more is dropped: its turn is being cancelled. */
export async function sendUpdate(
  { client, session }: { readonly client: AgentContext; readonly session: Session },
  update: unknown,
  sessionId = session.id,
): Promise<void> {
  record(session, update, sessionId)
  await client.notify('session/update', { sessionId, update }).catch(() => undefined)
}

/** Keeps the update for a replay, which has no `state_update`. */
export function record(session: Session, update: unknown, sessionId = session.id): void {
  const kind = stringAt(update, 'sessionUpdate')
  const title = stringAt(update, 'title')
  if (kind === 'session_info_update' && title !== undefined && sessionId === session.id) session.title = title
  if (session.isKept && kind !== 'state_update') session.sent.push({ sessionId, update })
}

export async function replayUpdates(session: Session, { client }: Audience): Promise<void> {
  for (const update of session.sent) await client.notify('session/update', update).catch(() => undefined)
}

/** Sends a setting that the agent has changed by itself. In v1 a mode is sent twice, as real agents do. */
export async function reportSetting(to: Audience & { readonly session: Session }, id: string): Promise<void> {
  const { settings } = to.session
  if (to.version === 1 && id === settings.modeId)
    await sendUpdate(to, { sessionUpdate: 'current_mode_update', currentModeId: settings.mode() })
  await reportSettings(to)
}

export async function reportSettings(to: Audience & { readonly session: Session }): Promise<void> {
  const configOptions = to.session.settings.options(to)
  await sendUpdate(to, { sessionUpdate: 'config_option_update', configOptions })
}

/** The client that gets the settings: the protocol versions have different names for fields. */
type SettingsReader = Pick<Audience, 'version' | 'capabilities'>

interface Settings {
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

function openSettings(settings: readonly ScriptSetting[]): Settings {
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
