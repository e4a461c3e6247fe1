/** A range of a text: offsets in UTF-16 units, the end excluded. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Something private in a text. */
export interface Finding extends Span {
  /** Its kind, for messages: “e-mail address”. */
  readonly what: string
  /** Other surrounding words would make it harmless, and a row of a screen may cut those off. */
  readonly isVague?: boolean
  /** The replacement. Called only when used, since the first call gets the first number. */
  readonly replacement: () => string
}

/** The finding of a word at its offset. */
export function found(
  what: string,
  start: number,
  word: string,
  replacement: (word: string) => string,
): Finding {
  return { start, end: start + word.length, what, replacement: () => replacement(word) }
}

/** What is known of a text besides its characters. */
export type Place =
  | 'text'
  /** The beginning of a text that is being streamed: its last word may be incomplete. */
  | 'growing'
  /** A value for programs: a path at its start is a path, and not a word of a sentence. */
  | 'value'
  /** A value that other messages repeat: random characters are not a key. */
  | 'id'

export const plainText: Place = 'text'

/** Takes linear time for any text. Findings may overlap. `known`: what it looks up, and learns. */
export type Finder<K> = (text: string, place: Place, known: K) => readonly Finding[]

export interface SignedFinder<K> {
  readonly find: Finder<K>
  /** Each finding contains one: most texts are short, and this is cheaper than a search. */
  readonly sign?: RegExp
}

/** A finding and its finder's rank: of two that overlap the lower rank counts. */
export interface RankedFinding extends Finding {
  readonly rank: number
}

/** The same finding at a later offset. */
export function shifted<F extends Span>(finding: F, by: number): F {
  return { ...finding, start: finding.start + by, end: finding.end + by }
}

/** From left to right, without overlaps. Of two that overlap the one of the earlier finder counts. */
export function withoutOverlaps(ranked: readonly RankedFinding[]): readonly Finding[] {
  if (ranked.length < 2) return ranked
  const kept: RankedFinding[] = []
  for (const next of ranked.toSorted((one, other) => one.start - other.start || one.rank - other.rank)) {
    const last = kept.at(-1)
    if (last === undefined || next.start >= last.end) kept.push(next)
    else if (next.rank < last.rank) kept[kept.length - 1] = next
  }
  return kept
}

/**
 * Replaces findings in a text that is split into pieces. A finding across pieces puts into each piece as much of its replacement
 * as the piece had of it, and the rest into the last, so that pieces which end between words stay as they are.
 */
export function replaceInPieces(pieces: readonly string[], findings: readonly Finding[]): readonly string[] {
  const text = pieces.join('')
  const replaced: string[] = []
  let piece = ''
  let pieceEnd = pieces[0]?.length ?? 0
  let at = 0
  const write = (end: number, shown: string): void => {
    let rest = shown
    for (; end > pieceEnd; pieceEnd += pieces[replaced.length]?.length ?? 0) {
      const here = wholeCharacters(rest, pieceEnd - at)
      replaced.push(piece + here)
      piece = ''
      rest = rest.slice(here.length)
      at = pieceEnd
    }
    piece += rest
    at = end
  }
  for (const { start, end, replacement } of findings) {
    write(start, text.slice(at, start))
    write(end, replacement())
  }
  write(text.length, text.slice(at))
  replaced.push(piece)
  // The last ones may be empty.
  return pieces.map((_, index) => replaced[index] ?? '')
}

/** So many units of a text, or one less if that would split a surrogate pair. */
function wholeCharacters(text: string, units: number): string {
  const last = text.charCodeAt(units - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, isHalf ? units - 1 : units)
}

/** Whether a range begins or ends at a line's edge, or where a row of a screen is cut off. */
export function isAtEdge(text: string, { start, end }: Span): boolean {
  return isEdge(text[start - 1]) || isEdge(text[end])
}

function isEdge(neighbour: string | undefined): boolean {
  return neighbour === undefined || neighbour === '\n' || neighbour === '…'
}
