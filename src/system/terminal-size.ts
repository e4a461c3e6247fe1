export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

/** The size of a terminal, 80×24 where it does not know it: some pseudo-terminals report 0×0. */
export function terminalSize({ columns, rows }: NodeJS.WriteStream): TerminalSize {
  return { columns: columns > 0 ? columns : 80, rows: rows > 0 ? rows : 24 }
}
