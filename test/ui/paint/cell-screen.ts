import headless from '@xterm/headless'

/** What a terminal shows, cell by cell: `character|attributes`, in rows. */
export type CellRows = readonly string[]

export interface CellScreen {
  write(bytes: string): void
  resize(columns: number, rows: number): void
  /** What the screen shows once everything written counts. */
  shown(): Promise<CellRows>
  dispose(): void
}

export function cellScreen(columns: number, rows: number): CellScreen {
  const xterm = new headless.Terminal({ cols: columns, rows, scrollback: 0, allowProposedApi: true })
  const empty = xterm.buffer.active.getNullCell()

  function row(index: number): string {
    const line = xterm.buffer.active.getLine(xterm.buffer.active.baseY + index)
    if (line === undefined) return ''
    let text = ''
    for (let column = 0; column < xterm.cols; column++) {
      const cell = line.getCell(column, empty)
      if (cell === undefined || cell.getWidth() === 0) continue
      const marks = [
        cell.isBold() === 0 ? '' : 'b',
        cell.isDim() === 0 ? '' : 'd',
        cell.isInverse() === 0 ? '' : 'i',
        cell.isUnderline() === 0 ? '' : 'u',
        cell.isStrikethrough() === 0 ? '' : 's',
        cell.isFgDefault() ? '' : `c${cell.getFgColorMode()}.${cell.getFgColor()}`,
        cell.isBgDefault() ? '' : 'bg',
      ].join('')
      // A blank that was written and one that never was look alike.
      const characters = cell.getChars() === '' ? ' ' : cell.getChars()
      text += marks === '' ? characters : `{${characters}|${marks}}`
    }
    return text.trimEnd()
  }

  return {
    write: (bytes) => xterm.write(bytes),
    resize: (toColumns, toRows) => xterm.resize(toColumns, toRows),
    shown: async () => {
      await new Promise<void>((parsed) => xterm.write('', parsed))
      return Array.from({ length: xterm.rows }, (_, index) => row(index))
    },
    dispose: () => xterm.dispose(),
  }
}
