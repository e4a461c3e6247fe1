import { isObject, stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import type { SessionEvent, UpdateOf } from '../../protocol/session/session-event.ts'
import {
  type ConfigOption,
  type SessionModes,
  withModel,
  withModelsKept,
} from '../../protocol/session/session-settings.ts'
import type { WireProblem } from '../../protocol/wire/wire-problem.ts'
import type { SessionSetup } from '../state/app-event.ts'
import { readAnsweredOptions } from './read/read-opened.ts'

/** What can be changed in a session, as the agent last reported. */
export interface SessionSettings {
  readonly modes: SessionModes | null
  readonly configOptions: readonly ConfigOption[]
}

export const noSettings: SessionSettings = { modes: null, configOptions: [] }

/** The settings after a session was opened, perhaps again: what the agent leaves out stays. */
export function settingsWithSetup(before: SessionSettings, setup: SessionSetup): SessionSettings {
  return {
    modes: setup.modes ?? before.modes,
    configOptions: setup.configOptions.length > 0 ? setup.configOptions : before.configOptions,
  }
}

/** The same object if the update is not about settings. */
export function settingsWithUpdate(before: SessionSettings, update: SessionEvent): SessionSettings {
  const { configOptions } = before
  if (update.type === 'config-options')
    return { ...before, configOptions: withModelsKept(update.options, configOptions) }
  if (update.type === 'model-changed')
    return { ...before, configOptions: withModel(configOptions, update.modelId) }
  if (update.type !== 'mode-changed' || before.modes === null) return before
  return { ...before, modes: { ...before.modes, current: update.modeId } }
}

export const setModeMethod = 'session/set_mode'
export const setOptionMethod = 'session/set_config_option'
/** Of the draft that has models beside the options. */
export const setModelMethod = 'session/set_model'

/** Whether a request of the client changes a setting. */
export function isSettingMethod(method: string): boolean {
  return method === setModeMethod || method === setOptionMethod || method === setModelMethod
}

/** A request to the agent without an answer. */
export interface SentRequest {
  readonly method: string
  readonly params: JsonObject
  /** The session's settings when it was sent. */
  readonly settings: SessionSettings
}

export interface Change {
  readonly update: SessionEvent
  readonly problems: readonly WireProblem[]
}

/** The change that a successful answer confirms; null for other requests. Never throws. */
export function readChange({ method, params, settings }: SentRequest, result: unknown): Change | null {
  if (method === setModeMethod) {
    const modeId = stringAt(params, 'modeId')
    return modeId === undefined ? null : { update: { type: 'mode-changed', modeId }, problems: [] }
  }
  if (method === setModelMethod) {
    const modelId = stringAt(params, 'modelId')
    return modelId === undefined ? null : { update: { type: 'model-changed', modelId }, problems: [] }
  }
  if (method !== setOptionMethod) return null
  const answered = isObject(result) ? readAnsweredOptions(result) : null
  // An agent that does not list the options has changed the requested one.
  const options = answered?.options ?? settings.configOptions.map((option) => withValue(option, params))
  return { update: { type: 'config-options', options }, problems: answered?.problems ?? [] }
}

/** The update, said to be what a client has asked for; the same one if it is not about settings. */
export function byClient(update: SessionEvent): SessionEvent {
  return isSettings(update) ? { ...update, isByClient: true } : update
}

export function isSettings(
  update: SessionEvent,
): update is UpdateOf<'mode-changed' | 'model-changed' | 'config-options'> {
  return update.type === 'mode-changed' || update.type === 'model-changed' || update.type === 'config-options'
}

function withValue(option: ConfigOption, params: JsonObject): ConfigOption {
  const { configId, value } = params
  if (option.id !== configId) return option
  if (option.type === 'select' && typeof value === 'string') return { ...option, value }
  if (option.type === 'boolean' && typeof value === 'boolean') return { ...option, value }
  return option
}
