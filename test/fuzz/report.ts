import type { Tally } from './campaign.ts'

/** What a campaign has come to, a line each. */
export function tallyLines({ runs, lines, byTarget, looks, byKind, once, kept }: Tally): readonly string[] {
  const targets = [...byTarget].map(([name, times]) => `${name} ${times}`).join(', ')
  return [
    `${runs} runs (${targets}), ${lines} lines`,
    `looked at: ${[...looks].map(([name, times]) => `${name} ${times}`).join(', ')}`,
    ...(kept.length === 0
      ? ['nothing was found']
      : [...byKind].map(([kind, times]) => `${kind}: ${times} times`)),
    ...[...once].map(([kind, times]) => `${kind}: ${times} times, but not when it was tried again`),
  ]
}
