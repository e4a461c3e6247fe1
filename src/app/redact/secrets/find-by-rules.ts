import { allMatches } from '../matching/all-matches.ts'
import { found, type Finding } from '../matching/finding.ts'
import { isMasked, isPlaceholder, mask } from '../replacements/mask.ts'
import { textRules } from './secret-rules.ts'
import type { Secrets } from './secrets.ts'
import { isAboutValue } from './value-words.ts'

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
      if (masked === null) continue
      secrets.learn(secret)
      findings.push({
        ...found(what, match.index + match[0].length - secret.length, secret, () => masked),
        isVague,
      })
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
