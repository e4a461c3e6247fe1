import { expect, test } from 'vitest'
import { renderMinutes } from '../../bench/render-minutes.ts'

const megabyte = 1024 * 1024

test('a long session is written in bounds, in memory and on the disk', async () => {
  const made = await renderMinutes(0.5, 'cast', 'svg', 'txt', 'png', 'gif')
  const { cast = 0, svg = 0, txt = 0, png = 0, gif = 0 } = made.bytes
  expect(made.frames).toBeGreaterThan(125)
  expect(Math.min(cast, svg, txt, png, gif)).toBeGreaterThan(0)
  expect(Math.max(cast, svg)).toBeLessThan(1.25 * megabyte)
  expect(Math.max(txt, png)).toBeLessThan(megabyte / 4)
  expect(gif).toBeLessThan(6 * megabyte)
  expect(made.heldBytes).toBeLessThan(300 * megabyte)
})
