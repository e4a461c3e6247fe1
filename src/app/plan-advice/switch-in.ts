import { readJson } from '../../lib/json/read-json.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { isObject, type JsonObject } from '../../protocol/wire/message.ts'
import type { SwitchState } from '../state/plan-tools.ts'
import { switchValue, type PlanSwitch } from '../known-agents/known-agent.ts'

/** The state of a variable, and the value that switches plans on; null: it stays as it is. */
export interface FoundSwitch {
  readonly state: SwitchState
  readonly switchedOn: { readonly value: string; readonly state: SwitchState } | null
}

/** Longer values are not parsed. */
const maxLength = 100_000

/** Examines the variable that switches an agent's plans on. An empty one counts as not set. Never throws. */
export function switchIn(by: PlanSwitch, current: string | undefined): FoundSwitch {
  if (current === undefined || current === '')
    return { state: { type: 'unset' }, switchedOn: { value: switchValue(by), state: { type: 'set' } } }
  switch (by.form) {
    case 'flag':
      return /^(?:1|true|yes|on)$/i.test(current.trim())
        ? { state: { type: 'own' }, switchedOn: null }
        : {
            state: { type: 'kept-off', where: 'environment' },
            switchedOn: { value: by.value, state: { type: 'set' } },
          }
    case 'json':
      return inSettings(by.path, current)
  }
}

function inSettings(path: readonly string[], current: string): FoundSwitch {
  if (current.length > maxLength) return unreadable('too-large')
  const read = readJson(current)
  if (read === null) return unreadable('no-json')
  if (read.cut !== null) return unreadable('too-deep')
  const set = withTrue(read.value, path)
  if (set === null) return unreadable('no-object')
  const switchedOn = { value: writeJson(set.settings), state: { type: 'merged' } } as const
  if (set.was === undefined) return { state: { type: 'unset' }, switchedOn }
  return set.was === true
    ? { state: { type: 'own' }, switchedOn: null }
    : { state: { type: 'kept-off', where: 'environment' }, switchedOn }
}

function unreadable(fault: Extract<SwitchState, { type: 'unreadable' }>['fault']): FoundSwitch {
  return { state: { type: 'unreadable', fault }, switchedOn: null }
}

interface WithTrue {
  readonly settings: JsonObject
  /** The value before. */
  readonly was: unknown
}

/** The settings with `true` at the path; null if something on the path is not an object. */
function withTrue(settings: unknown, [key, ...rest]: readonly string[]): WithTrue | null {
  if (!isObject(settings) || key === undefined) return null
  const there = Object.hasOwn(settings, key) ? settings[key] : undefined
  if (rest.length === 0) return { settings: { ...settings, [key]: true }, was: there }
  const inner = withTrue(there === undefined ? {} : there, rest)
  return inner === null ? null : { settings: { ...settings, [key]: inner.settings }, was: inner.was }
}
