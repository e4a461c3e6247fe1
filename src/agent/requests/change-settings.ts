import {
  setModelMethod as setModel,
  setModeMethod as setMode,
  setOptionMethod as setOption,
} from '../../app/exchange/session-settings.ts'
import type { ModeSettings } from '../../app/state/planning.ts'
import { type JsonObject, rpcErrorText } from '../../protocol/wire/message.ts'
import { isModeOption, type ConfigOption } from '../../protocol/session/session-settings.ts'
import type { AgentWire } from '../connection/peer.ts'

export type NewSetting =
  | { readonly type: 'mode'; readonly modeId: string }
  | { readonly type: 'option'; readonly optionId: string; readonly value: string | boolean }

export interface SettingsChange {
  readonly wire: Pick<AgentWire, 'version' | 'ask'>
  readonly sessionId: string
  /** Of the session, as the agent last told them; undefined: it has told none. */
  readonly settings: ModeSettings | undefined
}

/** The interpreter has read what is set now. */
export type ChangeOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly method: string; readonly code: number | null; readonly message: string }

/** Asks the agent for another mode, or another value of an option. The outcome has words where it is refused. */
export async function changeSetting(change: SettingsChange, setting: NewSetting): Promise<ChangeOutcome> {
  return await (setting.type === 'mode'
    ? changeMode(change, setting.modeId)
    : changeOption(change, setting.optionId, setting.value))
}

/**
 * Changes a session's mode: by `session/set_mode`, or else by the config option that holds the mode.
 * https://agentclientprotocol.com/protocol/session-modes
 */
async function changeMode(change: SettingsChange, modeId: string): Promise<ChangeOutcome> {
  const { sessionId, settings } = change
  const { modes = null, configOptions = [] } = settings ?? {}
  if (modes !== null && modes.available.some(({ id }) => id === modeId))
    return await send(change, setMode, { sessionId, modeId })
  const options = configOptions.filter(isModeOption)
  const option = options.find((each) => valuesOf(each).includes(modeId))
  if (option !== undefined) return await requestOption(change, option, modeId)
  const known = [...(modes?.available.map(({ id }) => id) ?? []), ...options.flatMap(valuesOf)]
  const message =
    known.length === 0
      ? `the mode “${modeId}” cannot be set: the agent has no modes`
      : `there is no mode “${modeId}”; the agent has ${listed(known)}`
  return failed(setMode, null, message)
}

/**
 * Changes a config option. A text is the value of a choice; for a boolean option, `true` or `false`.
 * https://agentclientprotocol.com/protocol/session-config-options
 */
async function changeOption(
  change: SettingsChange,
  optionId: string,
  value: string | boolean,
): Promise<ChangeOutcome> {
  const { configOptions = [] } = change.settings ?? {}
  const option = configOptions.find(({ id }) => id === optionId)
  const invalid = (message: string): ChangeOutcome => failed(setOption, null, message)
  if (option === undefined) {
    const ids = configOptions.map(({ id }) => id)
    const known = ids.length === 0 ? 'the agent has none' : `the agent has ${listed(ids)}`
    return invalid(`there is no option “${optionId}”; ${known}`)
  }
  switch (option.type) {
    case 'select':
      if (typeof value === 'string' && valuesOf(option).includes(value))
        return await requestOption(change, option, value)
      return invalid(`the option “${optionId}” cannot be “${value}”; it takes ${listed(valuesOf(option))}`)
    case 'boolean': {
      const wanted = value === 'true' ? true : value === 'false' ? false : value
      if (typeof wanted === 'boolean') return await requestOption(change, option, wanted)
      return invalid(`the option “${optionId}” cannot be “${wanted}”; it takes true or false`)
    }
    case 'other':
      return invalid(`the option “${optionId}” is of the type “${option.valueType}”, which is not known here`)
  }
}

async function requestOption(
  change: SettingsChange,
  option: ConfigOption,
  value: string | boolean,
): Promise<ChangeOutcome> {
  const { wire, sessionId } = change
  if (option.type === 'select' && option.isOfModels === true)
    return await send(change, setModel, { sessionId, modelId: value })
  const named = { sessionId, configId: option.id, value }
  // Version 1 has no type for plain values, only for booleans.
  const type = typeof value === 'boolean' ? { type: 'boolean' } : wire.version === 2 ? { type: 'id' } : {}
  return await send(change, setOption, { ...named, ...type })
}

async function send({ wire }: SettingsChange, method: string, params: JsonObject): Promise<ChangeOutcome> {
  const outcome = await wire.ask(method, params)
  return outcome.ok ? { ok: true } : failed(method, outcome.error.code, rpcErrorText(outcome.error))
}

function valuesOf(option: ConfigOption): readonly string[] {
  return option.type === 'select' ? option.choices.map(({ value }) => value) : []
}

const namesListed = 12

function listed(names: readonly string[]): string {
  const shown = [...new Set(names)]
  const more = shown.length - namesListed
  return more > 0 ? `${shown.slice(0, namesListed).join(', ')} and ${more} more` : shown.join(', ')
}

function failed(method: string, code: number | null, message: string): ChangeOutcome {
  return { ok: false, method, code, message }
}
