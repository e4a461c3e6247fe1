import {
  Chalk,
  type BackgroundColorName,
  type ChalkInstance,
  type ForegroundColorName,
  type ModifierName,
} from 'chalk'

export type Style = (text: string) => string

export function unstyled(text: string): string {
  return text
}

// The theme has decided about colour already, so that this chalk never looks at the environment.
const sixteenColours = 1

type StyleName = Exclude<ModifierName | ForegroundColorName, BackgroundColorName>

const modifiers: Readonly<Record<string, StyleName>> = {
  '1': 'bold',
  '2': 'dim',
  '3': 'italic',
  '4': 'underline',
  '7': 'inverse',
  '9': 'strikethrough',
}

const colours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

function styleName(code: string): StyleName | null {
  const modifier = modifiers[code]
  if (modifier !== undefined) return modifier
  const number = Number(code)
  const colour = colours[number % 10]
  if (colour === undefined) return null
  if (number >= 30 && number <= 37) return colour
  return number >= 90 && number <= 97 ? `${colour}Bright` : null
}

/** A chalk style for a theme's SGR parameters (`1;36` is bold cyan); nested ones open again what an inner one closed. */
export function chalkStyle(sgr: string): Style {
  if (sgr === '') return unstyled
  let style: ChalkInstance = new Chalk({ level: sixteenColours })
  for (const code of sgr.split(';')) {
    const name = styleName(code)
    if (name !== null) style = style[name]
  }
  return style
}
