import type { ConfigChoice, ConfigOption, SessionModes } from '../../protocol/session/session-settings.ts'

/** The settings that may keep a session in planning. */
export interface WorkSettings {
  readonly modes: SessionModes | null
  readonly configOptions: readonly ConfigOption[]
}

/** The settings while the session was not planning: the mode, and options by their ids. */
export interface SettingsBefore {
  readonly mode: string | null
  readonly options: ReadonlyMap<string, string>
}

export const nothingBefore: SettingsBefore = { mode: null, options: new Map() }

/** One change that takes a session out of planning. `name` is for users; raw. */
export type PlanningExit =
  | { readonly type: 'mode'; readonly modeId: string; readonly name: string }
  | { readonly type: 'option'; readonly optionId: string; readonly value: string; readonly name: string }
  /** It is planning, and no other choice is safe to make for the user. */
  | { readonly type: 'none'; readonly stays: string }

/**
 * The changes that take a session out of planning: to the settings from before, else to the first choice that does
 * not plan; never to one that allows everything. Empty if the session is not planning.
 */
export function planningExits(
  { modes, configOptions }: WorkSettings,
  before: SettingsBefore,
): readonly PlanningExit[] {
  const ways: PlanningExit[] = []
  if (modes !== null) {
    const choices = modes.available.map(({ id, name, description }) => ({ value: id, name, description }))
    const current = choices.find(({ value }) => value === modes.current)
    if (current !== undefined && isPlanning(current)) {
      const mode = choiceBack(choices, before.mode)
      ways.push(
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
    const choice = choiceBack(option.choices, before.options.get(option.id) ?? null)
    ways.push(
      choice === null
        ? { type: 'none', stays: current.name }
        : { type: 'option', optionId: option.id, value: choice.value, name: choice.name },
    )
  }
  return ways
}

/** Updates the remembered settings; planning settings leave them unchanged. The same object when nothing changed. */
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

function choiceBack(choices: readonly Choice[], before: string | null): Choice | null {
  const known = choices.find(({ value }) => value === before)
  if (known !== undefined && !isPlanning(known) && !allowsEverything(known)) return known
  return (
    choices.find((choice) => !isPlanning(choice) && !allowsEverything(choice) && !actsAlone(choice)) ?? null
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

const planning = /(?<![a-z])(?:plan|planning|planner|architect)(?![a-z])/i
const everything = /bypass|yolo|full[\s_-]?access|unrestricted|danger|don'?t[\s_-]?ask|skip|all permissions/i
const alone = /auto|accept/i

function isPlanning({ value, name }: Choice): boolean {
  return planning.test(value.slice(0, nameLooked)) || planning.test(name.slice(0, nameLooked))
}

/** Never chosen by the program. */
function allowsEverything({ value, name, description }: Choice): boolean {
  return [value, name, description ?? ''].some((text) => everything.test(text.slice(0, nameLooked)))
}

/** May be restored if the user had chosen it, but is never chosen by the program. */
function actsAlone({ value, name }: Choice): boolean {
  return alone.test(value.slice(0, nameLooked)) || alone.test(name.slice(0, nameLooked))
}

const nameLooked = 1000
