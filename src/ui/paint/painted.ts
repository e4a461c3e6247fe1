import { safeLinkTarget, type SafeText } from '../../lib/text/safe-text.ts'
import type { Role, Theme } from './theme.ts'

/**
 * One row for the screen: SafeText with SGR and OSC 8 sequences of our own making, every style closed at its end, no
 * line break. Made by `paint`, `link` and `row` only.
 */
export type Painted = string & { readonly painted: unique symbol }

export function paint(theme: Theme, role: Role, text: SafeText): Painted {
  const sgr = theme.sgr[role]
  return (sgr === '' || text === '' ? text : `\u001b[${sgr}m${text}\u001b[0m`) as Painted
}

/** Joins pieces into a row. */
export function row(...pieces: readonly (Painted | SafeText)[]): Painted {
  return pieces.join('') as Painted
}

/** A link the terminal can open, where the target may be one (http, https, mailto) and the terminal knows links. */
export function link(theme: Theme, text: SafeText, target: string): Painted {
  const safe = theme.hyperlinks ? safeLinkTarget(target) : null
  const painted = paint(theme, 'link', text)
  return (safe === null ? painted : `\u001b]8;;${safe}\u001b\\${painted}\u001b]8;;\u001b\\`) as Painted
}
