import { safeLine, type SafeText } from '../../lib/text/safe-text.ts'

/** A key press: its name as in the key table (`tab`, `shift-tab`, `ctrl-c`, `G`), and the text it types, '' for none. */
export interface KeyPress {
  readonly name: string
  readonly text: string
}

export function pressOf(name: string): KeyPress {
  if (name === 'space') return { name, text: ' ' }
  return { name, text: Array.from(name).length === 1 ? name : '' }
}

const names: Readonly<Record<string, string>> = {
  escape: 'esc',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  delete: 'Del',
  insert: 'Ins',
}

/** A key as the screen names it: `esc`, `↑`, `PgDn`, `ctrl-l`, `F5`. */
export function keyName(key: string): SafeText {
  if (/^f\d/.test(key)) return safeLine(key.toUpperCase())
  return safeLine(Object.hasOwn(names, key) ? (names[key] ?? key) : key)
}
