import { describe, expect, test } from 'vitest'
import { render } from '../../../src/cli/commands/render.ts'
import { helpText } from '../../../src/cli/help-text.ts'
import type { FormatOption } from '../../../src/render/formats/result-format.ts'
import { resultFormats } from '../../../src/render/formats/result-formats.ts'
import { optionNamesOf, wrongInManual } from './manual-formats.ts'
import { renderStage } from '../render-stage.ts'
import { parserRun, traceText } from '../trace.ts'

const endings = resultFormats.map(({ ending }) => ending)

describe('the formats', () => {
  test('have endings, and endings that they are suggested for, that no other format has', () => {
    const all = resultFormats.flatMap(({ ending, suggestedFor }) => [ending, ...suggestedFor])
    expect(all.filter((each, index) => all.indexOf(each) !== index)).toEqual([])
    expect(all.filter((each) => !/^[a-z0-9]+(?:\.[a-z0-9]+)?$/.test(each))).toEqual([])
  })

  test('take only options that exist', () => {
    const options = render.options.map(({ name }) => name)
    expect(resultFormats.flatMap(optionNamesOf).filter((name) => !options.includes(name))).toEqual([])
  })

  test('are in the help', () => {
    for (const { ending, description } of resultFormats)
      expect(helpText(render, [])).toMatch(new RegExp(`\\.${ending} +${description}(?: {4}|\n)`))
  })

  test('are in manual/recording.md, with options that they take', () => {
    expect(wrongInManual(resultFormats)).toEqual([])
  })
})

/** A value for each option that changes the result. */
const given: Readonly<Record<FormatOption, string>> = {
  still: '--still 2',
  at: '--at 2',
  history: '--history',
  speed: '--speed 3',
  'idle-limit': '--idle-limit 0.5',
  'min-hold': '--min-hold 4',
  'last-hold': '--last-hold 9',
  theme: '--theme light',
  size: '--size 44x14',
  keys: '--keys 1s:?',
  view: '--view timeline',
  'no-chrome': '--no-chrome',
  ascii: '--ascii',
  title: '--title Another',
  frame: '--frame window',
  padding: '--padding 8',
  scale: '--scale 3',
  'show-keys': '--keys 2s:x --show-keys',
}

/** The recording in each format, with these options. */
async function made(options: string): Promise<readonly (string | null)[]> {
  const stage = renderStage(traceText(parserRun))
  const all = endings.map((ending) => `-o made.${ending}`).join(' ')
  expect(await stage.render(`${options} ${all}`)).toEqual({ status: 0, said: [] })
  return endings.map((ending) => stage.read(`made.${ending}`))
}

const madeOnce = new Map<string, ReturnType<typeof made>>()

describe('an option that only some formats take changes those, and no others', () => {
  test.each(Object.keys(given) as FormatOption[])('--%s', async (option) => {
    const small = option === 'size' ? '' : '--size 40x12'
    const plain = await (madeOnce.get(small) ?? made(small))
    madeOnce.set(small, Promise.resolve(plain))
    const other = await made(`${small} ${given[option]}`)
    const changed = endings.filter((_, at) => plain[at] !== other[at])
    expect(changed).toEqual(
      resultFormats.filter((each) => optionNamesOf(each).includes(option)).map((each) => each.ending),
    )
  })
})
