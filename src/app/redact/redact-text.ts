import { replaceInPieces, type Finding, type TextPlace } from './matching/finding.ts'
import type { PrivateData } from './private-data.ts'
import { mask } from './replacements/mask.ts'

/** Passes over a text: a replacement may change the meaning of its neighbours. */
const rounds = 6

/** Redacts a text that is split into pieces until nothing is found any more. Returns the same text if nothing was found. */
export function redactPieces(
  pieces: readonly string[],
  place: TextPlace,
  privateData: PrivateData,
): readonly string[] {
  let current = pieces
  for (let round = 0; ; round++) {
    const text = current.length === 1 ? (current[0] ?? '') : current.join('')
    const findings = privateData.find(text, place)
    if (findings.length === 0) return current
    // A text that never settles (a user's rule that matches its own replacement) is masked completely.
    if (round >= rounds * 2) return current.map((piece) => 'x'.repeat(piece.length))
    current = replaceInPieces(current, round >= rounds ? findings.map((one) => blotted(text, one)) : findings)
  }
}

export function redactText(text: string, place: TextPlace, privateData: PrivateData): string {
  return redactPieces([text], place, privateData)[0] ?? ''
}

function blotted(text: string, finding: Finding): Finding {
  return { ...finding, replacement: () => mask(text.slice(finding.start, finding.end)) }
}
