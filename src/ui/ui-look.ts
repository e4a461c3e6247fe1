import type { OwnKeys } from './keys/key-map.ts'
import type { OwnTheme, ThemeName } from './paint/theme.ts'

/** How the screen looks, and what it takes from the terminal: all of it comes from the settings. */
export interface UiLook {
  readonly theme: ThemeName | OwnTheme
  /** The theme is only a guess: the terminal is asked for its background, and gets the theme for it. */
  readonly asksBackground: boolean
  readonly color: boolean
  readonly has256Colors: boolean
  readonly ascii: boolean
  readonly hyperlinks: boolean
  readonly animation: boolean
  readonly alternateScreen: boolean
  /** Clicks and the wheel are taken from the terminal; only in the alternate screen, since the other one scrolls by the wheel. */
  readonly mouse: boolean
  /** The user's own keys; null: those of the key table. */
  readonly ownKeys: OwnKeys | null
  readonly title: string | null
}

export interface UiFacts {
  /** The agent's command, with credentials removed; null: it is remote, or another program has started it. */
  readonly command: readonly string[] | null
  /** The agent's working folder; null: unknown. */
  readonly cwd: string | null
  /** The agent is a built-in scenario of the demo, whose last screen says what to try next. */
  readonly isBuiltInDemo: boolean
}
