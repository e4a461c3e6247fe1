import type { Speed } from '../../../src/lib/clock.ts'
import { describe, expect, test } from 'vitest'
import {
  changedSpeed,
  dueAfter,
  markerFrom,
  playbackTimeAt,
  readMoment,
  realTimeOf,
  isMarker,
  parseMoment,
  type Moment,
} from '../../../src/app/playback/playback.ts'

describe('moments as people write them', () => {
  test.each([
    ['1:30', 90_000],
    ['01:02:03', 3_723_000],
    ['0:41.5', 41_500],
    ['90', 90_000],
    ['2.25', 2250],
    ['45s', 45_000],
    ['1m30s', 90_000],
    ['1m 30s', 90_000],
    ['2m', 120_000],
    ['3min', 180_000],
    ['1h', 3_600_000],
    ['1h02m', 3_720_000],
    [' 7 s ', 7000],
    ['0', 0],
  ])('%s', (text, atMs) => {
    expect(readMoment(text)).toBe(atMs)
  })

  test.each([
    '',
    ' ',
    'soon',
    '1:',
    ':30',
    '-',
    '1:2:3:4',
    '1e3',
    'NaN',
    '1.s',
    '-5',
    '+5',
    '0x10',
    '99999999999',
  ])('“%s” is none', (text) => {
    expect(readMoment(text)).toBeNull()
  })
})

test('speeds go up and down from any speed, and stop at the ends', () => {
  const up = (speed: Speed): Speed => changedSpeed(speed, 1)
  const down = (speed: Speed): Speed => changedSpeed(speed, -1)
  expect([up(1), up(3), up(32), up('max'), up(100)]).toEqual([2, 4, 'max', 'max', 'max'])
  expect([down(1), down(3), down('max'), down(0.25), down(0.1)]).toEqual([0.5, 2, 32, 0.25, 0.1])
})

test('the time of a recording passes at its rate, and never goes back', () => {
  const twice = { atMs: 1000, realMs: 500, rate: 2 }
  expect([0, 500, 1500].map((realMs) => playbackTimeAt(twice, realMs))).toEqual([1000, 1000, 3000])
  expect(realTimeOf(twice, 3000)).toBe(1500)
  expect(realTimeOf(twice, 999)).toBeNull()
  const still = { ...twice, rate: 0 }
  expect(playbackTimeAt(still, 9000)).toBe(1000)
  expect(realTimeOf(still, 1001)).toBeNull()
})

test('long pauses are cut', () => {
  expect(dueAfter(1000, 1500, null)).toEqual({ atMs: 1500, skipsMs: 0 })
  expect(dueAfter(1000, 9000, null)).toEqual({ atMs: 9000, skipsMs: 0 })
  expect(dueAfter(1000, 9000, 2000)).toEqual({ atMs: 3000, skipsMs: 6000 })
  expect(dueAfter(1000, 3000, 2000)).toEqual({ atMs: 3000, skipsMs: 0 })
  expect(dueAfter(1000, 1001, 0)).toEqual({ atMs: 1000, skipsMs: 1 })
})

test('from mark to mark, and beyond them to the end and the beginning', () => {
  const markers = [
    { atMs: 1000, text: 'a' },
    { atMs: 8000, text: 'b' },
  ]
  const extent = { durationMs: 20_000, changes: 3, markers, isWhole: true }
  expect([0, 1000, 7999, 8000].map((atMs) => markerFrom(extent, atMs, 1))).toEqual([1000, 8000, 8000, 20_000])
  // Who stands shortly behind a mark wants the one before it.
  expect([20_000, 9001, 8500, 8000, 1500].map((atMs) => markerFrom(extent, atMs, -1))).toEqual([
    8000, 8000, 1000, 1000, 0,
  ])
})

test.each<[string, Moment]>([
  ['0', { type: 'time', atMs: 0 }],
  ['7.5', { type: 'time', atMs: 7500 }],
  ['1m30s', { type: 'time', atMs: 90_000 }],
  ['90:00', { type: 'time', atMs: 5_400_000 }],
  ['1:02:03.5', { type: 'time', atMs: 3_723_500 }],
  [' end ', { type: 'end' }],
  ['End', { type: 'end' }],
  ['#2', { type: 'mark-number', number: 2 }],
  ['the proposal', { type: 'mark', text: 'the proposal' }],
  ['step 2', { type: 'mark', text: 'step 2' }],
  ['2nd try', { type: 'mark', text: '2nd try' }],
])('%j', (text, moment) => {
  expect(parseMoment(text)).toEqual({ ok: true, value: moment })
})

test.each([
  ['', 'a time (75, 1:15), end, or a marker (#2, or what it says)'],
  ['#0', '#1 or more'],
  ['-3', 'a time as in 75, 7.5 or 1:15'],
  ['1:', 'a time as in 75, 7.5 or 1:15'],
  ['1:2:3:4', 'a time as in 75, 7.5 or 1:15'],
  ['1,5', 'a time as in 75, 7.5 or 1:15'],
  ['200 ms', 'a time as in 75, 7.5 or 1:15'],
])('%j is reported as no time', (text, problem) => {
  expect(parseMoment(text)).toEqual({ ok: false, problem })
})

test('a marker is found by its number, or by its caption in any case', () => {
  const mark = { text: ' The Proposal', number: 2 }
  expect(isMarker({ type: 'mark-number', number: 2 }, mark)).toBe(true)
  expect(isMarker({ type: 'mark-number', number: 1 }, mark)).toBe(false)
  expect(isMarker({ type: 'mark', text: 'the proposal' }, mark)).toBe(true)
  expect(isMarker({ type: 'mark', text: 'the' }, mark)).toBe(false)
  expect(isMarker({ type: 'time', atMs: 0 }, mark)).toBe(false)
})
