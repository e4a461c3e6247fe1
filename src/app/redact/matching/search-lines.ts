import type { Span } from './finding.ts'

/** Characters of a long line that are searched at a time, and the context before and after them. */
const pieceLength = 2_000
const seenAround = 1_000
/** How far a match is followed beyond the context. */
const longestSeen = 16_000

/**
 * The matches of a user's global expression, from left to right, line by line, without empty ones. JavaScript regular
 * expressions backtrack, many in quadratic time and some worse: so lines over 4,000 characters are searched in
 * pieces, where matches over 1,000 characters may be missed. A match that reaches the end of its piece is searched
 * again with more context; if it still has no end, that much of it counts.
 */
export function searchLines(expression: RegExp, text: string): readonly Span[] {
  const spans: Span[] = []
  let start = 0
  for (const line of text.split(/[\n\r]/)) {
    for (const found of searchLine(expression, line)) {
      spans.push({ start: start + found.start, end: start + found.end })
    }
    start += line.length + 1
  }
  return spans
}

function searchLine(expression: RegExp, line: string): readonly Span[] {
  if (line.length <= pieceLength + 2 * seenAround) return searchPiece(expression, line, wholeLine(line))
  const spans: Span[] = []
  for (let start = 0; start < line.length; start += pieceLength) {
    const from = Math.max(start, spans.at(-1)?.end ?? 0)
    const piece = { from, until: start + pieceLength, seenFrom: Math.max(0, start - seenAround) }
    spans.push(...searchPiece(expression, line, { ...piece, seenUntil: piece.until + seenAround }))
  }
  return spans
}

interface Piece {
  /** Where matches may begin, the end excluded. */
  readonly from: number
  readonly until: number
  readonly seenFrom: number
  readonly seenUntil: number
}

function wholeLine({ length }: string): Piece {
  return { from: 0, until: length, seenFrom: 0, seenUntil: length }
}

function searchPiece(expression: RegExp, line: string, piece: Piece): readonly Span[] {
  const spans: Span[] = []
  let seen = line.slice(piece.seenFrom, piece.seenUntil)
  let from = piece.from
  while (from < piece.until) {
    expression.lastIndex = from - piece.seenFrom
    const match = expression.exec(seen)
    if (match === null) break
    const start = piece.seenFrom + match.index
    const end = start + match[0].length
    if (start >= piece.until) break
    const isCut = end === piece.seenFrom + seen.length && end < line.length
    if (isCut && seen.length < longestSeen) {
      seen = line.slice(piece.seenFrom, piece.seenFrom + seen.length * 2)
    } else {
      if (end > start) spans.push({ start, end })
      from = end > start ? end : start + (isPairAt(line, start) ? 2 : 1)
    }
  }
  return spans
}

/** A match must not begin inside a surrogate pair: the expression would step back. */
function isPairAt(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff
}
