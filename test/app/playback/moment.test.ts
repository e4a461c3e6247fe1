import { expect, test } from 'vitest'
import { isMark, parseMoment, type Moment } from '../../../src/app/playback/moment.ts'

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
  expect(isMark({ type: 'mark-number', number: 2 }, mark)).toBe(true)
  expect(isMark({ type: 'mark-number', number: 1 }, mark)).toBe(false)
  expect(isMark({ type: 'mark', text: 'the proposal' }, mark)).toBe(true)
  expect(isMark({ type: 'mark', text: 'the' }, mark)).toBe(false)
  expect(isMark({ type: 'time', atMs: 0 }, mark)).toBe(false)
})
