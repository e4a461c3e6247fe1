import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import type { SessionUsage } from '../../protocol/session/session-settings.ts'
import type { Glyphs } from '../paint/glyphs.ts'

/** How full the context window is, and what the session has cost so far: `ctx 42k/200k · $0.13`. */
export function usageWords({ used, size, cost }: SessionUsage, { dot }: Glyphs): SafeText {
  const context = size > 0 ? own`ctx ${tokens(used)}/${tokens(size)}` : own`ctx ${tokens(used)}`
  return cost === null ? context : own`${context} ${dot} ${money(cost)}`
}

/** `950`, `42k`, `1.2M`: never more than five characters for what a context window holds. */
function tokens(count: number): SafeText {
  if (count < 1000) return own`${Math.max(0, Math.round(count))}`
  if (count < 999_500) return own`${Math.round(count / 1000)}k`
  const millions = (count / 1_000_000).toFixed(1).replace(/\.0$/, '')
  return safeLine(`${millions}M`.slice(0, 12))
}

const signs: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' }

function money({ amount, currency }: NonNullable<SessionUsage['cost']>): SafeText {
  const sum = amount >= 0.005 || amount <= 0 ? amount.toFixed(2) : amount.toFixed(4)
  const sign = Object.hasOwn(signs, currency) ? signs[currency] : undefined
  return cutToWidth(safeLine(sign === undefined ? `${sum} ${currency.slice(0, 8)}` : `${sign}${sum}`), 20)
}
