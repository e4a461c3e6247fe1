import { Chalk, type ChalkInstance } from 'chalk'
import type { CellStyle } from '../../../lib/cells/cell-style.ts'

/** Writes text in a style. */
type Writer = (text: string) => string

// The theme has decided about colour already: this chalk never looks at the environment.
const sixteenColours = 1

const colours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

/**
 * A chalk style that looks like one of the theme's, for what marked-terminal writes: nested styles open again what an inner
 * one closed. Of colours it knows the terminal's sixteen.
 */
export function chalkStyle({ bold, dim, italic, underline, inverse, struck, fg }: CellStyle): Writer {
  let style: ChalkInstance = new Chalk({ level: sixteenColours })
  if (bold) style = style.bold
  if (dim) style = style.dim
  if (italic) style = style.italic
  if (underline) style = style.underline
  if (inverse) style = style.inverse
  if (struck) style = style.strikethrough
  const colour = typeof fg === 'number' ? colours[fg % 8] : undefined
  if (colour !== undefined) style = Number(fg) < 8 ? style[colour] : style[`${colour}Bright`]
  return style
}
