/** The candidate that a mistyped word is nearest to: at most a third of its characters differ, or it begins with the word. null: none is near. */
export function nearest(typed: string, candidates: readonly string[]): string | null {
  const lower = typed.toLowerCase()
  let best: string | null = null
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const distance = editDistance(lower, candidate.toLowerCase())
    const isNear = distance < candidate.length && distance <= Math.max(1, Math.floor(candidate.length / 3))
    if (isNear && distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  if (best !== null || lower.length < 3) return best
  return candidates.find((candidate) => candidate.toLowerCase().startsWith(lower)) ?? null
}

/** A hint for a mistyped word: what was most likely meant, or `otherwise`. `written`: as the user has to write it. */
export function meantHint(
  typed: string,
  candidates: readonly string[],
  otherwise: string,
  written = (meant: string): string => `“${meant}”`,
): string {
  const meant = nearest(typed, candidates)
  return meant === null ? otherwise : `Did you mean ${written(meant)}?`
}

/** The same for the key of an object, with all keys. */
export function meantKey(typed: string, keys: readonly string[]): string {
  return meantHint(typed, keys, `The keys are ${keys.join(', ')}.`)
}

/** The same as the beginning of a hint: '' if nothing is near. */
export function meantFirst(
  typed: string,
  candidates: readonly string[],
  written = (meant: string): string => meant,
): string {
  const meant = nearest(typed, candidates)
  return meant === null ? '' : `Did you mean ${written(meant)}? `
}

/** The Levenshtein distance, where swapping two neighbours counts once. */
function editDistance(one: string, other: string): number {
  let twoBack: number[] = []
  let back = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const distance = Math.min(
        (back[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (back[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? (twoBack[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
      current.push(distance)
    }
    twoBack = back
    back = current
  }
  return back[other.length] ?? 0
}
