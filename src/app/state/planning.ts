import {
  isModeOption,
  type ConfigOption,
  type SessionModes,
} from '../../protocol/session/session-settings.ts'

/** What may put a session in a planning mode. */
export interface ModeSettings {
  readonly modes: SessionModes | null
  readonly configOptions: readonly ConfigOption[]
}

/** A mode, a value of an option that holds modes, or the id of an option that is a mode. Strings are raw. */
export interface NamedMode {
  readonly value: string
  readonly name: string
}

/** After an approval in a planning mode, and before a mode is told. */
export interface UntoldMode {
  /** The call that the approval was asked for; null: none. */
  readonly callId: string | null
  /** The agent has gone on since, and some leave the mode without a word: the one told last may be over. */
  readonly hasGoneOn: boolean
}

/** Whether a mode that was told last is a planning mode that may be over. */
export function isUntold(
  { untoldMode }: { readonly untoldMode: UntoldMode | null },
  mode: NamedMode,
): boolean {
  return untoldMode?.hasGoneOn === true && isPlanning(mode)
}

/** “Plan Executor” is none. */
const planningPattern =
  /(?<![a-z])(?:plan|planning|planner|architect)(?![a-z])(?![\s_-]*(?:execut|implement|run))/i
const maxNameLength = 1000

/** Whether an agent only plans in it. */
export function isPlanning({ value, name }: NamedMode): boolean {
  return [value, name].some((text) => planningPattern.test(text.slice(0, maxNameLength)))
}

/** Whether an option is a planning mode that is on or off. */
export function isPlanningSwitch(
  option: ConfigOption,
): option is ConfigOption & { readonly type: 'boolean' } {
  const { type, id: value, name } = option
  return type === 'boolean' && (isModeOption(option) || /mode$/i.test(name)) && isPlanning({ value, name })
}

/** A mode setting of a session, with the mode that it is in. */
interface CurrentMode extends NamedMode {
  /** The id of the option; null: the modes of version 1. */
  readonly optionId: string | null
  /** The category of the option that the modes are listed in; null: it has none. */
  readonly category: string | null
}

/** The planning mode that a session is in; null: none that is known. */
export function planningMode(settings: ModeSettings): CurrentMode | null {
  return currentModes(settings).find(isPlanning) ?? null
}

/** The mode that the setting of another moment has now; null: it has none. */
export function modeNow(settings: ModeSettings, { optionId }: CurrentMode): NamedMode | null {
  return currentModes(settings).find((mode) => mode.optionId === optionId) ?? null
}

/** The modes that a session is in, by the settings that hold them. */
export function currentModes({ modes, configOptions }: ModeSettings): readonly CurrentMode[] {
  const found: CurrentMode[] = []
  const mode = modes?.available.find(({ id }) => id === modes.current)
  if (mode !== undefined) found.push({ optionId: null, category: null, value: mode.id, name: mode.name })
  for (const option of configOptions) {
    if (isPlanningSwitch(option)) {
      const now = option.value ? { value: option.id, name: option.name } : { value: 'false', name: 'off' }
      found.push({ optionId: option.id, category: null, ...now })
    }
    if (option.type !== 'select' || !isModeOption(option)) continue
    const choice = option.choices.find(({ value }) => value === option.value)
    if (choice === undefined) continue
    const { value, name } = choice
    found.push({ optionId: option.id, category: option.category, value, name })
  }
  return found
}
