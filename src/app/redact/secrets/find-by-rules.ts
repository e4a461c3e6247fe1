import { allMatches, matchesAround, type Secrets } from '../matching/literals.ts'
import type { Finding } from '../matching/finding.ts'
import { isMasked, isPlaceholder, mask, looksSecret } from '../replacements/mask.ts'
import { textRules } from './secret-rules.ts'
import { isAboutValue } from './secret-names.ts'

const rules = Object.values(textRules)

/** What the rules for whole texts find: hashes, webhooks, tokens, passwords in instructions. */
export function findByRules(text: string, secrets: Secrets): readonly Finding[] {
  const findings: Finding[] = []
  for (const { what, signs, pattern, isName, isSecret, mask: maskAs = mask, isVague = false } of rules) {
    if (!signs.some((sign) => text.includes(sign))) continue
    for (const match of allMatches(pattern, text)) {
      const { name, secret = '' } = match.groups ?? {}
      if (isMasked(secret) || isPlaceholder(secret) || isAboutValue(secret) || isSecret?.(secret) === false)
        continue
      if (name !== undefined && isName?.(name) === false) continue
      const masked = maskAs(secret)
      const start = match.index + match[0].length - secret.length
      if (masked !== null) findings.push(secrets.found(what, start, secret, { masked, isVague }))
    }
  }
  return findings
}

const opening = rules.flatMap(({ opens }) => opens ?? [])
/** The end of a text that is enough to see such a beginning in. */
const longestOpening = 1000

/** Where something begins, at the end of a text, that a rule may find when the text goes on; null: nowhere. */
export function openRule(text: string): number | null {
  const from = Math.max(0, text.length - longestOpening)
  const end = text.slice(from)
  const starts = opening.map((pattern) => end.search(pattern)).filter((start) => start !== -1)
  return starts.length === 0 ? null : from + Math.min(...starts)
}

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
    const start = match.index + whole.length - 1 - value.length
    findings.push(secrets.found('password in a URL', start, value))
  }
  return findings
}

/** Whether what stands in place of a user is a token. */
export function isToken(user: string): boolean {
  return user.length >= 20 && looksSecret(user, 20)
}
