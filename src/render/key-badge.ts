import { type CellFrame, type CellRow, cellRow, columnsOfRow } from '../lib/cells/cell-row.ts'
import { makeStyle, plainStyle } from '../lib/cells/cell-style.ts'
import type { Row } from '../lib/cells/row.ts'
import { safe, safeLine, type SafeText } from '../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../lib/text/width.ts'
import type { KeyPress } from '../ui/keys/key-press.ts'
import type { Offscreen } from '../ui/stack/open-offscreen.ts'

const badgeStyle = makeStyle({ bold: true, inverse: true })
const mostColumns = 24

/** A screen that shows each pressed key for `holdMs` in a badge at the bottom right. Keys of one moment share a badge. */
export function withKeyBadge(screen: Offscreen, holdMs: number): Offscreen {
  let keys: readonly string[] = []
  let pressedMs = Number.NEGATIVE_INFINITY
  return {
    draw(state, nowMs) {
      const drawn = screen.draw(state, nowMs)
      const untilMs = pressedMs + holdMs
      if (nowMs >= untilMs) return drawn
      const nextAtMs = drawn.nextAtMs === null ? untilMs : Math.min(drawn.nextAtMs, untilMs)
      return { frame: badged(drawn.frame, keys), nextAtMs }
    },
    press(press, state, nowMs) {
      keys = nowMs === pressedMs ? [...keys.slice(1 - mostColumns), keyName(press)] : [keyName(press)]
      pressedMs = nowMs
      screen.press(press, state, nowMs)
    },
  }
}

function keyName({ name }: KeyPress): string {
  return name === 'space' ? '␣' : name
}

/** The frame with the badge over the row above the last one. */
function badged(frame: CellFrame, keys: readonly string[]): CellFrame {
  const isTyped = keys.every((key) => displayWidth(key) === 1)
  const text = safe` ${cutToWidth(safeLine(keys.join(isTyped ? '' : ' ')), mostColumns)} `
  const start = Math.max(0, frame.columns - displayWidth(text) - 1)
  const place = Math.max(0, frame.rows.length - 2)
  const rows = frame.rows.map((row, index) => (index === place ? overlaid(row, text, start) : row))
  return { columns: frame.columns, rows }
}

function overlaid(row: CellRow, text: SafeText, start: number): CellRow {
  const { texts, styles } = columnsOfRow(row)
  const left: Row = Array.from({ length: start }, (_, column) => {
    // A wide character that the badge would cut in two is left out.
    const isCut = column === start - 1 && texts[start] === ''
    const shown = isCut ? ' ' : (texts[column] ?? ' ')
    return { text: safeLine(shown), style: styles[column] ?? plainStyle, link: null }
  })
  return cellRow([...left, { text, style: badgeStyle, link: null }], start + displayWidth(text))
}
