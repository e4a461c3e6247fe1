import { svgCell } from '../../../src/outputs/pictures/svg-row.ts'
import { elementsOf, readXml, textIn, type XmlElement } from '../../support/formats/xml.ts'

/** The rows that an SVG shows at a moment of its animation; null: without animations. */
export function shownBySvg(svg: string, atMs: number | null): readonly string[] {
  const root = readXml(svg)
  const style = [...elementsOf(root)]
    .filter(({ name }) => name === 'style')
    .map(textIn)
    .join('')
  const screen = find(root, ({ name, attributes }) => name === 'g' && attributes.get('class') === 't')
  const named = new Map([...elementsOf(root)].map((element) => [element.attributes.get('id'), element]))
  const rows: string[] = []
  for (const child of screen.children) {
    if (typeof child === 'string') throw new Error('text between the rows')
    if (child.name !== 'svg') rows[rowOf(yOf(child))] = textOf(child, named)
    else {
      const [strip] = child.children
      if (strip === undefined || typeof strip === 'string') throw new Error('a strip without a group')
      const shift = shiftAt(style, strip.attributes.get('id') ?? '', atMs)
      const [top, height] = ['y', 'height'].map((name) => Number(child.attributes.get(name)))
      const shown = strip.children
        .filter((row) => typeof row !== 'string')
        .filter((row) => isSeen(yOf(row) + shift, height ?? 0))
      if (shown.length > 1) throw new Error('two rows in one window')
      const [row] = shown
      const baseline = row === undefined ? svgCell.baseline + tall : yOf(row) + shift
      const above = baseline - svgCell.baseline
      if (above < tall || above + svgCell.height + tall > (height ?? 0)) throw new Error('a row that is cut')
      rows[rowOf((top ?? 0) + baseline)] = row === undefined ? '' : textOf(row, named)
    }
  }
  return Array.from(rows, (row) => row ?? '')
}

function find(root: XmlElement, fits: (element: XmlElement) => boolean): XmlElement {
  for (const element of elementsOf(root)) if (fits(element)) return element
  throw new Error('no such element')
}

/** The baseline of a row, by its `y` or its transform. */
function yOf({ attributes }: XmlElement): number {
  const moved = /^translate\(0 ([\d.]+)\)$/.exec(attributes.get('transform') ?? '')?.[1]
  return Number(attributes.get('y') ?? moved)
}

function rowOf(baseline: number): number {
  return (baseline - svgCell.baseline) / svgCell.height
}

/** How far letters may reach above and below their row. */
const tall = 4

/** Whether something of a row with this baseline, or of its tallest letters, is in a window of this height. */
function isSeen(baseline: number, height: number): boolean {
  const top = baseline - svgCell.baseline - tall
  return top < height && top + svgCell.height + 2 * tall > 0
}

/** How far a strip is moved at a time; null: without the animation. */
function shiftAt(style: string, id: string, atMs: number | null): number {
  const [, still] = new RegExp(`#${id}\\{animation-name:(?:k\\d+);transform:([^;}]+)\\}`).exec(style) ?? []
  if (atMs === null) return pixels(still)
  const [, seconds] = /\.m\{animation:([\d.]+)s step-end/.exec(style) ?? []
  const [, steps = ''] =
    new RegExp(`@keyframes ${id.replace('s', 'k')}\\{((?:[\\d.]+%\\{[^}]*\\})+)\\}`).exec(style) ?? []
  const share = (100 * atMs) / (Number(seconds) * 1000)
  let shift = Number.NaN
  for (const [, percent, transform] of steps.matchAll(/([\d.]+)%\{transform:([^}]+)\}/g))
    if (Number(percent) <= share + 1e-4) shift = pixels(transform)
  return shift
}

function pixels(transform: string | undefined): number {
  if (transform === 'none') return 0
  const [, shift] = /^translateY\((-[\d.]+)px\)$/.exec(transform ?? '') ?? []
  if (shift === undefined) throw new Error(`a transform ${transform}`)
  return Number(shift)
}

/** Text at the columns of its x. */
function textOf(row: XmlElement, named: ReadonlyMap<string | undefined, XmlElement>): string {
  const target = row.name === 'use' ? named.get((row.attributes.get('href') ?? '').slice(1)) : row
  if (target === undefined) throw new Error('a use of nothing')
  let text = ''
  let column = 0
  for (const element of elementsOf(target)) {
    if (element.name !== 'text') continue
    const content = textIn(element)
    const x = Number(element.attributes.get('x')?.split(' ')[0]) / svgCell.width
    const isCentred = element.attributes.get('text-anchor') === 'middle'
    // Centred text may begin within a column.
    const start = isCentred ? Math.max(column, Math.ceil(x - 1.01)) : Math.round(x)
    text += ' '.repeat(start - column) + content
    const length = element.attributes.get('textLength')
    column =
      length === undefined ? Math.round(2 * x - start) : start + Math.round(Number(length) / svgCell.width)
    const others = (element.attributes.get('x') ?? '').split(' ').length - 1
    column += 2 * others
  }
  return text
}
