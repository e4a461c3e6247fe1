import { expect, test } from 'vitest'
import { inPlaybackTime, inRealTime, nextRealMs } from '../../../src/ui/stack/screen-controller.ts'
import { startUiState, type UiState } from '../../../src/ui/state/ui-state.ts'

const ui: UiState = { ...startUiState(80, 24), message: { text: 'hi', untilMs: 5000 } }
const realMs = 1000

test.each([
  ['stands', 0],
  ['hurries', 32],
  ['creeps', 0.25],
])('a message stays as long as the user has time, while the recording %s', (_, rate) => {
  const time = { atMs: 70_000, realMs: 500, rate }
  for (const [nowMs, isShown] of [
    [realMs, true],
    [4999, true],
    [5000, false],
  ] as const) {
    const drawn = inPlaybackTime(ui, time, nowMs)
    const playbackMs = 70_000 + (nowMs - 500) * rate
    expect((drawn.message?.untilMs ?? 0) > playbackMs).toBe(isShown)
    expect(inRealTime({ ...drawn, columns: 40 }, ui, time, nowMs)).toEqual({ ...ui, columns: 40 })
  }
})

test('a message that came up in drawing stays as long, whatever the recording does', () => {
  const time = { atMs: 70_000, realMs: 500, rate: 0 }
  const drawn = inPlaybackTime(ui, time, 3000)
  const message = { text: 'gone', untilMs: 70_000 + 4000 }
  expect(inRealTime({ ...drawn, message }, ui, time, 3000).message).toEqual({ text: 'gone', untilMs: 7000 })
})

test('the next frame is drawn when the recording changes or a message expires', () => {
  const time = { atMs: 70_000, realMs: 1000, rate: 2 }
  expect(nextRealMs(71_000, time, { ui, realMs })).toBe(1500)
  expect(nextRealMs(90_000, time, { ui, realMs })).toBe(5000)
  expect(nextRealMs(null, time, { ui: { ...ui, message: null }, realMs })).toBeNull()
  expect(nextRealMs(71_000, { ...time, rate: 0 }, { ui, realMs })).toBe(5000)
  expect(nextRealMs(71_000, { ...time, rate: 0 }, { ui: startUiState(80, 24), realMs })).toBeNull()
})

test('a frame that is not finished is followed by the next one, also in a pause', () => {
  const time = { atMs: 70_000, realMs: 500, rate: 0 }
  expect(nextRealMs(70_000, time, { ui, realMs })).toBe(realMs)
  expect(nextRealMs(71_000, { ...time, rate: 2 }, { ui, realMs })).toBe(realMs)
})
