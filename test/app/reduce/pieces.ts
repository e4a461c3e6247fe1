/** A text cut into pieces of these lengths, and the rest of it. */
export function piecesOf(text: string, lengths: readonly number[]): readonly string[] {
  const pieces: string[] = []
  let at = 0
  for (const length of lengths) {
    pieces.push(text.slice(at, at + length))
    at += length
  }
  return [...pieces, text.slice(at)]
}
