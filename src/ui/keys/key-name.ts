import { safeLine, type SafeText } from '../../lib/text/safe-text.ts'

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
