import type { ConfigChoice, ConfigOption, SessionModes } from '../../protocol/session/session-settings.ts'

/** The settings that may put a session in plan mode. */
export interface WorkSettings {
  readonly modes: SessionModes | null
  readonly configOptions: readonly ConfigOption[]
}

/** The last settings outside plan mode: the mode, and the values of options by their ids. */
export interface SettingsBefore {
  readonly mode: string | null
  readonly options: ReadonlyMap<string, string>
}

export const nothingBefore: SettingsBefore = { mode: null, options: new Map() }

/** One change that takes a session out of plan mode. `name` is the agent's name of the new setting, raw text. */
export type PlanningExit =
  | { readonly type: 'mode'; readonly modeId: string; readonly name: string }
  | { readonly type: 'option'; readonly optionId: string; readonly value: string; readonly name: string }
  /** The setting keeps the session in plan mode, and no other value may be set without the user. `stays`: its name. */
  | { readonly type: 'none'; readonly stays: string }

/**
 * The changes that take a session out of plan mode: back to the settings before it, else to the first choice that is
 * no plan mode; never to one that skips all permissions. Empty if the session is not in plan mode.
 */
export function planningExits(
  { modes, configOptions }: WorkSettings,
  before: SettingsBefore,
): readonly PlanningExit[] {
  const exits: PlanningExit[] = []
  if (modes !== null) {
    const choices = modes.available.map(({ id, name, description }) => ({ value: id, name, description }))
    const current = choices.find(({ value }) => value === modes.current)
    if (current !== undefined && isPlanning(current)) {
      const mode = choiceAfterPlanning(choices, before.mode)
      exits.push(
        mode === null
          ? { type: 'none', stays: current.name }
          : { type: 'mode', modeId: mode.value, name: mode.name },
      )
    }
  }
  for (const option of configOptions) {
    // In version 1 agents list the modes a second time, as an option.
    if (!isModeOption(option) || (modes !== null && option.category === 'mode')) continue
    const current = option.choices.find(({ value }) => value === option.value)
    if (current === undefined || !isPlanning(current)) continue
    const choice = choiceAfterPlanning(option.choices, before.options.get(option.id) ?? null)
    exits.push(
      choice === null
        ? { type: 'none', stays: current.name }
        : { type: 'option', optionId: option.id, value: choice.value, name: choice.name },
    )
  }
  return exits
}

/** The remembered settings after a change; a change to plan mode leaves them as they are. The same object when nothing changed. */
export function settingsAfter(
  before: SettingsBefore,
  { modes, configOptions }: WorkSettings,
): SettingsBefore {
  let after = before
  const mode = modes?.available.find(({ id }) => id === modes.current)
  if (mode !== undefined && mode.id !== before.mode && !isPlanning({ ...mode, value: mode.id }))
    after = { ...after, mode: mode.id }
  for (const option of configOptions) {
    if (!isModeOption(option) || after.options.get(option.id) === option.value) continue
    const choice = option.choices.find(({ value }) => value === option.value)
    if (choice === undefined || isPlanning(choice)) continue
    after = { ...after, options: new Map(after.options).set(option.id, option.value) }
  }
  return after
}

type Choice = Pick<ConfigChoice, 'value' | 'name' | 'description'>

function choiceAfterPlanning(choices: readonly Choice[], before: string | null): Choice | null {
  const known = choices.find(({ value }) => value === before)
  if (known !== undefined && !isPlanning(known) && !isUnrestricted(known)) return known
  return (
    choices.find((choice) => !isPlanning(choice) && !isUnrestricted(choice) && !approvesItself(choice)) ??
    null
  )
}

function isModeOption(option: ConfigOption): option is Extract<ConfigOption, { type: 'select' }> {
  return (
    option.type === 'select' &&
    (option.category === 'mode' ||
      /^(?:\w+_)?mode$/i.test(option.id) ||
      /_mode$/i.test(option.category ?? ''))
  )
}

const planningPattern = /(?<![a-z])(?:plan|planning|planner|architect)(?![a-z])/i
const unrestrictedPattern =
  /bypass|yolo|full[\s_-]?access|unrestricted|danger|don'?t[\s_-]?ask|skip|all permissions/i
const autoApprovalPattern = /auto|accept/i

function isPlanning({ value, name }: Choice): boolean {
  return (
    planningPattern.test(value.slice(0, maxNameLength)) || planningPattern.test(name.slice(0, maxNameLength))
  )
}

/** Skips all permissions: never set by the program. */
function isUnrestricted({ value, name, description }: Choice): boolean {
  return [value, name, description ?? ''].some((text) =>
    unrestrictedPattern.test(text.slice(0, maxNameLength)),
  )
}

/** Approves edits by itself: restored if the user had chosen it, but not set by the program otherwise. */
function approvesItself({ value, name }: Choice): boolean {
  return (
    autoApprovalPattern.test(value.slice(0, maxNameLength)) ||
    autoApprovalPattern.test(name.slice(0, maxNameLength))
  )
}

const maxNameLength = 1000
