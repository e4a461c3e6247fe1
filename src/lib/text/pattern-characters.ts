import { UnreadablePattern, type PatternReader } from './pattern-reader.ts'

/** Some of all characters. */
export interface Characters {
  readonly has: (character: string) => boolean
  /** How many comparisons that takes, about. */
  readonly cost: number
}

export function one(character: string): Characters {
  return range(character, character)
}

/** All but line breaks: what a dot stands for. */
export const notLineBreaks = charactersThat((character) => !/^[\n\r\u2028\u2029]$/.test(character))

const digits = range('0', '9')
const words = charactersThat((character) => /^\w$/.test(character))
const spaces = charactersThat((character) => /^\s$/.test(character))

/** What stands between brackets, the first of which is taken. */
export function readSet(reader: PatternReader): Characters {
  const isNegated = reader.takes('^')
  const members: Characters[] = []
  while (!reader.takes(']')) {
    const first = readMember(reader)
    const isRange = reader.peek() === '-' && reader.peek(1) !== ']'
    if (!isRange) members.push(typeof first === 'string' ? one(first) : first)
    else {
      reader.next()
      const last = readMember(reader)
      if (typeof first !== 'string' || typeof last !== 'string' || codeOf(first) > codeOf(last))
        throw new UnreadablePattern()
      members.push(range(first, last))
    }
  }
  return {
    has: (character) => members.some(({ has }) => has(character)) !== isNegated,
    cost: Math.max(1, members.length),
  }
}

/** A character of a set, or what stands for several. */
function readMember(reader: PatternReader): string | Characters {
  const character = reader.next()
  if (character !== '\\') return character
  if (reader.takes('b')) return '\b'
  return readLiteralEscape(reader) ?? readEscape(reader)
}

/** What follows a backslash that is taken. */
export function readEscape(reader: PatternReader): Characters {
  const literal = readLiteralEscape(reader)
  if (literal !== null) return one(literal)
  const letter = reader.next()
  switch (letter) {
    case 'd':
      return digits
    case 'D':
      return not(digits)
    case 'w':
      return words
    case 'W':
      return not(words)
    case 's':
      return spaces
    case 'S':
      return not(spaces)
    case 'p':
    case 'P':
      return readProperty(reader, letter)
    default:
      throw new UnreadablePattern()
  }
}

const controls: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', v: '\v', f: '\f', 0: '\0' }

/** The character that an escape stands for; null, and nothing taken, when it is one of the others. */
function readLiteralEscape(reader: PatternReader): string | null {
  const code = reader.takesMatch(/^(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\})/i)
  if (code !== null) {
    const value = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16)
    // Half a character matches nothing that is whole.
    if (value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) throw new UnreadablePattern()
    return String.fromCodePoint(value)
  }
  const letter = reader.peek()
  const named = Object.hasOwn(controls, letter) ? controls[letter] : undefined
  const isOctal = letter === '0' && /^\d$/.test(reader.peek(1))
  if (named === undefined && (letter === '' || /^[\da-z]$/i.test(letter))) return null
  if (isOctal) return null
  reader.next()
  return named ?? letter
}

function readProperty(reader: PatternReader, letter: 'p' | 'P'): Characters {
  const name = reader.takesMatch(/^\{[\w=]{1,60}\}/)?.[0]
  if (name === undefined) throw new UnreadablePattern()
  try {
    // One character at a time: nothing that could be gone back over.
    const expression = new RegExp(`^\\${letter}${name}$`, 'u')
    return charactersThat((character) => expression.test(character))
  } catch {
    throw new UnreadablePattern()
  }
}

function charactersThat(has: (character: string) => boolean): Characters {
  return { has, cost: 1 }
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}

function range(first: string, last: string): Characters {
  const [from, to] = [codeOf(first), codeOf(last)]
  return charactersThat((character) => codeOf(character) >= from && codeOf(character) <= to)
}

function not({ has }: Characters): Characters {
  return charactersThat((character) => !has(character))
}
