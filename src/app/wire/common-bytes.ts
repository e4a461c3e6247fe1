import type { Buffer } from 'node:buffer'

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
  let known = guess <= limit && isSame(0, guess) ? guess : 0
  const end = known === 0 && guess <= limit ? guess : limit
  let size = loopBytes
  while (known + size <= end && isSame(known, known + size)) {
    known += size
    size *= 2
  }
  for (; size > loopBytes; size /= 2) if (known + size <= end && isSame(known, known + size)) known += size
  while (known < limit && a[from + known] === b[start + known]) known++
  return known
}

/** The same for the end of both. */
export function commonEnd(one: ByteSpan, other: ByteSpan, limit: number, guess: number): number {
  const { bytes: a, to } = one
  const { bytes: b, to: end } = other
  const isSame = (at: number, until: number): boolean =>
    a.compare(b, end - until, end - at, to - until, to - at) === 0
  let known = guess <= limit && isSame(0, guess) ? guess : 0
  const most = known === 0 && guess <= limit ? guess : limit
  let size = loopBytes
  while (known + size <= most && isSame(known, known + size)) {
    known += size
    size *= 2
  }
  for (; size > loopBytes; size /= 2) if (known + size <= most && isSame(known, known + size)) known += size
  while (known < limit && a[to - known - 1] === b[end - known - 1]) known++
  return known
}
