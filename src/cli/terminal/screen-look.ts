import type { RunOptions } from '../configuration/resolve-run.ts'
import { terminalTheme } from './terminal-traits.ts'

/** How the screen looks, as the options say it and the environment fits it. */
export function screenLook(
  options: RunOptions,
  environment: Parameters<typeof terminalTheme>[0],
): ScreenLook {
  const { theme, color, ascii, hyperlinks, animation, alternateScreen, title } = options
  const shown = theme === 'auto' ? terminalTheme(environment) : theme
  return { theme: shown, color, ascii, hyperlinks, animation, alternateScreen, title }
}

type ScreenLook = Pick<
  RunOptions,
  'color' | 'ascii' | 'hyperlinks' | 'animation' | 'alternateScreen' | 'title'
> & { readonly theme: Exclude<RunOptions['theme'], 'auto'> }
