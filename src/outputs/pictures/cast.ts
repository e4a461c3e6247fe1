import { type CellFrame, emptyCellRow } from '../../lib/cells/cell-row.ts'
import { writeShownJson } from '../../lib/json/write-json.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import { type Picture, type PictureOptions, type WritePiece, colorsOf } from './picture.ts'
import { RowWriter } from '../../lib/cells/row-writer.ts'

/**
 * A recording for asciinema: the changes of the screen, and markers. It has no idle limit, so that players keep all pauses.
 * https://docs.asciinema.org/manual/asciicast/v2/
 */
export function openCast(options: PictureOptions, write: WritePiece): Picture {
  let shown: CellFrame | null = null
  let lastMicros = 0
  write(`${writeShownJson(headerOf(options))}\n`)

  function event(atMs: number, code: 'o' | 'm', text: string): void {
    lastMicros = Math.max(lastMicros, Math.round(atMs * 1000))
    write(`[${seconds(lastMicros)}, "${code}", ${writeShownJson(text)}]\n`)
  }

  return {
    frame(atMs, frame) {
      const bytes = shown === null ? firstFrame(frame) : nextFrame(shown, frame)
      shown = frame
      if (bytes !== '') event(atMs, 'o', bytes)
    },
    mark: (atMs, text) => event(atMs, 'm', safeLine(text)),
    end(atMs) {
      // Players stop at the last event.
      if (Math.round(atMs * 1000) > lastMicros) event(atMs, 'o', '\u001b[0m')
    },
  }
}

function headerOf({ columns, rows, title, theme }: PictureOptions): object {
  const { fg, bg, palette } = colorsOf(theme)
  return {
    version: 2,
    width: columns,
    height: rows,
    ...(title === null ? {} : { title: safeLine(title) }),
    env: { TERM: 'xterm-256color' },
    theme: { fg, bg, palette: palette.join(':') },
  }
}

/** Whole microseconds as decimal seconds, without rounding. */
function seconds(micros: number): string {
  return `${Math.floor(micros / 1e6)}.${String(micros % 1e6).padStart(6, '0')}`
}

const writer = new RowWriter()

/** The output that draws this frame in a new terminal, without cursor and line wrapping. */
export function firstFrame(frame: CellFrame): string {
  return `\u001b[?25l\u001b[?7l\u001b[0m\u001b[H\u001b[J${frame.rows.map((row) => writer.whole(row)).join('\r\n')}`
}

/** The output that changes a terminal from one frame to the next; '' if nothing differs. */
export function nextFrame(before: CellFrame, after: CellFrame): string {
  let bytes = ''
  for (let index = 0; index < Math.max(before.rows.length, after.rows.length); index++) {
    const old = before.rows[index] ?? emptyCellRow
    const row = after.rows[index] ?? emptyCellRow
    if (old.key !== row.key) bytes += writer.change(old, row, index + 1)
  }
  return bytes
}
