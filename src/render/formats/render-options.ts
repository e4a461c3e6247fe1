import type { StateOptions } from '../../app/state/app-state.ts'
import { type Moment, parseMoment, timePattern } from '../../app/playback/playback.ts'
import type { OwnTheme, ThemeName } from '../../ui/paint/theme.ts'
import type { KeyPress } from '../../ui/keys/key-press.ts'
import { ok, type Result } from '../../lib/result.ts'
import { usage, mustBe, wrongValue, type UsageError, meantFirst } from '../../lib/text/usage-error.ts'
import type { PlanView } from '../../ui/state/list-state.ts'

/** How `render` shows a recording, whatever the format. */
export interface RenderOptions extends StateOptions {
  /** null: that of the recorded terminal; `fit`: as many of its rows as the content needs. */
  readonly size: ScreenSize | 'fit' | null
  readonly theme: ThemeName | OwnTheme
  /** `--theme auto`: an SVG has dark and light colours, and shows those that its reader prefers. */
  readonly followsReader: boolean
  readonly ascii: boolean
  readonly hasChrome: boolean
  readonly view: PlanView
  /** null: the recording's. */
  readonly title: string | null
  readonly hasWindow: boolean
  /** In pixels at scale 1; null: the default of the format. */
  readonly padding: number | null
  /** null: the default of the format. */
  readonly scale: number | null
  readonly pace: Pacing
  readonly lastHoldMs: number
  /** null: animations begin with the first plan, everything else at the start of the recording. */
  readonly from: Moment | null
  readonly to: Moment
  /** A single picture of this moment in place of an animation; null: an animation. */
  readonly still: Moment | null
  /** The moment of a screen or of the plans; null: the end. */
  readonly at: Moment | null
  readonly keys: readonly ScriptedKeys[]
  /** A film shows each key of `keys` for about a second. */
  readonly showsKeys: boolean
  readonly showsHistory: boolean
}

/** How the time of the result follows that of the recording. */
export interface Pacing {
  /** Factor: 2 is twice as fast. */
  readonly speed: number
  /** The longest pause in the result; Infinity: no pause is cut. */
  readonly idleLimitMs: number
  /** The shortest time in the result between two changes of plans. */
  readonly minHoldMs: number
}

/** Keys that are pressed one after another at a moment. */
export interface ScriptedKeys {
  readonly at: Moment
  readonly presses: readonly KeyPress[]
}

/** In cells. */
export interface ScreenSize {
  readonly columns: number
  readonly rows: number
}

export const smallestSize: ScreenSize = { columns: 40, rows: 12 }
export const largestSize: ScreenSize = { columns: 300, rows: 100 }
/** For recordings that do not record one. */
export const presetSize: ScreenSize = { columns: 80, rows: 24 }

/** Reads `--size`: columns and rows within the limits, or `fit`. */
export function readSize(text: string): Result<ScreenSize | 'fit', UsageError> {
  if (text.trim() === 'fit') return ok('fit')
  const { columns, rows } = /^(?<columns>\d{1,5})[x×*](?<rows>\d{1,5})$/i.exec(text.trim())?.groups ?? {}
  if (columns === undefined || rows === undefined)
    return wrongValue('size', text, `COLUMNSxROWS, for example --size ${formatSize(presetSize)}, or fit`)
  const size = { columns: Number(columns), rows: Number(rows) }
  const fitting = fittingSize(size)
  if (fitting.columns === size.columns && fitting.rows === size.rows) return ok(size)
  return usage(
    `--size cannot be ${size.columns}x${size.rows}`,
    mustBe(`from ${formatSize(smallestSize)} to ${formatSize(largestSize)}`),
  )
}

/** The nearest size within the limits. */
export function fittingSize({ columns, rows }: ScreenSize): ScreenSize {
  return {
    columns: Math.min(largestSize.columns, Math.max(smallestSize.columns, columns)),
    rows: Math.min(largestSize.rows, Math.max(smallestSize.rows, rows)),
  }
}

/** As `--size` takes it. */
export function formatSize({ columns, rows }: ScreenSize): string {
  return `${columns}x${rows}`
}

const keyNames = [
  'up',
  'down',
  'left',
  'right',
  'pagedown',
  'pageup',
  'home',
  'end',
  'enter',
  'alt-enter',
  'tab',
  'shift-tab',
  'backspace',
  'delete',
  'escape',
  'space',
]
const aliases: ReadonlyMap<string, string> = new Map([
  ['esc', 'escape'],
  ['pgdn', 'pagedown'],
  ['pgup', 'pageup'],
  ['return', 'enter'],
  ['del', 'delete'],
  ['comma', ','],
])

const quoted = String.raw`'[^']*'|"[^"]*"`
const item = new RegExp(String.raw`(?:${quoted}|\S)+`, 'g')
const part = new RegExp(String.raw`(?:${quoted}|[^,])+`, 'g')
const timed = new RegExp(String.raw`^(?<time>end|#\d+|${timePattern}):(?<keys>.+)$`, 's')

const keysExample = 'For example --keys "2s:tab 4s:d 1:05:down,down 1:10:\'some words\'".'

/** Parses the value of `--keys`: `TIME:KEY[,KEY…]`, separated by spaces. Quoted words are typed as text. */
export function parseKeyScript(script: string): Result<readonly ScriptedKeys[], UsageError> {
  const scripted: ScriptedKeys[] = []
  for (const [text] of script.matchAll(item)) {
    const { time, keys } = timed.exec(text)?.groups ?? {}
    if (time === undefined || keys === undefined)
      return usage(`--keys: “${text}” is not TIME:KEY`, keysExample)
    const at = parseMoment(time)
    if (!at.ok) return usage(`--keys: “${time}” is not a time`, keysExample)
    const presses = parseKeys(keys)
    if (!presses.ok) return presses
    scripted.push({ at: at.value, presses: presses.value })
  }
  return scripted.length === 0 ? usage('--keys is empty', keysExample) : ok(scripted)
}

function parseKeys(text: string): Result<readonly KeyPress[], UsageError> {
  // A comma alone is a key, not a separator.
  const parts = text === ',' ? [','] : Array.from(text.matchAll(part), ([each]) => each)
  const presses: KeyPress[] = []
  for (const each of parts) {
    if (/^(?:'.*'|".*")$/s.test(each)) presses.push(...typed(each.slice(1, -1)))
    else {
      const press = keyPress(each)
      if (!press.ok) return press
      presses.push(press.value)
    }
  }
  return presses.length === 0 ? usage(`--keys: “${text}” is not a key`, keysExample) : ok(presses)
}

function keyPress(text: string): Result<KeyPress, UsageError> {
  if (Array.from(text).length === 1) return ok({ name: text, text })
  const lower = text.toLowerCase()
  const name = aliases.get(lower) ?? lower
  if (name === 'space') return ok({ name, text: ' ' })
  if (name === ',') return ok({ name, text: name })
  const others = /^(?:(?:ctrl|alt)-(?:up|down|left|right|home|end|pageup|pagedown|delete)|f(?:[1-9]|1[0-2]))$/
  if (keyNames.includes(name) || others.test(name)) return ok({ name, text: '' })
  // With a modifier the letter is as typed: alt-B is another key than alt-b.
  if (/^(?:ctrl|alt)-.$/su.test(lower))
    return ok({ name: `${lower.slice(0, -1)}${text.at(-1) ?? ''}`, text: '' })
  if (/^['"]/.test(text))
    return usage(
      `--keys: the quote in “${text}” is not closed`,
      `Words to type end with the same quote. ${keysExample}`,
    )
  return usage(
    `--keys: the key “${text}” is unknown`,
    `${meantFirst(lower, [...keyNames, ...aliases.keys()])}Keys are single characters, ctrl-… and alt-…, f1 to f12, and ${keyNames.join(', ')}; words to type go in quotes.`,
  )
}

function typed(text: string): readonly KeyPress[] {
  return Array.from(text, (character) =>
    character === ' ' ? { name: 'space', text: ' ' } : { name: character, text: character },
  )
}
