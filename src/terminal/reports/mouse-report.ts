import type { MouseReport } from '../../app/ports/terminal-keys.ts'

/** The largest column or row that is believed. */
const farthest = 10_000

/** A mouse report from its numbers, as the terminal has them: the code of the button, and the place from 1. null: it is junk. */
export function mouseReport(
  code: number,
  place: { readonly column: number; readonly row: number },
  isRelease: boolean,
): MouseReport | null {
  const { column, row } = place
  if (!(column >= 1 && column <= farthest && row >= 1 && row <= farthest && code < 256)) return null
  const at = { type: 'mouse', column: column - 1, row: row - 1 } as const
  const button = (['left', 'middle', 'right'] as const)[code & 3] ?? 'other'
  if ((code & 64) !== 0) {
    const action = (['wheel-up', 'wheel-down', 'wheel-left', 'wheel-right'] as const)[code & 3]
    return action === undefined ? null : { ...at, action, button: 'other' }
  }
  if ((code & 128) !== 0) return { ...at, action: isRelease ? 'release' : 'press', button: 'other' }
  if ((code & 32) !== 0) return { ...at, action: 'move', button }
  // Without SGR coordinates a release has no button.
  return { ...at, action: isRelease || (code & 3) === 3 ? 'release' : 'press', button }
}
