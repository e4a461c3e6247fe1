import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellRowText } from '../../../src/lib/cells/cell-row.ts'
import type { PictureOptions } from '../../../src/outputs/pictures/picture.ts'
import { openSvg } from '../../../src/outputs/pictures/svg.ts'
import { elementsOf, readXml, textIn } from '../../support/formats/xml.ts'
import { anyFilm, film, frameOf, writtenText, type TimedFrame } from './any-frames.ts'
import { shownBySvg } from './shown-svg.ts'

const small: PictureOptions = { columns: 24, rows: 4, theme: 'dark', title: 'A <b>demo</b> & "more"' }

function svgOf(options: Partial<PictureOptions>, frames: readonly TimedFrame[], holdMs = 1000): string {
  return writtenText((write) => film(openSvg({ ...small, ...options }, write), frames, holdMs))
}

const story: readonly TimedFrame[] = [
  {
    atMs: 0,
    frame: frameOf(24, ' \u001b[1;36mPlan\u001b[0m <1/2>', '────────────────────────', ' ○ one', ''),
  },
  {
    atMs: 1000,
    frame: frameOf(
      24,
      ' \u001b[1;36mPlan\u001b[0m <2/2>',
      '────────────────────────',
      ' ✓ \u001b[2;9mone\u001b[0m',
      ' 日本語 🚀 │ ok',
    ),
  },
  { atMs: 2500, frame: frameOf(24, '', '────────────────────────', ' ○ one', ' ✓ \u001b[2;9mone\u001b[0m') },
]

describe('a drawing', () => {
  test('looks like this', async () => {
    const pretty = svgOf({ hasWindow: true }, story)
      .replaceAll(/(?=<(?:[a-z]))/g, '\n')
      .replaceAll('}', '}\n')
    await expect(pretty).toMatchFileSnapshot('golden/story.svg.txt')
  })

  test('shows each frame at its time, and the last one with reduced motion', () => {
    const svg = svgOf({}, story)
    const wanted = story.map(({ frame }) => frame.rows.map(cellRowText))
    expect([0, 999, 1000, 2499, 2500, 3400].map((atMs) => shownBySvg(svg, atMs))).toEqual(
      [0, 0, 1, 1, 2, 2].map((index) => wanted[index]),
    )
    expect(shownBySvg(svg, null)).toEqual(wanted[2])
    expect(svg).toContain('@media(prefers-reduced-motion:reduce){.m{animation:none}}')
    expect(svg).toContain('.m{animation:3.5s step-end infinite}')
    expect(svgOf({ loops: false }, story)).toContain('.m{animation:3.5s step-end 1 forwards}')
  })

  test('that follows its reader has light colours too, and moves alike', () => {
    const [dark, both] = [{}, { followsReader: true }].map((each) =>
      svgOf({ hasWindow: true, ...each }, story),
    )
    const rules = /@media\(prefers-color-scheme:light\)\{((?:[^{}]+\{[^{}]*\})+)\}/.exec(both ?? '')
    expect(dark).not.toContain('prefers-color-scheme')
    const light = rules?.[1] ?? ''
    expect(light).toContain('.t{fill:#24292f}')
    expect(light).toContain('.b{fill:#ffffff}')
    // The accent colour, on a light page.
    expect(light).toContain('{fill:#0f7285;}')
    for (const atMs of [0, 1000, 2500])
      expect(shownBySvg(both ?? '', atMs)).toEqual(shownBySvg(dark ?? '', atMs))
  })

  test('of one frame has no animation', () => {
    const svg = svgOf({}, story.slice(0, 1), 0)
    expect(shownBySvg(svg, null)).toEqual([' Plan <1/2>', '─'.repeat(24), ' ○ one'])
    expect(svg).not.toContain('animation')
    expect(svg).not.toContain('@media')
  })

  test('has a title, and a description with the last screen', () => {
    const [title, description] = readXml(svgOf({}, story)).children
    if (typeof title !== 'object' || typeof description !== 'object') throw new Error('no title')
    expect(textIn(title)).toBe('A <b>demo</b> & "more"')
    expect(textIn(description)).toBe(
      `A terminal of 24×4 over 3.5 seconds, which ends with\n${'─'.repeat(24)}\n○ one\n✓ one`,
    )
  })

  test('has only text and shapes, and no external resources', () => {
    for (const options of [{}, { hasWindow: true, theme: 'light' }] as const) {
      const svg = svgOf(options, story)
      const names = new Set([...elementsOf(readXml(svg))].map(({ name }) => name))
      const allowed = ['svg', 'title', 'desc', 'style', 'defs', 'g', 'use', 'text', 'rect', 'path', 'circle']
      expect([...names].filter((name) => !allowed.includes(name))).toEqual([])
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
        /https?:|url\(|@import|javascript|data:/,
      )
      for (const { attributes } of elementsOf(readXml(svg)))
        for (const [name, value] of attributes) {
          expect(name).not.toMatch(/^on/)
          if (name === 'href') expect(value).toMatch(/^#[br]\d+$/)
        }
    }
  })

  test('has the shapes of a bar once, however many rows show it', () => {
    const rows = ['▰▰▱▱ 1s', '▰▰▱▱ 2s', '  ▰▰▱▱', '\u001b[31m▰▰▱▱']
    const svg = svgOf({}, [
      { atMs: 0, frame: frameOf(24, ...rows) },
      { atMs: 1000, frame: frameOf(24, ...rows.map((row) => `${row}!`)) },
    ])
    const used = [...svg.matchAll(/<use href="(#b\d+)"(?: x="([\d.]+)")?/g)].map(([, name, x]) => [name, x])
    expect(used).toHaveLength(8)
    expect(new Set(used.map(([name]) => name)).size).toBe(1)
    expect(used.filter(([, x]) => x === '16.8')).toHaveLength(2)
    expect(svg.match(/<path/g)).toHaveLength(1)
  })

  test('is valid without frames', () => {
    expect(shownBySvg(svgOf({ title: null }, [], 0), null)).toEqual([])
  })
})

test('any frames give well-formed XML that shows each of them', () => {
  fc.assert(
    fc.property(anyFilm, fc.boolean(), ({ columns, rows, frames }, hasWindow) => {
      const svg = svgOf({ columns, rows, hasWindow }, frames)
      for (const [index, { atMs, frame }] of frames.entries()) {
        // Of frames at the same moment the last one is seen.
        if (frames[index + 1] !== undefined && (frames[index + 1]?.atMs ?? 0) - atMs < 1) continue
        const wanted = trimmed(frame.rows.map(cellRowText))
        expect(trimmed(shownBySvg(svg, atMs + 0.5))).toEqual(wanted)
      }
      const last = frames.at(-1)?.frame.rows.map(cellRowText) ?? []
      expect(trimmed(shownBySvg(svg, null))).toEqual(trimmed(last))
    }),
    { numRuns: 150 },
  )
})

/** Without blanks at the ends of rows, and blank rows at the end. */
function trimmed(rows: readonly string[]): readonly string[] {
  return rows
    .map((row) => row.trimEnd())
    .join('\n')
    .trimEnd()
    .split('\n')
}
