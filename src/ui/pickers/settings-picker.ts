import { currentSession, type AppState } from '../../app/state/app-state.ts'
import type { Session } from '../../app/state/session.ts'
import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import type { ConfigOption, SessionModes } from '../../protocol/session/session-settings.ts'
import { isDangerousSetting } from './danger.ts'
import type { DetailLine, ItemLook, PickerItem, PickerModel } from './picker-item.ts'

/** What can be changed in the current session: its mode and its options, with their values. */
export function settingsPicker(state: AppState): PickerModel {
  const session = currentSession(state)
  const items = session === null ? [] : settingsOf(session)
  return { title: own`Settings`, isFiltered: true, items, notes: notesOf(session, items.length) }
}

function notesOf(session: Session | null, count: number): readonly DetailLine[] {
  if (session === null) return [{ text: own`No session is open.`, role: 'dim' }]
  return count > 0 ? [] : [{ text: own`The agent offers nothing to set in this session.`, role: 'dim' }]
}

function settingsOf(session: Session): readonly PickerItem[] {
  const { modes, configOptions } = session
  return [
    ...(modes === null || hasModeOption(session) ? [] : [modeItem(modes)]),
    ...configOptions.map(optionItem),
  ]
}

/**
 * Agents that have options may tell of their modes twice, for clients that know modes only: then the option counts.
 * https://agentclientprotocol.com/protocol/session-config-options
 */
export function hasModeOption({ configOptions }: Session): boolean {
  return configOptions.some(({ category, type }) => category === 'mode' && type === 'select')
}

function modeItem(modes: SessionModes): PickerItem {
  const current = modes.available.find(({ id }) => id === modes.current)
  return {
    id: 'mode',
    search: `mode ${current?.name ?? modes.current}`.slice(0, 500).toLowerCase(),
    group: null,
    actions: [
      {
        key: 'enter',
        does: 'choose',
        intents: [],
        next: { kind: 'choices', optionId: null },
        confirm: null,
      },
    ],
    look: () => lookOf('Mode', valueName(current?.name, modes.current), current?.description ?? null),
  }
}

/** The item of an option. */
function optionItem(option: ConfigOption): PickerItem {
  const { id, name, description } = option
  const shown = name.trim() === '' ? id : name
  const search = `${shown} ${valueOf(option)}`.slice(0, 500).toLowerCase()
  return {
    id: `option ${id}`,
    search,
    group: null,
    actions: actionsOf(option),
    look: () => lookOf(shown, valueOf(option), description),
  }
}

function actionsOf(option: ConfigOption): PickerItem['actions'] {
  switch (option.type) {
    case 'select':
      return [
        {
          key: 'enter',
          does: 'choose',
          intents: [],
          next: { kind: 'choices', optionId: option.id },
          confirm: null,
        },
      ]
    case 'boolean': {
      const value = !option.value
      const isDangerous = value && isDangerousSetting(option.id, option.name)
      return [
        {
          key: 'enter',
          does: value ? 'turn on' : 'turn off',
          intents: [{ type: 'set-config-option', optionId: option.id, value }],
          next: 'stay',
          confirm: isDangerous ? own`turns it on` : null,
        },
      ]
    }
    case 'other':
      return []
  }
}

/** An option's value as people read it. Raw. */
function valueOf(option: ConfigOption): string {
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

function lookOf(name: string, value: string, description: string | null): ItemLook {
  return {
    sign: own` `,
    signRole: 'normal',
    text: safeLine(name.slice(0, 300)),
    textRole: 'normal',
    facts: safeLine(value.slice(0, 300)),
    factsRole: 'normal',
    detail: described(description),
  }
}

/** What the agent says of a setting. */
export function described(description: string | null): readonly DetailLine[] {
  const text = safeLine((description ?? '').slice(0, 500)).trim() as SafeText
  return text === '' ? [] : [{ text, role: 'dim' }]
}
