import { colorsOf } from '../picture-colors.ts'
import type { PictureOptions } from '../picture.ts'
import { Canvas } from './canvas.ts'
import { paintWindow } from './frame-painter.ts'
import { CellPainter } from './cell-painter.ts'
import { GlyphBook, readGlyphBytes } from './glyph-book.ts'

/** A canvas with a picture's colours, and its glyphs. */
export interface OpenCanvas {
  readonly canvas: Canvas
  readonly book: GlyphBook
}

/** `scale` is the default scale. */
export function openCanvas(options: PictureOptions, scale: number, levels: number): OpenCanvas {
  const book = new GlyphBook(readGlyphBytes)
  const painter = new CellPainter({ book, scale: options.scale ?? scale, levels })
  const canvas = new Canvas(options, painter, colorsOf(options.theme))
  if (options.hasWindow === true) paintWindow(canvas, options)
  return { canvas, book }
}
