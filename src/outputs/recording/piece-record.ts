import { isUtf8 } from 'node:buffer'
import type { WirePiece } from '../../app/ports/transport.ts'
import type { WireRecord } from '../../protocol/trace/trace-record.ts'

const openBrace = 0x7b
const closeBrace = 0x7d
const lineFeed = 0x0a

/**
 * What stands before a message in its record, where it can stand in there as it came, with a `}` behind it; null where it
 * cannot, and is to be recorded as text.
 */
export function messageStart(piece: WirePiece, t: number): string | null {
  const { direction, kind, bytes, isMessage } = piece
  if (!isMessage || bytes[0] !== openBrace || bytes.at(-1) !== closeBrace) return null
  const word = direction === 'from-agent' ? 'in' : 'out'
  if (kind === 'line') return `{"t":${t},"${word}":`
  // Line breaks are white space in a frame, and would end the record.
  return kind === 'text' && !bytes.includes(lineFeed) ? `{"t":${t},"framed":true,"${word}":` : null
}

/** What passed on the wire as a record: as text where it is text, else byte by byte. */
export function pieceRecord({ direction: dir, kind, bytes, sizeBytes }: WirePiece, t: number): WireRecord {
  const framed = kind === 'line' ? {} : ({ isFramed: true } as const)
  if (sizeBytes > bytes.length) return { t, type: 'overlong', dir, start: bytes, sizeBytes, ...framed }
  const isBinary = kind === 'binary'
  if (isBinary || !isUtf8(bytes)) return { t, type: 'bytes', dir, bytes, isBinary, ...framed }
  return { t, type: 'frame', dir, line: bytes.toString('utf8'), ...framed }
}
