import type { CellRow, CellRun } from '../../lib/cells/cell-row.ts'
import { xmlText } from '../../lib/text/character-references.ts'
import { cells, type Cell } from '../../lib/text/width.ts'
import { tracksOf, boxShape, isBoxSign, type Outline } from './box-shapes.ts'
import { lookOf, type PictureColors } from './picture.ts'

/** The size of a cell in SVG units; `baseline` is the distance from the top of a row to its baseline. */
export const svgCell = { width: 8.4, height: 18, baseline: 13.5, line: 1.2 } as const

/** Renders rows as SVG markup, and collects the style sheet of all of them. */
export class SvgRows {
  readonly #colors: PictureColors
  readonly #light: PictureColors | null
  readonly #classes = new Map<string, SvgClass>()
  readonly #boxes = new BoxShapes()

  /** `light`: the colours for readers who prefer a light page; null: the same. */
  constructor(colors: PictureColors, light: PictureColors | null = null) {
    this.#colors = colors
    this.#light = light
  }

  /**
   * A row with its baseline at y = 0. Each piece of text keeps its columns in any font. Lines and blocks are drawn as paths,
   * with transparent text on top that can be copied; the paths are in `definitions`, since most rows repeat those of others.
   */
  markup(row: CellRow): string {
    return row.runs.map((run) => this.#run(run)).join('')
  }

  /** What the rows refer to. */
  definitions(): string {
    return this.#boxes.definitions()
  }

  sheet(): string {
    return [...this.#classes.values()].map(({ name, rules }) => `.${name}{${rules}}`).join('')
  }

  /** The rules that replace those of the sheet on a light page. */
  lightSheet(): string {
    const classes = [...this.#classes.values()]
    return classes.flatMap(({ name, light }) => (light === '' ? [] : [`.${name}{${light}}`])).join('')
  }

  #run(run: CellRun): string {
    const look = lookOf(run.style, this.#colors)
    const light = this.#light === null ? null : lookOf(run.style, this.#light)
    const fill = this.#fillOf(look.fg, light?.fg ?? null)
    const weight = `${look.bold ? bold : ''}${look.italic ? italic : ''}`
    const filled = this.#class(fill)
    let markup = ''
    if (look.bg !== null || (light !== null && light.bg !== null)) {
      const back = this.#fillOf(look.bg ?? this.#colors.bg, light?.bg ?? this.#light?.bg ?? null)
      markup += rect(run, -svgCell.baseline, svgCell.height, this.#class(back))
    }
    let { column } = run
    for (const piece of pieces(run.text)) {
      if (!/^ +$/.test(piece.text))
        markup += this.#piece(piece, { column, filled, text: this.#textClass(piece, fill, weight) })
      column += piece.width
    }
    if (look.underline) markup += rect(run, 2.5, 1, filled)
    if (look.struck) markup += rect(run, -5, 1, filled)
    return markup
  }

  #piece(piece: TextPiece, place: Place): string {
    const shapes = piece.kind === 'box' ? this.#boxes.markup(piece.text, place) : ''
    return shapes + textMarkup(piece, place)
  }

  /** `light`: the colour on a light page; null: the same. */
  #fillOf(color: string, light: string | null): FillRules {
    const isText = color === this.#colors.fg && (light === null || light === this.#light?.fg)
    if (isText) return noFill
    return { rules: `fill:${color};`, light: light === null || light === color ? '' : `fill:${light};` }
  }

  #textClass({ kind }: TextPiece, fill: FillRules, weight: string): string {
    switch (kind) {
      case 'letters':
      case 'sign':
        return this.#class(fill, weight)
      case 'ideographs':
        // At 16px an ideograph fits into two columns.
        return this.#class(fill, `${weight}font-size:16px;`)
      case 'box':
        return this.#class({ rules: 'fill:transparent;', light: '' })
    }
  }

  /** The `class` attribute for these rules; '' for the default look. */
  #class(fill: FillRules, others = ''): string {
    const rules = `${fill.rules}${others}`
    if (rules === '') return ''
    const key = `${rules} ${fill.light}`
    const known = this.#classes.get(key) ?? { name: `c${this.#classes.size}`, rules, light: fill.light }
    this.#classes.set(key, known)
    return ` class="${known.name}"`
  }
}

/** The rules for a colour, and those that replace them on a light page ('': none). */
interface FillRules {
  readonly rules: string
  readonly light: string
}

interface SvgClass extends FillRules {
  readonly name: string
}

const noFill: FillRules = { rules: '', light: '' }

const bold = 'font-weight:700;'
const italic = 'font-style:italic;'

interface Place {
  readonly column: number
  /** The `class` attributes of its text, and of its shapes. */
  readonly text: string
  readonly filled: string
}

function rect({ column, width }: CellRun, top: number, height: number, fill: string): string {
  const [x, y, wide, tall] = [column * svgCell.width, top, width * svgCell.width, height].map(svgNumber)
  return `<rect x="${x}" y="${y}" width="${wide}" height="${tall}"${fill}/>`
}

/**
 * Text that is aligned with its columns in the same way: letters, which every monospaced font has, by `textLength`; each
 * ideograph by its own x; lines and blocks as paths; other characters, which may be from any font, each centred.
 */
interface TextPiece {
  readonly kind: 'letters' | 'ideographs' | 'box' | 'sign'
  readonly text: string
  readonly width: number
}

const letter =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u0370-\u0377\u037b-\u037f\u0384-\u03ff\u0400-\u0482\u048a-\u04ff\u2010-\u2027]+$/
const ideograph =
  /^[\u3000-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60]$/

function pieces(text: string): readonly TextPiece[] {
  if (letter.test(text)) return [{ kind: 'letters', text, width: text.length }]
  const found: TextPiece[] = []
  for (const cell of cells(text)) {
    const kind = kindOf(cell)
    const last = found.at(-1)
    if (last?.kind === kind && kind !== 'sign')
      found[found.length - 1] = { kind, text: last.text + cell.text, width: last.width + cell.width }
    else found.push({ kind, ...cell })
  }
  return found
}

function kindOf({ text, width }: Cell): TextPiece['kind'] {
  if (letter.test(text)) return 'letters'
  if (isBoxSign(text)) return 'box'
  return width === 2 && ideograph.test(text) ? 'ideographs' : 'sign'
}

function textMarkup({ kind, text, width }: TextPiece, place: Place): string {
  const from = place.column * svgCell.width
  const x = svgNumber(from)
  const length = svgNumber(width * svgCell.width)
  switch (kind) {
    case 'letters':
      return `<text x="${x}" textLength="${length}"${place.text}>${xmlText(text)}</text>`
    case 'ideographs': {
      const xs = Array.from(text, (_, index) => svgNumber(from + (2 * index + 1) * svgCell.width))
      return `<text x="${xs.join(' ')}" text-anchor="middle"${place.text}>${xmlText(text)}</text>`
    }
    case 'sign': {
      const middle = svgNumber(from + (width * svgCell.width) / 2)
      return `<text x="${middle}" text-anchor="middle"${place.text}>${xmlText(text)}</text>`
    }
    case 'box':
      return `<text x="${x}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${place.text}>${xmlText(text)}</text>`
  }
}

/** The paths of lines and blocks; each text is drawn once, and then used in other places and colours. */
class BoxShapes {
  readonly #names = new Map<string, string>()

  markup(text: string, { column, filled }: Place): string {
    const name = this.#names.get(text) ?? `b${this.#names.size}`
    this.#names.set(text, name)
    const x = column === 0 ? '' : ` x="${svgNumber(column * svgCell.width)}"`
    return `<use href="#${name}"${x}${filled}/>`
  }

  definitions(): string {
    return [...this.#names].map(([text, name]) => `<g id="${name}">${boxPaths(text)}</g>`).join('')
  }
}

/** One path for each opacity; a horizontal rule becomes a single rectangle. */
function boxPaths(text: string): string {
  if (/^─+$/.test(text)) return rule(text.length)
  const paths = new Map<number, string>()
  for (const [index, sign] of Array.from(text).entries()) {
    const shape = boxShape(sign, svgCell)
    if (shape === null) continue
    const left = index * svgCell.width
    const path = shape.outlines.map((outline) => subpath(outline, left)).join('')
    paths.set(shape.share, (paths.get(shape.share) ?? '') + path)
  }
  return [...paths]
    .map(([share, path]) => `<path d="${path}"${share === 100 ? '' : ` fill-opacity="${share / 100}"`}/>`)
    .join('')
}

function rule(length: number): string {
  const [[top, bottom] = [0, 0]] = tracksOf(1, svgCell.height, svgCell.line)
  const right = length * svgCell.width
  return `<path d="${subpath([0, top, right, top, right, bottom, 0, bottom], 0)}"/>`
}

function subpath(outline: Outline, left: number): string {
  const [x0 = 0, y0 = 0, x1 = 0, , , y2 = 0] = outline
  const start = `M${svgNumber(left + x0)} ${svgNumber(y0 - svgCell.baseline)}`
  if (isUpright(outline)) return `${start}h${svgNumber(x1 - x0)}v${svgNumber(y2 - y0)}h${svgNumber(x0 - x1)}z`
  let path = start
  for (let at = 2; at < outline.length; at += 2)
    path += `L${svgNumber(left + (outline[at] ?? 0))} ${svgNumber((outline[at + 1] ?? 0) - svgCell.baseline)}`
  return `${path}z`
}

/** An axis-aligned rectangle, as most lines and blocks are. */
function isUpright(outline: Outline): boolean {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = outline
  return outline.length === 8 && y0 === y1 && x1 === x2 && y2 === y3 && x3 === x0
}

/** A number, rounded to hundredths, in as few characters as possible. */
export function svgNumber(value: number): string {
  return String(Math.round(value * 100) / 100)
}
