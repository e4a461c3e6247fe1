import { currentSession, type AppState } from '../../app/state/app-state.ts'
import { isUntold } from '../../app/state/planning.ts'
import type { Session } from '../../app/state/session.ts'
import { isModeOption, type ConfigOption } from '../../protocol/session/session-settings.ts'
import { dangerOfMode, dangerOfValue, type Danger } from '../../app/risk/danger.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import type { Intent } from '../state/intent.ts'
import type { PaletteEntry } from '../state/palette.ts'
import { glyphs } from '../paint/glyphs.ts'
import { blankItem, onEnter, type PickerItem, type PickerModel } from './picker-item.ts'
import { dangerFacts, described, hasModeOption } from './settings-picker.ts'

/** The values of one option of the current session, or of its mode where `optionId` is null. */
export function choicesPicker(state: AppState, optionId: string | null): PickerModel {
  const session = currentSession(state)
  const choices = session === null ? null : choicesOf(session, optionId)
  if (choices === null) {
    const text = safe`The agent does not offer this any more.`
    return { title: safe`Settings`, items: [], notes: [{ text, role: 'dim' }] }
  }
  const { title, values } = choices
  const notes = values.length > 0 ? [] : [{ text: safe`There are no values.`, role: 'dim' as const }]
  const current = values.find(({ isCurrent }) => isCurrent)
  const startsAt = current === undefined ? null : choiceId(current.value)
  return { title, items: values.map(choiceItem), startsAt, notes }
}

/** Entries of the palette for all values that can be set in a session now, without the current ones. */
export function settingEntries(session: Session): readonly PaletteEntry[] {
  const { modes, configOptions } = session
  const selects = configOptions.flatMap((option) => (option.type === 'select' ? [option.id] : []))
  const settings = modes === null || hasModeOption(session) ? selects : [null, ...selects]
  const chosen = settings.flatMap((optionId) => {
    const { title, values } = choicesOf(session, optionId) ?? { title: '', values: [] }
    return values.filter(({ isCurrent }) => !isCurrent).map((choice) => valueEntry(title, optionId, choice))
  })
  return [...chosen, ...configOptions.flatMap(switchEntry)]
}

function valueEntry(title: string, optionId: string | null, choice: Choice): PaletteEntry {
  const { value, name, description, danger, intent } = choice
  return {
    id: `set ${optionId ?? 'mode'} ${value}`,
    text: `set ${title}: ${name.trim() === '' ? value : name}`,
    key: '',
    detail: description ?? '',
    does: { type: 'setting', intent },
    isRisky: danger !== null,
  }
}

function switchEntry(option: ConfigOption): readonly PaletteEntry[] {
  if (option.type !== 'boolean') return []
  const { id, name, description } = option
  const value = !option.value
  const intent: Intent = { type: 'set-config-option', optionId: id, value }
  return [
    {
      id: `set ${id}`,
      text: `set ${name.trim() === '' ? id : name}: ${value ? 'on' : 'off'}`,
      key: '',
      detail: description ?? '',
      does: { type: 'setting', intent },
      isRisky: dangerOfValue(option, value) !== null,
    },
  ]
}

interface Choices {
  readonly title: SafeText
  readonly values: readonly Choice[]
}

interface Choice {
  readonly value: string
  readonly name: string
  readonly description: string | null
  readonly group: string | null
  readonly isCurrent: boolean
  readonly danger: Danger | null
  readonly intent: Intent
}

function choicesOf(session: Session, optionId: string | null): Choices | null {
  const { modes, configOptions } = session
  if (optionId === null) {
    if (modes === null) return null
    const values = modes.available.map((mode): Choice => ({
      value: mode.id,
      name: mode.name,
      description: mode.description,
      group: null,
      isCurrent: mode.id === modes.current && !isUntold(session, { value: mode.id, name: mode.name }),
      danger: dangerOfMode(mode),
      intent: { type: 'set-mode', modeId: mode.id },
    }))
    return { title: safe`Mode`, values }
  }
  const option = configOptions.find(({ id }) => id === optionId)
  if (option?.type !== 'select') return null
  const values = option.choices.map((choice): Choice => ({
    ...choice,
    isCurrent: choice.value === option.value && !(isModeOption(option) && isUntold(session, choice)),
    danger: dangerOfValue(option, choice.value),
    intent: { type: 'set-config-option', optionId, value: choice.value },
  }))
  return { title: safeLine((option.name.trim() === '' ? option.id : option.name).slice(0, 60)), values }
}

function choiceId(value: string): string {
  return `value ${value}`
}

function choiceItem(choice: Choice): PickerItem {
  const { value, name, description, group, isCurrent, danger, intent } = choice
  const shown = name.trim() === '' ? value : name
  return {
    id: choiceId(value),
    search: `${shown} ${value} ${group ?? ''}`.slice(0, 1000).toLowerCase(),
    group,
    actions: [
      onEnter('choose', 'back', {
        intents: isCurrent ? [] : [intent],
        confirm: danger !== null && !isCurrent ? safe`to confirm` : null,
      }),
    ],
    view: ({ theme, columns }) => ({
      ...blankItem,
      glyph: isCurrent ? glyphs(theme).completed : safe` `,
      glyphRole: 'accent',
      text: shownLine(shown),
      textRole: isCurrent ? 'strong' : 'normal',
      facts: dangerFacts(danger, columns),
      factsRole: 'bad',
      detail: described(description),
    }),
  }
}
