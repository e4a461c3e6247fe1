import { describe, expect, test } from 'vitest'
import { parseArguments } from '../../../src/cli/arguments/parse-arguments.ts'
import { cast } from '../../../src/render/formats/cast.ts'
import { md } from '../../../src/render/formats/md.ts'
import { svg } from '../../../src/render/formats/svg.ts'
import { txt } from '../../../src/render/formats/txt.ts'
import { readRenderRequest } from '../../../src/cli/commands/render-request.ts'
import type { RenderRequest } from '../../../src/render/render-request.ts'

/** What a command line as typed asks for, or what is wrong with it; `␣` stands for a space inside a word. */
function request(line: string): RenderRequest | string {
  const invocation = parseArguments(line.split(' ').map((word) => word.replaceAll('␣', ' ')))
  if (!invocation.ok) return `${invocation.problem.message} / ${invocation.problem.hint}`
  if (invocation.value.type !== 'render') return invocation.value.type
  const read = readRenderRequest(invocation.value)
  return read.ok ? read.value : `${read.problem.message} / ${read.problem.hint}`
}

const plain: RenderRequest = {
  trace: 'run.ndjson',
  results: [{ file: 'run.svg', format: svg, isCheck: false }],
  size: null,
  theme: 'dark',
  ascii: false,
  hasChrome: true,
  title: null,
  pace: { speed: 1, idleLimitMs: Number.POSITIVE_INFINITY, minHoldMs: 0 },
  lastHoldMs: 2000,
  from: { type: 'time', atMs: 0 },
  to: { type: 'end' },
  still: null,
  at: null,
  keys: [],
  castVersion: 2,
  showsHistory: false,
  infersPlans: true,
  redact: [],
}

test('what is not said is as it was recorded, and private', () => {
  expect(request('render run.ndjson -o run.svg')).toEqual(plain)
})

test('all that may be said', () => {
  const line =
    'render - -o a/run.cast -o b.TXT --output=c.md --size 100x30 --theme light --ascii --no-chrome --title My␣run --speed 2 ' +
    '--idle-limit 1.5 --min-hold 0.5 --last-hold 4s --from #1 --to 1:05 --at the␣end --keys 2s:tab ' +
    '--cast-version 3 --history --no-redact --no-inferred-plans'
  expect(request(line)).toEqual({
    trace: null,
    results: [
      { file: 'a/run.cast', format: cast, isCheck: false },
      { file: 'b.TXT', format: txt, isCheck: false },
      { file: 'c.md', format: md, isCheck: false },
    ],
    size: { columns: 100, rows: 30 },
    theme: 'light',
    ascii: true,
    hasChrome: false,
    title: 'My run',
    pace: { speed: 2, idleLimitMs: 1500, minHoldMs: 500 },
    lastHoldMs: 4000,
    from: { type: 'mark-number', number: 1 },
    to: { type: 'time', atMs: 65_000 },
    still: null,
    at: { type: 'mark', text: 'the end' },
    keys: [{ at: { type: 'time', atMs: 2000 }, presses: [{ name: 'tab', text: '' }] }],
    castVersion: 3,
    showsHistory: true,
    infersPlans: false,
    redact: null,
  })
})

test('files are compared', () => {
  expect(request('render run.ndjson --check a.svg --check a.md')).toMatchObject({
    results: [
      { file: 'a.svg', format: svg, isCheck: true },
      { file: 'a.md', format: md, isCheck: true },
    ],
  })
})

test('a terminal is not asked for its colours: results are the same everywhere', () => {
  expect(request('render run.ndjson -o run.svg --theme auto')).toEqual(plain)
})

const known = 'Known are .cast, .svg, .gif, .png, .txt, .md and .json.'

describe('a command line that is wrong is told why, and what mends it', () => {
  test.each([
    [
      'render',
      'render needs a recording / As in `acp-plan-tui render run.ndjson -o run.svg`; - is standard input.',
    ],
    [
      'render a b -o c.svg',
      'render shows one recording, and 2 were named: a, b / What is written is named by -o, as in `acp-plan-tui render run.ndjson -o run.svg`.',
    ],
    [
      'render a -o a.svg -- agent',
      'render shows a recording, and takes no command of an agent / Record a run with --record FILE first, and leave out the -- and what follows.',
    ],
    [
      'render a',
      'nothing says what to write / Add -o FILE, as in `acp-plan-tui render run.ndjson -o run.svg`.',
    ],
    [
      'render a -o a.svg --check b.svg',
      '-o and --check exclude each other / --check writes nothing: leave out one of them.',
    ],
    ['render a -o a.svg -o ./a.svg', '-o ./a.svg is given twice / Name each file once.'],
    ['render a.json -o ./a.json', '-o ./a.json is the recording itself / Name another file.'],
    [
      'render a -o -',
      `-o -: nothing is written to standard output / The ending of a file's name says what to write, as in -o run.svg. ${known}`,
    ],
    ['render a -o demo', `-o demo: the name has no ending that says what to write / ${known}`],
    ['render a -o demo.mp4', `-o demo.mp4: .mp4 is not written here / Did you mean .gif? ${known}`],
    [
      'render a -o demo.markdown',
      `-o demo.markdown: .markdown is not written here / Did you mean .md? ${known}`,
    ],
    ['render a -o demo.svgg', `-o demo.svgg: .svgg is not written here / Did you mean .svg? ${known}`],
    ['render a --check demo.pdf', `--check demo.pdf: .pdf is not written here / ${known}`],
    ['render a -o a.svg --size 80', '--size cannot be “80” / It must be COLUMNSxROWS, as in --size 80x24.'],
    ['render a -o a.svg --size 39x24', '--size cannot be 39x24 / It must be from 40x12 to 300x100.'],
    ['render a -o a.svg --size 80x101', '--size cannot be 80x101 / It must be from 40x12 to 300x100.'],
    ['render a -o a.svg --speed 0', '--speed cannot be “0” / It must be a number from 0.01 to 1000.'],
    ['render a -o a.svg --speed max', '--speed cannot be “max” / It must be a number from 0.01 to 1000.'],
    [
      'render a -o a.svg --idle-limit 0',
      '--idle-limit cannot be “0” / It must be a number of seconds from 0.1 to 86400.',
    ],
    [
      'render a -o a.svg --min-hold=-1',
      '--min-hold cannot be “-1” / It must be a number of seconds from 0 to 3600.',
    ],
    [
      'render a -o a.svg --last-hold long',
      '--last-hold cannot be “long” / It must be a number of seconds from 0 to 3600.',
    ],
    [
      'render a -o a.svg --from 1:2:3:4',
      '--from cannot be “1:2:3:4” / It must be a time as in 75, 7.5 or 1:15.',
    ],
    ['render a -o a.svg --from end', '--from cannot be the end / Then there is nothing to show.'],
    [
      'render a -o a.svg --from 20 --to 0:20',
      '--to is not after --from / The result begins at --from and ends at --to.',
    ],
    [
      'render a -o a.svg --theme blue',
      '--theme cannot be “blue” / It must be auto, dark, light or high-contrast.',
    ],
    ['render a -o a.cast --cast-version 4', '--cast-version cannot be “4” / It must be 2 or 3.'],
    ['render a -o a.svg --cast-version 3', '--cast-version changes nothing in .svg / It is for .cast.'],
    [
      'render a -o a.svg -o a.gif --history',
      '--history changes nothing in .svg and .gif / It is for .txt and .md.',
    ],
    [
      'render a -o a.json --size 80x24',
      '--size changes nothing in .json / It is for .cast, .svg, .gif, .png and .txt.',
    ],
    [
      'render a -o a.txt --theme light',
      '--theme changes nothing in .txt / It is for .cast, .svg, .gif and .png.',
    ],
    ['render a -o a.png --speed 2', '--speed changes nothing in .png / It is for .cast, .svg and .gif.'],
    ['render a -o a.svg --at 3', '--at changes nothing in .svg / It is for .png, .txt and .md.'],
    [
      'render a -o a.md --no-chrome',
      '--no-chrome changes nothing in .md / It is for .cast, .svg, .gif, .png and .txt.',
    ],
    [
      'render a -o a.svg --redact paths --no-redact',
      '--redact and --no-redact exclude each other / Give one of them.',
    ],
    [
      'render a -o a.svg --prompt hello',
      '--prompt is for agents that run, not for a recording / `acp-plan-tui render --help` says what goes with it.',
    ],
    [
      'demo --cast-version 3',
      '--cast-version belongs to the command render / As in `acp-plan-tui render --cast-version`.',
    ],
    [
      'rendr a -o a.svg',
      'there is no command “rendr” / Did you mean `acp-plan-tui render`? To start an agent, put -- before it: acp-plan-tui -- rendr a',
    ],
  ])('%s', (line, words) => {
    expect(request(line)).toBe(words)
  })
})
