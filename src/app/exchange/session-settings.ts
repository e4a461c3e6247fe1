import { isObject, stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import type { SessionEvent } from '../../protocol/session/session-event.ts'
import type { ConfigOption, SessionModes } from '../../protocol/session/session-settings.ts'
import type { WireProblem } from '../../protocol/wire/wire-problem.ts'
import type { SessionSetup } from '../app-event.ts'
import { readAnsweredOptions } from './read/read-setup.ts'

/** What can be changed in a session, as the agent last said. */
export interface SessionSettings {
  readonly modes: SessionModes | null
  readonly configOptions: readonly ConfigOption[]
}

export const noSettings: SessionSettings = { modes: null, configOptions: [] }

/** The settings of a session that was opened, perhaps once more: what it does not tell stays. */
export function settingsWithSetup(before: SessionSettings, setup: SessionSetup): SessionSettings {
  return {
    modes: setup.modes ?? before.modes,
    configOptions: setup.configOptions.length > 0 ? setup.configOptions : before.configOptions,
  }
}

/** The same settings when the update is not about them. */
export function settingsWithUpdate(before: SessionSettings, update: SessionEvent): SessionSettings {
  if (update.type === 'config-options') return { ...before, configOptions: update.options }
  if (update.type !== 'mode-changed' || before.modes === null) return before
  return { ...before, modes: { ...before.modes, current: update.modeId } }
}

export const setModeMethod = 'session/set_mode'
export const setOptionMethod = 'session/set_config_option'

/** A change that was asked for, and what was set before it. */
export interface AskedChange {
  readonly method: string
  readonly params: JsonObject
  readonly settings: SessionSettings
}

export interface Change {
  readonly update: SessionEvent
  readonly problems: readonly WireProblem[]
}

/** What the answer to a change says, that it was made; null for requests that change no setting. Never throws. */
export function readChange({ method, params, settings }: AskedChange, result: unknown): Change | null {
  if (method === setModeMethod) {
    const modeId = stringAt(params, 'modeId')
    return modeId === undefined ? null : { update: { type: 'mode-changed', modeId }, problems: [] }
  }
  if (method !== setOptionMethod) return null
  const answered = isObject(result) ? readAnsweredOptions(result) : null
  // Who does not say what there is now has changed what it was asked to change.
  const options = answered?.options ?? settings.configOptions.map((option) => withValue(option, params))
  return { update: { type: 'config-options', options }, problems: answered?.problems ?? [] }
}

function withValue(option: ConfigOption, params: JsonObject): ConfigOption {
  const { configId, value } = params
  if (option.id !== configId) return option
  if (option.type === 'select' && typeof value === 'string') return { ...option, value }
  if (option.type === 'boolean' && typeof value === 'boolean') return { ...option, value }
  return option
}
