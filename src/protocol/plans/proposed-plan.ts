/**
 * Where the reading of one message stands, for the plan that an agent wraps in `<proposed_plan>` … `</proposed_plan>`. As
 * in codex, where this comes from, a tag stands alone on its line, blanks around it do not count, and a block that is never
 * closed ends with its message. Unlike there, no tag is told as text, wherever it stands. Immutable.
 */
export interface PlanReader {
  /**
   * Where the text goes. `empty` is a block with nothing but blanks so far: it becomes the `plan`, or an `aside`, which is
   * told as text since it can be no plan.
   */
  readonly block: 'none' | 'empty' | 'plan' | 'aside'
  /** False in the midst of a line that is told already. */
  readonly isLineStart: boolean
  /** The beginning of a line that may still become a tag: not told yet. */
  readonly held: string
  /** The blanks of an empty block. */
  readonly blanks: string
}

/** What a piece of a message tells. */
export interface ToldPiece {
  readonly reader: PlanReader
  /** To be said: the text without the plan and without tags. */
  readonly said: string
  /** To be added to the plan. */
  readonly plan: string
  /** The plan is whole. */
  readonly hasClosed: boolean
  /** There was a block that could be no plan. */
  readonly hasAside: boolean
}

const openTag = '<proposed_plan>'
const closeTag = '</proposed_plan>'
/** A longer line is no tag, however many blanks are in it: it must not be held for ever. */
const tagLineLimit = 200

const atLineStart: PlanReader = { block: 'none', isLineStart: true, held: '', blanks: '' }
const inLine: PlanReader = { ...atLineStart, isLineStart: false }

/** For a new message, or for more of one of which `said` was told and no block is open. */
export function planReader(said: string): PlanReader {
  return said === '' || said.endsWith('\n') ? atLineStart : inLine
}

/**
 * Reads on. A message tells the same in whatever pieces it comes, and a piece costs what its own length costs. `mayPropose`:
 * the first block that begins here is a plan.
 */
export function readPiece(reader: PlanReader, piece: string, mayPropose: boolean): ToldPiece {
  const reading = readingFrom(reader, mayPropose)
  const text = reader.held + piece
  let told = 0
  for (let at = 0; at < text.length;) {
    const lineBreak = text.indexOf('\n', at)
    const end = lineBreak < 0 ? text.length : lineBreak
    const tag = reading.isLineStart ? tagIn(text, at, end) : 'none'
    if (lineBreak < 0 && tag !== 'none') {
      reading.held = text.slice(at)
      tell(reading, text.slice(told, at))
      return toldBy(reading)
    }
    if (tag === 'open' || tag === 'close') {
      tell(reading, text.slice(told, at))
      meet(reading, tag)
      told = end + 1
    }
    reading.isLineStart = lineBreak >= 0
    at = end + 1
  }
  tell(reading, text.slice(told))
  return toldBy(reading)
}

/** The message has ended: what was held is told, and an open block is closed. */
export function endMessage(reader: PlanReader, mayPropose: boolean): ToldPiece {
  const reading = readingFrom(reader, mayPropose)
  const tag = tagIn(reader.held, 0, reader.held.length)
  if (tag === 'open' || tag === 'close') meet(reading, tag)
  else tell(reading, reader.held)
  meet(reading, 'close')
  return toldBy(reading)
}

type Reading = { -readonly [K in keyof Omit<ToldPiece, 'reader'>]: ToldPiece[K] } & {
  -readonly [K in keyof PlanReader]: PlanReader[K]
} & { mayPropose: boolean }

function readingFrom({ block, isLineStart, blanks }: PlanReader, mayPropose: boolean): Reading {
  const told = { said: '', plan: '', hasClosed: false, hasAside: false }
  return { block, isLineStart, held: '', blanks, mayPropose, ...told }
}

function toldBy({ block, isLineStart, held, blanks, said, plan, hasClosed, hasAside }: Reading): ToldPiece {
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

/** A tag that opens in a block, or closes outside of one, is only left out. */
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

/** The tag that a line is; `perhaps` when it is the beginning of one, or blank. */
function tagIn(text: string, at: number, end: number): 'open' | 'close' | 'perhaps' | 'none' {
  if (end - at > tagLineLimit || isPlain(text.charCodeAt(at))) return 'none'
  const line = text.slice(at, end).trimStart()
  const words = line.trimEnd()
  if (words === openTag) return 'open'
  if (words === closeTag) return 'close'
  // Nothing can follow a blank after a part of a tag.
  const isWhole = words.length === line.length
  return words === '' || (isWhole && (openTag.startsWith(line) || closeTag.startsWith(line)))
    ? 'perhaps'
    : 'none'
}

/** Most lines begin with what no tag begins with. */
function isPlain(code: number): boolean {
  return code > 32 && code < 127 && code !== 60
}
