import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDemoFile } from '../../src/demo/demo-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-file-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const recording = (name: string): string =>
  fileURLToPath(new URL(`../recordings/${name}.ndjson`, import.meta.url))
const message = '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}'

/** What a file is to the demo agent, or why it is nothing to it; without the name of the folder. */
async function opened(name: string, content: string | Buffer): Promise<unknown> {
  await writeFile(join(folder, name), content)
  return await openedAt(join(folder, name))
}

async function openedAt(path: string): Promise<unknown> {
  const file = await openDemoFile(path)
  if (file.ok)
    return file.value.type === 'script'
      ? ['script', file.value.scenario.name, file.value.scenario.prompts]
      : ['recording', file.value.recording.version, file.value.prompts]
  const { status, message, hint } = file.problem
  return `${status}: ${message.replaceAll(`${folder}/`, '')} · ${hint}`
}

describe('the kind of a file is that of its content', () => {
  test.each<[string, string, unknown]>([
    ['a.yaml', 'prompt: go\nsteps: []\n', ['script', 'a', ['go']]],
    ['b.yml', '\uFEFFsteps: []\n', ['script', 'b', []]],
    ['c.json', '{ "steps": [{ "frame": { "jsonrpc": "2.0", "method": "x" } }] }', ['script', 'c', []]],
    ['d.json', '{\n  "prompt": "go",\n  "turns": [{ "steps": [] }]\n}', ['script', 'd', ['go']]],
    ['e.json', message, ['recording', 1, []]],
    ['f', `a banner\n${message}\n`, ['recording', 1, []]],
    ['g.txt', '# mine\nsteps:\n  - say: Hello\n', ['script', 'g', []]],
    ['h.log', message, ['recording', 1, []]],
  ])('%s', async (name, content, found) => {
    expect(await opened(name, content)).toEqual(found)
  })

  test('a recording has the prompts of its first session', async () => {
    const prompts = ['[scenario:plan-feedback] go', 'Also mention the escapes'].length
    const [, , found] = (await openedAt(recording('claude-v1-plan-feedback'))) as [string, number, string[]]
    expect(found.length).toBe(prompts)
    expect(await openedAt(recording('claude-v2-reload'))).toEqual(['recording', 2, []])
  })
})

test('lines that are left out of a recording are reported', async () => {
  const file = join(folder, 'odd.ndjson')
  await writeFile(file, `${message}\n{"torn\n[7]\n${message}\n`)
  const opened = await openDemoFile(file)
  const oddity = opened.ok && opened.value.type === 'recording' ? opened.value.oddity : null
  expect(oddity).toBe(`${file}, line 2: the line is no JSON, and left out`)
})

describe('a file that cannot be played', () => {
  const noPlayed = 'it is neither a script nor a recording'
  const whatIs =
    'A script is YAML, or JSON, with steps (`acp-plan-tui help demo` says which); a recording is what --record writes.'

  test.each<[string, string | Buffer, string]>([
    ['empty.ndjson', '', '2: empty.ndjson: it is empty · Record a run with --record FILE.'],
    [
      'empty.yaml',
      '',
      '2: empty.yaml:1:1: there is nothing in it · It must be an object with steps or turns.',
    ],
    ['letter.txt', 'Dear Sir or Madam,\n', `2: letter.txt: ${noPlayed} · ${whatIs}`],
    [
      'data.json',
      '{"a":1}',
      '2: data.json:1:2: there is no key “a” here · What may stand here is title, seconds, prompt, root, settings, commands, logins, plans, parts, steps and turns.',
    ],
    [
      'packed.ndjson',
      gzipSync(message),
      '2: packed.ndjson: it is compressed (gzip) · Unpack it first: gunzip FILE, or gunzip -c FILE | … -',
    ],
    [
      'picture.png',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]),
      '2: picture.png: it is a binary file · ',
    ],
    [
      'demo.cast',
      '{"version":2,"width":80,"height":24}\n[0.1,"o","x"]\n',
      '2: demo.cast: it is a recording of a terminal (asciinema)',
    ],
    [
      'client.ndjson',
      '{"t":0,"out":{"jsonrpc":"2.0","id":0,"method":"initialize"}}',
      '2: client.ndjson: it contains no messages of an agent · demo plays the agent’s side of a recording.',
    ],
    [
      'slip.yaml',
      'steps:\n  - sya: Hello\n',
      '2: slip.yaml:2:5: there is no step “sya” · Did you mean “say”?',
    ],
    [
      'pretty.json',
      '[\n  {\n    "jsonrpc": "2.0"\n  }\n]\n',
      '2: pretty.json: it is neither a script nor a recording',
    ],
    [
      'pretty.ndjson',
      '{\n  "jsonrpc": "2.0"\n}\n',
      '2: pretty.ndjson: it is neither a script nor a recording',
    ],
    [
      'slip2.json',
      '{\n  "stepps": []\n}\n',
      '2: slip2.json:2:3: there is no key “stepps” here · Did you mean “steps”?',
    ],
    [
      'v1.json',
      '{"version":1,"width":80,"stdout":[]}',
      '2: v1.json: it is a recording of a terminal (asciinema)',
    ],
    ['slip.json', '{"steps": [}', '2: slip.json:1:12: not YAML: '],
    ['open.txt', 'steps:\n  - say: "Hello\n', '2: open.txt:3:1: not YAML: Missing closing "quote · '],
  ])('%s', async (name, content, words) => {
    expect(String(await opened(name, content)).slice(0, words.length)).toBe(words)
  })

  test('is not there, or no file, or longer than anybody records', async () => {
    expect(await openedAt(join(folder, 'nowhere'))).toBe(
      '2: nowhere: there is no such file · Check its name.',
    )
    expect(await openedAt(`${folder}/.`)).toBe('2: . is a folder · Name the file in it that is to be played.')
    expect(await openedAt('/dev/null')).toBe(
      '2: /dev/null is not a regular file · It is read more than once: save its content in a file, and give that.',
    )
    await writeFile(join(folder, 'long.ndjson'), message)
    await truncate(join(folder, 'long.ndjson'), 129 * 1024 * 1024)
    expect(await openedAt(join(folder, 'long.ndjson'))).toMatch(
      /^2: long.ndjson is too long: at most 128 MiB are played · Cut it/,
    )
  })
})
