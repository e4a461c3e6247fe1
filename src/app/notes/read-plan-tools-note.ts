import { isObject, stringAt } from '../../protocol/wire/message.ts'
import {
  switchFaults,
  type AgentSwitch,
  type PlanTools,
  type SwitchState,
} from '../plan-advice/plan-tools.ts'
import { among, textOrNull } from './note-fields.ts'

/** More known agents than there will be: what a trace lists beyond is left out. */
const switchesRead = 100

/** What was done so that plans show, as it was noted; null where that makes no sense. Never throws. */
export function readPlanToolsNote(value: unknown): PlanTools | null {
  const mode = isObject(value) ? among(value['mode'], ['on', 'off', 'elsewhere']) : null
  if (!isObject(value) || mode === null) return null
  const listed: readonly unknown[] = Array.isArray(value['switches']) ? value['switches'] : []
  return {
    mode,
    startedAgent: textOrNull(value, 'startedAgent') ?? null,
    switches: listed.slice(0, switchesRead).flatMap(readSwitch),
  }
}

function readSwitch(value: unknown): readonly AgentSwitch[] {
  const agent = isObject(value) ? stringAt(value, 'agent') : undefined
  const state = isObject(value) ? readState(value['state']) : null
  return agent === undefined || state === null ? [] : [{ agent, state }]
}

function readState(value: unknown): SwitchState | null {
  if (!isObject(value)) return null
  const type = among(value['type'], ['unset', 'set', 'merged', 'own', 'kept-off', 'unreadable'])
  switch (type) {
    case null:
      return null
    case 'kept-off': {
      const where = among(value['where'], ['environment', 'command'])
      return where === null ? null : { type, where }
    }
    case 'unreadable': {
      const fault = among(value['fault'], switchFaults)
      return fault === null ? null : { type, fault }
    }
    default:
      return { type }
  }
}
