import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FilmClock, type FilmPace } from '../../src/render/frame-sampler.ts'

const asItWas: FilmPace = { speed: 1, idleLimitMs: Number.POSITIVE_INFINITY, minHoldMs: 0 }

describe('the time of a result', () => {
  test('is that of the recording, from where it begins', () => {
    const clock = new FilmClock(asItWas, 1000)
    clock.happens(1500)
    expect([clock.outOf(1500), clock.outOf(9000), clock.timeAt(8000)]).toEqual([500, 8000, 9000])
    expect(clock.isCut(1e9)).toBe(false)
  })

  test('goes faster', () => {
    const clock = new FilmClock({ ...asItWas, speed: 4 }, 0)
    clock.happens(2000)
    expect([clock.outOf(4000), clock.timeAt(1000)]).toEqual([1000, 4000])
  })

  test('runs on in a pause for as long as one may be, and stands still until something happens', () => {
    const clock = new FilmClock({ ...asItWas, speed: 2, idleLimitMs: 1500 }, 0)
    clock.happens(1000)
    expect(clock.outOf(4000)).toBe(2000)
    expect(clock.outOf(60_000)).toBe(2000)
    expect([clock.isCut(4000), clock.isCut(4001)]).toEqual([false, true])
    clock.happens(60_000)
    expect(clock.outOf(60_000)).toBe(2000)
    expect(clock.outOf(61_000)).toBe(2500)
  })

  test('waits until a change of a plan was seen for long enough', () => {
    const clock = new FilmClock({ ...asItWas, minHoldMs: 1000 }, 0)
    clock.happens(500)
    clock.changesPlan()
    clock.happens(600)
    expect(clock.outOf(600)).toBe(600)
    clock.happens(700)
    clock.changesPlan()
    expect(clock.outOf(700)).toBe(1500)
    clock.happens(1700)
    clock.changesPlan()
    expect(clock.outOf(1700)).toBe(2500)
    clock.happens(9000)
    clock.changesPlan()
    expect(clock.outOf(9000)).toBe(9800)
  })

  test('never goes back, and a change is never seen for less than it must be', () => {
    const moments = fc.array(
      fc.record({ afterMs: fc.nat(5000), isChange: fc.boolean(), looks: fc.array(fc.nat(6000)) }),
    )
    const pace = fc.record({
      speed: fc.double({ min: 0.1, max: 100, noNaN: true }),
      idleLimitMs: fc.oneof(fc.integer({ min: 100, max: 4000 }), fc.constant(Number.POSITIVE_INFINITY)),
      minHoldMs: fc.nat(3000),
    })
    fc.assert(
      fc.property(moments, pace, (events, speedOf) => {
        const clock = new FilmClock(speedOf, 0)
        let atMs = 0
        let lastMs = 0
        let lastChangeMs = Number.NEGATIVE_INFINITY
        for (const { afterMs, isChange, looks } of events) {
          for (const look of looks.filter((each) => each < afterMs).toSorted((one, other) => one - other)) {
            expect(clock.outOf(atMs + look)).toBeGreaterThanOrEqual(lastMs)
            lastMs = clock.outOf(atMs + look)
          }
          atMs += afterMs
          clock.happens(atMs)
          if (isChange) clock.changesPlan()
          const outMs = clock.outOf(atMs)
          expect(outMs).toBeGreaterThanOrEqual(lastMs)
          if (isChange) {
            expect(outMs - lastChangeMs).toBeGreaterThanOrEqual(speedOf.minHoldMs - 1e-6)
            lastChangeMs = outMs
          }
          lastMs = outMs
        }
      }),
    )
  })
})
