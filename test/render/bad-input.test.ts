import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { cutMark } from '../../src/lib/json/cut-depth.ts'
import { deepList, deepObject, nested } from '../support/formats/nested.ts'
import { renderStage } from './render-stage.ts'
import { opened, parserRun, planned, traceText } from './trace.ts'

describe('a file that is not a recording is reported, and nothing is written', () => {
  test('a file of another kind', async () => {
    const stage = renderStage('hello\nworld\n')
    writeFileSync(path.join(stage.folder, 'a.svg'), 'old')
    expect(await stage.render('-o a.svg -o b.md')).toEqual({
      status: 4,
      said: [
        'acp-plan-tui: trace.ndjson cannot be rendered: nothing in it is a trace',
        '  It reads what --record writes, {"t","dir","frame"} lines, JSON-RPC messages, and .jsons of the ACP conductor.',
      ],
    })
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

  test('every prefix of a recording is a recording', async () => {
    const lines = whole.trimEnd().split('\n')
    for (let count = 1; count < lines.length; count++) {
      const stage = renderStage(`${lines.slice(0, count).join('\n')}\n${lines[count]?.slice(0, 20)}`)
      const bare = 'acp-plan-tui: trace.ndjson has only its first line: nothing was recorded after it'
      const said = count === 1 ? [bare] : []
      expect([count, await stage.render('-o a.txt -o a.md')]).toEqual([count, { status: 0, said }])
    }
  })

  test('lines that are not JSON', async () => {
    const stage = renderStage(whole.replace('\n', '\nnot json\n{"t":1,"in":5}\n'))
    expect(await stage.render('-o a.md')).toEqual({
      status: 0,
      said: ['acp-plan-tui: trace.ndjson, line 2: the line is no JSON, and left out (and 2 more)'],
    })
  })
})

test('a file that cannot be written is reported before any rendering', async () => {
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
