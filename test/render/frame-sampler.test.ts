import { describe, expect, test } from 'vitest'
import { initialState, type AppState } from '../../src/app/state/app-state.ts'
import { Film, type FilmOptions } from '../../src/render/frame-sampler.ts'
import type { CellFrame } from '../../src/lib/cells/cell-frame.ts'
import { plainStyle } from '../../src/lib/cells/cell-style.ts'

/** A state that shows a text. */
function showing(text: string): AppState {
  return { ...initialState, remark: { text, atMs: 0 } }
}

interface Filmed {
  readonly film: Film
  /** `500 text`: from when it is seen in the result, with `~` for what only time has changed. */
  readonly seen: readonly string[]
}

/** A film of a screen that shows a state's text and the seconds, and turns a second later by itself while they count. */
function filmed(options: Partial<Omit<FilmOptions, 'screen'>> & { readonly counts?: boolean } = {}): Filmed {
  const { counts = false, ...rest } = options
  let pressed = ''
  const film = new Film({
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
  film.onFrame((outMs, frame, isTick) =>
    seen.push(`${isTick ? '~' : ''}${Math.round(outMs)} ${textOf(frame)}`),
  )
  return { film, seen }
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
function turn(film: Film, atMs: number, before: AppState, isPlan = false): void {
  film.advance(atMs, before)
  film.happens(atMs)
  film.changes(atMs)
  if (isPlan) film.changesPlan(atMs, before)
}

describe('a film', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(showing) as [AppState, AppState, AppState, AppState]

  test('shows each state from when it came', () => {
    const { film, seen } = filmed()
    film.begin(0)
    turn(film, 1000, a)
    turn(film, 2500, b)
    expect(film.end(3000, c)).toBe(3000)
    expect(seen).toEqual(['0 a', '1000 b', '2500 c'])
  })

  test('goes on until the screen has come to rest, where that is wanted', () => {
    const { film, seen } = filmed({ counts: true, lastHoldMs: 1000 })
    film.begin(2500)
    expect(film.end(3500, a, { settles: true })).toBe(3500)
    expect(seen).toEqual(['0 a 2s', '~500 a 3s', '~1500 a 4s', '~2500 a 5s'])
  })

  test('shows what comes too fast together, and at last what there is', () => {
    const { film, seen } = filmed({ gapMs: 100 })
    film.begin(0)
    turn(film, 1000, a)
    turn(film, 1030, b)
    turn(film, 1060, c)
    turn(film, 1150, d)
    film.end(1180, a)
    expect(seen).toEqual(['0 a', '1000 b', '1100 d', '1180 a'])
  })

  test('says nothing of what looks the same', () => {
    const { film, seen } = filmed()
    film.begin(0)
    turn(film, 1000, a)
    turn(film, 2000, a)
    film.end(3000, a)
    expect(seen).toEqual(['0 a'])
  })

  test('lets time pass by itself', () => {
    const { film, seen } = filmed({ counts: true })
    film.begin(0)
    turn(film, 2500, a)
    film.end(3500, b)
    expect(seen).toEqual(['0 a 0s', '~1000 a 1s', '~2000 a 2s', '2500 b 2s', '~3000 b 3s'])
  })

  test('shows a night in few frames, and each second of ten minutes', () => {
    const { film, seen } = filmed({ counts: true })
    const nightMs = 9 * 3_600_000
    film.begin(0)
    turn(film, 600_000, a)
    expect(seen).toHaveLength(600)
    turn(film, nightMs, b)
    expect(seen.length).toBeLessThan(4500)
    turn(film, nightMs + 3000, c)
    expect(seen.slice(-3)).toEqual(['32400000 c 32400s', '~32401000 c 32401s', '~32402000 c 32402s'])
  })

  test('begins where it is wanted', () => {
    const { film, seen } = filmed({ counts: true })
    turn(film, 1000, a)
    film.advance(2000, b)
    expect(film.nowMs(2000)).toBeNull()
    film.begin(2000)
    film.begin(2500)
    turn(film, 3500, b)
    expect(film.end(3600, c)).toBe(1600)
    expect(film.end(9000, c)).toBe(1600)
    expect(seen).toEqual(['0 b 2s', '~1000 b 3s', '1500 c 3s'])
  })

  test('cuts pauses, and their seconds with them', () => {
    const pace = { speed: 2, idleLimitMs: 1000, minHoldMs: 0 }
    const { film, seen } = filmed({ counts: true, pace })
    film.begin(0)
    turn(film, 500, a)
    turn(film, 60_500, b)
    film.end(61_000, c)
    expect(seen).toEqual(['0 a 0s', '250 b 0s', '~500 b 1s', '~1000 b 2s', '1250 c 60s', '~1500 c 61s'])
  })

  test('shows a change as soon as it happens where a pause is cut before the next frame', () => {
    const pace = { speed: 100, idleLimitMs: 1, minHoldMs: 0 }
    const { film, seen } = filmed({ pace })
    film.begin(0)
    turn(film, 10, a)
    turn(film, 50_000, b)
    film.end(50_000, c)
    expect(seen).toEqual(['0 a', '0 b', '1 c'])
  })

  test('lets every change of a plan be seen, those of one moment too', () => {
    const { film, seen } = filmed({ pace: { speed: 1, idleLimitMs: 2000, minHoldMs: 800 } })
    film.begin(0)
    turn(film, 100, a, true)
    turn(film, 100, b, true)
    turn(film, 150, c, true)
    expect(film.end(200, d)).toBe(1700 + 800)
    expect(seen).toEqual(['0 a', '100 b', '900 c', '1700 d'])
  })

  test('goes on for as long as its last picture is to stay', () => {
    const { film } = filmed({ lastHoldMs: 5000 })
    film.begin(0)
    turn(film, 1000, a)
    expect(film.end(2000, b)).toBe(6000)
  })

  test('takes keys, before it begins too', () => {
    const { film, seen } = filmed({ pace: { speed: 1, idleLimitMs: 1000, minHoldMs: 0 } })
    film.press({ name: 'x', text: 'x' }, 500, a)
    film.begin(1000)
    film.advance(20_000, a)
    film.press({ name: 'tab', text: '' }, 20_000, a)
    film.end(20_500, a)
    expect(seen).toEqual(['0 a+x', '1000 a+x+tab'])
  })
})
