import { Chalk, type ChalkInstance } from 'chalk'
import type { CellStyle } from '../../../lib/cells/cell-style.ts'

/** Writes text in a style. */
type Writer = (text: string) => string

// The theme decides about colours, so this chalk must not read the environment.
const allColours = 3

const colours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

/**
 * A style of the theme as a chalk style, for marked-terminal: chalk opens a style again after a nested one. The colours of a theme are
 * those that the terminal shows.
 */
export function chalkStyle({ bold, dim, italic, underline, inverse, struck, fg, bg }: CellStyle): Writer {
  let style: ChalkInstance = new Chalk({ level: allColours })
  if (bold) style = style.bold
  if (dim) style = style.dim
  if (italic) style = style.italic
  if (underline) style = style.underline
  if (inverse) style = style.inverse
  if (struck) style = style.strikethrough
  if (typeof bg === 'string') style = style.bgHex(bg)
  else if (bg !== null) style = style.bgAnsi256(bg)
  if (typeof fg === 'string') return style.hex(fg)
  if (fg === null) return style
  const colour = fg < 16 ? colours[fg % 8] : undefined
  if (colour === undefined) return style.ansi256(fg)
  return fg < 8 ? style[colour] : style[`${colour}Bright`]
}
