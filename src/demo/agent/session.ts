import type { AgentContext } from '@agentclientprotocol/sdk/unstable'
import { isObject, stringAt } from '../../protocol/wire/message.ts'
import type { ClientKnows } from './client-capabilities.ts'
import type { Memory } from '../scenario/memory.ts'
import { openSettings, type Settings } from './settings.ts'
import type { DemoSetting } from '../scenario/offers.ts'
import type { ProtocolVersion } from '../turn/updates.ts'

/** Who is on the other side of the wire. */
export interface Audience {
  readonly client: AgentContext
  readonly version: ProtocolVersion
  readonly knows: ClientKnows
}

/** A conversation with the agent. */
export interface Session {
  readonly id: string
  readonly cwd: string
  title: string | null
  updatedAtMs: number
  turns: number
  running: AbortController | null
  readonly settings: Settings
  readonly memory: Memory
  /** What was sent, so that it can be told again; nothing, unless the session is kept. */
  readonly told: Told[]
  readonly isKept: boolean
}

/** An update, and the session that it was sent in: this one, or a sub-agent's. */
interface Told {
  readonly sessionId: string
  readonly update: unknown
}

export interface SessionStart {
  readonly id: string
  readonly cwd: string
  readonly title: string | null
  readonly updatedAtMs: number
  readonly settings: readonly DemoSetting[]
  readonly memory: Memory
  readonly isKept: boolean
}

export function startSession({ settings, ...start }: SessionStart): Session {
  return { ...start, turns: 0, running: null, settings: openSettings(settings), told: [] }
}

/** Sends a `session/update` as it stands. One that can't be delivered any more is dropped: its turn is being cancelled. */
export async function sendUpdate(
  { client, session }: { readonly client: AgentContext; readonly session: Session },
  update: unknown,
  sessionId = session.id,
): Promise<void> {
  remember(session, update, sessionId)
  await client.notify('session/update', { sessionId, update }).catch(() => undefined)
}

/** Keeps the update for a replay. What a turn does is told by v2 as it happens, and not afterwards. */
export function remember(session: Session, update: unknown, sessionId = session.id): void {
  const kind = isObject(update) ? update['sessionUpdate'] : undefined
  const title = isObject(update) ? stringAt(update, 'title') : undefined
  if (kind === 'session_info_update' && title !== undefined && sessionId === session.id) session.title = title
  if (session.isKept && kind !== 'state_update') session.told.push({ sessionId, update })
}

/** Sends all of it once more. */
export async function tellAgain(session: Session, { client }: Audience): Promise<void> {
  for (const told of session.told) await client.notify('session/update', told).catch(() => undefined)
}

/** Tells the client that the agent has changed a setting by itself. In v1 a mode is told of twice, as real agents do. */
export async function reportSetting(to: Audience & { readonly session: Session }, id: string): Promise<void> {
  const { settings } = to.session
  if (to.version === 1 && id === settings.modeId)
    await sendUpdate(to, { sessionUpdate: 'current_mode_update', currentModeId: settings.mode() })
  await reportSettings(to)
}

/** Tells the client how all settings stand. */
export async function reportSettings(to: Audience & { readonly session: Session }): Promise<void> {
  const configOptions = to.session.settings.options(to)
  await sendUpdate(to, { sessionUpdate: 'config_option_update', configOptions })
}
