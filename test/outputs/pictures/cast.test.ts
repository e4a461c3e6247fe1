import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellRowText } from '../../../src/lib/cells/cell-row.ts'
import { singleWidth } from '../../../src/lib/text/graphemes.ts'
import { firstFrame, openCast } from '../../../src/outputs/pictures/cast.ts'
import type { PictureOptions } from '../../../src/outputs/pictures/picture.ts'
import { readCast, type Cast } from '../../support/formats/asciicast.ts'
import { cellScreen, type CellRows } from '../../ui/paint/cell-screen.ts'
import { anyFilm, film, frameOf, writtenText, type TimedFrame } from './any-frames.ts'

const small: PictureOptions = { columns: 20, rows: 3, theme: 'dark', title: null }

function castOf(options: PictureOptions, frames: readonly TimedFrame[], holdMs = 0): string {
  return writtenText((write) => film(openCast(options, write), frames, holdMs))
}

/** What a terminal shows after the first `count` events. */
async function shownAfter(cast: Cast, count: number): Promise<CellRows> {
  const screen = cellScreen(cast.columns, cast.rows)
  for (const { code, data } of cast.events.slice(0, count)) if (code === 'o') screen.write(data)
  const shown = await screen.shown()
  screen.dispose()
  return shown
}

const two: readonly TimedFrame[] = [
  { atMs: 0, frame: frameOf(20, ' one \u001b[1;36mbold\u001b[0m', '', ' three') },
  { atMs: 1250.5, frame: frameOf(20, ' one \u001b[1;36mbald\u001b[0m', ' 日本 and so on', '') },
]

describe('a cast', () => {
  test('of version 2 is a header, the whole first frame, and the changes', () => {
    const { theme, ...header } = readCast(castOf({ ...small, title: 'A\ndemo \u001b[2J' }, two, 2000)).header
    expect(header).toEqual({
      version: 2,
      width: 20,
      height: 3,
      title: 'A ⏎ demo ␛[2J',
      env: { TERM: 'xterm-256color' },
    })
    expect(theme).toMatchObject({ fg: '#d6dae2', bg: '#16181d' })
    expect(castOf(small, two, 2000).split('\n').slice(1)).toEqual([
      String.raw`[0.000000, "o", "\u001b[?25l\u001b[?7l\u001b[0m\u001b[H\u001b[J one \u001b[1;36mbold\u001b[0m\r\n\r\n three"]`,
      String.raw`[1.250500, "o", "\u001b[1;7H\u001b[1;36ma\u001b[0m\u001b[2;1H\u001b[K 日\u001b[4G本\u001b[6G and so on\u001b[3;1H\u001b[K"]`,
      String.raw`[3.250500, "o", "\u001b[0m"]`,
      '',
    ])
  })

  test('has markers at their times', () => {
    const text = writtenText((write) => {
      const cast = openCast(small, write)
      cast.frame(0, frameOf(20, 'a'))
      cast.mark(500, 'here\n“it”')
      cast.end(500)
    })
    expect(readCast(text).events.slice(1)).toEqual([{ atMicros: 500_000, code: 'm', data: 'here ⏎ “it”' }])
  })

  test('writes nothing for equal frames, and no decreasing times', () => {
    const text = writtenText((write) => {
      const cast = openCast(small, write)
      for (const atMs of [0, 10, 20]) cast.frame(atMs, frameOf(20, 'a'))
      cast.frame(30, frameOf(20, 'b'))
      cast.frame(5, frameOf(20, 'c'))
      cast.end(0)
    })
    expect(readCast(text).events.map(({ atMicros }) => atMicros)).toEqual([0, 30_000, 30_000])
  })

  test('uses indexed colours, so that players may use their own', async () => {
    const cast = readCast(castOf(small, [{ atMs: 0, frame: frameOf(20, '\u001b[1;36mhi\u001b[0m') }]))
    expect(await shownAfter(cast, 1)).toEqual(['{h|bc16777216.6}{i|bc16777216.6}', '', ''])
  })
})

test('any cast is valid, and a terminal shows each of its frames', async () => {
  await fc.assert(
    fc.asyncProperty(anyFilm, async ({ columns, rows, frames }) => {
      const options: PictureOptions = { ...small, columns, rows }
      for (const [index, { frame }] of frames.entries()) {
        const cast = readCast(castOf(options, frames.slice(0, index + 1)))
        const shown = await shownAfter(cast, cast.events.length)
        const fresh = cellScreen(columns, rows)
        fresh.write(firstFrame(frame))
        expect(shown).toEqual(await fresh.shown())
        fresh.dispose()
        for (const [at, row] of frame.rows.entries()) {
          const text = cellRowText(row)
          if (singleWidth.test(text)) expect(plain(shown[at] ?? '')).toBe(text)
        }
      }
    }),
    { numRuns: 80 },
  )
})

/** Without the marks of styles. */
function plain(cells: string): string {
  return cells.replaceAll(/\{(.)\|\w+(?:\.\w+)*\}/gu, '$1')
}
