import { privateCharacter } from '../../app/ports/terminal-keys.ts'

/** The numbers of keys in `ESC [ number ~`, by xterm and those that follow it. */
const numbered: Readonly<Record<string, string>> = {
  2: 'insert',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
}
/** Their letters: after `ESC O`, and in the Linux console after `ESC [ [`. */
const afterO = ['P', 'Q', 'R', 'S']
const inConsole = ['A', 'B', 'C', 'D', 'E']

/** A function key or insert, and how many characters it is sent as. */
export interface FunctionKey {
  /** What stands for it in the keys that Ink reads. */
  readonly character: string
  readonly length: number
}

/** The key that a text begins with, without ctrl, shift or alt; null: it begins with something else; `cut`: it may become one. */
export function functionKeyAt(text: string): FunctionKey | 'cut' | null {
  if (text.startsWith('\u001bO')) return lettered(text, 2, afterO)
  if (text.startsWith('\u001b[[')) return lettered(text, 3, inConsole)
  const [whole, number] = /^\u001b\[(\d{1,2})~/.exec(text) ?? []
  if (whole !== undefined && number !== undefined) return keyNamed(numbered[number], whole.length)
  return /^\u001b(?:\[\d{0,2})?$/.test(text) ? 'cut' : null
}

function lettered(text: string, at: number, letters: readonly string[]): FunctionKey | 'cut' | null {
  const letter = text[at]
  if (letter === undefined) return 'cut'
  const number = letters.indexOf(letter) + 1
  return number === 0 ? null : keyNamed(`f${number}`, at + 1)
}

function keyNamed(name: string | undefined, length: number): FunctionKey | null {
  return name === undefined ? null : { character: privateCharacter(name), length }
}
