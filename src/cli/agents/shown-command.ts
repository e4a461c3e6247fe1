import { findCredentials } from '../../app/redact/secrets/find-credentials.ts'
import { findKeys } from '../../app/redact/secrets/find-keys.ts'
import { findUrlSecrets } from '../../app/redact/secrets/find-url-secrets.ts'
import { plainText } from '../../app/redact/matching/finding.ts'
import { looksSecret } from '../../app/redact/replacements/mask.ts'
import { secretName } from '../../app/redact/secrets/secret-names.ts'
import { Secrets } from '../../app/redact/secrets/secrets.ts'

const stars = '***'
/** A name that may as well name a way to log in: what it is given counts only where it looks like a secret. */
const maybeSecret = /(?:^|[^a-z])(?:auth|nonce|sig|signature)$/i

/**
 * The words of a command as they may be shown and written: what is named like a credential (`--api-key …`, `TOKEN=…`,
 * `Authorization: …`, a password in a URL) or has a key's form is left out.
 */
export function shownCommand(words: readonly string[]): readonly string[] {
  return words.map((word, index) => shownWord(word, words[index - 1] ?? ''))
}

/** A text that a command line may be in, in the same way. */
export function shownText(text: string): string {
  const secrets = new Secrets()
  const findings = [
    ...findCredentials(text, plainText, secrets),
    ...findUrlSecrets(text, secrets),
    ...findKeys(text, plainText, secrets),
  ].toSorted((one, other) => one.start - other.start)
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
  // curl and its like.
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
