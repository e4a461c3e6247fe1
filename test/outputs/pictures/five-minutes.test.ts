import { expect, test } from 'vitest'
import { renderFiveMinutes } from '../../bench/five-minutes.ts'

const megabyte = 1024 * 1024

test.each([
  { format: 'cast', bytes: 12 * megabyte },
  { format: 'svg', bytes: 12 * megabyte },
  { format: 'txt', bytes: megabyte },
  { format: 'png', bytes: megabyte },
  { format: 'gif', bytes: 60 * megabyte },
] as const)(
  'a session of five minutes is a $format in bounds',
  { timeout: 120_000 },
  async ({ format, bytes }) => {
    const made = await renderFiveMinutes(format)
    expect(made.frames).toBeGreaterThan(1000)
    expect(made.bytes).toBeLessThan(bytes)
    expect(made.heldBytes).toBeLessThan(400 * megabyte)
  },
)
