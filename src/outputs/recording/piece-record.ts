import { isUtf8 } from 'node:buffer'
import type { WirePiece } from '../../app/ports/transport.ts'
import type { WireRecord } from '../../protocol/trace/trace-record.ts'

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

/** The record of a wire piece: as text if it is UTF-8, otherwise as bytes. */
export function pieceRecord({ direction: dir, kind, bytes, sizeBytes }: WirePiece, t: number): WireRecord {
  const framed = kind === 'line' ? {} : ({ isFramed: true } as const)
  if (sizeBytes > bytes.length) return { t, type: 'overlong', dir, start: bytes, sizeBytes, ...framed }
  const isBinary = kind === 'binary'
  if (isBinary || !isUtf8(bytes)) return { t, type: 'bytes', dir, bytes, isBinary, ...framed }
  return { t, type: 'frame', dir, line: bytes.toString('utf8'), ...framed }
}
