// Makes src/outputs/pictures/raster/glyphs/, the glyphs for png and gif, from fonts of Debian:
//   apt-get download fonts-dejavu-core fonts-droid-fallback fonts-nanum fonts-noto-color-emoji
//   for deb in *.deb; do dpkg-deb -x "$deb" fonts; done
//   node .tools/make-glyphs.mjs fonts
// LICENCES.md there names the fonts' versions and licences. Each file has the fonts of one licence, and is only read when a picture
// needs it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { colorBitmaps, fewColors, readPng, scaledSquare } from './glyphs/color-bitmaps.mjs'
import { TrueType } from './glyphs/true-type.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const folder = process.argv[2]
if (folder === undefined) throw new Error('node .tools/make-glyphs.mjs FOLDER-WITH-FONTS')
const files = readdirSync(folder, { recursive: true }).map((file) => path.join(folder, file))

function font(name) {
  const file = files.find((candidate) => path.basename(candidate) === name)
  if (file === undefined) throw new Error(`${name} is not below ${folder}`)
  return new TrueType(readFileSync(file))
}

/** Characters that box-shapes.ts draws. */
const isDrawn = (code) => (code >= 0x2500 && code <= 0x259f) || code === 0x25b0 || code === 0x25b1
/** Scripts that cannot be drawn cell by cell, and private-use characters. */
const isLeftOut = (code) =>
  [
    [0x0600, 0x06ff],
    [0x0e80, 0x0eff],
    [0xe000, 0xf8ff],
    [0xfb50, 0xfdff],
    [0xfe70, 0xfeff],
    [0x1d400, 0x1d7ff],
  ].some(([first, last]) => code >= first && code <= last)

function codesOf(source) {
  return [...source.glyphs.keys()]
    .filter((code) => code > 0x20 && !isDrawn(code) && !isLeftOut(code))
    .sort((one, other) => one - other)
}

/** Letters of the scripts whose letters mostly are as wide as a cell: Vietnamese, old Greek and Hebrew among them. */
const isLetter = (code) =>
  /\p{L}/u.test(String.fromCodePoint(code)) &&
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}]/u.test(String.fromCodePoint(code))

/** Characters of a two-byte encoding, for the rows with the most frequent characters. */
function rowsOf(encoding, [firstRow, lastRow], firstCell = 0xa1) {
  const decoder = new TextDecoder(encoding)
  const codes = new Set()
  for (let row = firstRow; row <= lastRow; row++) {
    for (let cell = firstCell; cell <= 0xfe; cell++) {
      const text = decoder.decode(Uint8Array.of(row, cell))
      if (text.length === 1 && text !== '\ufffd') codes.add(text.codePointAt(0))
    }
  }
  return codes
}

let bytes = []
const put = (value) => bytes.push(value)
function putNumber(value) {
  let left = value
  for (; left >= 128; left = Math.floor(left / 128)) put((left % 128) | 128)
  put(left)
}
const zigzag = (value) => (value < 0 ? -2 * value - 1 : 2 * value)

/** Sorted characters, each as the difference from the one before. */
function putCodes(codes) {
  putNumber(codes.length)
  let before = 0
  for (const code of codes) {
    putNumber(code - before)
    before = code
  }
}

/** Outlines on a grid of `units` an em. */
function putFace(source, codes, units) {
  const scale = units / source.unitsPerEm
  putNumber(units)
  putCodes(codes)
  for (const code of codes) {
    const glyph = source.glyphs.get(code)
    putNumber(Math.round(source.advance(glyph) * scale))
    const start = bytes.length
    putOutline(source.contours(glyph), scale)
    // Preceded by its length.
    const outline = bytes.splice(start)
    putNumber(outline.length)
    for (const byte of outline) put(byte)
  }
}

function putOutline(contours, scale) {
  let [x, y] = [0, 0]
  putNumber(contours.length)
  for (const contour of contours) {
    putNumber(contour.length)
    for (let from = 0; from < contour.length; from += 8)
      put(contour.slice(from, from + 8).reduce((bits, { isOn }, bit) => bits | ((isOn ? 1 : 0) << bit), 0))
    for (const point of contour) {
      const [nextX, nextY] = [Math.round(point.x * scale), Math.round(point.y * scale)]
      putNumber(zigzag(nextX - x))
      putNumber(zigzag(nextY - y))
      x = nextX
      y = nextY
    }
  }
}

const emojiSize = 32
const emojiColors = 15
const emojiPalette = 72

function putEmoji(source) {
  const bitmaps = colorBitmaps(source)
  // Regional indicators are drawn as letters, and keycap digits as digits.
  const codes = [...source.glyphs.keys()]
    .filter((code) => bitmaps.has(source.glyphs.get(code)))
    .filter((code) => code > 0x80 && code < 0xe0000 && !(code >= 0x1f1e6 && code <= 0x1f1ff))
    .sort((one, other) => one - other)
  putNumber(emojiSize)
  putCodes(codes)
  const used = []
  for (const code of codes) {
    const picture = scaledSquare(readPng(bitmaps.get(source.glyphs.get(code))), emojiSize)
    const { palette, indexes, alphas } = fewColors(picture, emojiColors)
    for (const color of palette) used.push(...color, 255)
    put(palette.length)
    for (const color of palette) for (const channel of color) put(channel)
    for (const [at, alpha] of alphas.entries()) put(alpha === 0 ? 0 : 4 * (indexes[at] + 1) + alpha - 1)
  }
  // A palette for all emoji, for formats with few colours.
  const { palette } = fewColors(used, emojiPalette)
  put(palette.length)
  for (const color of palette) for (const channel of color) put(channel)
}

const mono = font('DejaVuSansMono.ttf')
const bold = font('DejaVuSansMono-Bold.ttf')
const sans = font('DejaVuSans.ttf')
const droid = font('DroidSansFallbackFull.ttf')
const nanum = font('NanumGothicCoding.ttf')

const common = new Set([
  ...rowsOf('gb2312', [0xb0, 0xf7]),
  ...rowsOf('euc-jp', [0xb0, 0xcf]),
  ...rowsOf('big5', [0xa4, 0xc6], 0x40),
])
const hangul = rowsOf('euc-kr', [0xb0, 0xc8])
const isKana = (code) =>
  [
    [0x3000, 0x30ff],
    [0x3131, 0x318e],
    [0x3200, 0x33ff],
    [0xff01, 0xffe6],
  ].some(([first, last]) => code >= first && code <= last)

writeFile('letters', () => {
  putFace(mono, codesOf(mono), 1024)
  putFace(
    bold,
    codesOf(bold).filter((code) => code < 0x2100),
    1024,
  )
  putFace(
    sans,
    codesOf(sans).filter((code) => (code > 0x2000 || isLetter(code)) && !mono.glyphs.has(code)),
    1024,
  )
})
writeFile('ideographs', () =>
  putFace(
    droid,
    codesOf(droid).filter((code) => common.has(code) || isKana(code)),
    256,
  ),
)
writeFile('hangul', () =>
  putFace(
    nanum,
    codesOf(nanum).filter((code) => hangul.has(code)),
    256,
  ),
)
writeFile('emoji', () => putEmoji(font('NotoColorEmoji.ttf')))

function writeFile(name, fill) {
  bytes = []
  fill()
  const packed = brotliCompressSync(Buffer.from(bytes), {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
  writeFileSync(path.join(root, `src/outputs/pictures/raster/glyphs/${name}.bin`), packed)
  console.log(`${name}.bin: ${packed.length} bytes, unpacked ${bytes.length}`)
}
