/** A point of an outline: on the outline (`on`), or a control point of a curve. y goes up. */

/**
 * Reads the outlines of a TrueType font (glyf, loca, cmap), without hints and kerning.
 * https://learn.microsoft.com/typography/opentype/spec/
 */
export class TrueType {
  constructor(bytes) {
    this.bytes = bytes
    this.tables = new Map()
    for (let index = 0; index < bytes.readUInt16BE(4); index++) {
      const at = 12 + index * 16
      const name = bytes.toString('latin1', at, at + 4)
      this.tables.set(name, { start: bytes.readUInt32BE(at + 8), length: bytes.readUInt32BE(at + 12) })
    }
    this.unitsPerEm = bytes.readUInt16BE(this.table('head') + 18)
    this.hasLongOffsets = bytes.readInt16BE(this.table('head') + 50) === 1
    this.glyphs = this.readCharacters()
  }

  table(name) {
    const found = this.tables.get(name)
    if (found === undefined) throw new Error(`the font has no table ${name}`)
    return found.start
  }

  /** Character → glyph index. */
  readCharacters() {
    const cmap = this.table('cmap')
    const subtables = new Map()
    for (let index = 0; index < this.bytes.readUInt16BE(cmap + 2); index++) {
      const at = cmap + 4 + index * 8
      const start = cmap + this.bytes.readUInt32BE(at + 4)
      subtables.set(this.bytes.readUInt16BE(start), start)
    }
    const long = subtables.get(12)
    return long === undefined ? this.readSegments(subtables.get(4)) : this.readGroups(long)
  }

  readGroups(start) {
    const glyphs = new Map()
    for (let index = 0; index < this.bytes.readUInt32BE(start + 12); index++) {
      const at = start + 16 + index * 12
      const [first, last, glyph] = [0, 4, 8].map((offset) => this.bytes.readUInt32BE(at + offset))
      for (let code = first; code <= last; code++) glyphs.set(code, glyph + code - first)
    }
    return glyphs
  }

  readSegments(start) {
    const glyphs = new Map()
    const twice = this.bytes.readUInt16BE(start + 6)
    for (let at = start + 14; at < start + 14 + twice; at += 2) {
      const last = this.bytes.readUInt16BE(at)
      const first = this.bytes.readUInt16BE(at + twice + 2)
      const delta = this.bytes.readUInt16BE(at + 2 * twice + 2)
      const place = at + 3 * twice + 2
      const range = this.bytes.readUInt16BE(place)
      for (let code = first; code <= last && code < 0xffff; code++) {
        const glyph = range === 0 ? code : this.bytes.readUInt16BE(place + range + 2 * (code - first))
        if (range === 0 || glyph !== 0) glyphs.set(code, (glyph + delta) & 0xffff)
      }
    }
    return glyphs
  }

  /** The advance width, in units of the em. */
  advance(glyph) {
    const count = this.bytes.readUInt16BE(this.table('hhea') + 34)
    return this.bytes.readUInt16BE(this.table('hmtx') + 4 * Math.min(glyph, count - 1))
  }

  /** The outline: contours of points `{ x, y, isOn }`; none for a blank. */
  contours(glyph, depth = 0) {
    const loca = this.table('loca')
    const offset = (index) =>
      this.hasLongOffsets
        ? this.bytes.readUInt32BE(loca + 4 * index)
        : 2 * this.bytes.readUInt16BE(loca + 2 * index)
    if (offset(glyph) === offset(glyph + 1) || depth > 8) return []
    const at = this.table('glyf') + offset(glyph)
    const count = this.bytes.readInt16BE(at)
    return count < 0 ? this.readComposite(at + 10, depth) : this.readSimple(at + 10, count)
  }

  readSimple(start, count) {
    const { bytes } = this
    const ends = Array.from({ length: count }, (_, index) => bytes.readUInt16BE(start + 2 * index))
    let at = start + 2 * count
    at += 2 + bytes.readUInt16BE(at)
    const points = (ends.at(-1) ?? -1) + 1
    const flags = []
    while (flags.length < points) {
      const flag = bytes[at++]
      const repeats = (flag & 8) === 0 ? 0 : bytes[at++]
      for (let index = 0; index <= repeats; index++) flags.push(flag)
    }
    const axis = (short, same) => {
      let value = 0
      return flags.map((flag) => {
        if ((flag & short) !== 0) value += (flag & same) === 0 ? -bytes[at++] : bytes[at++]
        else if ((flag & same) === 0) {
          value += bytes.readInt16BE(at)
          at += 2
        }
        return value
      })
    }
    const xs = axis(2, 16)
    const ys = axis(4, 32)
    const all = flags.map((flag, index) => ({ x: xs[index], y: ys[index], isOn: (flag & 1) === 1 }))
    return ends.map((end, index) => all.slice(index === 0 ? 0 : ends[index - 1] + 1, end + 1))
  }

  readComposite(start, depth) {
    const { bytes } = this
    const contours = []
    let at = start
    for (let flags = 32; (flags & 32) !== 0;) {
      flags = bytes.readUInt16BE(at)
      const part = bytes.readUInt16BE(at + 2)
      at += 4
      const hasWords = (flags & 1) !== 0
      const [dx, dy] = hasWords
        ? [bytes.readInt16BE(at), bytes.readInt16BE(at + 2)]
        : [bytes.readInt8(at), bytes.readInt8(at + 1)]
      at += hasWords ? 4 : 2
      const scale = (place) => bytes.readInt16BE(place) / 16384
      let [a, b, c, d] = [1, 0, 0, 1]
      if ((flags & 8) !== 0) a = d = scale(at)
      else if ((flags & 0x40) !== 0) [a, d] = [scale(at), scale(at + 2)]
      else if ((flags & 0x80) !== 0) [a, b, c, d] = [0, 2, 4, 6].map((offset) => scale(at + offset))
      at += (flags & 8) !== 0 ? 2 : (flags & 0x40) !== 0 ? 4 : (flags & 0x80) !== 0 ? 8 : 0
      if ((flags & 2) === 0) throw new Error('a part that is placed by its points')
      for (const contour of this.contours(part, depth + 1))
        contours.push(
          contour.map(({ x, y, isOn }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, isOn })),
        )
    }
    return contours
  }
}
