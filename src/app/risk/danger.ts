import { foldLookAlikes, foldedPattern } from '../../lib/text/fold-look-alikes.ts'
import { memoWeak } from '../../lib/memo.ts'
import {
  isModeOption,
  type ConfigOption,
  type SessionMode,
  type SessionModes,
} from '../../protocol/session/session-settings.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'

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

/**
 * What an answer or a setting allows beyond what is asked for: another mode, more than this once (as a setting: some actions
 * without asking), or everything. These functions decide it, and nothing else does.
 */
export type Danger = 'changes-mode' | 'more-than-once' | 'everything'

/** What a dangerous setting does, behind its name or that of its value. */
export const dangerousSettingWords: Readonly<Record<Danger, SafeText>> = {
  'changes-mode': safe`changes the mode`,
  'more-than-once': safe`approves by itself`,
  everything: safe`acts without asking`,
}

/**
 * Where words stand: in an option of a permission request that allows or that rejects, a mode, another setting, or in a description of a
 * mode or setting, which may also speak of dangers that it keeps away.
 */
type Place = 'option' | 'rejection' | 'mode' | 'setting' | 'description'

interface DangerousWords {
  readonly danger: Danger
  readonly places: readonly Place[]
  /** For texts after `foldLookAlikes`: words in lower case, with one space between them. */
  readonly words: () => RegExp
}

/** All words that are dangerous; of the rows that fit, the first one decides. */
const dangerousWords: readonly DangerousWords[] = [
  {
    danger: 'everything',
    places: ['option', 'mode', 'setting', 'description'],
    words: foldedPattern(
      'bypass|yolo|brave ?mode|unrestricted|full ?access|dangerously|all permissions|asks? ?nothing|绕过|繞過' +
        '|(?:accept|allow|approve|grant|trust)[a-z]* ?(?:all|everything|anything)(?! (?:[a-z]+ )?edit)',
    ),
  },
  {
    danger: 'everything',
    places: ['option', 'mode', 'setting'],
    words: foldedPattern(
      'danger|(?:no|without|skip|disable|ignore)[a-z]* ?(?:all |any )?(?:permission|approval|confirmation|sandbox)',
    ),
  },
  {
    danger: 'everything',
    places: ['mode', 'setting'],
    words: foldedPattern('(?:do ?nt|do not|never) ?(?:ask|prompt|confirm)(?! again)'),
  },
  {
    danger: 'more-than-once',
    places: ['option', 'mode', 'setting', 'description'],
    words: foldedPattern(
      // What only reads, as in Droid's “Auto (Off)”, every agent does unasked.
      '\\bauto(?:matically)? ?(?:accept|allow|approv|confirm|edit|execut|grant|run)(?![a-z]* only read(?: operations)?$)|handles? permission' +
        '|(?:do ?nt|do not|never|without) ?(?:ask|prompt|confirm)',
    ),
  },
  {
    danger: 'more-than-once',
    places: ['option', 'mode', 'setting'],
    words: foldedPattern('always ?(?:accept|allow|approve|run)|accept ?(?:all )?edits'),
  },
  {
    danger: 'more-than-once',
    places: ['option', 'mode'],
    words: foldedPattern(
      '\\bauto(?!load|save|complet|format| off$)|autonom|always(?! ?(?:ask|confirm|prompt))|\\bskip' +
        '|for (?:this|the) session|from now on|自动|自動|总是|總是|始终|始終|常に|一律|跳过|跳過',
    ),
  },
  {
    danger: 'changes-mode',
    places: ['option'],
    // To leave plan mode is what such an option is asked for.
    words: foldedPattern(
      '\\b(?:restore|return|back|switch|change|use|enter|go)[a-z]* (?:(?!plan)[a-z]+ ){0,4}mode\\b|previous mode' +
        '|restore ?previous|之前的模式|先前的模式|以前のモード|\\bas (?:a )?goal\\b',
    ),
  },
  {
    danger: 'changes-mode',
    places: ['rejection'],
    // kimi's “Reject and Exit” ends the plan mode with the plan.
    words: foldedPattern('\\band exit\\b|\\b(?:exit|leave|end)[a-z]* plan'),
  },
]

/** What a setting is called that decides whether the agent asks. */
const aboutAsking = foldedPattern('approv|permission|confirm|sandbox|\\bask')
// 1 and 0 are folded to i and o.
const switchedOn = foldedPattern('^(?:on|true|yes|enabled?|i)$')
const switchedOff = foldedPattern('^(?:off|false|no|none|never|disabled?|o)$')
