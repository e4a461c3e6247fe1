import { describe, expect, test } from 'vitest'
import { initialState, type AppState } from '../../src/app/state/app-state.ts'
import { FrameSampler, type FrameSamplerOptions } from '../../src/render/frame-sampler.ts'
import type { CellFrame } from '../../src/lib/cells/cell-frame.ts'
import { plainStyle } from '../../src/lib/cells/cell-style.ts'

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
    rows: [{ key: text, runs: [{ text, column: 0, width: text.length, style: plainStyle }] }],
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

describe('a sampler', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(showing) as [AppState, AppState, AppState, AppState]

  test('shows each state from when it came', () => {
    const { sampler, seen } = sampled()
    sampler.begin(0)
    turn(sampler, 1000, a)
    turn(sampler, 2500, b)
    expect(sampler.end(3000, c)).toBe(3000)
    expect(seen).toEqual(['0 a', '1000 b', '2500 c'])
  })

  test('goes on until the screen has come to rest, where that is wanted', () => {
    const { sampler, seen } = sampled({ counts: true, lastHoldMs: 1000 })
    sampler.begin(2500)
    expect(sampler.end(3500, a, { settles: true })).toBe(3500)
    expect(seen).toEqual(['0 a 2s', '~500 a 3s', '~1500 a 4s', '~2500 a 5s'])
  })

  test('shows what comes too fast together, and at last what there is', () => {
    const { sampler, seen } = sampled({ gapMs: 100 })
    sampler.begin(0)
    turn(sampler, 1000, a)
    turn(sampler, 1030, b)
    turn(sampler, 1060, c)
    turn(sampler, 1150, d)
    sampler.end(1180, a)
    expect(seen).toEqual(['0 a', '1000 b', '1100 d', '1180 a'])
  })

  test('says nothing of what looks the same', () => {
    const { sampler, seen } = sampled()
    sampler.begin(0)
    turn(sampler, 1000, a)
    turn(sampler, 2000, a)
    sampler.end(3000, a)
    expect(seen).toEqual(['0 a'])
  })

  test('lets time pass by itself', () => {
    const { sampler, seen } = sampled({ counts: true })
    sampler.begin(0)
    turn(sampler, 2500, a)
    sampler.end(3500, b)
    expect(seen).toEqual(['0 a 0s', '~1000 a 1s', '~2000 a 2s', '2500 b 2s', '~3000 b 3s'])
  })

  test('shows a night in few frames, and each second of ten minutes', () => {
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

  test('begins where it is wanted', () => {
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

  test('cuts pauses, and their seconds with them', () => {
    const pace = { speed: 2, idleLimitMs: 1000, minHoldMs: 0 }
    const { sampler, seen } = sampled({ counts: true, pace })
    sampler.begin(0)
    turn(sampler, 500, a)
    turn(sampler, 60_500, b)
    sampler.end(61_000, c)
    expect(seen).toEqual(['0 a 0s', '250 b 0s', '~500 b 1s', '~1000 b 2s', '1250 c 60s', '~1500 c 61s'])
  })

  test('shows a change as soon as it happens where a pause is cut before the next frame', () => {
    const pace = { speed: 100, idleLimitMs: 1, minHoldMs: 0 }
    const { sampler, seen } = sampled({ pace })
    sampler.begin(0)
    turn(sampler, 10, a)
    turn(sampler, 50_000, b)
    sampler.end(50_000, c)
    expect(seen).toEqual(['0 a', '0 b', '1 c'])
  })

  test('lets every change of a plan be seen, those of one moment too', () => {
    const { sampler, seen } = sampled({ pace: { speed: 1, idleLimitMs: 2000, minHoldMs: 800 } })
    sampler.begin(0)
    turn(sampler, 100, a, true)
    turn(sampler, 100, b, true)
    turn(sampler, 150, c, true)
    expect(sampler.end(200, d)).toBe(1700 + 800)
    expect(seen).toEqual(['0 a', '100 b', '900 c', '1700 d'])
  })

  test('goes on for as long as its last picture is to stay', () => {
    const { sampler } = sampled({ lastHoldMs: 5000 })
    sampler.begin(0)
    turn(sampler, 1000, a)
    expect(sampler.end(2000, b)).toBe(6000)
  })

  test('takes keys, before it begins too', () => {
    const { sampler, seen } = sampled({ pace: { speed: 1, idleLimitMs: 1000, minHoldMs: 0 } })
    sampler.press({ name: 'x', text: 'x' }, 500, a)
    sampler.begin(1000)
    sampler.advance(20_000, a)
    sampler.press({ name: 'tab', text: '' }, 20_000, a)
    sampler.end(20_500, a)
    expect(seen).toEqual(['0 a+x', '1000 a+x+tab'])
  })
})
