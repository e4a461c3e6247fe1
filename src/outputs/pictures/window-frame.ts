import type { SafeText } from '../../lib/text/safe-text.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { mixed, type PictureColors } from './picture-colors.ts'

/** The title bar of a window frame, in pixels at scale 1: its height, and the circles at its left. */
export const titleBar = {
  height: 36,
  circles: [
    { x: 20, y: 18, fill: '#ff5f57' },
    { x: 40, y: 18, fill: '#febc2e' },
    { x: 60, y: 18, fill: '#28c840' },
  ],
  radius: 6,
} as const

/** What the title leaves free at each side of the title bar. */
const titleMargin = 80

/** The title, cut to the columns that a title bar of this width has room for. */
export function barTitle(raw: string, bar: { readonly width: number; readonly cellWidth: number }): SafeText {
  const columns = Math.floor((bar.width - 2 * titleMargin) / bar.cellWidth)
  return cutToWidth(safeLine(raw), Math.max(1, columns))
}

/** The colours of a window frame's border and of its title. */
export function windowColors({ fg, bg }: PictureColors): { readonly edge: string; readonly title: string } {
  return { edge: mixed(fg, bg, 22), title: mixed(fg, bg, 70) }
}
