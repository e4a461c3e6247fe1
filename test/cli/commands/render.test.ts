import { beforeEach, expect, test } from 'vitest'
import { parseArguments } from '../../../src/cli/parse-arguments.ts'
import { render } from '../../../src/cli/commands/render.ts'
import { sameFileTwice } from '../../../src/cli/commands/render-results.ts'
import type { RenderRequest } from '../../../src/render/formats/result-format.ts'
import { linkSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { formatOf } from '../../support/result-format.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

const [cast, svg, txt] = [formatOf('cast'), formatOf('svg'), formatOf('txt')]
const [md, json] = [formatOf('md'), formatOf('json')]

/** The request of a command line as typed, or its error; `␣` is a space inside a word. */
function request(line: string): RenderRequest | string {
  const invocation = parseArguments(line.split(' ').map((word) => word.replaceAll('␣', ' ')))
  if (!invocation.ok) return `${invocation.problem.message} / ${invocation.problem.hint}`
  if (invocation.value.type !== 'run' || invocation.value.command !== render) return invocation.value.type
  const read = render.read(invocation.value.line)
  return read.ok ? read.value : `${read.problem.message} / ${read.problem.hint}`
}

const plain: RenderRequest = {
  trace: 'run.ndjson',
  results: [{ file: 'run.svg', format: svg, isCheck: false }],
  size: null,
  theme: 'dark',
  followsReader: false,
  ascii: false,
  hasChrome: true,
  view: 'plan',
  title: null,
  hasWindow: false,
  padding: null,
  scale: null,
  pace: { speed: 1, idleLimitMs: Number.POSITIVE_INFINITY, minHoldMs: 0 },
  lastHoldMs: 2000,
  from: null,
  to: { type: 'end' },
  still: null,
  at: null,
  keys: [],
  showsKeys: false,
  showsHistory: false,
  infersPlans: true,
  historyBytes: 2 ** 25,
  doubtRules: { off: new Set(), staleCalls: 15, staleMs: 300_000 },
  redact: [],
}

test('the defaults: as recorded, and redacted', () => {
  expect(request('render run.ndjson -o run.svg')).toEqual(plain)
})

test('all options', () => {
  const line =
    'render - -o a/run.cast -o b.TXT --output=c.md --size 100x30 --theme light --ascii --no-chrome --view timeline --title My␣run --speed 2 ' +
    '--idle-limit 1.5 --min-hold 0.5 --last-hold 4s --from #1 --to 1:05 --at the␣end --keys 2s:tab ' +
    '--history --no-redact --no-inferred-plans --history-limit 1MB'
  expect(request(line)).toEqual({
    trace: null,
    results: [
      { file: 'a/run.cast', format: cast, isCheck: false },
      { file: 'b.TXT', format: txt, isCheck: false },
      { file: 'c.md', format: md, isCheck: false },
    ],
    size: { columns: 100, rows: 30 },
    theme: 'light',
    followsReader: false,
    ascii: true,
    hasChrome: false,
    view: 'timeline',
    title: 'My run',
    hasWindow: false,
    padding: null,
    scale: null,
    pace: { speed: 2, idleLimitMs: 1500, minHoldMs: 500 },
    lastHoldMs: 4000,
    from: { type: 'mark-number', number: 1 },
    to: { type: 'time', atMs: 65_000 },
    still: null,
    at: { type: 'mark', text: 'the end' },
    keys: [{ at: { type: 'time', atMs: 2000 }, presses: [{ name: 'tab', text: '' }] }],
    showsKeys: false,
    showsHistory: true,
    infersPlans: false,
    historyBytes: 2 ** 20,
    doubtRules: { off: new Set(), staleCalls: 15, staleMs: 300_000 },
    redact: null,
  })
})

test('--check', () => {
  expect(request('render run.ndjson --check a.svg --check a.md')).toMatchObject({
    results: [
      { file: 'a.svg', format: svg, isCheck: true },
      { file: 'a.md', format: md, isCheck: true },
    ],
  })
})

test('theme auto is dark and follows the reader of an SVG: results do not depend on the terminal', () => {
  expect(request('render run.ndjson -o run.svg --theme auto')).toEqual({ ...plain, followsReader: true })
})

test('a wrong command line is refused with an error and a hint', async () => {
  const lines = [
    'render',
    'render a b -o c.svg',
    'render a -o a.svg -- agent',
    'render a',
    'render a -o a.svg --check b.svg',
    'render a -o a.svg -o ./a.svg',
    'render a.json -o ./a.json',
    'render a -o -',
    'render a -o demo',
    'render a -o demo.mp4',
    'render a -o demo.markdown',
    'render a -o demo.svgg',
    'render a --check demo.pdf',
    'render a -o a.svg --size 80',
    'render a -o a.gif --theme auto',
    'render a -o a.gif --show-keys',
    'render a -o a.png --show-keys --keys 1s:a',
    'render a -o a.svg --frame round',
    'render a -o a.svg --padding 101',
    'render a -o a.svg --padding 1.5',
    'render a -o a.png --scale 4',
    'render a -o a.cast --scale 2',
    'render a -o a.svg --size 39x24',
    'render a -o a.svg --size 80x101',
    'render a -o a.svg --speed 0',
    'render a -o a.svg --speed max',
    'render a -o a.svg --idle-limit 0',
    'render a -o a.svg --min-hold=-1',
    'render a -o a.svg --last-hold long',
    'render a -o a.svg --from 1:2:3:4',
    'render a -o a.svg --from end',
    'render a -o a.svg --from 20 --to 0:20',
    'render a -o a.svg -o a.gif --history',
    'render a -o a.json --size 80x24',
    'render a -o a.txt --theme light',
    'render a -o a.png --speed 2',
    'render a -o a.svg --at 3',
    'render a -o a.md --no-chrome',
    'render a -o a.md --view timeline',
    'render a -o a.svg --view bars',
    'render a -o a.svg --redact paths --no-redact',
    'render a -o a.svg --prompt hello',
    'demo --frame window',
    'rendr a -o a.svg',
  ]
  const refused = lines.map((line) => `${line}: ${request(line) as string}\n`)
  await expect(refused.join('')).toMatchFileSnapshot('golden/wrong-requests.txt')
})

let folder: string
beforeEach(() => {
  folder = emptyFolder()
  writeFileSync(inFolder('run.json'), '')
  symlinkSync('run.json', inFolder('link.json'))
  linkSync(inFolder('run.json'), inFolder('second.json'))
  writeFileSync(inFolder('a.md'), '')
  symlinkSync('a.md', inFolder('link.md'))
})
function inFolder(name: string): string {
  return path.join(folder, name)
}

function said(trace: string, ...files: readonly string[]): string | null {
  const results = files.map((name) => ({
    file: inFolder(name),
    format: name.endsWith('.md') ? md : json,
    isCheck: false,
  }))
  return sameFileTwice(inFolder(trace), results)?.message.replaceAll(folder, '') ?? null
}

test('a recording is never overwritten, whatever its name is', () => {
  expect(said('run.json', 'run.json')).toBe('-o /run.json is the recording itself')
  expect(said('link.json', 'run.json')).toBe('-o /run.json is the recording itself')
  expect(said('run.json', 'a.md', 'link.json')).toBe('-o /link.json is the recording itself')
  expect(said('run.json', 'second.json')).toBe('-o /second.json is the recording itself')
})

test('two results never have the same file', () => {
  expect(said('run.json', 'a.md', 'link.md')).toBe('-o /link.md is the same file as /a.md')
})

test('missing files have only one name', () => {
  expect(said('new.json', 'new.json')).toBe('-o /new.json is the recording itself')
  expect(said('run.json', 'a.md', 'new.md', 'new.json')).toBeNull()
})
