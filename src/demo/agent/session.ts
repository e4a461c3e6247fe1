import type { AgentContext } from '@agentclientprotocol/sdk/unstable'
import { isObject, stringAt } from '../../protocol/wire/message.ts'
import type { ClientCapabilities } from '../script/playing/turn-context.ts'
import type { Memory } from '../script/playing/memory.ts'
import { openSettings, type Settings } from './settings.ts'
import type { ScriptSetting } from '../script/reading/script-schema.ts'
import type { ProtocolVersion } from '../script/playing/updates.ts'

/** The client, as `initialize` described it. */
export interface Audience {
  readonly client: AgentContext
  readonly version: ProtocolVersion
  readonly capabilities: ClientCapabilities
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
  /** What was sent, for a replay; nothing, unless the session is kept. */
  readonly sent: SentUpdate[]
  readonly isKept: boolean
}

/** An update, and the id of its session: this one, or a sub-agent's. */
interface SentUpdate {
  readonly sessionId: string
  readonly update: unknown
}

export interface SessionStart {
  readonly id: string
  readonly cwd: string
  readonly title: string | null
  readonly updatedAtMs: number
  readonly settings: readonly ScriptSetting[]
  readonly memory: Memory
  readonly isKept: boolean
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
  const kind = isObject(update) ? update['sessionUpdate'] : undefined
  const title = isObject(update) ? stringAt(update, 'title') : undefined
  if (kind === 'session_info_update' && title !== undefined && sessionId === session.id) session.title = title
  if (session.isKept && kind !== 'state_update') session.sent.push({ sessionId, update })
}

/** Sends all updates of the session once more. */
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

/** Sends all settings with their values. */
export async function reportSettings(to: Audience & { readonly session: Session }): Promise<void> {
  const configOptions = to.session.settings.options(to)
  await sendUpdate(to, { sessionUpdate: 'config_option_update', configOptions })
}
