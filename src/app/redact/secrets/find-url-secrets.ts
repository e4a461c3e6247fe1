import { allMatches, matchesAround } from '../matching/all-matches.ts'
import { found, type Finding } from '../matching/finding.ts'
import { isMasked, isPlaceholder, looksSecret, mask } from '../replacements/mask.ts'
import { isSecretParameter } from './secret-names.ts'
import type { Secrets } from './secrets.ts'

/** Finds where `userInfo` may match. */
export const at = /@/g
/** `scheme://user:password@`. */
export const userInfo =
  /(?<![A-Za-z0-9+.-])[a-z][a-z0-9+.-]{1,30}:(?:\\{0,8}\/){2}([^\s/?#"'<>@\\:]{0,256})(?::([^\s/?#"'<>@\\]{0,256}))?@/gi
const parameter = /[?&;]([A-Za-z][\w.-]{0,64})=([^&\s#"'`<>\\;]{1,4000})/g

const hook = /hook/gi
/** Anybody who knows a webhook's URL can post to it. */
const webhook =
  /(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{1,25}\/|webhook\.office\.com\/webhookb2\/|hooks\.zapier\.com\/hooks\/catch\/)([\w+/@-]{16,400})/gi

/** Passwords and tokens in URLs: before the host, and in parameters. */
export function findUrlSecrets(text: string, secrets: Secrets): readonly Finding[] {
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
  const add = ({ index, 0: whole }: RegExpExecArray, value: string): void =>
    void findings.push(found('secret in a URL', index + whole.length - value.length, value, mask))
  for (const match of matchesAround(hook, webhook, text)) {
    const [, value = ''] = match
    if (!isMasked(value.replaceAll('/', ''))) add(match, value)
  }
  for (const match of text.includes('=') ? allMatches(parameter, text) : []) {
    const [, name = '', value = ''] = match
    if (!isSecretParameter(name) || value.length < 4 || isMasked(value) || isPlaceholder(value)) continue
    secrets.learn(value)
    add(match, value)
  }
  return findings
}

/** Whether what stands in place of a user is a token. */
export function isToken(user: string): boolean {
  return user.length >= 20 && looksSecret(user, 20)
}
