import { type TerminalReport, type MouseReport, privateCharacter } from '../../app/ports/terminal-keys.ts'

export interface FilteredInput {
  /** What was typed or pasted, with a private character for each key that Ink does not tell apart. */
  readonly keys: string
  readonly reports: readonly TerminalReport[]
}

const pasteStart = '\u001b[200~'
const pasteEnd = '\u001b[201~'
/** A report that is longer than this is junk. */
const longest = 128
/** Control keys that came alone: terminals send a paste in larger parts. Without ESC, which may be the beginning of its end. */
const controlKeys = /^(?:[\0-\u0008\u000b\f\u000e-\u001a\u001c-\u001f\u007f]|\u001b\[[\d:;]+u)+$/
/** A key or a report that came alone, and not the late end of a paste. */
const oneKey = /^(?!\u001b\[201~)(?:\u001b(?:[[O][<?\d:;]*)?)?.$/su

/**
 * Takes the reports of a terminal out of what is read from it, and function keys into characters that Ink passes on. Input may be cut anywhere: a beginning that could become a report is held
 * back (`holds`) until more comes, or until `release`. Pastes pass as they are; one without an end is ended by a control key or by
 * `release`, because it would take every key.
 */
export class ReportFilter {
  #held = ''
  /** `paused`: its end has not come, and for a while nothing else has. */
  #paste: 'none' | 'open' | 'paused' = 'none'
  /** The form of the rest of a report whose beginning was dropped; null: there is none. */
  #droppedRest: RegExp | null = null
  /** The last characters of the paste, which may be the beginning of its end. */
  #pasteTail = ''

  /**
   * What is held back: without more input, call `release` after a while, which is short for what may be a key and long for what can only
   * be the beginning of a report, or a paste. null: nothing is.
   */
  get holds(): 'key' | 'report' | 'paste' | null {
    if (this.#paste === 'open') return 'paste'
    if (this.#held === '') return null
    return isOnlyReport(this.#held) ? 'report' : 'key'
  }

  push(chunk: string): FilteredInput {
    let rest = this.#held + this.#withoutDropped(chunk)
    this.#held = ''
    let keys = this.#pasteBefore(chunk)
    const reports: TerminalReport[] = []
    while (rest !== '') {
      if (this.#paste === 'open') {
        const passed = this.#pasted(rest)
        keys += passed
        rest = rest.slice(passed.length)
        continue
      }
      const start = rest.indexOf('\u001b')
      if (start < 0) return { keys: keys + rest, reports }
      keys += rest.slice(0, start)
      rest = rest.slice(start)
      if (rest.startsWith(pasteStart)) {
        keys += this.#openPaste()
        rest = rest.slice(pasteStart.length)
        continue
      }
      const key = functionKeyAt(rest)
      if (key !== null && key !== 'cut') {
        keys += key.character
        rest = rest.slice(key.length)
        continue
      }
      const found = key === 'cut' || pasteStart.startsWith(rest) ? 'cut' : reportAt(rest)
      if (found === 'cut') {
        this.#held = rest
        return { keys, reports }
      }
      if (found === null) {
        keys += '\u001b'
        rest = rest.slice(1)
        continue
      }
      if (found.report !== null) reports.push(found.report)
      rest = rest.slice(found.length)
    }
    return { keys, reports }
  }

  /** What was held back and is a key, since nothing has followed it, or the end of a paste; the beginning of a report is dropped. */
  release(): string {
    if (this.#paste === 'open') {
      this.#paste = 'paused'
      return pasteEnd
    }
    const held = this.#held
    this.#held = ''
    if (!isOnlyReport(held)) return held
    this.#droppedRest = restOf(held)
    return ''
  }

  /** What comes next, without the rest of a report whose beginning was dropped: it comes at once, which keys with such a text do not. */
  #withoutDropped(chunk: string): string {
    const form = this.#droppedRest
    this.#droppedRest = null
    return form === null ? chunk : chunk.replace(form, '')
  }

  #openPaste(): string {
    this.#paste = 'open'
    this.#pasteTail = ''
    return pasteStart
  }

  /** Ends a paste, or begins it again, by what comes now. What was pasted must never be taken for keys, however late it comes. */
  #pasteBefore(chunk: string): string {
    const was = this.#paste
    if (was === 'paused' && !oneKey.test(chunk) && !controlKeys.test(chunk)) return this.#openPaste()
    if (was === 'paused' || controlKeys.test(chunk)) this.#paste = 'none'
    return was === 'open' && this.#paste === 'none' ? pasteEnd : ''
  }

  /** The part of a text that belongs to the paste, with its end. */
  #pasted(text: string): string {
    const seen = this.#pasteTail + text
    const end = seen.indexOf(pasteEnd)
    if (end < 0) {
      this.#pasteTail = seen.slice(-(pasteEnd.length - 1))
      return text
    }
    this.#paste = 'none'
    return text.slice(0, end + pasteEnd.length - this.#pasteTail.length)
  }
}

interface FoundReport {
  readonly length: number
  /** null: it is junk, and nobody has typed it. */
  readonly report: TerminalReport | null
}

/** The report that a text begins with; null: it begins with something else; `cut`: it may become one. */
function reportAt(text: string): FoundReport | 'cut' | null {
  const [, kind] = text
  if (kind === undefined) return 'cut'
  if (kind === ']') return backgroundAt(text)
  if (kind !== '[') return null
  const [, , mark] = text
  if (mark === undefined) return 'cut'
  if (mark === '<') return numbered(text, /[Mm]/, sgrMouse)
  if (mark === '?') return numbered(text, /[A-Za-z$]/, answer)
  if (mark === 'M') return oldMouse(text)
  return null
}

/** `ESC [`, a mark, numbers with `;` between them (below 0 where the mouse left the terminal), and a letter. What has no such form is dropped as far as it has. */
function numbered(
  text: string,
  finals: RegExp,
  read: (numbers: readonly number[], final: string) => TerminalReport | 'key' | null,
): FoundReport | 'cut' | null {
  let at = 3
  while (at < text.length && at < longest && /[\d;-]/.test(text.charAt(at))) at += 1
  if (at === text.length) return at < longest ? 'cut' : { length: at, report: null }
  const final = text.charAt(at)
  if (!finals.test(final)) return { length: at, report: null }
  const report = read(text.slice(3, at).split(';').map(Number), final)
  return report === 'key' ? null : { length: at + 1, report }
}

function sgrMouse([code = 0, column = 0, row = 0]: readonly number[], final: string): TerminalReport | null {
  return mouseReport(code, { column, row }, final === 'm')
}

function answer([first, second]: readonly number[], final: string): TerminalReport | 'key' | null {
  if (final === 'c') return { type: 'attributes' }
  if (final === 'n' && first === 997)
    return second === 1 || second === 2 ? { type: 'scheme', isDark: second === 1 } : null
  // Ink reads the others itself.
  return 'key'
}

/** The form of terminals without SGR coordinates: three characters, each 32 more than its number. */
function oldMouse(text: string): FoundReport | 'cut' | null {
  if (text.length < 6) return text.length === 3 || isPlain(text.slice(3)) ? 'cut' : null
  const numbers = Array.from({ length: 3 }, (_, index) => text.charCodeAt(3 + index) - 32)
  const [code = 0, column = 0, row = 0] = numbers
  if (numbers.some((number) => number < 0)) return null
  return { length: 6, report: mouseReport(code, { column, row }, false) }
}

function isPlain(text: string): boolean {
  return !/[^ -~\u0080-\uffff]/.test(text)
}

/** `ESC ] 11 ; rgb:RR/GG/BB` and BEL or ESC \. */
function backgroundAt(text: string): FoundReport | 'cut' | null {
  const start = '\u001b]11;'
  if (!text.startsWith(start)) return start.startsWith(text) ? 'cut' : null
  const body = bodyLength(text)
  const [end] = /^(?:\u0007|\u001b\\|\u009c)/.exec(text.slice(body)) ?? []
  if (end === undefined) {
    const isUnfinished = body < longest && ['', '\u001b'].includes(text.slice(body))
    return isUnfinished ? 'cut' : { length: body, report: null }
  }
  const [, red, green, blue] =
    /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?$/i.exec(
      text.slice(start.length, body),
    ) ?? []
  const length = body + end.length
  if (red === undefined || green === undefined || blue === undefined) return { length, report: null }
  return { length, report: { type: 'background', red: part(red), green: part(green), blue: part(blue) } }
}

/** The length of an answer without its end: to the first character that is in none. */
function bodyLength(text: string): number {
  const end = text.slice(1).search(/[^ -~]/)
  return end < 0 ? text.length : end + 1
}

/** A part of a colour, of one to four hexadecimal digits. */
function part(digits: string): number {
  return Number.parseInt(digits, 16) / (16 ** digits.length - 1)
}

/** The form of what ends a report with this beginning. */
function restOf(held: string): RegExp {
  if (held.startsWith('\u001b[<')) return /^[\d;-]+[Mm]/
  return held.startsWith('\u001b[') ? /^[\d;]+[cn]/ : /^[\da-z:;/]*(?:\u0007|\u001b?\\|\u009c)/i
}

/** The beginning of a report that no key begins with. */
function isOnlyReport(held: string): boolean {
  return held.startsWith('\u001b[<') || held.startsWith('\u001b]1') || /^\u001b\[\?\d/.test(held)
}

/** The largest column or row that is believed. */
const farthest = 10_000

/** A mouse report from its numbers, as the terminal has them: the code of the button, and the place from 1. null: it is junk. */
function mouseReport(
  code: number,
  place: { readonly column: number; readonly row: number },
  isRelease: boolean,
): MouseReport | null {
  const { column, row } = place
  if (!(column >= 1 && column <= farthest && row >= 1 && row <= farthest && code < 256)) return null
  const at = { type: 'mouse', column: column - 1, row: row - 1 } as const
  const button = (['left', 'middle', 'right'] as const)[code & 3] ?? 'other'
  if ((code & 64) !== 0) {
    const action = (['wheel-up', 'wheel-down', 'wheel-left', 'wheel-right'] as const)[code & 3]
    return action === undefined ? null : { ...at, action, button: 'other' }
  }
  if ((code & 128) !== 0) return { ...at, action: isRelease ? 'release' : 'press', button: 'other' }
  if ((code & 32) !== 0) return { ...at, action: 'move', button }
  // Without SGR coordinates a release has no button.
  return { ...at, action: isRelease || (code & 3) === 3 ? 'release' : 'press', button }
}

/** The numbers of keys in `ESC [ number ~`, by xterm and those that follow it. */
const keysByNumber: Readonly<Record<string, string>> = {
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
interface FunctionKey {
  /** What stands for it in the keys that Ink reads. */
  readonly character: string
  readonly length: number
}

/** The key that a text begins with, without ctrl, shift or alt; null: it begins with something else; `cut`: it may become one. */
function functionKeyAt(text: string): FunctionKey | 'cut' | null {
  if (text.startsWith('\u001bO')) return lettered(text, 2, afterO)
  if (text.startsWith('\u001b[[')) return lettered(text, 3, inConsole)
  const [whole, number] = /^\u001b\[(\d{1,2})~/.exec(text) ?? []
  if (whole !== undefined && number !== undefined) return keyNamed(keysByNumber[number], whole.length)
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
