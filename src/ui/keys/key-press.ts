/** A key press: its name as in the key table (`tab`, `shift-tab`, `ctrl-c`, `G`), and the text it types, '' for none. */
export interface KeyPress {
  readonly name: string
  readonly text: string
}

/** The press of a key, by its name. */
export function pressOf(name: string): KeyPress {
  if (name === 'space') return { name, text: ' ' }
  return { name, text: Array.from(name).length === 1 ? name : '' }
}
