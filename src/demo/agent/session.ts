import type { AgentContext } from '@agentclientprotocol/sdk/unstable'
import { stringAt, type JsonObject, type ProtocolVersion } from '../../protocol/wire/message.ts'
import type { ClientCapabilities, Memory } from '../script/playing/scene.ts'
import type { ScriptSetting, DemoChoice } from '../script/reading/script-schema.ts'

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
  readonly settings: SessionSettings
  readonly memory: Memory
  /** What was sent, for a replay; nothing, unless the session is kept. */
  readonly sent: { readonly sessionId: string; readonly update: unknown }[]
  readonly isKept: boolean
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

/** The settings of a session: what the script offers, and the values now. */
export class SessionSettings {
  readonly #settings: readonly ScriptSetting[]
  readonly #values: Map<string, string | boolean>
  readonly #mode: ScriptSetting | null

  constructor(settings: readonly ScriptSetting[]) {
    this.#settings = settings
    this.#values = new Map(settings.map(({ id, value }) => [id, value]))
    this.#mode = settings.find(({ category }) => category === 'mode') ?? null
  }

  /** The setting that is the mode; null: the agent has no modes. */
  get modeId(): string | null {
    return this.#mode?.id ?? null
  }

  /** null as above. */
  mode(): string | null {
    return this.#mode === null ? null : String(this.#values.get(this.#mode.id))
  }

  /** False when there is no such setting, or it cannot have that value. */
  set(id: string, value: unknown): boolean {
    const setting = this.#settings.find((each) => each.id === id)
    if (!setting || !mayBe(setting, value)) return false
    this.#values.set(id, value)
    return true
  }

  /** `configOptions` as they are sent, without booleans for a client that does not support them. */
  options({ version, capabilities }: Pick<Audience, 'version' | 'capabilities'>): readonly JsonObject[] {
    return this.#settings
      .filter(({ value }) => typeof value === 'string' || capabilities.booleans)
      .map((setting) => optionOnWire(setting, this.#values.get(setting.id), version))
  }

  /** v1's `modes`; null as above. */
  modes(): JsonObject | null {
    if (typeof this.#mode?.value !== 'string') return null
    const availableModes = choicesOf(this.#mode).map(({ value, ...rest }) => ({ id: value, ...rest }))
    return { currentModeId: this.mode(), availableModes }
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
