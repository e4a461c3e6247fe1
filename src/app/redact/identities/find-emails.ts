import { matchesAround } from '../matching/all-matches.ts'
import type { Aliases } from '../replacements/aliases.ts'
import type { Finding } from '../matching/finding.ts'
import { endsEscape } from '../matching/word-bounds.ts'

const at = /@|%40/g
const email =
  /(?<![\p{L}\p{N}._%+-])([\p{L}\p{N}._%+-]{1,64})(?:@|%40)((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,8}[a-z]{2,24})(?![\p{L}\p{N}-])/giu
// The @ of a package, or of a picture for dense screens, is not followed by a domain.
const fileEnding =
  /\.(?:png|jpe?g|gif|svg|webp|ico|tsx?|jsx?|mjs|cjs|json|md|css|html?|vue|svelte|py|rs|go|rb|java|sh|toml|ya?ml|lock|txt|log|zip|gz|tgz)$/i
/** Domains reserved for examples (https://www.rfc-editor.org/rfc/rfc2606, rfc6761). */
const reserved = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost)$/i
/** Accounts of services: users of repository hosts, and senders without a mailbox. */
const nobody = /^(?:git|hg|svn|noreply|no-reply|donotreply|root|user)$/i

export function findEmails(text: string, people: Aliases): readonly Finding[] {
  const findings: Finding[] = []
  for (const match of matchesAround(at, email, text)) {
    const [whole, local = '', domain = ''] = match
    if (isReservedDomain(domain)) {
      people.reserve(whole.toLowerCase().replace('%40', '@'))
      continue
    }
    if (fileEnding.test(domain) || nobody.test(local)) continue
    // An escaped `\n` before an address is not part of it.
    const start = match.index + (local.length > 1 && endsEscape(text, match.index + 1) ? 1 : 0)
    const end = match.index + whole.length
    const address = text.slice(start, end).toLowerCase().replace('%40', '@')
    const isEncoded = whole.includes('%40')
    const replacement = (): string => people.of(address).replace('@', isEncoded ? '%40' : '@')
    findings.push({ start, end, what: 'e-mail address', replacement })
  }
  return findings
}

export function isReservedDomain(domain: string): boolean {
  return reserved.test(domain)
}
