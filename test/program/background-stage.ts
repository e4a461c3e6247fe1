// What tests of themes have in common: terminals with a background, and screens with their styles.
import { readAnsi } from '../../src/lib/cells/row.ts'
import type { InProcessScreen } from '../support/in-process-app.ts'

/** The answer of a terminal with this background, a part of four hexadecimal digits. */
export function background(color: string): string {
  return `\u001b]11;rgb:${color}/${color}/${color}\u001b\\`
}

/** A terminal with this background; it answers the attributes itself. */
export function withBackground(color: string): (reply: string) => string {
  return (reply) => (reply.startsWith('\u001b]11;') ? background(color) : reply)
}

export const white = withBackground('ffff')
export const nothing = (): string => ''
/** It answers everything but its background. */
export const silent = (reply: string): string => (reply.startsWith('\u001b]11;') ? '' : reply)

/** The text of the screen with its styles, however the terminal came to them. */
export function styledText(screen: InProcessScreen): string {
  const text = screen.ansi().replaceAll(/\u001b\[(\d+)C/g, (_, columns) => ' '.repeat(Number(columns)))
  return readAnsi(text.replaceAll(/\u001b\[[\d;?]*[A-Zhl]/g, ''))
    .flatMap(({ text: part, style: { sgr } }) =>
      Array.from(part, (cell) => (/\s/.test(cell) ? cell : sgr + cell)),
    )
    .join('')
    .replaceAll(/ +$/gm, '')
}
