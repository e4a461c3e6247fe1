import { matchesAround } from '../matching/all-matches.ts'
import { found, type Finding } from '../matching/finding.ts'
import { isMasked, isPlaceholder, looksSecret, mask } from '../replacements/mask.ts'
import type { Secrets } from './secrets.ts'

/** Finds where `userInfo` may match. */
export const at = /@/g
/** `scheme://user:password@`. */
export const userInfo =
  /(?<![A-Za-z0-9+.-])[a-z][a-z0-9+.-]{1,30}:(?:\\{0,8}\/){2}([^\s/?#"'<>@\\:]{0,256})(?::([^\s/?#"'<>@\\]{0,256}))?@/gi
/** Passwords and tokens in URLs, before the host. */
export function findUrlPasswords(text: string, secrets: Secrets): readonly Finding[] {
  const findings: Finding[] = []
  for (const match of matchesAround(at, userInfo, text)) {
    const [whole, user = '', password] = match
    // A token may be in place of the user.
    const value = password ?? (isToken(user) ? user : '')
    if (value === '' || isMasked(value) || isPlaceholder(value)) continue
    secrets.learn(value)
    const start = match.index + whole.length - 1 - value.length
    findings.push(found('password in a URL', start, value, mask))
  }
  return findings
}

/** Whether what stands in place of a user is a token. */
export function isToken(user: string): boolean {
  return user.length >= 20 && looksSecret(user, 20)
}
