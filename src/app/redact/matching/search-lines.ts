/** A stretch of a text: UTF-16 units, the end is not in it. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Characters of a line that are looked through at a time, and what is seen before and behind them besides. */
const pieceLength = 2_000
const seenAround = 1_000
/** A match that goes on behind what is seen is followed so far. */
const longestSeen = 16_000

/**
 * Where a global expression of the user's matches, from left to right, a line at a time; none is empty. JavaScript's
 * expressions go back, which takes the square of the length for many and more for some: so of a line over 4,000 characters
 * they get a piece at a time, and what is longer than 1,000 characters may not be found there. A match that reaches the end
 * of what it was given is looked for in more; of one that has no end there either, that much is found.
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
  if (line.length <= pieceLength + 2 * seenAround) return searchPiece(expression, line, wholeOf(line))
  const spans: Span[] = []
  for (let start = 0; start < line.length; start += pieceLength) {
    const from = Math.max(start, spans.at(-1)?.end ?? 0)
    const piece = { from, until: start + pieceLength, seenFrom: Math.max(0, start - seenAround) }
    spans.push(...searchPiece(expression, line, { ...piece, seenUntil: piece.until + seenAround }))
  }
  return spans
}

interface Piece {
  /** Where matches begin: the end is not in it. */
  readonly from: number
  readonly until: number
  readonly seenFrom: number
  readonly seenUntil: number
}

function wholeOf({ length }: string): Piece {
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

/** An expression may not begin within a pair: it would step back. */
function isPairAt(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff
}
