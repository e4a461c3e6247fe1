import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boxShape, isBoxSign } from '../../../src/outputs/pictures/box-shapes.ts'
import { OutlineFiller } from '../../../src/outputs/pictures/raster/fill-outline.ts'

const cell = { width: 10, height: 20, line: 1 } as const

/** The coverage of each pixel of a cell, row by row. */
function pixels(
  sign: string,
  size: typeof cell | { width: number; height: number; line: number } = cell,
): number[][] {
  const filler = new OutlineFiller(size.width, size.height)
  for (const outline of boxShape(sign, size)?.outlines ?? []) filler.addPolygon(outline)
  const shares = filler.shares()
  return Array.from({ length: size.height }, (_, y) =>
    Array.from(shares.slice(y * size.width, (y + 1) * size.width)),
  )
}

/** Lines of box-drawing characters drawn as text: one of four characters for the coverage of each pixel. */
function drawn(...lines: readonly string[]): string {
  return lines
    .flatMap((line) => {
      const signs = Array.from(line, (sign) => pixels(sign))
      return Array.from({ length: cell.height }, (_, y) =>
        signs
          .flatMap((sign) => sign[y] ?? [])
          .map((share) => ' .+#'[Math.ceil(share * 3)])
          .join('')
          .trimEnd(),
      )
    })
    .join('\n')
}

describe('lines and blocks', () => {
  test('join in tables of every kind', async () => {
    const tables = drawn(
      '┌─┬┐ ╔═╦╗ ╒═╤╕ ┏━┳┓',
      '├─┼┤ ╠═╬╣ ╞═╪╡ ┣━╋┫',
      '└─┴┘ ╟─╫╢ ╘═╧╛ ┗━┻┛',
      '     ╚═╩╝ ╓─╥╖ ╭─╮┆',
      '               ╰┄╯╳',
    )
    await expect(tables).toMatchFileSnapshot('golden/tables.txt')
  })

  test('fill the shares in their names', () => {
    const area = (sign: string): number => {
      const share = boxShape(sign, cell)?.share ?? 0
      return (
        (pixels(sign)
          .flat()
          .reduce((sum, pixel) => sum + pixel, 0) *
          share) /
        100 /
        200
      )
    }
    expect(Array.from('▁▂▃▄▅▆▇█', (sign) => Math.round(area(sign) * 8))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(Array.from('▏▎▍▌▋▊▉█', (sign) => Math.round(area(sign) * 8))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(Array.from('░▒▓', area)).toEqual([0.25, 0.5, 0.75])
    expect(Array.from('▀▐▖▗▘▙▚▛▜▝▞▟', (sign) => area(sign) * 4)).toEqual([2, 2, 1, 1, 1, 3, 2, 3, 3, 1, 2, 3])
  })

  test('are the only characters drawn as shapes', () => {
    for (let code = 0x2500; code < 0x25a0; code++) {
      const sign = String.fromCharCode(code)
      expect(isBoxSign(sign)).toBe(true)
      expect(
        pixels(sign)
          .flat()
          .some((share) => share > 0),
        sign,
      ).toBe(true)
    }
    for (const other of ['a', ' ', '', '■', '○', '🚀', '──']) expect(boxShape(other, cell)).toBeNull()
    expect(Array.from('▰▱', isBoxSign)).toEqual([true, true])
  })
})

const thin = Array.from('─│┌┐└┘├┤┬┴┼╴╵╶╷')
const anySize = fc.record({
  width: fc.integer({ min: 6, max: 40 }),
  height: fc.integer({ min: 10, max: 80 }),
  line: fc.integer({ min: 1, max: 4 }),
})

test('lines meet those of adjacent cells at the edge, at any size', () => {
  const edges = (sign: string, size: { width: number; height: number; line: number }) => {
    const rows = pixels(sign, size)
    const column = (at: number): string => rows.map((row) => row.at(at)).join()
    const row = (at: number): string => rows.at(at)?.join() ?? ''
    return { left: column(0), right: column(-1), top: row(0), bottom: row(-1) }
  }
  fc.assert(
    fc.property(anySize, fc.constantFrom(...thin), (size, sign) => {
      const [lying, upright, own] = [edges('─', size), edges('│', size), edges(sign, size)]
      const isBlank = (edge: string): boolean => /^[0,]*$/.test(edge)
      for (const edge of [own.left, own.right]) expect(isBlank(edge) || edge === lying.left).toBe(true)
      for (const edge of [own.top, own.bottom]) expect(isBlank(edge) || edge === upright.top).toBe(true)
    }),
  )
})
