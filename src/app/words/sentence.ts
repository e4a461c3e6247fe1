import { capitalized } from '../../lib/text/listed-words.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'

/** Capitalised, with a full stop. */
export function sentence(text: SafeText): SafeText {
  const said = capital(text)
  return /[.!?…]$/.test(said) ? said : safe`${said}.`
}

export function capital(text: SafeText): SafeText {
  return safeLine(capitalized(text))
}
