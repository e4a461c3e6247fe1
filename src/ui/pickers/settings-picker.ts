import { currentSession, type AppState } from '../../app/state/app-state.ts'
import { isUntold } from '../../app/state/planning.ts'
import type { Session } from '../../app/state/session.ts'
import { untoldModeWords } from '../../app/words/question.ts'
import { dangerOfValue, dangerousSettingWords, type Danger } from '../../app/risk/danger.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import {
  isModeOption,
  type ConfigOption,
  type SessionModes,
} from '../../protocol/session/session-settings.ts'
import {
  blankItem,
  onEnter,
  type DetailLine,
  type ItemAction,
  type ItemView,
  type PickerItem,
  type PickerModel,
} from './picker-item.ts'
import { noSessionOpen } from '../../app/words/session.ts'

/** The settings of the current session: its mode and its config options. */
export function settingsPicker(state: AppState): PickerModel {
  const session = currentSession(state)
  const items = session === null ? [] : settingsOf(session)
  return { title: safe`Settings`, items, notes: notesOf(session, items.length) }
}

function notesOf(session: Session | null, count: number): readonly DetailLine[] {
  if (session === null) return [{ text: noSessionOpen, role: 'dim' }]
  return count > 0 ? [] : [{ text: safe`The agent offers nothing to set in this session.`, role: 'dim' }]
}

function settingsOf(session: Session): readonly PickerItem[] {
  const { modes, configOptions } = session
  return [
    ...(modes === null || hasModeOption(session) ? [] : [modeItem(modes, session)]),
    ...configOptions.map((option) => optionItem(option, session)),
  ]
}

/**
 * Whether a config option sets the mode. Agents may offer modes twice, for clients that know modes only; the option is used then.
 * https://agentclientprotocol.com/protocol/session-config-options
 */
export function hasModeOption({ configOptions }: Session): boolean {
  return configOptions.some(({ category, type }) => category === 'mode' && type === 'select')
}

function modeItem(modes: SessionModes, session: Session): PickerItem {
  const current = modes.available.find(({ id }) => id === modes.current)
  const name = valueName(current?.name, modes.current)
  const shown = isUntold(session, { value: modes.current, name }) ? untoldModeWords : name
  return {
    id: 'mode',
    search: searchIn(['mode', name, ...modes.available.flatMap((each) => [each.name, each.id])]),
    actions: [choosing(null)],
    view: () => viewOf('Mode', shown, current?.description ?? null),
  }
}

/** A setting is found by its name and by its values; more of these are found in the list of all. */
function searchIn(words: readonly string[]): string {
  const cut = words.slice(0, 2000).map((word) => word.slice(0, 200))
  return cut.join(' ').toLowerCase()
}

/** Opens the values of an option, or of the mode (null). */
function choosing(optionId: string | null): ItemAction {
  return onEnter('choose', { kind: 'choices', optionId })
}

function optionItem(option: ConfigOption, session: Session): PickerItem {
  const { id, name, description } = option
  const shown = name.trim() === '' ? id : name
  const choices = option.type === 'select' ? option.choices : []
  const isModeUntold =
    option.type === 'select' &&
    isModeOption(option) &&
    isUntold(session, { value: option.value, name: currentValue(option) })
  return {
    id: `option ${id}`,
    search: searchIn([shown, currentValue(option), ...choices.flatMap((each) => [each.name, each.value])]),
    actions: actionsOf(option),
    view: () => viewOf(shown, isModeUntold ? untoldModeWords : currentValue(option), description),
  }
}

function actionsOf(option: ConfigOption): PickerItem['actions'] {
  switch (option.type) {
    case 'select':
      return [choosing(option.id)]
    case 'boolean': {
      const value = !option.value
      const isDangerous = dangerOfValue(option, value) !== null
      return [
        onEnter(value ? 'turn on' : 'turn off', 'stay', {
          intents: [{ type: 'set-config-option', optionId: option.id, value }],
          confirm: isDangerous ? (value ? safe`turns it on` : safe`turns it off`) : null,
        }),
      ]
    }
    case 'other':
      return []
  }
}

/** An option's value for display. Raw. */
function currentValue(option: ConfigOption): string {
  switch (option.type) {
    case 'select':
      return valueName(option.choices.find(({ value }) => value === option.value)?.name, option.value)
    case 'boolean':
      return option.value ? 'on' : 'off'
    case 'other':
      return `${shortValue(option.value)} (${option.valueType}: not changed from here)`
  }
}

function valueName(name: string | undefined, value: string): string {
  return name === undefined || name.trim() === '' ? value : name
}

function shortValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 40) : 'set'
}

function viewOf(name: string, value: string, description: string | null): ItemView {
  return {
    ...blankItem,
    text: shownLine(name),
    facts: shownLine(value),
    factsRole: 'normal',
    detail: described(description),
  }
}

export function described(description: string | null): readonly DetailLine[] {
  const text = safeLine((description ?? '').slice(0, 500)).trim() as SafeText
  return text === '' ? [] : [{ text, role: 'dim' }]
}

/** What a dangerous setting does, behind its name. */
export function dangerFacts(danger: Danger | null, columns: number): SafeText {
  if (danger === null) return safe``
  return columns < 60 ? safe`! risky` : safe`! ${dangerousSettingWords[danger]}`
}
