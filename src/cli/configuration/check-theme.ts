import { type CellColor, type StyleChange, shownColor, type ColorDepth } from '../../lib/cells/cell-style.ts'
import { positionIn } from '../../lib/json/json-fault.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { listedWords } from '../../lib/text/wording.ts'
import { usage, meantHint, type UsageError, possibleAre } from '../../lib/text/usage-error.ts'
import { isObject } from '../../protocol/wire/message.ts'
import {
  colorNames,
  isRole,
  roles,
  styleFlags,
  themeNames,
  type OwnTheme,
  type Role,
  type ThemeName,
} from '../../ui/paint/theme.ts'
import { faultAtKey, jsonFaultOf, wrongValue, type WrittenJson } from './written-json.ts'

export interface ThemePosition {
  readonly file: string
  readonly depth: ColorDepth
}

interface ReadTheme extends ThemePosition, WrittenJson {}

/**
 * Reads the text of a theme file, with its colours as a terminal of this depth shows them. A fault is named with its line and
 * column.
 */
export function checkTheme(text: string, place: ThemePosition): Result<OwnTheme, UsageError> {
  const reading: ReadTheme = { ...place, text: text.replace(/^\ufeff/, '') }
  const fault = jsonFaultOf(reading)
  if (fault !== null) return fail(fault)
  const theme = jsonIn(reading.text)
  if (!isObject(theme))
    return usage(
      `${positionIn(reading.file, { line: 1, column: 1 })} a theme must be one object`,
      'For example {"extends": "dark", "accent": "#ff8700"}.',
    )
  let base: ThemeName = 'dark'
  const changes: Partial<Record<Role, StyleChange>> = {}
  for (const [key, value] of Object.entries(theme)) {
    if (key === '$schema') continue
    if (key === 'extends') {
      const extended = themeNames.find((name) => name === value)
      if (extended === undefined) return wrong(reading, [key], listedWords([...themeNames], 'or'))
      base = extended
      continue
    }
    if (!isRole(key)) return unknown(reading, [key], ['extends', ...roles])
    const style = readStyle(reading, key, value)
    if (!style.ok) return style
    changes[key] = style.value
  }
  return ok({ base, changes })
}

/** A colour, or an object with parts of a style. */
function readStyle(reading: ReadTheme, role: Role, value: unknown): Result<StyleChange, UsageError> {
  if (!isObject(value)) {
    const fg = readColor(value, reading.depth)
    return fg === undefined ? wrong(reading, [role], colorWords) : ok({ fg })
  }
  let change: StyleChange = {}
  for (const [name, part] of Object.entries(value)) {
    const flag = styleFlags.find((each) => each === name)
    if (flag !== undefined) {
      if (typeof part !== 'boolean') return wrong(reading, [role, name], 'true or false')
      change = { ...change, [flag]: part }
    } else if (name === 'color' || name === 'background') {
      const color = readColor(part, reading.depth)
      if (color === undefined) return wrong(reading, [role, name], colorWords)
      change = { ...change, [name === 'color' ? 'fg' : 'bg']: color }
    } else return unknown(reading, [role, name], ['color', 'background', ...styleFlags])
  }
  return ok(change)
}

function wrong(reading: ReadTheme, path: readonly string[], what: string): Result<never, UsageError> {
  return fail(wrongValue(reading, path, what, path.join('.')))
}

function unknown(
  reading: ReadTheme,
  path: readonly string[],
  known: readonly string[],
): Result<never, UsageError> {
  const what = path.length === 1 ? 'role' : 'part of a style'
  const name = (path.at(-1) ?? '').slice(0, 100)
  const hint = meantHint(name, known, possibleAre(listedWords(known, 'and')))
  return fail(faultAtKey(reading, path, `there is no ${what} “${name}”`, hint))
}

const colorWords = `a colour: a name such as ${listedWords(colorNames.slice(1, 3), 'or')}, a number from 0 to 255, or "#rrggbb"`

/** The colour; null: the terminal's own, undefined: it is none. */
function readColor(value: unknown, depth: ColorDepth): CellColor | null | undefined {
  if (value === 'default') return null
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 0 && value <= 255 ? shownColor(value, depth) : undefined
  if (typeof value !== 'string') return undefined
  const named = colorNames.indexOf(value)
  if (named >= 0) return named
  return /^#[\da-f]{6}$/i.test(value) ? shownColor(value.toLowerCase(), depth) : undefined
}
