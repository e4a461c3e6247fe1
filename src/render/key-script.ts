import { ok, type Result } from '../lib/result.ts'
import { usage, type UsageError, meantFirst } from '../lib/text/usage-error.ts'
import type { KeyPress } from '../ui/keys/key-press.ts'
import type { ScriptedKeys } from './formats/render-options.ts'
import { parseMoment, timePattern } from '../app/playback/playback.ts'

const names = [
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

const shape = 'For example --keys "2s:tab 4s:d 1:05:down,down 1:10:\'some words\'".'

/** Parses the value of `--keys`: `TIME:KEY[,KEY…]`, separated by spaces. Quoted words are typed as text. */
export function parseKeyScript(script: string): Result<readonly ScriptedKeys[], UsageError> {
  const scripted: ScriptedKeys[] = []
  for (const [text] of script.matchAll(item)) {
    const { time, keys } = timed.exec(text)?.groups ?? {}
    if (time === undefined || keys === undefined) return usage(`--keys: “${text}” is not TIME:KEY`, shape)
    const at = parseMoment(time)
    if (!at.ok) return usage(`--keys: “${time}” is not a time`, shape)
    const presses = parseKeys(keys)
    if (!presses.ok) return presses
    scripted.push({ at: at.value, presses: presses.value })
  }
  return scripted.length === 0 ? usage('--keys is empty', shape) : ok(scripted)
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
  return presses.length === 0 ? usage(`--keys: “${text}” is not a key`, shape) : ok(presses)
}

function keyPress(text: string): Result<KeyPress, UsageError> {
  if (Array.from(text).length === 1) return ok({ name: text, text })
  const lower = text.toLowerCase()
  const name = aliases.get(lower) ?? lower
  if (name === 'space') return ok({ name, text: ' ' })
  if (name === ',') return ok({ name, text: name })
  const others = /^(?:(?:ctrl|alt)-(?:up|down|left|right|home|end|pageup|pagedown|delete)|f(?:[1-9]|1[0-2]))$/
  if (names.includes(name) || others.test(name)) return ok({ name, text: '' })
  // With a modifier the letter is as typed: alt-B is another key than alt-b.
  if (/^(?:ctrl|alt)-.$/su.test(lower))
    return ok({ name: `${lower.slice(0, -1)}${text.at(-1) ?? ''}`, text: '' })
  if (/^['"]/.test(text))
    return usage(
      `--keys: the quote in “${text}” is not closed`,
      `Words to type end with the same quote. ${shape}`,
    )
  return usage(
    `--keys: the key “${text}” is unknown`,
    `${meantFirst(lower, [...names, ...aliases.keys()])}Keys are single characters, ctrl-… and alt-…, f1 to f12, and ${names.join(', ')}; words to type go in quotes.`,
  )
}

function typed(text: string): readonly KeyPress[] {
  return Array.from(text, (character) =>
    character === ' ' ? { name: 'space', text: ' ' } : { name: character, text: character },
  )
}
