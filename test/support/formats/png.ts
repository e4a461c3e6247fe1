// Reads PNG files.
import { inflateSync } from 'node:zlib'

export interface Png {
  readonly width: number
  readonly height: number
  readonly hasPalette: boolean
  /** A colour (0xrrggbb) for each pixel. */
  readonly pixels: Int32Array
}

/** Reads a PNG of 8 bits without filters, strictly: signature, order, sums. Throws where anything is off. */
export function readPng(bytes: Buffer): Png {
  if (bytes.toString('latin1', 0, 8) !== '\u0089PNG\r\n\u001a\n') throw new Error('no PNG')
  const chunks: { readonly name: string; readonly data: Buffer }[] = []
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const named = bytes.subarray(at + 4, at + 8 + length)
    if (crc(named) !== bytes.readUInt32BE(at + 8 + length)) throw new Error('a wrong sum')
    chunks.push({ name: named.toString('latin1', 0, 4), data: named.subarray(4) })
    at += 12 + length
  }
  const names = chunks.map(({ name }) => name).join()
  if (!/^IHDR,(?:PLTE,)?IDAT,IEND$/.test(names)) throw new Error(names)
  const of = (name: string): Buffer => chunks.find((chunk) => chunk.name === name)?.data ?? Buffer.alloc(0)
  const header = of('IHDR')
  const [width, height, hasPalette] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] === 3]
  if (header[8] !== 8 || (!hasPalette && header[9] !== 2)) throw new Error('another kind')
  const rows = inflateSync(of('IDAT'))
  const palette = of('PLTE')
  const bytesOfPixel = hasPalette ? 1 : 3
  const stride = width * bytesOfPixel + 1
  if (rows.length !== stride * height) throw new Error('another size')
  const pixels = new Int32Array(width * height)
  for (let y = 0; y < height; y++) {
    if (rows[y * stride] !== 0) throw new Error('a filter')
    for (let x = 0; x < width; x++) {
      const at = y * stride + 1 + x * bytesOfPixel
      pixels[y * width + x] = hasPalette ? palette.readUIntBE(3 * (rows[at] ?? 0), 3) : rows.readUIntBE(at, 3)
    }
  }
  return { width, height, hasPalette, pixels }
}

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return (value ^ 0xffffffff) >>> 0
}
