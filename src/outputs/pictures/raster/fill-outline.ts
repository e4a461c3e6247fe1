import type { Contour } from './glyph-book.ts'

/** Maps the units of an outline to pixels, y downwards. */
export interface Placement {
  readonly scale: number
  /** The position of the outline's origin. */
  readonly left: number
  readonly baseline: number
  /** Pixels to the right for each pixel upwards; 0 for upright letters. */
  readonly slant: number
}

/**
 * Rasterizes outlines with exact coverage: each edge adds the signed area to its right to its pixels, and the running sum
 * along a row is the coverage. It uses only operations that IEEE 754 rounds in the same way on every machine.
 */
export class OutlineFiller {
  readonly width: number
  readonly #height: number
  readonly #stride: number
  readonly #areas: Float64Array

  constructor(width: number, height: number) {
    this.width = width
    this.#height = height
    // Two more columns for areas to the right of the last pixel.
    this.#stride = width + 2
    this.#areas = new Float64Array(this.#stride * height)
  }

  /** An outline of lines and quadratic curves, as in TrueType. */
  addContour(contour: Contour, place: Placement): void {
    const points = contour.map(({ x, y, isOn }) => {
      const up = y * place.scale
      return { x: place.left + x * place.scale + up * place.slant, y: place.baseline - up, isOn }
    })
    const last = points.at(-1)
    const first = points[0]
    if (first === undefined || last === undefined) return
    const start = first.isOn ? first : last.isOn ? last : middle(first, last)
    let from: Point = start
    let pull: Point | null = null
    for (const point of [...points, { ...start, isOn: true }]) {
      if (point.isOn) {
        if (pull === null) this.addLine(from, point)
        else this.#addCurve(from, pull, point)
        from = point
        pull = null
      } else {
        if (pull !== null) {
          const between = middle(pull, point)
          this.#addCurve(from, pull, between)
          from = between
        }
        pull = point
      }
    }
  }

  /** An outline of lines as [x, y, x, y, …]. */
  addPolygon(points: readonly number[]): void {
    for (let at = 0; at < points.length; at += 2) {
      const next = (at + 2) % points.length
      this.addLine(
        { x: points[at] ?? 0, y: points[at + 1] ?? 0 },
        { x: points[next] ?? 0, y: points[next + 1] ?? 0 },
      )
    }
  }

  /** The covered share of each pixel, 0 to 1, row by row. */
  shares(): Float64Array {
    const shares = new Float64Array(this.width * this.#height)
    for (let y = 0; y < this.#height; y++) {
      let sum = 0
      for (let x = 0; x < this.width; x++) {
        sum += this.#areas[y * this.#stride + x] ?? 0
        shares[y * this.width + x] = Math.min(1, Math.abs(sum))
      }
    }
    return shares
  }

  #addCurve(from: Point, pull: Point, to: Point): void {
    // Enough pieces for an error below a fortieth of a pixel.
    const bend = Math.abs(from.x - 2 * pull.x + to.x) + Math.abs(from.y - 2 * pull.y + to.y)
    const pieces = 1 + Math.ceil(Math.sqrt(bend * 10))
    let before = from
    for (let piece = 1; piece <= pieces; piece++) {
      const t = piece / pieces
      const point = middle(middle(from, pull, t), middle(pull, to, t), t)
      this.addLine(before, point)
      before = point
    }
  }

  addLine(one: Point, other: Point): void {
    if (one.y === other.y) return
    const direction = one.y < other.y ? 1 : -1
    const [top, bottom] = one.y < other.y ? [one, other] : [other, one]
    const slope = (bottom.x - top.x) / (bottom.y - top.y)
    const end = Math.min(this.#height, bottom.y)
    for (let y = Math.max(0, Math.floor(top.y)); y < end; y++) {
      const from = Math.max(y, top.y)
      const to = Math.min(y + 1, end)
      this.#addPiece(y, {
        from: this.#within(top.x + (from - top.y) * slope),
        to: this.#within(top.x + (to - top.y) * slope),
        height: (to - from) * direction,
      })
    }
  }

  #within(x: number): number {
    return Math.max(0, Math.min(this.width, x))
  }

  /** An edge within one row of pixels. */
  #addPiece(row: number, { from, to, height }: EdgePiece): void {
    const [left, right] = from < to ? [from, to] : [to, from]
    const first = Math.floor(left)
    const last = Math.max(first + 1, Math.ceil(right))
    const start = row * this.#stride
    const width = right - left
    let before = 0
    for (let x = first; x < last; x++) {
      // The share of the edge within this pixel, and the area to its right.
      const [inFrom, inTo] = [Math.max(left, x), Math.min(right, x + 1)]
      const share = width === 0 ? 1 : (inTo - inFrom) / width
      const area = share * (x + 1 - (inFrom + inTo) / 2)
      this.#add(start + x, height * (area + before))
      before = share - area
    }
    this.#add(start + last, height * before)
  }

  #add(at: number, area: number): void {
    this.#areas[at] = (this.#areas[at] ?? 0) + area
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

interface EdgePiece {
  readonly from: number
  readonly to: number
  /** Negative upwards. */
  readonly height: number
}

function middle(one: Point, other: Point, share = 0.5): Point {
  return { x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share }
}
