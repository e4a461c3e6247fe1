import { fail, ok, type Result } from '../../lib/result.ts'
import type { NewSetting } from '../requests/change-settings.ts'
import { dangerOfMode, dangerOfValue } from '../../app/risk/danger.ts'
import type { Danger } from '../../app/risk/dangerous-words.ts'
import { currentModes, isPlanning, type ModeSettings, type NamedMode } from '../../app/state/planning.ts'
import { isModeOption } from '../../protocol/session/session-settings.ts'

/** The last settings outside plan mode: the value by the id of its option; null: the mode. */
export type SettingsBefore = ReadonlyMap<string | null, string>

export const noSettingsBefore: SettingsBefore = new Map()

/** A mode that a session cannot leave, because no other one may be set without the user. */
interface StuckMode {
  readonly modeName: string
}

/**
 * The changes that take a session out of plan mode: back to the settings before it, else to the first choice that is
 * no plan mode; never to one that skips all permissions. None if the session is not in plan mode.
 */
export function planningExits(
  settings: ModeSettings,
  before: SettingsBefore,
): Result<readonly NewSetting[], StuckMode> {
  const exits: NewSetting[] = []
  for (const { optionId, category, choices, current } of modeSettings(settings)) {
    // In version 1 agents list the modes a second time, as an option.
    if (!isPlanning(current) || (settings.modes !== null && category === 'mode')) continue
    const choice = choiceAfterPlanning(choices, before.get(optionId))
    if (choice === null) return fail({ modeName: current.name })
    if (optionId === null) exits.push({ type: 'mode', modeId: choice.value })
    else exits.push({ type: 'option', optionId, value: choice.value })
  }
  return ok(exits)
}

/** The remembered settings after a change; a change to plan mode leaves them unchanged. The same object when nothing changed. */
export function settingsAfter(before: SettingsBefore, settings: ModeSettings): SettingsBefore {
  const after = new Map(before)
  for (const mode of currentModes(settings)) if (!isPlanning(mode)) after.set(mode.optionId, mode.value)
  const isSame = after.size === before.size && [...after].every(([id, value]) => before.get(id) === value)
  return isSame ? before : after
}

/** The modes, or an option for modes, with a known current choice. */
interface ModeSetting {
  /** null for the modes. */
  readonly optionId: string | null
  readonly category: string | null
  readonly choices: readonly Choice[]
  readonly current: Choice
}

function modeSettings({ modes, configOptions }: ModeSettings): readonly ModeSetting[] {
  const settings: ModeSetting[] = []
  const add = (setting: Omit<ModeSetting, 'current'>, value: string): void => {
    const current = setting.choices.find((choice) => choice.value === value)
    if (current !== undefined) settings.push({ ...setting, current })
  }
  if (modes !== null) {
    const choices = modes.available.map((mode) => ({
      value: mode.id,
      name: mode.name,
      danger: dangerOfMode(mode),
    }))
    add({ optionId: null, category: null, choices }, modes.current)
  }
  for (const option of configOptions)
    if (option.type === 'select' && isModeOption(option)) {
      const choices = option.choices.map(({ value, name }) => ({
        value,
        name,
        danger: dangerOfValue(option, value),
      }))
      add({ optionId: option.id, category: option.category, choices }, option.value)
    }
  return settings
}

interface Choice extends NamedMode {
  readonly danger: Danger | null
}

/** A mode that approves some actions by itself is restored if the user had chosen it, but not chosen by the program. */
function choiceAfterPlanning(choices: readonly Choice[], before: string | undefined): Choice | null {
  const known = choices.find(({ value }) => value === before)
  if (known !== undefined && !isPlanning(known) && known.danger !== 'everything') return known
  return choices.find((choice) => !isPlanning(choice) && choice.danger === null) ?? null
}
