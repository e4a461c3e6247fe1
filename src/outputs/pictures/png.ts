import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { zlibSync } from 'fflate'
import type { CellFrame } from '../../lib/cells/cell-row.ts'
import type { Picture, PictureOptions, WritePiece } from './picture.ts'
import { colorAt, type Canvas, openCanvas } from './raster/canvas.ts'

const defaultScale = 2
/** Shades from a background to its text's colour. */
const antialiasLevels = 16

/**
 * The last frame as a PNG, compressed by fflate: the output of Node's zlib depends on Node's version.
 * https://www.w3.org/TR/png-3/
 */
export function openPng(options: PictureOptions, write: WritePiece): Picture {
  let last: CellFrame | null = null
  return {
    frame(_atMs, frame) {
      last = frame
    },
    mark() {},
    end() {
      const { canvas } = openCanvas(options, defaultScale, antialiasLevels)
      if (last !== null) canvas.draw(last)
      writePng(canvas, write)
    },
  }
}

function writePng({ width, height, pixels }: Canvas, write: WritePiece): void {
  const palette = paletteOf(pixels)
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  // Bit depth, colour type, compression, filter method, interlacing.
  header.set([8, palette === null ? 2 : 3, 0, 0, 0], 8)
  write(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))
  write(chunk('IHDR', header))
  if (palette !== null) write(chunk('PLTE', Uint8Array.from([...palette.keys()].flatMap(channels))))
  const rows = palette === null ? colorRows(pixels, width, height) : indexRows(pixels, width, palette)
  write(chunk('IDAT', zlibSync(rows, { level: 9, mem: 9 })))
  write(chunk('IEND', new Uint8Array(0)))
}

function channels(color: number): readonly number[] {
  return [color >> 16, (color >> 8) & 255, color & 255]
}

/** The index of each colour, in the order of their appearance; null if there are more than 256. */
function paletteOf(pixels: Uint8Array): ReadonlyMap<number, number> | null {
  const palette = new Map<number, number>()
  for (let at = 0; at < pixels.length; at += 3) {
    const color = colorAt(pixels, at)
    if (palette.has(color)) continue
    if (palette.size === 256) return null
    palette.set(color, palette.size)
  }
  return palette
}

// Each row begins with a filter byte of 0, no filter: the best for drawings.

function indexRows(pixels: Uint8Array, width: number, palette: ReadonlyMap<number, number>): Uint8Array {
  const height = pixels.length / 3 / width
  const rows = new Uint8Array((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + 1 + x] = palette.get(colorAt(pixels, 3 * (y * width + x))) ?? 0
  return rows
}

function colorRows(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const rows = new Uint8Array((3 * width + 1) * height)
  for (let y = 0; y < height; y++)
    rows.set(pixels.subarray(3 * y * width, 3 * (y + 1) * width), y * (3 * width + 1) + 1)
  return rows
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(content.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, content.length)
  bytes.set(Buffer.from(name), 4)
  bytes.set(content, 8)
  view.setUint32(content.length + 8, crc32(bytes.subarray(4, content.length + 8)))
  return bytes
}
