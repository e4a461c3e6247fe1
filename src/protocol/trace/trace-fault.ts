import { isUtf8, type Buffer } from 'node:buffer'

/** Why a file is not a trace, and what to do instead. */
export interface TraceFault {
  readonly message: string
  readonly hint: string
}

const known =
  'It reads what --record writes, {"t","dir","frame"} lines, JSON-RPC messages, and .jsons of the ACP conductor.'

export const emptyTrace: TraceFault = {
  message: 'it is empty',
  hint: 'Record a run with --record FILE.',
}

export const noTrace: TraceFault = { message: 'nothing in it is a trace', hint: known }

export const isCast: TraceFault = {
  message:
    'it is a recording of a terminal (asciinema), not of an agent: it holds pixels of text, and no plans',
  hint: 'Play it with `asciinema play`; a trace of the agent itself is made with --record.',
}

const gzip: TraceFault = {
  message: 'it is compressed (gzip)',
  hint: 'Unpack it first: gunzip FILE, or gunzip -c FILE | … -',
}
const otherPacked: TraceFault = { message: 'it is compressed', hint: 'Unpack it first.' }
const binary: TraceFault = { message: 'it is a binary file', hint: known }
const wide: TraceFault = {
  message: 'it is in UTF-16',
  hint: 'A trace is in UTF-8. PowerShell’s > writes UTF-16: use --record FILE, or `| Set-Content -Encoding utf8 FILE`.',
}
const html: TraceFault = {
  message: 'it is a web page (HTML)',
  hint: 'Was it downloaded from a page that shows it? Take the raw file.',
}

const signatures: readonly (readonly [readonly number[], TraceFault])[] = [
  [[0x1f, 0x8b], gzip],
  [[0x28, 0xb5, 0x2f, 0xfd], otherPacked],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], otherPacked],
  [[0x50, 0x4b, 0x03, 0x04], otherPacked],
  [[0x42, 0x5a, 0x68], otherPacked],
  [[0xff, 0xfe], wide],
  [[0xfe, 0xff], wide],
]
const looked = 4096

/** What the first bytes of a file show it to be, if that is not a trace; to be called before any line is read. */
export function faultOfStart(start: Buffer): TraceFault | null {
  const packed = signatures.find(([bytes]) => bytes.every((byte, at) => start[at] === byte))
  if (packed !== undefined) return packed[1]
  const piece = start.subarray(0, looked)
  if (isMostlyUnreadable(piece)) return binary
  return /^\uFEFF?\s*<(?:!doctype|html|\?xml|head|body)/i.test(piece.toString('utf8')) ? html : null
}

/** A zero or an invalid byte is a defect of an agent's, or of a disk's; many of them are a binary file. */
function isMostlyUnreadable(piece: Buffer): boolean {
  if (isUtf8(piece) && !piece.includes(0)) return false
  const text = piece.toString('utf8')
  let unreadable = 0
  for (const character of text) if (character === '\uFFFD' || character === '\0') unreadable++
  return unreadable > 1 && unreadable > text.length / 10
}
