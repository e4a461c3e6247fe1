import { memoLast } from '../../lib/memo.ts'
import { safe, safeLine, shownLine } from '../../lib/text/safe-text.ts'
import type { PaletteEntry, PaletteTopic } from '../state/palette.ts'
import { fuzzyMatch } from './fuzzy-match.ts'
import { blankItem, type PickerItem, type PickerModel } from './picker-item.ts'

/** The command palette: all commands that make sense now. */
export const commandsPicker = memoLast((place: PaletteTopic): PickerModel => ({
  title: safe`Commands`,
  items: place.entries.map((entry) => itemOf(entry, [])),
  notes: [],
}))

/** The entries that match the words of the filter, the best first. */
export const foundCommands = memoLast(({ entries }: PaletteTopic, filter: string): readonly PickerItem[] => {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return entries
    .flatMap((entry) => {
      const found = fuzzyMatch(words, entry.text) ?? matchOfName(words, entry)
      return found === null ? [] : [{ cost: found.cost, item: itemOf(entry, found.at) }]
    })
    .sort((one, other) => one.cost - other.cost)
    .map(({ item }) => item)
})

/** A match with the name of the command, which is not shown: after all others. */
function matchOfName(words: readonly string[], { id }: PaletteEntry): ReturnType<typeof fuzzyMatch> {
  const found = fuzzyMatch(words, id)
  return found === null ? null : { cost: found.cost + 1000, at: [] }
}

function itemOf(entry: PaletteEntry, marks: readonly number[]): PickerItem {
  const { id, text, key, detail, does, isRisky } = entry
  return {
    id,
    search: '',
    group: null,
    actions: [
      {
        key: 'enter',
        does: 'do it',
        intents: [],
        next: { kind: 'perform', does },
        confirm: isRisky ? safe`to confirm` : null,
      },
    ],
    view: () => ({
      ...blankItem,
      text: shownLine(text),
      marks,
      facts: isRisky ? safe`! risky` : safeLine(key),
      factsRole: isRisky ? 'bad' : 'key',
      detail: detail === '' ? [] : [{ text: shownLine(detail, 'long'), role: 'dim' }],
    }),
  }
}
