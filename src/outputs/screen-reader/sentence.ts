import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'

/** Words as a sentence. */
export function sentence(text: SafeText): SafeText {
  const said = capital(text)
  return /[.!?…]$/.test(said) ? said : own`${said}.`
}

export function capital(text: SafeText): SafeText {
  return safeLine(text.charAt(0).toUpperCase() + text.slice(1))
}
