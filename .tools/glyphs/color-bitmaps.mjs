import { inflateSync } from 'node:zlib'

/**
 * The pictures of a font that holds PNGs (CBDT, CBLC), by the numbers of their glyphs.
 * https://learn.microsoft.com/typography/opentype/spec/cbdt
 */
export function colorBitmaps(font) {
  const { bytes } = font
  const [cblc, cbdt] = [font.table('CBLC'), font.table('CBDT')]
  const list = cblc + bytes.readUInt32BE(cblc + 8)
  const found = new Map()
  for (let index = 0; index < bytes.readUInt32BE(cblc + 16); index++) {
    const [first, last] = [bytes.readUInt16BE(list + 8 * index), bytes.readUInt16BE(list + 8 * index + 2)]
    const subtable = list + bytes.readUInt32BE(list + 8 * index + 4)
    if (bytes.readUInt16BE(subtable) !== 1 || bytes.readUInt16BE(subtable + 2) !== 17)
      throw new Error('pictures in another format than 1/17')
    const start = cbdt + bytes.readUInt32BE(subtable + 4)
    for (let glyph = first; glyph <= last; glyph++) {
      const at = subtable + 8 + 4 * (glyph - first)
      const [from, to] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
      // Five bytes of metrics, four of the length.
      if (to > from) found.set(glyph, bytes.subarray(start + from + 9, start + to))
    }
  }
  return found
}

/** A PNG of 8 bits a channel, or with a palette: { width, height, rgba }. */
export function readPng(bytes) {
  let [width, height, depth, kind] = [0, 0, 0, 0]
  let palette = Buffer.alloc(0)
  let alphas = Buffer.alloc(0)
  const data = []
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const chunk = bytes.subarray(at + 8, at + 8 + length)
    if (name === 'IHDR')
      [width, height, depth, kind] = [chunk.readUInt32BE(0), chunk.readUInt32BE(4), chunk[8], chunk[9]]
    if (name === 'PLTE') palette = chunk
    if (name === 'tRNS') alphas = chunk
    if (name === 'IDAT') data.push(chunk)
    at += 12 + length
  }
  if (kind !== 3 && (kind !== 6 || depth !== 8)) throw new Error(`a PNG of kind ${kind}, ${depth} bits`)
  const channels = kind === 3 ? 1 : 4
  const rows = unfiltered(inflateSync(Buffer.concat(data)), {
    height,
    stride: Math.ceil((width * channels * depth) / 8),
    step: Math.max(1, (channels * depth) / 8),
  })
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x)
      if (kind === 6) rgba.set(rows[y].subarray(4 * x, 4 * x + 4), at)
      else {
        const bit = x * depth
        const index = (rows[y][bit >> 3] >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
        rgba.set([...palette.subarray(3 * index, 3 * index + 3), alphas[index] ?? 255], at)
      }
    }
  }
  return { width, height, rgba }
}

function unfiltered(raw, { height, stride, step }) {
  const rows = []
  let before = new Uint8Array(stride)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]
    const row = Uint8Array.from(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)))
    for (let x = 0; x < stride; x++) {
      const left = x < step ? 0 : row[x - step]
      const corner = x < step ? 0 : before[x - step]
      row[x] += [0, left, before[x], (left + before[x]) >> 1, paeth(left, before[x], corner)][filter]
    }
    rows.push(row)
    before = row
  }
  return rows
}

function paeth(left, above, corner) {
  const guess = left + above - corner
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(guess - value))
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}

/** The middle of a picture scaled to a square of `size`, each pixel the mean of those that it covers: red, green, blue, alpha. */
export function scaledSquare({ width, height, rgba }, size) {
  const side = Math.min(width, height)
  const [left, top] = [(width - side) / 2, (height - side) / 2]
  const scaled = new Float64Array(size * size * 4)
  const share = (index, at) => Math.min(index + 1, at + side / size) - Math.max(index, at)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [fromX, fromY] = [(x * side) / size, (y * side) / size]
      const sum = [0, 0, 0, 0]
      for (let sy = Math.floor(fromY); sy < fromY + side / size; sy++) {
        for (let sx = Math.floor(fromX); sx < fromX + side / size; sx++) {
          const at = 4 * ((sy + top) * width + sx + left)
          const weight = share(sx, fromX) * share(sy, fromY) * rgba[at + 3]
          for (let channel = 0; channel < 3; channel++) sum[channel] += rgba[at + channel] * weight
          sum[3] += weight
        }
      }
      const at = 4 * (y * size + x)
      for (let channel = 0; channel < 3; channel++)
        scaled[at + channel] = sum[3] === 0 ? 0 : sum[channel] / sum[3]
      scaled[at + 3] = sum[3] / (side / size) ** 2
    }
  }
  return scaled
}

/** Reduces a picture to at most `count` colours by median cut: { palette: [r, g, b][], indexes, alphas (0 to 3) }. */
export function fewColors(pixels, count) {
  const seen = Array.from({ length: pixels.length / 4 }, (_, index) => index).filter(
    (index) => pixels[4 * index + 3] >= 8,
  )
  const boxes = seen.length === 0 ? [] : [seen]
  while (boxes.length > 0 && boxes.length < count) {
    const widest = boxes.map((box) => spreadOf(box, pixels)).sort((one, other) => other.score - one.score)[0]
    if (widest.score < 8) break
    const { box, channel } = widest
    box.sort((one, other) => pixels[4 * one + channel] - pixels[4 * other + channel] || one - other)
    boxes.splice(boxes.indexOf(box), 1, box.slice(0, box.length >> 1), box.slice(box.length >> 1))
  }
  // Five bits per channel compress better, without a visible difference at this size.
  const palette = boxes.map((box) =>
    [0, 1, 2].map(
      (channel) =>
        Math.round(box.reduce((sum, index) => sum + pixels[4 * index + channel], 0) / box.length) & 0xf8,
    ),
  )
  const indexes = new Uint8Array(pixels.length / 4)
  const alphas = new Uint8Array(pixels.length / 4)
  for (const index of seen) {
    const distance = (color) =>
      color.reduce((sum, value, channel) => sum + (value - pixels[4 * index + channel]) ** 2, 0)
    const distances = palette.map(distance)
    indexes[index] = distances.indexOf(Math.min(...distances))
    alphas[index] = Math.round((pixels[4 * index + 3] * 3) / 255)
  }
  return { palette, indexes, alphas }
}

function spreadOf(box, pixels) {
  const spreads = [0, 1, 2].map((channel) => {
    const values = box.map((index) => pixels[4 * index + channel])
    return values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 255)
  })
  const channel = spreads.indexOf(Math.max(...spreads))
  return { box, channel, score: box.length > 1 ? spreads[channel] * Math.sqrt(box.length) : 0 }
}
