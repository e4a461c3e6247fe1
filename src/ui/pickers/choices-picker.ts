import { currentSession, type AppState } from '../../app/state/app-state.ts'
import type { Session } from '../../app/state/session.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import type { Intent } from '../intent.ts'
import { glyphs } from '../paint/glyphs.ts'
import { blankItem, type PickerItem, type PickerModel } from './picker-item.ts'
import { described, isDangerousSetting } from './settings-picker.ts'

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
  return { title, items: values.map(choiceItem), notes }
}

/** The id of the item with the current value; null without one. */
export function currentChoiceId(state: AppState, optionId: string | null): string | null {
  const session = currentSession(state)
  const choices = session === null ? null : choicesOf(session, optionId)
  const current = choices?.values.find(({ isCurrent }) => isCurrent)
  return current === undefined ? null : choiceId(current.value)
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
  readonly intent: Intent
}

function choicesOf({ modes, configOptions }: Session, optionId: string | null): Choices | null {
  if (optionId === null) {
    if (modes === null) return null
    const values = modes.available.map(({ id, name, description }): Choice => ({
      value: id,
      name,
      description,
      group: null,
      isCurrent: id === modes.current,
      intent: { type: 'set-mode', modeId: id },
    }))
    return { title: safe`Mode`, values }
  }
  const option = configOptions.find(({ id }) => id === optionId)
  if (option?.type !== 'select') return null
  const values = option.choices.map((choice): Choice => ({
    ...choice,
    isCurrent: choice.value === option.value,
    intent: { type: 'set-config-option', optionId, value: choice.value },
  }))
  return { title: safeLine((option.name.trim() === '' ? option.id : option.name).slice(0, 60)), values }
}

function choiceId(value: string): string {
  return `value ${value}`
}

function choiceItem(choice: Choice): PickerItem {
  const { value, name, description, group, isCurrent, intent } = choice
  const shown = name.trim() === '' ? value : name
  const isDangerous = isDangerousSetting(value, name)
  return {
    id: choiceId(value),
    search: `${shown} ${value} ${group ?? ''}`.slice(0, 1000).toLowerCase(),
    group,
    actions: [
      {
        key: 'enter',
        does: 'choose',
        intents: isCurrent ? [] : [intent],
        next: 'back',
        confirm: isDangerous && !isCurrent ? safe`to confirm` : null,
      },
    ],
    view: ({ theme, columns }) => ({
      ...blankItem,
      glyph: isCurrent ? glyphs(theme).completed : safe` `,
      glyphRole: 'accent',
      text: safeLine(shown.slice(0, 300)),
      textRole: isCurrent ? 'strong' : 'normal',
      facts: isDangerous ? (columns < 60 ? safe`! risky` : safe`! acts without asking`) : safe``,
      factsRole: 'bad',
      detail: described(description),
    }),
  }
}
