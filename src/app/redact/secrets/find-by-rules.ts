import type { Secrets } from '../matching/literals.ts'
import { finderOf, type PatternRule } from '../matching/pattern-rules.ts'
import { isMasked, isPlaceholder, mask } from '../replacements/mask.ts'
import { textRules, type TextRule } from './secret-rules.ts'
import { isAboutValue } from './secret-names.ts'

/** What the rules for whole texts find: hashes, webhooks, tokens, passwords in addresses and in instructions. */
export const findByRules = finderOf(Object.values(textRules).map(patternRule))

function patternRule(rule: TextRule): PatternRule<{ readonly secrets: Secrets }> {
  const { isName, isSecret, mask: maskAs = mask } = rule
  return {
    ...rule,
    replaces({ secret, groups: { name } }, { secrets }) {
      if (isMasked(secret) || isPlaceholder(secret) || isAboutValue(secret)) return null
      if (isSecret?.(secret) === false || (name !== undefined && isName?.(name) === false)) return null
      const masked = maskAs(secret)
      if (masked === null) return null
      secrets.learn(secret)
      return () => masked
    },
  }
}
