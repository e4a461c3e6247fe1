import { foldLookAlikes } from '../../lib/text/fold-look-alikes.ts'
import { memoWeak } from '../../lib/memo.ts'
import {
  isModeOption,
  type ConfigOption,
  type SessionMode,
  type SessionModes,
} from '../../protocol/session/session-settings.ts'
import {
  aboutAsking,
  dangerousWords,
  switchedOff,
  switchedOn,
  type Danger,
  type Place,
} from './dangerous-words.ts'

/** An option of a permission request; strings are raw. A rejection allows nothing, but may change the mode. */
export function dangerOfOption(option: {
  readonly id: string
  readonly name: string
  readonly kind: string
}): Danger | null {
  const { id, name, kind } = option
  if (kind.startsWith('reject')) return dangerIn('rejection', [name, id]) && 'changes-mode'
  const found = dangerIn('option', [name, id])
  return kind === 'allow_always' && found !== 'everything' ? 'more-than-once' : found
}

/** A mode that a session may be in. */
export const dangerOfMode = memoWeak(({ id, name, description }: SessionMode): Danger | null =>
  dangerIn('mode', [name, id], description),
)

/** The mode that a session is in, whether or not the agent lists it. */
export function dangerOfCurrentMode({ current, available }: SessionModes): Danger | null {
  const mode = available.find(({ id }) => id === current)
  return mode === undefined ? dangerIn('mode', [current]) : dangerOfMode(mode)
}

/** A value of a config option: a choice, or whether the option is on. */
export function dangerOfValue(option: ConfigOption, value: string | boolean): Danger | null {
  return dangersOf(option).get(String(value)) ?? null
}

/** Of each value, computed once: there may be hundreds of models. */
const dangersOf = memoWeak((option: ConfigOption): ReadonlyMap<string, Danger | null> => {
  const { id, name, description } = option
  if (option.type === 'other') return new Map()
  const asks = aboutAsking().test(foldLookAlikes(`${id} ${name}`))
  const ofOn = dangerIn('setting', [name, id], description)
  /** "Skip permissions: on" and "Ask before edits: off" say by their values what others say by their names. */
  const ofSwitch = (value: string): Danger | null => {
    if (switchedOn().test(value)) return ofOn
    return asks && ofOn === null && switchedOff().test(value) ? 'everything' : null
  }
  if (option.type === 'boolean')
    return new Map([
      ['true', ofSwitch('on')],
      ['false', ofSwitch('off')],
    ])
  const place = asks || isModeOption(option) ? 'mode' : 'setting'
  return new Map(
    option.choices.map((choice) => [
      choice.value,
      dangerIn(place, [choice.name, choice.value], choice.description) ??
        ofSwitch(foldLookAlikes(choice.value)),
    ]),
  )
})

/** Nobody reads a longer name, which may hide anything. */
const longestName = 4000

/** The greatest danger that the names tell, or the description in words that can mean nothing else. */
function dangerIn(place: Place, names: readonly string[], description: string | null = null): Danger | null {
  if (names.some((name) => name.length > longestName)) return 'everything'
  const folded = names.map(foldLookAlikes)
  const prose = description === null ? '' : foldLookAlikes(description.slice(0, longestName))
  const row = dangerousWords.find(
    ({ places, words }) =>
      (places.includes(place) && folded.some((name) => words().test(name))) ||
      (places.includes('description') && words().test(prose)),
  )
  return row?.danger ?? null
}
