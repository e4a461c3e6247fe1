import { Buffer } from 'node:buffer'

/** A common piece is looked for by so many bytes of it. */
const probeBytes = 64
/** How far behind a difference the same place of both is compared again, and then any place near it. */
const sameSteps = [16, 32, 64, 128, 256]
const movedSteps = [0, 64, 192, 512, 1_024, 2_048]
/** How far around the place a moved piece is looked for. */
const searchedBytes = 16 * 1024
/** Bytes that are passed over when nothing was found. */
const passedBytes = 4 * 1024
const maxPieces = 2_048
/** Searches for moved pieces: so many, and one more for each part of the message. */
const leastSearches = 64
const bytesOfSearch = 16 * 1024
/** The numbers of a piece: how many bytes of its own, where the common ones are, and how many. */
const headBytes = 12

/**
 * Writes `whole` as its difference from `base` to `out`: pieces, each some bytes of its own and some that are common with the base. Returns
 * where it ends; null: it does not end before `limit`. The work is bounded for each byte, whatever the bytes are.
 */
export function writePieces(base: ByteSpan, whole: Buffer, out: Buffer, limits: Limits): number | null {
  const writer = new PieceWriter(whole, out, limits)
  const search = { base, whole, left: leastSearches + Math.ceil(whole.length / bytesOfSearch) }
  let [at, place] = [0, base.from]
  for (let pieces = 0; at < whole.length && pieces < maxPieces; pieces++) {
    const piece =
      pieceFrom(search, at, place) ?? samePlace(search, at, place) ?? movedPiece(search, at, place)
    if (piece === null) {
      if (search.left <= 0) break
      at += passedBytes
      place += passedBytes
      continue
    }
    if (!writer.write(piece.at, piece.place - base.from, piece.length)) return null
    at = piece.at + piece.length
    place = piece.place + piece.length
  }
  return writer.finish()
}

/** Where the difference is written from, and where it has to end. */
export interface Limits {
  readonly from: number
  readonly limit: number
}

/** Puts together what `writePieces` wrote. */
export function readPieces(base: Buffer, pieces: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < pieces.length;) {
    const own = pieces.readUInt32LE(at)
    const place = pieces.readUInt32LE(at + 4)
    const length = pieces.readUInt32LE(at + 8)
    at += headBytes
    parts.push(pieces.subarray(at, at + own), base.subarray(place, place + length))
    at += own
  }
  return Buffer.concat(parts)
}

class PieceWriter {
  readonly #whole: Buffer
  readonly #out: Buffer
  readonly #limit: number
  #end: number
  /** How much of the message is written. */
  #written = 0

  constructor(whole: Buffer, out: Buffer, { from, limit }: Limits) {
    this.#whole = whole
    this.#out = out
    this.#limit = limit
    this.#end = from
  }

  /** Writes what stands before `at`, and the common bytes there; false: there is no room. */
  write(at: number, place: number, length: number): boolean {
    const own = at - this.#written
    if (this.#end + headBytes + own > this.#limit) return false
    const out = this.#out
    out.writeUInt32LE(own, this.#end)
    out.writeUInt32LE(place, this.#end + 4)
    out.writeUInt32LE(length, this.#end + 8)
    this.#end += headBytes
    this.#end += this.#whole.copy(out, this.#end, this.#written, at)
    this.#written = at + length
    return true
  }

  finish(): number | null {
    const isComplete = this.#written === this.#whole.length || this.write(this.#whole.length, 0, 0)
    return isComplete ? this.#end : null
  }
}

interface Search {
  readonly base: ByteSpan
  readonly whole: Buffer
  /** How many searches for moved pieces are left. */
  left: number
}

interface Piece {
  /** Where it is in the message, and in the bytes of the base. */
  readonly at: number
  readonly place: number
  readonly length: number
}

function samePlace(search: Search, at: number, place: number): Piece | null {
  for (const step of sameSteps) {
    const piece = pieceFrom(search, at + step, place + step)
    if (piece !== null) return grownBack(search, piece, at)
  }
  return null
}

function movedPiece(search: Search, at: number, place: number): Piece | null {
  const { base, whole } = search
  for (const step of movedSteps) {
    const from = at + step
    if (from + probeBytes > whole.length || search.left-- <= 0) return null
    const probe = whole.subarray(from, from + probeBytes)
    const begin = Math.min(place, base.to)
    const around = base.bytes.subarray(
      Math.max(base.from, begin - searchedBytes),
      Math.min(base.to, begin + searchedBytes),
    )
    const middle = Math.min(begin - base.from, searchedBytes)
    let found = around.indexOf(probe, middle)
    if (found < 0) found = around.indexOf(probe)
    if (found < 0) continue
    const piece = pieceFrom(search, from, begin - middle + found)
    if (piece !== null) return grownBack(search, piece, at)
  }
  return null
}

/** The common bytes from these places on; null: they are too few. */
function pieceFrom({ base, whole }: Search, at: number, place: number): Piece | null {
  const limit = Math.min(whole.length - at, base.to - place)
  if (limit < headBytes) return null
  const length = commonStart(
    { bytes: whole, from: at, to: whole.length },
    { bytes: base.bytes, from: place, to: base.to },
    limit,
    limit,
  )
  return length > 2 * headBytes || (length === limit && length > headBytes) ? { at, place, length } : null
}

/** The piece with the common bytes before it, up to `from`. */
function grownBack({ base, whole }: Search, { at, place, length }: Piece, from: number): Piece {
  let more = 0
  while (
    at - more > from &&
    place - more > base.from &&
    whole[at - more - 1] === base.bytes[place - more - 1]
  )
    more++
  return { at: at - more, place: place - more, length: length + more }
}

/** Below this, a loop over bytes is faster than a native comparison. */
const loopBytes = 32

/** Some bytes of a buffer. */
export interface ByteSpan {
  readonly bytes: Buffer
  readonly from: number
  readonly to: number
}

/** Whether both begin with the same `length` bytes; both must be as long. */
export function hasSameStart(one: ByteSpan, other: ByteSpan, length: number): boolean {
  return one.bytes.compare(other.bytes, other.from, other.from + length, one.from, one.from + length) === 0
}

/** Whether both end with the same `length` bytes; both must be as long. */
export function hasSameEnd(one: ByteSpan, other: ByteSpan, length: number): boolean {
  return one.bytes.compare(other.bytes, other.to - length, other.to, one.to - length, one.to) === 0
}

/**
 * How many bytes at the beginning of both are the same, at most `limit`. `guess` is tried first. Long runs are compared natively, and
 * the place where they differ is found by halving.
 */
export function commonStart(one: ByteSpan, other: ByteSpan, limit: number, guess: number): number {
  const { bytes: a, from } = one
  const { bytes: b, from: start } = other
  const isSame = (at: number, to: number): boolean =>
    a.compare(b, start + at, start + to, from + at, from + to) === 0
  let known = sharedBlocks(limit, guess, isSame)
  while (known < limit && a[from + known] === b[start + known]) known++
  return known
}

/** The same for the end of both. */
export function commonEnd(one: ByteSpan, other: ByteSpan, limit: number, guess: number): number {
  const { bytes: a, to } = one
  const { bytes: b, to: end } = other
  const isSame = (at: number, until: number): boolean =>
    a.compare(b, end - until, end - at, to - until, to - at) === 0
  let known = sharedBlocks(limit, guess, isSame)
  while (known < limit && a[to - known - 1] === b[end - known - 1]) known++
  return known
}

/** How many bytes are the same, but for the last few. */
function sharedBlocks(limit: number, guess: number, isSame: (at: number, to: number) => boolean): number {
  let known = guess <= limit && isSame(0, guess) ? guess : 0
  const most = known === 0 && guess <= limit ? guess : limit
  let size = loopBytes
  while (known + size <= most && isSame(known, known + size)) {
    known += size
    size *= 2
  }
  for (; size > loopBytes; size /= 2) if (known + size <= most && isSame(known, known + size)) known += size
  return known
}
