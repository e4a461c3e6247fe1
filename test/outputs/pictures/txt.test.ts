import { expect, test } from 'vitest'
import type { PictureOptions } from '../../../src/outputs/pictures/picture.ts'
import { openTxt } from '../../../src/outputs/pictures/txt.ts'
import { film, frameOf, writtenText, type TimedFrame } from './any-frames.ts'

const small: PictureOptions = { columns: 20, rows: 4, theme: 'dark', title: null }

const frames: readonly TimedFrame[] = [
  { atMs: 0, frame: frameOf(20, '', ' one   ', '  日本  x') },
  { atMs: 16, frame: frameOf(20, '', ' \u001b[1mone\u001b[0m', '  日本  x', '') },
  { atMs: 3_723_004.4, frame: frameOf(20, ' two', '', '', '') },
  { atMs: 3_723_010, frame: frameOf(20) },
]

function textOf(options: Partial<PictureOptions>, some: readonly TimedFrame[] = frames): string {
  return writtenText((write) => film(openTxt({ ...small, ...options }, write), some))
}

test('the last screen, as text', () => {
  expect(textOf({}, frames.slice(0, 2))).toBe('\n one\n  日本  x\n')
  expect(textOf({})).toBe('')
  expect(textOf({}, [])).toBe('')
})

test('each screen with different text, below its time', () => {
  expect(textOf({ screens: 'each' })).toBe(
    '=== 0:00.000 ===\n\n one\n  日本  x\n\n=== 1:02:03.004 ===\n two\n\n=== 1:02:03.010 ===\n',
  )
})
