import type { WirePiece } from '../../app/ports/transport.ts'
import { passedRecord, type WireRecord } from '../../protocol/trace/trace-record.ts'

const openBrace = 0x7b
const closeBrace = 0x7d
const lineFeed = 0x0a

/**
 * The beginning of the record of a message that can be copied into it unchanged, followed by `}`; null if it must be recorded
 * as text.
 */
export function messageStart(piece: WirePiece, t: number): string | null {
  const { direction, kind, bytes, isMessage } = piece
  if (!isMessage || bytes[0] !== openBrace || bytes.at(-1) !== closeBrace) return null
  const word = direction === 'from-agent' ? 'in' : 'out'
  if (kind === 'line') return `{"t":${t},"${word}":`
  // A line break is white space in a JSON frame, but would end the record.
  return kind === 'text' && !bytes.includes(lineFeed) ? `{"t":${t},"framed":true,"${word}":` : null
}

/** The record of a wire piece. */
export function pieceRecord(piece: WirePiece, t: number): WireRecord {
  return passedRecord({ ...piece, dir: piece.direction }, t)
}
