import { emptyCellRow, type CellFrame, type CellRow, cellRowText } from '../../lib/cells/cell-row.ts'
import { xmlText } from '../../lib/text/character-references.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import {
  colorsOf,
  type PictureColors,
  barTitle,
  titleBar,
  windowColors,
  type Picture,
  type PictureOptions,
  type WritePiece,
} from './picture.ts'
import { svgCell, svgNumber, SvgRows } from './svg-row.ts'

/**
 * An SVG with real text, animated by CSS only: no scripts, no external resources. Each row of the screen is a strip of all
 * its contents, moved up and down behind a clip of a little more than one row. With `prefers-reduced-motion` it shows the
 * last frame.
 */
export function openSvg(options: PictureOptions, write: WritePiece): Picture {
  const colors = colorsOf(options.theme)
  const light = options.followsReader === true ? colorsOf('light') : null
  const rows = new SvgRows(colors, light)
  const texts = new Map<string, RowMarkup>()
  const strips = Array.from({ length: options.rows }, () => new Strip())
  let last: CellFrame | null = null
  let lastMs = 0

  function markupOf(row: CellRow): RowMarkup {
    const known = texts.get(row.key)
    if (known !== undefined) return known
    const made = { name: `r${texts.size}`, markup: rows.markup(row), uses: 0 }
    texts.set(row.key, made)
    return made
  }

  return {
    frame(atMs, frame) {
      lastMs = Math.max(lastMs, atMs)
      for (const [index, strip] of strips.entries()) {
        const row = frame.rows[index] ?? emptyCellRow
        if (row.key !== last?.rows[index]?.key) strip.show(lastMs, row.key === '' ? null : markupOf(row))
      }
      last = frame
    },
    mark() {},
    end(atMs) {
      const endMs = Math.round(Math.max(lastMs, atMs))
      const drawing: Drawing = { options, colors, light, rows, strips, last, endMs }
      writeDrawing(drawing, [...texts.values()], write)
    },
  }
}

interface RowMarkup {
  readonly name: string
  readonly markup: string
  /** In how many strips it is. */
  uses: number
}

interface Step {
  readonly atMs: number
  /** The index in the strip. */
  readonly place: number
}

/** All contents of one row of the screen, and their times. */
class Strip {
  readonly steps: Step[] = []
  /** null: blank. */
  readonly #places = new Map<RowMarkup | null, number>()

  show(atMs: number, row: RowMarkup | null): void {
    const place = this.#places.get(row) ?? this.#places.size
    this.#places.set(row, place)
    if (this.steps.at(-1)?.atMs === atMs) this.steps.pop()
    if (this.steps.at(-1)?.place !== place) this.steps.push({ atMs, place })
  }

  /** The contents that are shown, with their indexes. */
  rows(): readonly (readonly [RowMarkup, number])[] {
    const seen = new Set(this.steps.map(({ place }) => place))
    return [...this.#places].flatMap(([row, place]) =>
      row !== null && seen.has(place) ? [[row, place] as const] : [],
    )
  }
}

interface Drawing {
  readonly options: PictureOptions
  readonly colors: PictureColors
  /** For readers who prefer a light page; null: the same. */
  readonly light: PictureColors | null
  readonly rows: SvgRows
  readonly strips: readonly Strip[]
  readonly last: CellFrame | null
  readonly endMs: number
}

const presetPadding = 14
/** How far letters with combining marks, or from other fonts, may extend beyond their row. */
const overhang = 4
/** The distance between two contents of a strip: no part of one is visible while another is shown. */
const placeHeight = svgCell.height + 4 * overhang
const fonts =
  "ui-monospace,SFMono-Regular,Menlo,'Cascadia Mono','DejaVu Sans Mono',Consolas,'Liberation Mono',monospace"

function writeDrawing(drawing: Drawing, rows: readonly RowMarkup[], write: WritePiece): void {
  const { options, colors, strips } = drawing
  const hasWindow = options.hasWindow === true
  const padding = options.padding ?? presetPadding
  const scale = options.scale ?? 1
  const top = hasWindow ? titleBar.height : padding
  const width = Math.ceil(options.columns * svgCell.width + 2 * padding)
  const height = options.rows * svgCell.height + top + padding
  write(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}" role="img" xml:space="preserve">`,
  )
  write(`<title>${xmlText(titleOf(options))}</title><desc>${xmlText(descriptionOf(drawing))}</desc>`)
  write(`<style>${sheet(drawing)}</style>`)
  write(hasWindow ? windowFrame(width, height, drawing) : plainFrame(width, height, colors))
  for (const strip of strips) for (const [row] of strip.rows()) row.uses += 1
  const shared = rows.filter(({ uses }) => uses > 1)
  const boxes = drawing.rows.definitions()
  if (shared.length > 0 || boxes !== '') {
    write(`<defs>${boxes}`)
    for (const { name, markup } of shared) write(`<g id="${name}">${markup}</g>`)
    write('</defs>')
  }
  write(`<g class="t" transform="translate(${padding} ${top})">`)
  for (const [index, strip] of strips.entries()) writeStrip(strip, index, width, write)
  write('</g></svg>\n')
}

function titleOf({ title }: PictureOptions): string {
  return title === null ? 'A terminal' : safeLine(title)
}

function descriptionOf({ options, last, endMs, strips }: Drawing): string {
  const moves = strips.some(({ steps }) => steps.length > 1)
  const length = moves ? ` over ${svgNumber(endMs / 1000)} seconds, which ends with` : ':'
  const text = (last?.rows ?? []).map((row) => cellRowText(row).trim()).filter((line) => line !== '')
  return `A terminal of ${options.columns}×${options.rows}${length}\n${text.join('\n')}`
}

function sheet(drawing: Drawing): string {
  const { options, colors, rows, strips, endMs } = drawing
  const { title } = windowColors(colors)
  const titleRule = options.hasWindow === true ? `.n{fill:${title}}` : ''
  const common = `.t{font:14px ${fonts};fill:${colors.fg};font-variant-ligatures:none}text{white-space:pre}${titleRule}`
  const moving = [...strips.entries()].filter(([, { steps }]) => steps.length > 1)
  const look = common + rows.sheet() + lightLook(drawing)
  if (moving.length === 0) return look
  const repeats = options.loops === false ? '1 forwards' : 'infinite'
  const motion = `.m{animation:${endMs / 1000}s step-end ${repeats}}@media(prefers-reduced-motion:reduce){.m{animation:none}}`
  return look + motion + moving.map(([index, strip]) => frames(index, strip, endMs)).join('')
}

/** The rules for a light page; '' if the picture does not follow the reader. */
function lightLook({ light, rows }: Drawing): string {
  if (light === null) return ''
  const { edge, title } = windowColors(light)
  const frame = `.t{fill:${light.fg}}.b{fill:${light.bg}}.e{stroke:${edge}}.n{fill:${title}}`
  return `@media(prefers-color-scheme:light){${frame}${rows.lightSheet()}}`
}

function frames(index: number, { steps }: Strip, endMs: number): string {
  const keyframes = new Map<string, number>()
  for (const { atMs, place } of steps) keyframes.set(percent(atMs, endMs), place)
  const lines = [...keyframes].map(([at, place]) => `${at}{${moved(place)}}`).join('')
  return `#s${index}{animation-name:k${index};${moved(steps.at(-1)?.place ?? 0)}}@keyframes k${index}{${lines}}`
}

function moved(place: number): string {
  return place === 0 ? 'transform:none' : `transform:translateY(${-place * placeHeight}px)`
}

/** With four decimals: for an hour-long animation, an error of some milliseconds. */
function percent(atMs: number, endMs: number): string {
  return `${Number(((100 * atMs) / endMs).toFixed(4))}%`
}

function writeStrip(strip: Strip, index: number, width: number, write: WritePiece): void {
  const y = index * svgCell.height
  const rows = strip.rows()
  if (strip.steps.length <= 1) {
    for (const [row] of rows) write(placed(row, y))
    return
  }
  const height = svgCell.height + 2 * overhang
  write(
    `<svg y="${svgNumber(y - overhang)}" width="${width}" height="${height}"><g id="s${index}" class="m">`,
  )
  for (const [row, place] of rows) write(placed(row, place * placeHeight + overhang))
  write('</g></svg>')
}

function placed({ name, markup, uses }: RowMarkup, top: number): string {
  const y = svgNumber(top + svgCell.baseline)
  return uses > 1 ? `<use href="#${name}" y="${y}"/>` : `<g transform="translate(0 ${y})">${markup}</g>`
}

function plainFrame(width: number, height: number, { bg }: PictureColors): string {
  return `<rect width="${width}" height="${height}" rx="6" class="b" fill="${bg}"/>`
}

function windowFrame(width: number, height: number, { options, colors }: Drawing): string {
  const { edge } = windowColors(colors)
  const circles = titleBar.circles.map(
    ({ x, y, fill }) => `<circle cx="${x}" cy="${y}" r="${titleBar.radius}" fill="${fill}"/>`,
  )
  const title =
    options.title === null
      ? ''
      : `<text class="t n" x="${svgNumber(width / 2)}" y="22.5" text-anchor="middle">${xmlText(barTitle(options.title, { width, cellWidth: svgCell.width }))}</text>`
  return `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="9" class="b e" fill="${colors.bg}" stroke="${edge}"/>${circles.join('')}${title}`
}
