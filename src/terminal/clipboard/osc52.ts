import { Buffer } from 'node:buffer'

/** The bytes of a text in UTF-8 that may be sent: many programs on the way drop sequences of more than 100,000 bytes. */
export const longestCopy = 74_994

/** Sets the clipboard (OSC 52). It contains no control characters but those of the sequence. */
export function osc52(text: string): string {
  return `\u001b]52;c;${Buffer.from(text.toWellFormed()).toString('base64')}\u0007`
}

/** The sequence as tmux passes it on unread, if `allow-passthrough` is on. */
export function throughTmux(sequence: string): string {
  return `\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`
}

/** GNU screen passes on at most 768 bytes at once. */
const screenPiece = 700

/** The sequence as GNU screen passes it on unread, in pieces. */
export function throughScreen(sequence: string): string {
  const pieces: string[] = []
  for (let at = 0; at < sequence.length; at += screenPiece)
    pieces.push(`\u001bP${sequence.slice(at, at + screenPiece)}\u001b\\`)
  return pieces.join('')
}
