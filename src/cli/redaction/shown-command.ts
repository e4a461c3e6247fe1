import { findCredentials } from '../../app/redact/secrets/find-credentials.ts'
import { findKeys } from '../../app/redact/secrets/find-keys.ts'
import { findByRules } from '../../app/redact/secrets/secret-rules.ts'
import { plainText } from '../../app/redact/matching/finding.ts'
import { looksSecret } from '../../app/redact/replacements/mask.ts'
import { secretName } from '../../app/redact/secrets/secret-names.ts'
import { Secrets } from '../../app/redact/matching/literals.ts'

const stars = '***'
/** Names that may also name a login method: their value counts only if it looks like a secret. */
const maybeSecret = /(?:^|[^a-z])(?:auth|nonce|sig|signature)$/i

/**
 * A command with stars in place of credentials: values named like one (`--api-key …`, `TOKEN=…`, `Authorization: …`, a password
 * in a URL), and texts that look like a key.
 */
export function shownCommand(words: readonly string[]): readonly string[] {
  return words.map((word, index) => shownWord(word, words[index - 1] ?? ''))
}

/** The same for a text that may contain a command. */
export function shownText(text: string): string {
  const known = { secrets: new Secrets() }
  const findings = [findCredentials, findByRules, findKeys]
    .flatMap((find) => find(text, plainText, known))
    .toSorted((one, other) => one.start - other.start)
  let shown = ''
  let from = 0
  for (const { start, end } of findings) {
    if (end <= from) continue
    if (start >= from) shown += text.slice(from, start) + stars
    from = end
  }
  return shown + text.slice(from)
}

function shownWord(word: string, before: string): string {
  if (/^--?[a-z]/i.test(before) && !before.includes('=') && !word.startsWith('-') && isSecret(before, word))
    return stars
  // As in curl.
  if (/^(?:-u|--user|--proxy-user)$/.test(before) && word.includes(':'))
    return word.replace(/:.*/s, `:${stars}`)
  const [, name = '', separator = '', value = ''] = /^([\w.-]+)(=|:[ \t]*)(.+)$/s.exec(word) ?? []
  if (value !== '' && isSecret(name, value)) return `${name}${separator}${stars}`
  return shownText(word)
}

function isSecret(name: string, value: string): boolean {
  const bare = name.replace(/^-+/, '')
  return secretName(bare) !== null && (!maybeSecret.test(bare) || looksSecret(value, 6))
}
