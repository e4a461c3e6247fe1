import type { Span } from './search-lines.ts'
/** Something in a text that is not to be shown: UTF-16 units, the end is not in it. */
export interface Finding {
  readonly start: number
  readonly end: number
  /** What it is, for a message: “e-mail address”. */
  readonly what: string
  /** Other words around it would make something harmless of it, and a row of a screen may cut these off. */
  readonly isVague?: boolean
  /** Gives the text that stands for it. Called when it is used: what is called for first gets the first number. */
  readonly replacement: () => string
}

/** What is known of a text besides its characters. */
export interface TextPlace {
  /** It is an id that other messages repeat: what looks random is no key. */
  readonly isId: boolean
  /** It may be the beginning of a text that is still being written: its last word may be cut off. */
  readonly isGrowing: boolean
  /** It is a value for programs: a path at its start is one, and no word of a sentence. */
  readonly isValue: boolean
}

export const plainText: TextPlace = { isId: false, isGrowing: false, isValue: false }

/** Takes time in proportion to the text, whatever the text is. What it finds may overlap. */
export type Finder = (text: string, place: TextPlace) => readonly Finding[]

/** A finding, and who found it: of two that overlap that of the lower rank counts. */
export interface RankedFinding {
  readonly finding: Finding
  readonly rank: number
}

/** All that is found, in no order. */
export function rankedFindings(
  finders: readonly (Finder | null)[],
  text: string,
  place: TextPlace,
): readonly RankedFinding[] {
  const ranked: RankedFinding[] = []
  for (const [rank, finder] of finders.entries())
    if (finder !== null) for (const finding of finder(text, place)) ranked.push({ finding, rank })
  return ranked
}

/** The same, further on in a text. */
export function shifted({ finding, rank }: RankedFinding, by: number): RankedFinding {
  return { finding: { ...finding, start: finding.start + by, end: finding.end + by }, rank }
}

/** From left to right and without overlaps. Of two that overlap the one of the earlier finder counts. */
export function withoutOverlaps(ranked: readonly RankedFinding[]): readonly Finding[] {
  if (ranked.length < 2) return ranked.map(({ finding }) => finding)
  const kept: RankedFinding[] = []
  for (const next of ranked.toSorted(
    (one, other) => one.finding.start - other.finding.start || one.rank - other.rank,
  )) {
    const last = kept.at(-1)
    if (last === undefined || next.finding.start >= last.finding.end) kept.push(next)
    else if (next.rank < last.rank) kept[kept.length - 1] = next
  }
  return kept.map(({ finding }) => finding)
}

/**
 * Puts what stands for the findings into a text that lies in pieces. A finding over several pieces leaves to each as much
 * of its replacement as was found there, and the rest to the last, so that pieces that end between words stay as they are.
 */
export function replaceInPieces(pieces: readonly string[], findings: readonly Finding[]): readonly string[] {
  const replaced: string[] = []
  let next = 0
  let pieceStart = 0
  // What is still to come of the replacement of the finding that the last piece ended in.
  let owed = ''
  for (const piece of pieces) {
    const pieceEnd = pieceStart + piece.length
    let at = pieceStart
    let text = ''
    for (let finding = findings[next]; finding !== undefined; finding = findings[next]) {
      const isBegun = finding.start < pieceStart
      if (!isBegun && finding.start >= pieceEnd) break
      if (!isBegun) {
        text += piece.slice(at - pieceStart, finding.start - pieceStart)
        owed = finding.replacement()
      }
      if (finding.end > pieceEnd) {
        const here = wholeCharacters(owed, pieceEnd - Math.max(finding.start, pieceStart))
        text += here
        owed = owed.slice(here.length)
        at = pieceEnd
        break
      }
      text += owed
      at = finding.end
      next++
    }
    replaced.push(text + piece.slice(at - pieceStart))
    pieceStart = pieceEnd
  }
  return replaced
}

/** So many units of a text, or one less where the last would be half a character. */
function wholeCharacters(text: string, units: number): string {
  const last = text.charCodeAt(units - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, isHalf ? units - 1 : units)
}

/** Whether a stretch of a text begins or ends where a line does, or a row of a screen that is cut off. */
export function isAtEdge(text: string, { start, end }: Span): boolean {
  return isEdge(text[start - 1]) || isEdge(text[end])
}

function isEdge(neighbour: string | undefined): boolean {
  return neighbour === undefined || neighbour === '\n' || neighbour === '…'
}
