import { initialState, type AppState } from '../../src/app/state/app-state.ts'
import { FrameSampler, type FrameSamplerOptions, OutputClock } from '../../src/render/frame-sampler.ts'
import type { Pacing } from '../../src/render/formats/render-options.ts'
import type { CellFrame } from '../../src/lib/cells/cell-row.ts'
import { plainStyle } from '../../src/lib/cells/cell-style.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

/** A state that shows a text. */
function showing(text: string): AppState {
  return { ...initialState, remark: { text, atMs: 0 } }
}

interface Sampled {
  readonly sampler: FrameSampler
  /** `500 text`: from when it is seen in the result, with `~` for what only time has changed. */
  readonly seen: readonly string[]
}

/** A sampler of a screen that shows a state's text and the seconds, and turns a second later by itself while they count. */
function sampled(
  options: Partial<Omit<FrameSamplerOptions, 'screen'>> & { readonly counts?: boolean } = {},
): Sampled {
  const { counts = false, ...rest } = options
  let pressed = ''
  const sampler = new FrameSampler({
    pace: { speed: 1, idleLimitMs: Number.POSITIVE_INFINITY, minHoldMs: 0 },
    gapMs: 50,
    lastHoldMs: 0,
    ...rest,
    screen: {
      draw(state, nowMs) {
        const seconds = Math.floor(nowMs / 1000)
        const text = `${state.remark?.text ?? ''}${pressed}${counts ? ` ${seconds}s` : ''}`
        return { frame: frameOf(text), nextAtMs: counts ? (seconds + 1) * 1000 : null }
      },
      press: ({ name }) => void (pressed += `+${name}`),
    },
  })
  const seen: string[] = []
  sampler.onFrame((outMs, frame, isTick) =>
    seen.push(`${isTick ? '~' : ''}${Math.round(outMs)} ${textOf(frame)}`),
  )
  return { sampler, seen }
}

function frameOf(text: string): CellFrame {
  return {
    columns: 80,
    rows: [{ key: text, runs: [{ text, column: 0, width: text.length, style: plainStyle, link: null }] }],
  }
}

function textOf({ rows }: CellFrame): string {
  return rows[0]?.runs[0]?.text ?? ''
}

/** Something happens at a moment; until then the state was another. */
function turn(sampler: FrameSampler, atMs: number, before: AppState, isPlan = false): void {
  sampler.advance(atMs, before)
  sampler.onActivity(atMs)
  sampler.onChange(atMs)
  if (isPlan) sampler.onPlanChange(atMs, before)
}

describe('a frame sampler', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(showing) as [AppState, AppState, AppState, AppState]

  test('draws a frame for each state', () => {
    const { sampler, seen } = sampled()
    sampler.begin(0)
    turn(sampler, 1000, a)
    turn(sampler, 2500, b)
    expect(sampler.end(3000, c)).toBe(3000)
    expect(seen).toEqual(['0 a', '1000 b', '2500 c'])
  })

  test('draws on until the screen has settled, if asked to', () => {
    const { sampler, seen } = sampled({ counts: true, lastHoldMs: 1000 })
    sampler.begin(2500)
    expect(sampler.end(3500, a, { settles: true })).toBe(3500)
    expect(seen).toEqual(['0 a 2s', '~500 a 3s', '~1500 a 4s', '~2500 a 5s'])
  })

  test('joins changes within the gap, and draws the last state', () => {
    const { sampler, seen } = sampled({ gapMs: 100 })
    sampler.begin(0)
    turn(sampler, 1000, a)
    turn(sampler, 1030, b)
    turn(sampler, 1060, c)
    turn(sampler, 1150, d)
    sampler.end(1180, a)
    expect(seen).toEqual(['0 a', '1000 b', '1100 d', '1180 a'])
  })

  test('leaves out frames that look the same', () => {
    const { sampler, seen } = sampled()
    sampler.begin(0)
    turn(sampler, 1000, a)
    turn(sampler, 2000, a)
    sampler.end(3000, a)
    expect(seen).toEqual(['0 a'])
  })

  test('draws a frame when a clock ticks', () => {
    const { sampler, seen } = sampled({ counts: true })
    sampler.begin(0)
    turn(sampler, 2500, a)
    sampler.end(3500, b)
    expect(seen).toEqual(['0 a 0s', '~1000 a 1s', '~2000 a 2s', '2500 b 2s', '~3000 b 3s'])
  })

  test('draws a night in few frames, and ten minutes second by second', () => {
    const { sampler, seen } = sampled({ counts: true })
    const nightMs = 9 * 3_600_000
    sampler.begin(0)
    turn(sampler, 600_000, a)
    expect(seen).toHaveLength(600)
    turn(sampler, nightMs, b)
    expect(seen.length).toBeLessThan(4500)
    turn(sampler, nightMs + 3000, c)
    expect(seen.slice(-3)).toEqual(['32400000 c 32400s', '~32401000 c 32401s', '~32402000 c 32402s'])
  })

  test('for single pictures draws no clock of a screen that has settled, until something happens', () => {
    const { sampler, seen } = sampled({ counts: true, isForStills: true })
    sampler.begin(0)
    turn(sampler, 100_000, a)
    sampler.end(200_000, b)
    expect(seen).toEqual([
      '0 a 0s',
      '~1000 a 1s',
      '~2000 a 2s',
      '~3000 a 3s',
      '100000 b 100s',
      '~101000 b 101s',
      '~102000 b 102s',
      '~103000 b 103s',
      '~200000 b 200s',
    ])
  })

  test('starts at `begin`', () => {
    const { sampler, seen } = sampled({ counts: true })
    turn(sampler, 1000, a)
    sampler.advance(2000, b)
    expect(sampler.outputTime(2000)).toBeNull()
    sampler.begin(2000)
    sampler.begin(2500)
    turn(sampler, 3500, b)
    expect(sampler.end(3600, c)).toBe(1600)
    expect(sampler.end(9000, c)).toBe(1600)
    expect(seen).toEqual(['0 b 2s', '~1000 b 3s', '1500 c 3s'])
  })

  test('cuts pauses, and the ticks in them', () => {
    const pace = { speed: 2, idleLimitMs: 1000, minHoldMs: 0 }
    const { sampler, seen } = sampled({ counts: true, pace })
    sampler.begin(0)
    turn(sampler, 500, a)
    turn(sampler, 60_500, b)
    sampler.end(61_000, c)
    expect(seen).toEqual(['0 a 0s', '250 b 0s', '~500 b 1s', '~1000 b 2s', '1250 c 60s', '~1500 c 61s'])
  })

  test('draws a change at once if the pause is cut before the next frame', () => {
    const pace = { speed: 100, idleLimitMs: 1, minHoldMs: 0 }
    const { sampler, seen } = sampled({ pace })
    sampler.begin(0)
    turn(sampler, 10, a)
    turn(sampler, 50_000, b)
    sampler.end(50_000, c)
    expect(seen).toEqual(['0 a', '0 b', '1 c'])
  })

  test('with a minimum hold draws every change of a plan, also several at one time', () => {
    const { sampler, seen } = sampled({ pace: { speed: 1, idleLimitMs: 2000, minHoldMs: 800 } })
    sampler.begin(0)
    turn(sampler, 100, a, true)
    turn(sampler, 100, b, true)
    turn(sampler, 150, c, true)
    expect(sampler.end(200, d)).toBe(1700 + 800)
    expect(seen).toEqual(['0 a', '100 b', '900 c', '1700 d'])
  })

  test('holds the last frame', () => {
    const { sampler } = sampled({ lastHoldMs: 5000 })
    sampler.begin(0)
    turn(sampler, 1000, a)
    expect(sampler.end(2000, b)).toBe(6000)
  })

  test('accepts keys, also before `begin`', () => {
    const { sampler, seen } = sampled({ pace: { speed: 1, idleLimitMs: 1000, minHoldMs: 0 } })
    sampler.press({ name: 'x', text: 'x' }, 500, a)
    sampler.begin(1000)
    sampler.advance(20_000, a)
    sampler.press({ name: 'tab', text: '' }, 20_000, a)
    sampler.end(20_500, a)
    expect(seen).toEqual(['0 a+x', '1000 a+x+tab'])
  })
})

const asItWas: Pacing = { speed: 1, idleLimitMs: Number.POSITIVE_INFINITY, minHoldMs: 0 }

describe('the output clock', () => {
  test('starts at the first time of the result', () => {
    const clock = new OutputClock(asItWas, 1000)
    clock.onActivity(1500)
    expect([clock.outputTime(1500), clock.outputTime(9000), clock.recordingTime(8000)]).toEqual([
      500, 8000, 9000,
    ])
    expect(clock.isCut(1e9)).toBe(false)
  })

  test('stops in a pause at the idle limit, until the next activity', () => {
    const clock = new OutputClock({ ...asItWas, speed: 2, idleLimitMs: 1500 }, 0)
    clock.onActivity(1000)
    expect(clock.outputTime(4000)).toBe(2000)
    expect(clock.outputTime(60_000)).toBe(2000)
    expect([clock.isCut(4000), clock.isCut(4001)]).toEqual([false, true])
    clock.onActivity(60_000)
    expect(clock.outputTime(60_000)).toBe(2000)
    expect(clock.outputTime(61_000)).toBe(2500)
  })

  test('delays a change of a plan until the one before was shown for the minimum hold', () => {
    const clock = new OutputClock({ ...asItWas, minHoldMs: 1000 }, 0)
    clock.onActivity(500)
    clock.onPlanChange()
    clock.onActivity(600)
    expect(clock.outputTime(600)).toBe(600)
    clock.onActivity(700)
    clock.onPlanChange()
    expect(clock.outputTime(700)).toBe(1500)
    clock.onActivity(1700)
    clock.onPlanChange()
    expect(clock.outputTime(1700)).toBe(2500)
    clock.onActivity(9000)
    clock.onPlanChange()
    expect(clock.outputTime(9000)).toBe(9800)
  })

  test('never goes back, and never shows a change for less than the minimum hold', () => {
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
        const clock = new OutputClock(speedOf, 0)
        let atMs = 0
        let lastMs = 0
        let lastChangeMs = Number.NEGATIVE_INFINITY
        for (const { afterMs, isChange, looks } of events) {
          for (const look of looks.filter((each) => each < afterMs).toSorted((one, other) => one - other)) {
            expect(clock.outputTime(atMs + look)).toBeGreaterThanOrEqual(lastMs)
            lastMs = clock.outputTime(atMs + look)
          }
          atMs += afterMs
          clock.onActivity(atMs)
          if (isChange) clock.onPlanChange()
          const outMs = clock.outputTime(atMs)
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
