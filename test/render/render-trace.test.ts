import { writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonEvent } from '../../src/outputs/schema/json-event.ts'
import { renderStage } from './render-stage.ts'
import type { TraceRecord } from '../../src/protocol/trace/trace-record.ts'
import { opened, parserRun, rested, traceText, updated } from './trace.ts'

const fine = { status: 0, said: [] }

describe('rendering a recording', () => {
  test('as markdown, with and without history', async () => {
    const stage = renderStage(traceText(parserRun))
    expect(await stage.render('-o a.md --history')).toEqual(fine)
    await expect(stage.read('a.md')).toMatchFileSnapshot('golden/plans.md')
  })

  test('as the last screen, and as an earlier one', async () => {
    const stage = renderStage(traceText(parserRun))
    expect(await stage.render('-o a.txt --size 60x16')).toEqual(fine)
    await expect(stage.read('a.txt')).toMatchFileSnapshot('golden/last.txt')
    expect(await stage.render('-o a.txt --size 60x16 --at "half of it" --title "Parser" --ascii')).toEqual(
      fine,
    )
    await expect(stage.read('a.txt')).toMatchFileSnapshot('golden/at-mark.txt')
  })

  describe('in a large terminal', () => {
    const large = traceText(parserRun, { columns: 80, rows: 60 })
    const linesOf = (text: string | null): readonly string[] => (text ?? '').trimEnd().split('\n')

    test('it has no more rows than it needs, or than the preset', async () => {
      const stage = renderStage(large)
      expect(await stage.render('-o fit.txt --size fit')).toEqual(fine)
      expect(await stage.render('-o least.txt')).toEqual(fine)
      expect(await stage.render('-o all.txt --size 80x60')).toEqual(fine)
      const [fitted, least, all] = ['fit.txt', 'least.txt', 'all.txt'].map((file) =>
        linesOf(stage.read(file)),
      )
      expect([least, all].map((lines) => lines?.length)).toEqual([24, 60])
      expect(fitted?.length).toBeLessThan(24)
      const shown = (lines: readonly string[] = []): readonly string[] =>
        lines.filter((line) => line.trim() !== '')
      expect(shown(fitted)).toEqual(shown(all))
      expect(shown(least)).toEqual(shown(all))
      expect(fitted?.some((line, at) => line.trim() === '' && fitted[at + 1]?.trim() === '')).toBe(false)
    })

    test('a film has the rows that any of its frames needs', async () => {
      const stage = renderStage(large)
      expect(await stage.render('-o a.cast --size fit')).toEqual(fine)
      expect(await stage.render('-o a.txt --size fit --history')).toEqual(fine)
      const [head = ''] = linesOf(stage.read('a.cast'))
      const { width, height } = JSON.parse(head) as { width: number; height: number }
      expect(width).toBe(80)
      expect(height).toBeLessThan(24)
      expect(height).toBeGreaterThan(8)
    })

    test('a redacted one is still searched for what it should hide', async () => {
      const secret = traceText([...opened('/home/wilhelmina/site'), ...rested(2000)], {
        columns: 80,
        rows: 60,
      })
      const stage = renderStage(secret)
      await stage.render('-o a.txt --size fit --redact paths')
      expect(stage.read('a.txt')).not.toContain('wilhelmina')
    })
  })

  test('as every screen, from a mark on', async () => {
    const stage = renderStage(traceText(parserRun))
    expect(await stage.render('-o a.txt --size 40x12 --history --from #1 --no-chrome')).toEqual(fine)
    await expect(stage.read('a.txt')).toMatchFileSnapshot('golden/each.txt')
  })

  test('as JSON events with documents: nothing is said of one that comes later, and one that never comes is missing', async () => {
    const named = (t: number, uri: string): TraceRecord =>
      updated(t, { sessionUpdate: 'plan_update', plan: { type: 'file', planId: uri, uri } })
    const [uri, never] = ['file:///srv/plan.md', 'file:///srv/never.md']
    const document = {
      type: 'document',
      uri,
      state: 'shown',
      text: '# Plan',
      format: 'markdown',
      sizeBytes: 6,
    }
    const records: readonly TraceRecord[] = [
      ...opened(),
      named(1000, uri),
      named(1000, never),
      { t: 1100, type: 'event', event: document },
      ...rested(2000),
    ]
    const stage = renderStage(traceText(records))
    expect(await stage.render('-o a.json')).toEqual(fine)
    const lines = (stage.read('a.json') ?? '').trimEnd().split('\n')
    const told = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    expect(told.filter(({ type }) => type === 'document')).toMatchObject([
      { atMs: 1100, uri, state: 'shown', text: '# Plan' },
      { atMs: 2500, uri: never, state: 'unavailable', reason: 'not-recorded' },
    ])
  })

  test('as JSON events', async () => {
    const stage = renderStage(traceText(parserRun))
    expect(await stage.render('-o a.json --from 3 --to 9')).toEqual(fine)
    const lines = (stage.read('a.json') ?? '').trimEnd().split('\n')
    const events = lines.map((line) => JSON.parse(line) as { type: string; atMs: number; startedAt?: string })
    expect(events.map(({ type, atMs }) => `${atMs} ${type}`)).toEqual([
      '0 start',
      '3000 mark',
      '4000 plan',
      '4000 work',
      '9000 plan',
      '9000 work',
      '9000 end',
    ])
    expect(events[0]?.startedAt).toBe('2030-01-02T03:04:05.678Z')
    for (const event of events) expect(jsonEvent.parse(event)).toEqual(event)
  })

  test('to several files at once, each as if it were the only one', async () => {
    const stage = renderStage(traceText(parserRun))
    const names = ['a.cast', 'a.svg', 'a.gif', 'a.png', 'a.txt', 'a.md', 'a.json']
    expect(await stage.render(names.map((name) => `-o ${name}`).join(' '))).toEqual(fine)
    expect(stage.files()).toEqual(names.toSorted())
    for (const name of names) expect([name, await stage.render(`--check ${name}`)]).toEqual([name, fine])
  })

  test('with keys', async () => {
    const stage = renderStage(traceText(parserRun))
    expect(await stage.render(`-o a.txt --size 60x16 --keys "2:/,'tokenizer',enter #1:a"`)).toEqual(fine)
    await expect(stage.read('a.txt')).toMatchFileSnapshot('golden/keys.txt')
  })

  test('with keys at the end, which is that of the shown part', async () => {
    const stage = renderStage(traceText(parserRun))
    expect(await stage.render('-o timed.txt --to 4 --keys 4:?')).toEqual(fine)
    expect(await stage.render('-o end.txt --to 4 --keys end:?')).toEqual(fine)
    expect(stage.read('end.txt')).toBe(stage.read('timed.txt'))
    expect(await stage.render('-o timed.txt --keys 10:?')).toEqual(fine)
    expect(await stage.render('-o end.txt --keys end:?')).toEqual(fine)
    expect(stage.read('end.txt')).toBe(stage.read('timed.txt'))
  })

  test('at the recorded size, within the limits', async () => {
    const stage = renderStage(traceText(parserRun, { columns: 500, rows: 5 }))
    expect(await stage.render('-o a.cast')).toEqual(fine)
    expect(JSON.parse((stage.read('a.cast') ?? '').split('\n')[0] ?? '')).toMatchObject({
      width: 300,
      height: 12,
    })
  })

  test('at another speed, with marks', async () => {
    const stage = renderStage(traceText(parserRun))
    expect(await stage.render('-o a.cast --speed 2 --idle-limit 1 --last-hold 3')).toEqual(fine)
    const [, ...events] = (stage.read('a.cast') ?? '').trimEnd().split('\n')
    const read = events.map((line) => JSON.parse(line) as [number, string, string])
    expect(read.find(([, code]) => code === 'm')).toEqual([1, 'm', 'Half of it'])
    // From the first plan at 1 s: two seconds at double speed, one more, a pause that is cut to one of the result, and the last second.
    const lastMs = Math.round((read.at(-1)?.[0] ?? 0) * 1000)
    expect(lastMs).toBe(1000 + 500 + 1000 + 500 + 3000)
  })

  describe('films begin with the first plan', () => {
    const lengthOf = (text: string | null): number => {
      const last = (text ?? '').trimEnd().split('\n').at(-1) ?? ''
      return (JSON.parse(last) as readonly [number])[0]
    }

    test.each([
      ['', 9 + 2],
      ['--speed 2', 4.5 + 2],
      ['--to 5', 4 + 2],
      ['--from 0', 10 + 2],
      ['--from 0.4', 9.6 + 2],
      ['--no-redact', 9 + 2],
      // The first plan comes at 1 s, the last change before it at 0.5 s.
      ['--to 0.9', 0.5 + 2],
    ])('%s', async (options, seconds) => {
      const stage = renderStage(traceText(parserRun))
      expect(await stage.render(`-o a.cast ${options}`)).toEqual(fine)
      expect(lengthOf(stage.read('a.cast'))).toBeCloseTo(seconds, 1)
    })

    test('until a mark that comes before it: from the start', async () => {
      const records: readonly TraceRecord[] = [
        ...opened(),
        { t: 800, type: 'mark', text: 'here' },
        ...parserRun.slice(5),
      ]
      const stage = renderStage(traceText(records))
      expect(await stage.render('-o a.cast --to here')).toEqual(fine)
      expect(lengthOf(stage.read('a.cast'))).toBeCloseTo(0.5 + 2, 1)
    })

    test('without any plan at the start', async () => {
      const stage = renderStage(traceText([...opened(), ...rested(2000)]))
      expect(await stage.render('-o a.cast')).toEqual(fine)
      expect(lengthOf(stage.read('a.cast'))).toBeGreaterThan(2.5)
    })

    test('every format alike, and the first picture has the plan', async () => {
      const stage = renderStage(traceText(parserRun))
      expect(await stage.render('-o a.svg -o a.gif -o a.cast')).toEqual(fine)
      const [, first = ''] = (stage.read('a.cast') ?? '').split('\n')
      expect(first).toContain('Read the parser')
      expect(stage.read('a.svg')).not.toContain('Starting the agent')
      expect(stage.read('a.svg')).toContain('animation:11s ')
    })
  })

  test('as a single picture', async () => {
    const stage = renderStage(traceText(parserRun))
    expect(await stage.render('-o a.svg --still #1 --no-chrome')).toEqual(fine)
    expect(stage.read('a.svg')).toContain('0 of 2')
    expect(stage.read('a.svg')).not.toContain('1 of 2')
    expect(stage.read('a.svg')).not.toContain('@keyframes')
  })
})

test('the same options give the same bytes', async () => {
  const stage = renderStage(traceText(parserRun))
  const times = fc.constantFrom('0', '0.7', '1', '#1', '3', '4.2', '9')
  const calls = fc.record({
    size: fc.tuple(fc.integer({ min: 40, max: 130 }), fc.integer({ min: 12, max: 40 })),
    speed: fc.constantFrom(0.5, 1, 3, 100),
    idle: fc.constantFrom(0.1, 1, 60),
    hold: fc.constantFrom(0, 0.3, 2),
    from: times,
    key: fc.tuple(times, fc.constantFrom('tab', 'a', '?', 'j', 'G', 's')),
    chrome: fc.constantFrom('', '--no-chrome', '--ascii'),
  })
  await fc.assert(
    fc.asyncProperty(calls, async ({ size, speed, idle, hold, from, key, chrome }) => {
      const options = `--size ${size.join('x')} --speed ${speed} --idle-limit ${idle} --min-hold ${hold} --from ${from} --keys ${key.join(':')} ${chrome}`
      expect(await stage.render(`-o a.cast -o a.svg ${options}`)).toEqual(fine)
      expect(await stage.render(`--check a.svg ${options}`)).toEqual(fine)
      expect(await stage.render(`--check a.cast ${options}`)).toEqual(fine)
    }),
    { numRuns: 4 },
  )
})

describe('a file that is compared', () => {
  test('differs from a position on, and is not changed', async () => {
    const stage = renderStage(traceText(parserRun))
    await stage.render('-o a.md')
    const there = (stage.read('a.md') ?? '').replace('- [x] Split', '- [ ] Split')
    writeFileSync(path.join(stage.folder, 'a.md'), there)
    expect(await stage.render('--check a.md')).toEqual({
      status: 1,
      said: [
        'acp-plan-tui: a.md is out of date: it differs from line 8 on',
        '  is        - [ ] Split the tokenizer out · 0:05',
        '  would be  - [x] Split the tokenizer out · 0:05',
        '  If the new content is right, write it with -o instead of --check.',
      ],
    })
    expect(stage.read('a.md')).toBe(there)
    expect(stage.files()).toEqual(['a.md'])
  })

  test('does not exist', async () => {
    const stage = renderStage(traceText(parserRun))
    expect(await stage.render('--check a.md')).toEqual({
      status: 1,
      said: ['acp-plan-tui: a.md does not exist', '  Make it with -o instead of --check.'],
    })
  })
})

describe('moments that do not come are reported', () => {
  test.each([
    [
      '-o a.md --at 0:30',
      'acp-plan-tui: --at 0:30 is after the end of the shown part (0:10)',
      '  Use times of the recording, for example 12.5 or 1:15.',
    ],
    [
      '-o a.svg --from "the proposal"',
      'acp-plan-tui: --from: there is no marker “the proposal”',
      '  There are #1 “Half of it” (0:03).',
    ],
    ['-o a.svg --to #2', 'acp-plan-tui: --to: there is no marker #2', '  There are #1 “Half of it” (0:03).'],
    [
      '-o a.svg --keys #7:tab',
      'acp-plan-tui: --keys: there is no marker #7',
      '  There are #1 “Half of it” (0:03).',
    ],
    [
      '-o a.svg --keys 0:30:tab',
      'acp-plan-tui: --keys 0:30 is after the end of the shown part (0:10)',
      '  Use times of the recording, for example 12.5 or 1:15.',
    ],
    [
      '-o a.txt --to 2 --at #1',
      'acp-plan-tui: --at: there is no marker #1 until --to',
      '  There is no marker before --to.',
    ],
  ])('%s', async (line, ...words) => {
    const stage = renderStage(traceText(parserRun))
    expect(await stage.render(line)).toEqual({ status: 2, said: words })
    expect(stage.files()).toEqual([])
  })

  test('--to behind the end is the end', async () => {
    const stage = renderStage(traceText(parserRun))
    expect(await stage.render('-o a.md --to 1:00:00')).toEqual(fine)
  })
})
