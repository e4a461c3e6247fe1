import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { cutMark } from '../../src/lib/json/cut-depth.ts'
import { deepList, deepObject, nested } from '../support/formats/nested.ts'
import { renderStage } from './render-stage.ts'
import { opened, parserRun, planned, traceText } from './trace.ts'

const known =
  '  It reads what --record writes, {"t","dir","frame"} lines, JSON-RPC messages one a line, and .jsons of the ACP conductor.'

describe('a file that is not a recording is reported, and nothing is written', () => {
  test.each<[string, string | Buffer, readonly string[]]>([
    [
      'nothing',
      '',
      ['acp-plan-tui: trace.ndjson cannot be rendered: it is empty', '  Record a run with --record FILE.'],
    ],
    [
      'blanks',
      '\n \n',
      ['acp-plan-tui: trace.ndjson cannot be rendered: it is empty', '  Record a run with --record FILE.'],
    ],
    [
      'gzip',
      gzipSync(traceText(parserRun)),
      [
        'acp-plan-tui: trace.ndjson cannot be rendered: it is compressed (gzip)',
        '  Unpack it first: gunzip FILE, or gunzip -c FILE | … -',
      ],
    ],
    [
      'binary',
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]),
      ['acp-plan-tui: trace.ndjson cannot be rendered: it is a binary file', known],
    ],
    [
      'other text',
      'hello\nworld\n',
      ['acp-plan-tui: trace.ndjson cannot be rendered: nothing in it is a trace', known],
    ],
    [
      'a recording of a terminal',
      '{"version":2,"width":80,"height":24}\n[0.1,"o","x"]\n',
      [
        'acp-plan-tui: trace.ndjson cannot be rendered: it is a recording of a terminal (asciinema), not of an agent: it holds pixels of text, and no plans',
        '  Play it with `asciinema play`; a trace of the agent itself is made with --record.',
      ],
    ],
  ])('%s', async (_name, trace, said) => {
    const stage = renderStage(trace)
    writeFileSync(path.join(stage.folder, 'a.svg'), 'old')
    expect(await stage.render('-o a.svg -o b.md')).toEqual({ status: 4, said })
    expect(stage.files()).toEqual(['a.svg'])
    expect(stage.read('a.svg')).toBe('old')
  })

  test('a missing recording, and a folder', async () => {
    const stage = renderStage('')
    rmSync(path.join(stage.folder, 'trace.ndjson'))
    expect(await stage.render('-o a.md')).toEqual({
      status: 4,
      said: [
        'acp-plan-tui: trace.ndjson cannot be rendered: there is no such file',
        '  Name a recording, or - for standard input.',
      ],
    })
    mkdirSync(path.join(stage.folder, 'trace.ndjson'))
    expect(await stage.render('-o a.md')).toEqual({
      status: 4,
      said: [
        'acp-plan-tui: trace.ndjson cannot be rendered: it is a folder',
        '  Give the name of the recording in it.',
      ],
    })
  })
})

describe('problems in a recording are reported, and the rest is rendered', () => {
  const whole = traceText(parserRun)

  test('JSON that is nested deeper than the stack allows', async () => {
    const deep = {
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: 'session-1', update: deepList },
    }
    const plan = { type: '_deep', planId: 'deep', payload: deepObject }
    const shown = {
      ...deep,
      params: { sessionId: 'session-1', update: { sessionUpdate: 'plan_update', plan } },
    }
    const records = [
      { t: 99_000, event: { deep: deepList } },
      { t: 99_000, in: deep },
      { t: 99_000, in: shown },
    ]
    const stage = renderStage(`${whole}${records.map((record) => `${nested(record)}\n`).join('')}`)
    const rendered = await stage.render('-o a.md -o a.json -o a.svg -o a.txt --redact paths,names,keys,hosts')
    expect(rendered.status).toBe(0)
    expect(rendered.said).toHaveLength(1)
    expect(rendered.said[0]).toMatch(/nested deeper than 144 levels: what is deeper is left out$/)
    expect(stage.read('a.md')).toContain(cutMark)
    const events = (stage.read('a.json') ?? '').trimEnd().split('\n')
    const codes = events.map((line) => (JSON.parse(line) as { readonly code?: string }).code)
    expect(codes.filter((code) => code === 'too-deep')).toHaveLength(2)
  })

  test('an incomplete last line is not a fault', async () => {
    const stage = renderStage(`${whole}{"t":99000,"in":"{\\"jsonrpc`)
    expect(await stage.render('-o a.md')).toEqual({ status: 0, said: [] })
    expect(stage.read('a.md')).toContain('2 of 2 done')
  })

  test('every prefix of a recording is a recording', async () => {
    const lines = whole.trimEnd().split('\n')
    for (let count = 1; count < lines.length; count++) {
      const stage = renderStage(`${lines.slice(0, count).join('\n')}\n${lines[count]?.slice(0, 20)}`)
      expect([count, await stage.render('-o a.txt -o a.md')]).toEqual([count, { status: 0, said: [] }])
    }
  })

  test('times that go back', async () => {
    const back = [
      ...opened(),
      planned(5000, '. One'),
      planned(3000, 'x One'),
      planned(6000, 'x One', '. Two'),
    ]
    const stage = renderStage(traceText(back))
    expect(await stage.render('-o a.md --history')).toEqual({
      status: 0,
      said: [
        'acp-plan-tui: trace.ndjson, line 8: times go back: such records take the time of the one before',
      ],
    })
    expect(stage.read('a.md')).toContain('- 0:05 **Plan** — 1/1 ✓ One · completed')
  })

  test('unknown records and an unknown version', async () => {
    const lines = traceText(parserRun, { version: 9 }).split('\n')
    const stage = renderStage(
      [...lines.slice(0, 4), '{"t":300,"weather":"fine"}', ...lines.slice(4)].join('\n'),
    )
    expect(await stage.render('-o a.md')).toEqual({
      status: 0,
      said: [
        'acp-plan-tui: trace.ndjson, line 1: written in version 9 of the format; 1 is known here: it is read as far as it is understood (and 1 more)',
      ],
    })
    expect(stage.read('a.md')).toContain('2 of 2 done')
  })

  test('lines that are not JSON', async () => {
    const stage = renderStage(whole.replace('\n', '\nnot json\n{"t":1,"in":5}\n'))
    expect(await stage.render('-o a.md')).toEqual({
      status: 0,
      said: ['acp-plan-tui: trace.ndjson, line 2: the line is no JSON, and left out (and 2 more)'],
    })
  })
})

describe('a file that cannot be written is reported before any rendering', () => {
  test('a missing folder', async () => {
    const stage = renderStage(traceText(parserRun))
    expect(await stage.render('-o a.md -o gone/b.md')).toEqual({
      status: 4,
      said: [
        'acp-plan-tui: gone/b.md cannot be written: there is no folder gone',
        '  Nothing was written; existing files are unchanged.',
      ],
    })
    expect(stage.files()).toEqual([])
  })

  test('a folder of that name', async () => {
    const stage = renderStage(traceText(parserRun))
    mkdirSync(path.join(stage.folder, 'a.md'))
    expect(await stage.render('-o a.md')).toEqual({
      status: 4,
      said: ['acp-plan-tui: a.md is a folder', '  Nothing was written; existing files are unchanged.'],
    })
  })
})

test('hostile texts of a recording have no effect on the result', async () => {
  const stage = renderStage(
    traceText([...opened(), planned(1000, '> \u001b]0;owned\u0007<script>alert(1)</script>\u202e\u0000')]),
  )
  expect(await stage.render('-o a.svg -o a.cast -o a.md -o a.json -o a.txt')).toEqual({ status: 0, said: [] })
  expect(stage.read('a.svg')).not.toMatch(/<script|[\u0000-\u0008\u001b\u202e]/)
  for (const name of ['a.md', 'a.txt', 'a.cast', 'a.json'])
    expect(readFileSync(path.join(stage.folder, name), 'utf8')).not.toMatch(/[\u0000-\u0008\u001b\u202e]/)
  expect(stage.read('a.md')).not.toContain('<script')
  expect(stage.read('a.cast')).not.toContain(']0;owned\\u0007')
})
