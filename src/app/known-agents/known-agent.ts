import { writeJson } from '../../lib/json/write-json.ts'
import { type JsonObject, isObject } from '../../protocol/wire/message.ts'
import { readJson } from '../../lib/json/read-json.ts'
import type { SwitchState } from '../state/plan-tools.ts'

/**
 * Facts about a widespread agent: how to recognise it, and what it does with its plans. An object in `tested-agents.ts` or
 * `other-agents.ts`.
 */
export interface KnownAgent {
  /** Its id in recordings and in JSON; never changes. */
  readonly id: string
  /** Its name in a sentence. */
  readonly name: string
  /** Its npm packages; absent: none. */
  readonly packages?: readonly string[]
  /**
   * Its programs, without folder and extension. `subcommand`: the words that must follow, apart from options, since some programs are agents
   * only with them.
   */
  readonly programs: readonly { readonly name: string; readonly subcommand?: readonly string[] }[]
  /** Programs of it that speak ACP only when they are started so; absent: it has none besides `programs`. */
  readonly acpStart?: { readonly programs: readonly string[]; readonly command: string }
  /** `agentInfo.name` in its answer to `initialize`; compared whole, ignoring case. */
  readonly infoNames: readonly string[]
  /** `agentInfo.title`, for versions with another name; only titles that no other agent has. Absent: none. */
  readonly infoTitles?: readonly string[]
  /** Recognises the answer to `initialize` of an agent that gives no `agentInfo`. Absent: it does. Never throws. */
  readonly isAnswer?: (answer: JsonObject) => boolean
  readonly plans: PlanHabit
  /** The contents of a plan that it sends for every prompt, whatever it does. */
  readonly madeUpSteps?: readonly string[]
  /**
   * How it lets the user decide about a plan. `asks`: by a request, read by the general rules. `form`: by a form, and it approves its own
   * plan where the client offers no forms. `never`: it cannot ask over ACP, so the user leaves its planning mode. Absent: not tested.
   */
  readonly approvals?: 'asks' | 'form' | 'never'
  /** What it replays of its plans when a session is loaded; absent: not tested. */
  readonly replays?: 'all' | 'documents' | 'nothing'
  /** Where the facts of this entry were found, or measured, with the version. */
  readonly sources: readonly string[]
}

/** What an agent does with its plans. */
export type PlanHabit =
  /** It sends them, whatever is set. */
  | { readonly type: 'sent' }
  /** Not tested. */
  | { readonly type: 'unknown' }
  /** It sends none to any client, and nothing switches them on. `instead`: a sentence on what it does with its list. */
  | { readonly type: 'never'; readonly instead: string }
  /** It sends them if a variable of its environment says so; without it the model has no plan tool. */
  | { readonly type: 'switched'; readonly by: PlanSwitch }

/** An environment variable that switches an agent's plans on. `since`: the version since which plans are off without it. */
export type PlanSwitch = { readonly variable: string; readonly since: string } & (
  | { readonly form: 'flag'; readonly value: string }
  /** The variable holds an object of settings in JSON, in which `path` must be true. */
  | { readonly form: 'json'; readonly path: readonly string[] }
)

/** The variable's value if nothing else is in it. */
export function switchValue(by: PlanSwitch): string {
  switch (by.form) {
    case 'flag':
      return by.value
    case 'json':
      return writeJson(by.path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), true))
  }
}

/** The state of a variable, and the value that switches plans on; null: it stays as it is. */
interface FoundSwitch {
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
