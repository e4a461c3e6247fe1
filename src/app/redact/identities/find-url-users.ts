import { matchesAround } from '../matching/all-matches.ts'
import { found, type Finding } from '../matching/finding.ts'
import type { Aliases } from '../replacements/aliases.ts'
import { isMasked } from '../replacements/mask.ts'
import { at, isToken, userInfo } from '../secrets/find-url-secrets.ts'
import { isPlainWord } from './plain-words.ts'

/** Users before hosts: `ssh://anna@host`, `anna@host:~`. */
export function findUrlUsers(text: string, users: Aliases): readonly Finding[] {
  const findings: Finding[] = []
  const add = (start: number, user: string): void => {
    if (user === '' || isToken(user) || isMasked(user) || isPlainWord(user)) return
    if (!users.reserve(user.toLowerCase()))
      findings.push(found('user name', start, user, (name) => users.of(name.toLowerCase())))
  }
  for (const match of matchesAround(at, userInfo, text)) {
    const [whole, user = '', password] = match
    const rest = user.length + (password === undefined ? 0 : password.length + 1) + 1
    add(match.index + whole.length - rest, user)
  }
  for (const match of matchesAround(at, shellUser, text)) add(match.index, match[1] ?? '')
  return findings
}

/** A shell prompt, or an argument of scp. */
const shellUser = /(?<![\p{L}\p{N}_.@-])([a-z_][\w-]{0,31})@[a-z][a-z\d.-]{1,62}(?=:[~/]| [~/]|\]?[$#%>] )/giu
