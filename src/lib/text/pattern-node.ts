import { notLineBreaks, one, readEscape, readSet, type Characters } from './pattern-characters.ts'
import { PatternReader, UnreadablePattern } from './pattern-reader.ts'

/** A regular expression as a tree; what it repeats is repeated by whoever runs it. */
export type PatternNode =
  | ({ readonly type: 'character' } & Characters)
  | { readonly type: 'assertion'; readonly holds: Assertion }
  | { readonly type: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly type: 'alternatives'; readonly parts: readonly PatternNode[] }
  | {
      readonly type: 'repeat'
      readonly part: PatternNode
      readonly least: number
      /** null: without end. */
      readonly most: number | null
    }

/** What must be so between two characters. */
export type Assertion = 'start' | 'end' | 'word-boundary' | 'no-word-boundary'

/**
 * Reads a regular expression of ECMAScript without flags but `u`. null for what cannot be matched in one pass (references
 * back, looking around) and for what is no such expression.
 */
export function parsePattern(source: string): PatternNode | null {
  const reader = new PatternReader(source)
  try {
    const node = readAlternatives(reader)
    return reader.isAtEnd ? node : null
  } catch (cause) {
    if (cause instanceof UnreadablePattern) return null
    throw cause
  }
}

function readAlternatives(reader: PatternReader): PatternNode {
  const parts = [readSequence(reader)]
  while (reader.takes('|')) parts.push(readSequence(reader))
  return { type: 'alternatives', parts }
}

function readSequence(reader: PatternReader): PatternNode {
  const parts: PatternNode[] = []
  while (!['', '|', ')'].includes(reader.peek())) parts.push(readRepeated(reader))
  return { type: 'sequence', parts }
}

function readRepeated(reader: PatternReader): PatternNode {
  const part = readAtom(reader)
  const times = readTimes(reader)
  if (times === null) return part
  if (part.type === 'assertion') throw new UnreadablePattern()
  // As few or as many as can be: whether the whole matches is the same.
  reader.takes('?')
  return { type: 'repeat', part, ...times }
}

interface Times {
  readonly least: number
  readonly most: number | null
}

function readTimes(reader: PatternReader): Times | null {
  if (reader.takes('*')) return { least: 0, most: null }
  if (reader.takes('+')) return { least: 1, most: null }
  if (reader.takes('?')) return { least: 0, most: 1 }
  if (reader.peek() !== '{') return null
  const counted = reader.takesMatch(/^\{(\d{1,9})(?:(,)(\d{1,9})?)?\}/)
  if (counted === null) throw new UnreadablePattern()
  const least = Number(counted[1])
  const most = counted[2] === undefined ? least : counted[3] === undefined ? null : Number(counted[3])
  if (most !== null && most < least) throw new UnreadablePattern()
  return { least, most }
}

function readAtom(reader: PatternReader): PatternNode {
  const character = reader.next()
  switch (character) {
    case '(':
      return readGroup(reader)
    case '[':
      return { type: 'character', ...readSet(reader) }
    case '.':
      return { type: 'character', ...notLineBreaks }
    case '^':
      return { type: 'assertion', holds: 'start' }
    case '$':
      return { type: 'assertion', holds: 'end' }
    case '\\':
      if (reader.takes('b')) return { type: 'assertion', holds: 'word-boundary' }
      if (reader.takes('B')) return { type: 'assertion', holds: 'no-word-boundary' }
      return { type: 'character', ...readEscape(reader) }
    case '*':
    case '+':
    case '?':
    case '{':
    case '}':
    case ']':
      throw new UnreadablePattern()
    default:
      return { type: 'character', ...one(character) }
  }
}

function readGroup(reader: PatternReader): PatternNode {
  if (reader.takes('?') && !reader.takes(':')) {
    // A name is all that may stand here besides: (?<= and (?<! look around.
    const name = reader.takesMatch(/^<[a-z_$][\w$]*>/i)
    if (name === null) throw new UnreadablePattern()
  }
  const node = readAlternatives(reader)
  if (!reader.takes(')')) throw new UnreadablePattern()
  return node
}
