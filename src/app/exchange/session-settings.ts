import { isObject, stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import { mayTellMode, type SessionEvent, type UpdateOf } from '../../protocol/session/session-event.ts'
import type { WireProblem } from '../../protocol/wire/wire-problem.ts'
import { readAnsweredOptions } from './read/read-opened.ts'

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
}

type Settings = UpdateOf<'mode-changed' | 'model-changed' | 'config-options' | 'option-changed'>

export function isSettings(update: SessionEvent): update is Settings {
  return mayTellMode(update) || update.type === 'model-changed'
}

export interface Change {
  readonly update: Settings
  readonly problems: readonly WireProblem[]
}

/** The change that a successful answer confirms; null for other requests. Never throws. */
export function readChange({ method, params }: SentRequest, result: unknown): Change | null {
  const changed = (update: Settings, problems: Change['problems'] = []): Change => ({
    update: { ...update, isByClient: true },
    problems,
  })
  switch (method) {
    case setModeMethod: {
      const modeId = stringAt(params, 'modeId')
      return modeId === undefined ? null : changed({ type: 'mode-changed', modeId })
    }
    case setModelMethod: {
      const modelId = stringAt(params, 'modelId')
      return modelId === undefined ? null : changed({ type: 'model-changed', modelId })
    }
    case setOptionMethod: {
      const answered = isObject(result) ? readAnsweredOptions(result) : null
      if (answered !== null)
        return changed({ type: 'config-options', options: answered.options }, answered.problems)
      // An agent that does not list the options has changed the requested one.
      const optionId = stringAt(params, 'configId')
      const { value } = params
      return optionId === undefined ? null : changed({ type: 'option-changed', optionId, value })
    }
    default:
      return null
  }
}
