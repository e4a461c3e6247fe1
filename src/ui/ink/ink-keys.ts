import { useInput, usePaste, type Key } from 'ink'
import type { KeyPress } from '../keys/key-press.ts'
import { privateKey } from '../../app/ports/terminal-keys.ts'

/** Passes on every key and paste. The focus is part of the screen's state (`state/ui-state.ts`), not of React's. */
export function useKeys(onKey: (press: KeyPress) => void, onPaste: (text: string) => void): void {
  useInput((input, key) => {
    for (const press of keyPresses(input, key)) onKey(press)
  })
  usePaste(onPaste)
}

const named: readonly (readonly [keyof Key, string])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageDown', 'pagedown'],
  ['pageUp', 'pageup'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
  ['escape', 'escape'],
]

/** The key presses in one call of Ink's input handler: fast typing and auto-repeat arrive as several characters at once. */
export function keyPresses(input: string, key: Key): readonly KeyPress[] {
  const special = named.find(([flag]) => key[flag])?.[1]
  // Two escapes in one read arrive as one escape with meta.
  if (special === 'escape' && key.meta) return [escape, escape]
  if (special !== undefined) return [{ name: modified(special, key), text: '' }]
  if (key.ctrl) return input === '' ? [] : [{ name: `ctrl-${input}`, text: '' }]
  const base = input === '\r' ? 'enter' : (privateKey(input) ?? input)
  if (key.meta) return input === '' ? [] : [{ name: `alt-${base}`, text: '' }]
  return Array.from(input, typed)
}

const escape: KeyPress = { name: 'escape', text: '' }

function modified(name: string, key: Key): string {
  if (name === 'enter' && (key.meta || key.shift || key.ctrl)) return 'alt-enter'
  if (key.meta && name !== 'escape') return `alt-${name}`
  if (key.ctrl) return `ctrl-${name}`
  return key.shift && name === 'tab' ? 'shift-tab' : name
}

function typed(character: string): KeyPress {
  switch (character) {
    case '\r':
      return { name: 'enter', text: '' }
    case '\n':
      return { name: 'ctrl-j', text: '' }
    case '\t':
      return { name: 'tab', text: '' }
    case '\u007f':
    case '\b':
      return { name: 'backspace', text: '' }
    case '\u001f':
      return { name: 'ctrl-_', text: '' }
    case ' ':
      return { name: 'space', text: ' ' }
    default: {
      const name = privateKey(character)
      if (name !== null) return { name, text: '' }
      return character < ' '
        ? { name: `ctrl-${String.fromCharCode(character.charCodeAt(0) + 96)}`, text: '' }
        : { name: character, text: character }
    }
  }
}
