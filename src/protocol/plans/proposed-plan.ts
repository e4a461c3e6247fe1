/**
 * The parser state of one message, for the plan that an agent wraps in `<proposed_plan>` … `</proposed_plan>`. As in
 * codex, where this comes from, a tag is alone on its line, surrounding blanks do not count, and an unclosed block
 * ends with its message. Unlike in codex, a tag is never shown as text. Immutable.
 */
export interface PlanReader {
  /**
   * Where the text goes. `empty`: a block with only blanks so far; it becomes the `plan`, or an `aside`, which is
   * shown as text because the turn has its plan already.
   */
  readonly block: 'none' | 'empty' | 'plan' | 'aside'
  /** False inside a line whose beginning was emitted. */
  readonly isLineStart: boolean
  /** The beginning of a line that may become a tag: not emitted yet. */
  readonly held: string
  /** The blanks of an empty block. */
  readonly blanks: string
}

/** The output for a piece of a message. */
export interface PieceOutput {
  readonly reader: PlanReader
  /** The text without the plan and without tags. */
  readonly said: string
  /** Text to append to the plan. */
  readonly plan: string
  /** The plan is complete. */
  readonly hasClosed: boolean
  /** There was a block that could not become the plan. */
  readonly hasAside: boolean
}

const openTag = '<proposed_plan>'
const closeTag = '</proposed_plan>'
/** A longer line is not a tag, even if it is mostly blanks: it must not be held back for ever. */
const tagLineLimit = 200

const atLineStart: PlanReader = { block: 'none', isLineStart: true, held: '', blanks: '' }
const inLine: PlanReader = { ...atLineStart, isLineStart: false }

/** For a new message, or to continue one whose text so far is `said` and which has no open block. */
export function planReader(said: string): PlanReader {
  return said === '' || said.endsWith('\n') ? atLineStart : inLine
}

/**
 * Parses a piece. The output does not depend on how a message is cut into pieces, and a piece costs what its own
 * length costs. `mayPropose`: the first block that begins here is a plan.
 */
export function readPiece(reader: PlanReader, piece: string, mayPropose: boolean): PieceOutput {
  const reading = readingFrom(reader, mayPropose)
  const text = reader.held + piece
  let handled = 0
  for (let at = 0; at < text.length;) {
    const lineBreak = text.indexOf('\n', at)
    const end = lineBreak < 0 ? text.length : lineBreak
    const tag = reading.isLineStart ? tagIn(text, at, end) : 'none'
    if (lineBreak < 0 && tag !== 'none') {
      reading.held = text.slice(at)
      tell(reading, text.slice(handled, at))
      return toldBy(reading)
    }
    if (tag === 'open' || tag === 'close') {
      tell(reading, text.slice(handled, at))
      meet(reading, tag)
      handled = end + 1
    }
    reading.isLineStart = lineBreak >= 0
    at = end + 1
  }
  tell(reading, text.slice(handled))
  return toldBy(reading)
}

/** The end of the message: emits what was held back, and closes an open block. */
export function endMessage(reader: PlanReader, mayPropose: boolean): PieceOutput {
  const reading = readingFrom(reader, mayPropose)
  const tag = tagIn(reader.held, 0, reader.held.length)
  if (tag === 'open' || tag === 'close') meet(reading, tag)
  else tell(reading, reader.held)
  meet(reading, 'close')
  return toldBy(reading)
}

type Reading = { -readonly [K in keyof Omit<PieceOutput, 'reader'>]: PieceOutput[K] } & {
  -readonly [K in keyof PlanReader]: PlanReader[K]
} & { mayPropose: boolean }

function readingFrom({ block, isLineStart, blanks }: PlanReader, mayPropose: boolean): Reading {
  const told = { said: '', plan: '', hasClosed: false, hasAside: false }
  return { block, isLineStart, held: '', blanks, mayPropose, ...told }
}

function toldBy({ block, isLineStart, held, blanks, said, plan, hasClosed, hasAside }: Reading): PieceOutput {
  const plain = isLineStart ? atLineStart : inLine
  const reader = block === 'none' && held === '' ? plain : { block, isLineStart, held, blanks }
  return { reader, said, plan, hasClosed, hasAside }
}

function tell(reading: Reading, text: string): void {
  if (reading.block === 'empty') {
    reading.blanks += text
    if (!/\S/.test(text)) return
    reading.block = reading.mayPropose ? 'plan' : 'aside'
    reading.hasAside ||= !reading.mayPropose
    add(reading, reading.blanks)
    reading.blanks = ''
  } else add(reading, text)
}

function add(reading: Reading, text: string): void {
  if (reading.block === 'plan') reading.plan += text
  else reading.said += text
}

/** An opening tag inside a block, or a closing one outside, is left out. */
function meet(reading: Reading, tag: 'open' | 'close'): void {
  if (tag === 'open') {
    if (reading.block === 'none') reading.block = 'empty'
    return
  }
  if (reading.block === 'plan') {
    reading.hasClosed = true
    reading.mayPropose = false
  }
  reading.block = 'none'
  reading.blanks = ''
}

/** The tag on a line; `perhaps` if it may be the beginning of one, or is blank. */
function tagIn(text: string, at: number, end: number): 'open' | 'close' | 'perhaps' | 'none' {
  if (end - at > tagLineLimit || isPlain(text.charCodeAt(at))) return 'none'
  const line = text.slice(at, end).trimStart()
  const words = line.trimEnd()
  if (words === openTag) return 'open'
  if (words === closeTag) return 'close'
  // A blank ends a tag: nothing can follow after a part of one.
  const isWhole = words.length === line.length
  return words === '' || (isWhole && (openTag.startsWith(line) || closeTag.startsWith(line)))
    ? 'perhaps'
    : 'none'
}

/** Most lines begin with a character that no tag begins with. */
function isPlain(code: number): boolean {
  return code > 32 && code < 127 && code !== 60
}
