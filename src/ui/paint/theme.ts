/** What a piece of text means. Views name roles; only this file knows colours. */
export type Role =
  | 'normal'
  | 'strong' // what happens now
  | 'dim' // done or secondary
  | 'accent' // the current step, the selected tab, focus
  | 'good'
  | 'warning'
  | 'bad'
  | 'inverse' // a cursor or a match
  | 'heading'
  | 'code'
  | 'link'
  | 'struck' // dim and struck through: what leaves

export type ThemeName = 'dark' | 'light' | 'high-contrast'

/** SGR parameters of each role ('' for none); colour is left out where the terminal or the user wants none. */
export interface Theme {
  readonly name: ThemeName
  readonly color: boolean
  readonly ascii: boolean
  /** OSC 8 links may be written. */
  readonly hyperlinks: boolean
  readonly sgr: Readonly<Record<Role, string>>
}

const weights: Readonly<Record<Role, string>> = {
  normal: '',
  strong: '1',
  dim: '2',
  accent: '1',
  good: '',
  warning: '',
  bad: '1',
  inverse: '7',
  heading: '1',
  code: '',
  link: '4',
  struck: '2;9',
}

// The sixteen colours of the terminal's own palette, so that a user's scheme is respected.
const dark: Readonly<Record<Role, string>> = {
  ...weights,
  accent: '1;36',
  good: '32',
  warning: '33',
  bad: '1;31',
  heading: '1;36',
  code: '33',
  link: '4;34',
}

const light: Readonly<Record<Role, string>> = {
  ...weights,
  accent: '1;34',
  good: '32',
  warning: '35',
  bad: '1;31',
  heading: '1;34',
  code: '35',
  link: '4;34',
}

const highContrast: Readonly<Record<Role, string>> = {
  ...weights,
  dim: '',
  accent: '1;7',
  good: '1;92',
  warning: '1;93',
  bad: '1;91',
  heading: '1;4',
  code: '1',
  link: '1;4',
  struck: '9',
}

const themes: Readonly<Record<ThemeName, Readonly<Record<Role, string>>>> = {
  dark,
  light,
  'high-contrast': highContrast,
}

export const themeNames: readonly ThemeName[] = ['dark', 'light', 'high-contrast']

export function makeTheme(options: {
  readonly name: ThemeName
  readonly color: boolean
  readonly ascii: boolean
  readonly hyperlinks: boolean
}): Theme {
  return { ...options, sgr: options.color ? themes[options.name] : weights }
}
