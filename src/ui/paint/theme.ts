import {
  makeStyle,
  plainStyle,
  withChange,
  type CellStyle,
  type StyleChange,
} from '../../lib/cells/cell-style.ts'

/** The meaning of a text. Views name roles; only this file knows colours. */
export type Role =
  | 'normal'
  | 'strong' // what happens now
  | 'dim' // done or secondary
  | 'key' // a key, beside what it does
  | 'accent' // the current step, the selected tab, focus
  | 'good'
  | 'warning'
  | 'bad'
  | 'inverse' // a cursor or a match
  | 'heading'
  | 'code'
  | 'link'
  | 'added' // in a diff
  | 'gone' // in a diff
  | 'struck' // dim and struck through: removed

export type ThemeName = 'dark' | 'light' | 'high-contrast'

/** A theme of the user: a built-in one with other styles for some roles. */
export interface OwnTheme {
  readonly base: ThemeName
  readonly changes: Readonly<Partial<Record<Role, StyleChange>>>
}

/** The style of each role; without colours if the terminal or the user wants none. */
export interface Theme {
  readonly color: boolean
  readonly ascii: boolean
  /** The terminal supports OSC 8 links. */
  readonly hyperlinks: boolean
  readonly styles: Readonly<Record<Role, CellStyle>>
}

type Styles = Readonly<Record<Role, CellStyle>>

const bold = makeStyle({ bold: true })

const weights: Styles = {
  normal: plainStyle,
  strong: bold,
  dim: makeStyle({ dim: true }),
  key: bold,
  accent: bold,
  good: plainStyle,
  warning: plainStyle,
  bad: bold,
  inverse: makeStyle({ inverse: true }),
  heading: bold,
  code: plainStyle,
  link: makeStyle({ underline: true }),
  added: plainStyle,
  gone: plainStyle,
  struck: makeStyle({ dim: true, struck: true }),
}

// Only colours of the terminal's palette, so that the user's colour scheme is respected.
const [black, red, green, yellow, blue, magenta, cyan] = [0, 1, 2, 3, 4, 5, 6]
const bright = 8

const dark: Styles = {
  ...weights,
  accent: makeStyle({ bold: true, fg: cyan }),
  good: makeStyle({ fg: green }),
  warning: makeStyle({ fg: yellow }),
  bad: makeStyle({ bold: true, fg: bright + red }),
  heading: makeStyle({ bold: true, fg: cyan }),
  code: makeStyle({ fg: yellow }),
  link: makeStyle({ underline: true, fg: cyan }),
  added: makeStyle({ fg: green }),
  gone: makeStyle({ fg: bright + red }),
}

const light: Styles = {
  ...weights,
  // From the darkest colour: dimmed, the text's own is often too light.
  dim: makeStyle({ dim: true, fg: black }),
  struck: makeStyle({ dim: true, struck: true, fg: black }),
  accent: makeStyle({ bold: true, fg: blue }),
  good: makeStyle({ fg: green }),
  warning: makeStyle({ fg: magenta }),
  bad: makeStyle({ bold: true, fg: red }),
  heading: makeStyle({ bold: true, fg: blue }),
  code: makeStyle({ fg: magenta }),
  link: makeStyle({ underline: true, fg: blue }),
  added: makeStyle({ fg: green }),
  gone: makeStyle({ fg: red }),
}

/** The light theme where there are 256 colours: the greens of most palettes are too light on white. */
const lightWith256: Styles = { ...light, good: makeStyle({ fg: 22 }), added: makeStyle({ fg: 22 }) }

const highContrast: Styles = {
  ...weights,
  dim: plainStyle,
  // What keys do is plain there, and bold alone is hard to see in some fonts.
  key: makeStyle({ bold: true, fg: bright + cyan }),
  accent: makeStyle({ bold: true, inverse: true }),
  good: makeStyle({ bold: true, fg: bright + green }),
  warning: makeStyle({ bold: true, fg: bright + yellow }),
  bad: makeStyle({ bold: true, fg: bright + red }),
  heading: makeStyle({ bold: true, underline: true }),
  code: bold,
  link: makeStyle({ bold: true, underline: true }),
  added: makeStyle({ bold: true, fg: bright + green }),
  gone: makeStyle({ bold: true, fg: bright + red }),
  struck: makeStyle({ struck: true }),
}

const themes: Readonly<Record<ThemeName, Styles>> = { dark, light, 'high-contrast': highContrast }

export const themeNames: readonly ThemeName[] = ['dark', 'light', 'high-contrast']

export const roles: readonly Role[] = Object.keys(weights).filter(isRole)

export function isRole(word: string): word is Role {
  return Object.hasOwn(weights, word)
}

/** The built-in theme that a theme is, or extends. */
export function baseOf(theme: ThemeName | OwnTheme): ThemeName {
  return typeof theme === 'string' ? theme : theme.base
}

/** The styles of a theme. Without colour, `dark` and `light` are the same. */
export function makeTheme(options: {
  readonly name: ThemeName | OwnTheme
  readonly color: boolean
  readonly ascii: boolean
  readonly hyperlinks: boolean
  /** The terminal has 256 colours or more; absent: only those of its palette. */
  readonly has256Colors?: boolean
}): Theme {
  const { name, has256Colors = false, ...others } = options
  return { ...others, styles: others.color ? stylesOf(name, has256Colors) : colorlessStylesOf(name) }
}

/** The styles that a theme of the user changes; none for a built-in one. */
export function ownStyles(theme: ThemeName | OwnTheme): readonly CellStyle[] {
  if (typeof theme === 'string') return []
  const styles = stylesOf(theme)
  return roles.filter((role) => theme.changes[role] !== undefined).map((role) => styles[role])
}

function stylesOf(theme: ThemeName | OwnTheme, has256Colors = false): Styles {
  const base = baseOf(theme)
  const styles = base === 'light' && has256Colors ? lightWith256 : themes[base]
  if (typeof theme === 'string') return styles
  return mapRoles(styles, (style, role) => withChange(style, theme.changes[role] ?? {}))
}

/** Its styles as bold, dim, underlined and other attributes. */
function colorlessStylesOf(theme: ThemeName | OwnTheme): Styles {
  const styles = mapRoles(themes[baseOf(theme)], (style) => withChange(style, { fg: null, bg: null }))
  if (typeof theme === 'string') return styles
  return mapRoles(styles, (style, role) => withChange(style, colorlessChange(theme.changes[role] ?? {})))
}

/** A change without its colours. An attribute that is turned off for a colour stays: nothing else would tell the role apart. */
function colorlessChange({ fg = null, bg = null, ...flags }: StyleChange): StyleChange {
  if (fg === null && bg === null) return flags
  return Object.fromEntries(Object.entries(flags).filter(([, isOn]) => isOn))
}

function mapRoles(styles: Styles, change: (style: CellStyle, role: Role) => CellStyle): Styles {
  const changed: Partial<Record<Role, CellStyle>> = {}
  for (const role of roles) changed[role] = change(styles[role], role)
  return { ...styles, ...changed }
}

/** The names of the terminal's sixteen colours in a theme file, in the order of their numbers. */
export const colorNames: readonly string[] = ['', 'bright-'].flatMap((shade) =>
  ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].map((name) => `${shade}${name}`),
)

/** The parts of a style that are on or off in a theme file. */
export const styleFlags = ['bold', 'dim', 'italic', 'underline', 'inverse', 'struck'] as const
