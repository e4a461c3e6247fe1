import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeStyle } from '../../../src/lib/cells/cell-style.ts'
import { gifPalette, openGif } from '../../../src/outputs/pictures/gif.ts'
import { LzwPacker } from '../../../src/outputs/pictures/lzw.ts'
import { type PictureOptions, colorsOf } from '../../../src/outputs/pictures/picture.ts'
import { openPng } from '../../../src/outputs/pictures/png.ts'
import { Canvas } from '../../../src/outputs/pictures/raster/canvas.ts'
import { CellPainter } from '../../../src/outputs/pictures/raster/cell-painter.ts'
import { GlyphBook, readGlyphBytes } from '../../../src/outputs/pictures/raster/glyph-book.ts'
import { readGif, unpacked } from '../../support/formats/gif.ts'
import { readPng } from '../../support/formats/png.ts'
import { anyFilm, film, frameOf, writtenBytes, type TimedFrame } from './any-frames.ts'

const small: PictureOptions = { columns: 16, rows: 3, theme: 'dark', title: null }
const painter = new CellPainter({ book: new GlyphBook(readGlyphBytes), scale: 1, levels: 8 })

function canvasOf(options: PictureOptions): Canvas {
  return new Canvas(options, painter, colorsOf(options.theme))
}

function pixelsOf({ pixels }: Canvas): Int32Array {
  return Int32Array.from({ length: pixels.length / 3 }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(3 * index, 3 * index + 3)
    return (red << 16) | (green << 8) | blue
  })
}

function gifOf(options: Partial<PictureOptions>, frames: readonly TimedFrame[], holdMs = 1000): Buffer {
  return writtenBytes((write) => film(openGif({ ...small, ...options }, write), frames, holdMs))
}

function pngOf(options: Partial<PictureOptions>, frames: readonly TimedFrame[]): Buffer {
  return writtenBytes((write) => film(openPng({ ...small, ...options }, write), frames))
}

const story: readonly TimedFrame[] = [
  { atMs: 0, frame: frameOf(16, ' \u001b[1;36mPlan\u001b[0m 1/2', '────────────────', ' ○ one') },
  {
    atMs: 1000,
    frame: frameOf(16, ' \u001b[1;36mPlan\u001b[0m 2/2', '────────────────', ' ✓ \u001b[2;9mone\u001b[0m'),
  },
  {
    atMs: 2500,
    frame: frameOf(16, ' \u001b[7m日本\u001b[0m 🚀', '────────────────', ' ✓ \u001b[2;9mone\u001b[0m'),
  },
]

describe('the canvas', () => {
  test('draws the same pixels over any frame, and returns the changed areas', () => {
    fc.assert(
      fc.property(anyFilm, ({ columns, rows, frames }) => {
        const canvas = canvasOf({ ...small, columns, rows })
        let before = pixelsOf(canvas)
        for (const { frame } of frames) {
          const differed = canvas.differs(frame)
          const areas = canvas.draw(frame)
          expect(canvas.differs(frame)).toBe(false)
          if (!differed) expect(areas).toEqual([])
          const fresh = canvasOf({ ...small, columns, rows })
          fresh.draw(frame)
          const now = pixelsOf(canvas)
          expect(Buffer.compare(Buffer.from(canvas.pixels), Buffer.from(fresh.pixels))).toBe(0)
          for (const [index, color] of now.entries()) {
            if (color === before[index]) continue
            const [x, y] = [index % canvas.width, Math.floor(index / canvas.width)]
            const isInside = areas.some(
              ({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height,
            )
            if (!isInside) expect.fail(`pixel ${x}, ${y}`)
          }
          before = now
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('a PNG', () => {
  test('is the last frame, at scale 2', () => {
    const png = readPng(pngOf({}, story))
    expect([png.width, png.height, png.hasPalette]).toEqual([360, 160, true])
    const one = readPng(pngOf({ scale: 1 }, story.slice(0, 2)))
    const canvas = new Canvas(
      small,
      new CellPainter({ book: new GlyphBook(readGlyphBytes), scale: 1, levels: 16 }),
      colorsOf('dark'),
    )
    canvas.draw(story[1]?.frame ?? frameOf(16))
    expect([one.width, one.height]).toEqual([180, 80])
    expect(one.pixels).toEqual(pixelsOf(canvas))
  })

  test('with many colours has no palette', () => {
    const emoji = ['🚀🎉🐛🌈🍎🌳🐳', '🍓🍕🎁🎨🏆🐙🐝', '👒👟💎💐📚🔥🦜']
    const png = readPng(pngOf({ scale: 1 }, [{ atMs: 0, frame: frameOf(16, ...emoji) }]))
    expect(png.hasPalette).toBe(false)
    expect(new Set(png.pixels).size).toBeGreaterThan(256)
  })

  test('without a frame is empty', () => {
    expect(new Set(readPng(pngOf({ scale: 1 }, [])).pixels)).toEqual(new Set([0x16181d]))
  })
})

describe('a GIF', () => {
  test('has only differences, with their delays', () => {
    const gif = readGif(gifOf({}, story))
    expect([gif.width, gif.height, gif.loops]).toEqual([180, 80, true])
    const places = gif.frames.map(({ delay, left, top, width, height }) => [delay, left, top, width, height])
    expect(places).toEqual([
      [100, 0, 0, 180, 80],
      [150, 20, 10, 60, 60],
      [100, 20, 10, 80, 20],
    ])
    // The rule between the two rows stays, and is not drawn again.
    expect(gif.frames[1]?.drawn).toBeLessThan(400)
    const canvas = canvasOf(small)
    for (const [index, { frame }] of story.slice(0, 2).entries()) {
      canvas.draw(frame)
      expect(gif.frames[index]?.pixels).toEqual(pixelsOf(canvas))
    }
    expect(readGif(gifOf({ loops: false }, story)).loops).toBe(false)
  })

  test('joins frames whose delay browsers would extend', () => {
    const frames = Array.from({ length: 10 }, (_, index) => ({
      atMs: index * 7,
      frame: frameOf(16, String(index)),
    }))
    const gif = readGif(gifOf({}, frames, 500))
    expect(gif.frames.map(({ delay }) => delay)).toEqual([2, 2, 2, 50])
    const canvas = canvasOf(small)
    canvas.draw(frames[9]?.frame ?? frameOf(16))
    expect(gif.frames.at(-1)?.pixels).toEqual(pixelsOf(canvas))
  })

  test('shows a frame for longer than the maximum delay', () => {
    const gif = readGif(gifOf({}, story.slice(0, 1), 1_400_000))
    expect(gif.frames.map(({ delay, width }) => [delay, width])).toEqual([
      [65_535, 180],
      [65_535, 1],
      [8930, 1],
    ])
    expect(gif.frames.at(-1)?.pixels).toEqual(gif.frames[0]?.pixels)
  })

  test('of any frames shows each at its time, in similar colours', () => {
    fc.assert(
      fc.property(anyFilm, ({ columns, rows, frames }) => {
        const gif = readGif(gifOf({ columns, rows }, frames))
        const end = Math.round(((frames.at(-1)?.atMs ?? 0) + 1000) / 10)
        expect(gif.frames.reduce((sum, { delay }) => sum + delay, 0)).toBe(end)
        for (const { delay } of gif.frames) expect(delay).toBeGreaterThanOrEqual(2)
        const canvas = canvasOf({ ...small, columns, rows })
        canvas.draw(frames.at(-1)?.frame ?? frameOf(columns))
        const wanted = pixelsOf(canvas)
        const known = new Set(gif.palette)
        const shown = gif.frames.at(-1)?.pixels ?? new Int32Array(0)
        for (const [index, color] of wanted.entries())
          if (known.has(color) && shown[index] !== color) expect.fail(`pixel ${index}`)
      }),
      { numRuns: 15 },
    )
  })
})

describe('a window frame', () => {
  const framed: Partial<PictureOptions> = {
    hasWindow: true,
    padding: 4,
    title: 'A title that is far too long',
  }

  test('has a title bar above the cells, at every scale', () => {
    for (const scale of [1, 2, 3]) {
      const png = readPng(pngOf({ ...framed, scale }, story))
      expect([png.width, png.height]).toEqual([168 * scale, (36 + 60 + 4) * scale])
      const at = (x: number, y: number): number | undefined => png.pixels[y * scale * png.width + x * scale]
      expect([at(20, 18), at(40, 18), at(60, 18)]).toEqual([0xff5f57, 0xfebc2e, 0x28c840])
      // The border is the same at both ends.
      expect(at(0, 50)).toBe(at(167, 50))
      expect(at(0, 50)).not.toBe(at(2, 50))
    }
  })

  test('shows the title in the middle, cut to the room beside the circles', () => {
    const wide = { ...framed, columns: 40, scale: 1 }
    const titled = readPng(pngOf({ ...wide, title: 'Parser' }, []))
    const untitled = readPng(pngOf({ ...wide, title: null }, []))
    const columns = [...titled.pixels.entries()].flatMap(([index, color]) =>
      color === untitled.pixels[index] ? [] : [index % titled.width],
    )
    const [left, right] = [Math.min(...columns), Math.max(...columns)]
    expect(Math.abs(left + right - titled.width)).toBeLessThan(6)
    expect(right - left).toBeLessThanOrEqual(60)
    const long = readPng(pngOf({ ...wide, title: 'word '.repeat(50) }, []))
    for (let y = 0; y < 30; y++)
      for (let x = 0; x < 75; x++)
        expect(long.pixels[y * long.width + x]).toBe(untitled.pixels[y * long.width + x])
  })

  test('has its colours in the palette of a GIF', () => {
    const gif = readGif(gifOf({ ...framed, columns: 40 }, story))
    const png = readPng(pngOf({ ...framed, columns: 40, scale: 1 }, story.slice(0, 1)))
    for (const x of [20, 40, 60])
      expect(gif.frames[0]?.pixels[18 * gif.width + x]).toBe(png.pixels[18 * png.width + x])
    expect(gif.palette).toContain(png.pixels[50 * png.width])
  })
})

test('the colours of a theme of the user are in the palette of a GIF as they are, dim or with a background too', () => {
  const styles = [
    makeStyle({ fg: '#ff5fd7' }),
    makeStyle({ fg: '#5f87ff', dim: true }),
    makeStyle({ fg: 208, bg: '#102030' }),
  ]
  const text = styles.map(({ sgr }) => `\u001b[${sgr}m██\u001b[0m`).join(' ')
  const frames: readonly TimedFrame[] = [{ atMs: 0, frame: frameOf(16, text) }]
  const png = readPng(pngOf({ scale: 1 }, frames))
  expect(readGif(gifOf({ styles }, frames)).frames[0]?.pixels).toEqual(png.pixels)
  expect(readGif(gifOf({}, frames)).frames[0]?.pixels).not.toEqual(png.pixels)
  const many = Array.from({ length: 300 }, (_, index) => [index % 256, 17, index >> 1])
  const palette = gifPalette({ theme: 'dark', styles, others: many })
  expect(palette).toHaveLength(255)
  expect(palette).toEqual(expect.arrayContaining([0xff5fd7, 0xff8700, 0x102030]))
})

test('any indexes decompress to the same indexes', () => {
  const anyIndexes = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 2000 }),
    // Long repetitions, and more strings than there are codes.
    fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 60 }), fc.integer({ min: 1, max: 400 }))
      .map(([part, times]) => {
        const all = new Uint8Array(part.length * times)
        for (let index = 0; index < times; index++) all.set(part, index * part.length)
        return all
      }),
  )
  const packer = new LzwPacker()
  fc.assert(
    fc.property(anyIndexes, (indexes) => {
      const packed = packer.blocks(indexes)
      expect(packed[0]).toBe(8)
      const data: number[] = []
      let at = 1
      for (; packed[at] !== 0; at += (packed[at] ?? 0) + 1)
        data.push(...packed.subarray(at + 1, at + 1 + (packed[at] ?? 0)))
      expect(at).toBe(packed.length - 1)
      expect(unpacked(Uint8Array.from(data), 8)).toEqual([...indexes])
    }),
    { numRuns: 100 },
  )
})

test('the same bytes on every machine', () => {
  const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  expect({
    png: sumOf(pngOf({}, story)),
    gif: sumOf(gifOf({}, story)),
    light: sumOf(gifOf({ theme: 'light' }, story)),
  }).toMatchInlineSnapshot(`
    {
      "gif": "ebead9d1eac10af5",
      "light": "099897888dc08ee6",
      "png": "5f7db6bed58d864c",
    }
  `)
})
