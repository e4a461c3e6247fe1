import { replaceInPieces, type Finding, type TextPlace } from './matching/finding.ts'
import type { Knowledge } from './knowledge.ts'
import { mask } from './replacements/mask.ts'

/** Times that a text is looked at again, since what was put into it may make something else of what stands beside it. */
const rounds = 6

/** A text that lies in pieces, so that nothing is found in it any more. What is clean is the same text. */
export function redactPieces(
  pieces: readonly string[],
  place: TextPlace,
  knowledge: Knowledge,
): readonly string[] {
  let current = pieces
  for (let round = 0; ; round++) {
    const text = current.length === 1 ? (current[0] ?? '') : current.join('')
    const findings = knowledge.find(text, place)
    if (findings.length === 0) return current
    // Whatever goes on like this (a rule of the user's that feeds itself) is blotted out.
    if (round >= rounds * 2) return current.map((piece) => 'x'.repeat(piece.length))
    current = replaceInPieces(current, round >= rounds ? findings.map((one) => blotted(text, one)) : findings)
  }
}

export function redactText(text: string, place: TextPlace, knowledge: Knowledge): string {
  return redactPieces([text], place, knowledge)[0] ?? ''
}

function blotted(text: string, finding: Finding): Finding {
  return { ...finding, replacement: () => mask(text.slice(finding.start, finding.end)) }
}
