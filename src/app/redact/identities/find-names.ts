import type { Aliases } from '../replacements/aliases.ts'
import { type Finding, isAtEdge } from '../matching/finding.ts'
import type { Literals } from '../matching/literals.ts'

/** Known user names, wherever they are words. */
export function findNames(text: string, names: Literals, users: Aliases): readonly Finding[] {
  return names.find(text).map(({ start, end, literal }) => ({
    start,
    end,
    what: 'user name',
    // At the end of a row it may be the beginning of a longer word.
    isVague: isAtEdge(text, { start, end }),
    replacement: () => inCaseOf(text.slice(start, end), users.of(literal.toLowerCase())),
  }))
}

/** `User` for `Anna`, `USER` for `ANNA`. */
export function inCaseOf(written: string, alias: string): string {
  const first = written[0] ?? ''
  if (first === first.toLowerCase()) return alias
  const isLoud = written.length > 1 && written === written.toUpperCase()
  return isLoud ? alias.toUpperCase() : alias[0]?.toUpperCase() + alias.slice(1)
}
