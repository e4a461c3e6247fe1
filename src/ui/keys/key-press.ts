/** A key press: its name as in the key table (`tab`, `shift-tab`, `ctrl-c`, `G`), and the text it types, '' for none. */
export interface KeyPress {
  readonly name: string
  readonly text: string
}
