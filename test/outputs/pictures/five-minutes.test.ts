import { expect, test } from 'vitest'
import { renderFiveMinutes } from '../../bench/five-minutes.ts'

const megabyte = 1024 * 1024

test(
  'a session of five minutes is written in bounds, in memory and on the disk',
  { timeout: 120_000 },
  async () => {
    const made = await renderFiveMinutes('cast', 'svg', 'txt', 'png', 'gif')
    const { cast = 0, svg = 0, txt = 0, png = 0, gif = 0 } = made.bytes
    expect(made.frames).toBeGreaterThan(1000)
    expect(Math.min(cast, svg, txt, png, gif)).toBeGreaterThan(0)
    expect(Math.max(cast, svg)).toBeLessThan(12 * megabyte)
    expect(Math.max(txt, png)).toBeLessThan(megabyte)
    expect(gif).toBeLessThan(60 * megabyte)
    expect(made.heldBytes).toBeLessThan(400 * megabyte)
  },
)
