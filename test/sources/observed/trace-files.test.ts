import {
  appendFileSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  closeSync,
  ftruncateSync,
  utimesSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FoundSession } from '../../../src/app/ports/observed-source.ts'
import { findRecordings, traceFiles } from '../../../src/sources/observed/trace-files.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { observedSession, placesIn, planWords } from '../../support/observed-session.ts'

const plan = (...entries: readonly string[]): string =>
  `${JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: {
      sessionId: 's1',
      update: {
        sessionUpdate: 'plan',
        entries: entries.map((content) => ({ content, priority: 'medium', status: 'pending' })),
      },
    },
  })}\n`

async function found(file: string): Promise<FoundSession> {
  const session = await traceFiles.recognise(file, placesIn(path.dirname(file)))
  if (session === null) throw new Error('it is not recognised')
  return session
}

/** So long a change takes to be seen at most. */
const soonMs = 1000

describe('a trace that is written', () => {
  test('has ended with its last record, also in a turn', async () => {
    const file = path.join(emptyFolder(), 'run.ndjson')
    const begun = { type: 'prompt-sent', sessionId: 's1', text: 'Go', wasQueued: false }
    const opened = { type: 'session-selected', sessionId: 's1' }
    const link = { type: 'link-changed', link: { state: 'open', sinceMs: 1 } }
    const head = { trace: 'acp-plan-tui', version: 1, startedAt: '2026-01-01T11:59:00.000Z' }
    const prompt = {
      jsonrpc: '2.0',
      id: 1,
      method: 'session/prompt',
      params: { sessionId: 's1', prompt: [] },
    }
    const lines = [
      head,
      { t: 1, event: link },
      { t: 1, out: { jsonrpc: '2.0', id: 0, method: 'session/new', params: { cwd: '/', mcpServers: [] } } },
      { t: 1, in: { jsonrpc: '2.0', id: 0, result: { sessionId: 's1' } } },
      { t: 1, event: opened },
      { t: 2, out: prompt },
      { t: 2, event: begun },
      { t: 3, in: JSON.parse(plan('One')) as unknown },
    ]
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const session = observedSession(traceFiles, await found(file))
    await session.time.pass(soonMs)
    expect(session.notUnderstood).toEqual([])
    expect(session.app().state().sessions.get('s1')?.turn.state).toBe('working')
    appendFileSync(file, `${JSON.stringify({ t: 9, end: { status: 0, reason: 'done' } })}\n`)
    await session.time.pass(soonMs)
    expect(session.app().state().link).toMatchObject({ state: 'ended', sinceMs: 9, end: { kind: 'closed' } })
    expect(session.app().state().sessions.get('s1')?.turn).toMatchObject({ outcome: { kind: 'lost' } })
  })

  test('is read from its beginning on and followed, also where a line is written in two pieces', async () => {
    const file = path.join(emptyFolder(), 'run.ndjson')
    writeFileSync(file, plan('One'))
    const session = observedSession(traceFiles, await found(file))
    await session.time.pass(soonMs)
    expect(planWords(session.app())).toEqual(['pending One'])
    expect(session.statuses).toEqual([{ state: 'reading-past' }, { state: 'following' }])
    const line = plan('One', 'Two')
    appendFileSync(file, line.slice(0, 60))
    await session.time.pass(soonMs)
    expect(planWords(session.app())).toEqual(['pending One'])
    appendFileSync(file, line.slice(60))
    await session.time.pass(soonMs)
    expect(planWords(session.app())).toEqual(['pending One', 'pending Two'])
    expect(session.wire).toHaveLength(2)
    expect(session.notUnderstood).toEqual([])
    expect(session.beganAtMs).toHaveLength(1)
  })

  test('begins anew when it is truncated, or replaced by another file', async () => {
    const folder = emptyFolder()
    const file = path.join(folder, 'run.ndjson')
    writeFileSync(file, plan('One', 'Two', 'Three'))
    const session = observedSession(traceFiles, await found(file))
    await session.time.pass(soonMs)
    truncateSync(file)
    appendFileSync(file, plan('Four'))
    await session.time.pass(soonMs)
    expect(planWords(session.app())).toEqual(['pending Four'])
    expect(session.anew()).toBe(1)
    const other = path.join(folder, 'other.ndjson')
    writeFileSync(other, plan('Five'))
    renameSync(other, file)
    await session.time.pass(soonMs)
    expect(planWords(session.app())).toEqual(['pending Five'])
    expect(session.anew()).toBe(2)
  })

  test('begins anew when it is written again at once, and is longer than before', async () => {
    const file = path.join(emptyFolder(), 'run.ndjson')
    writeFileSync(file, plan('One'))
    const session = observedSession(traceFiles, await found(file))
    await session.time.pass(soonMs)
    appendFileSync(file, plan('One', 'Two'))
    await session.time.pass(soonMs)
    expect(session.anew()).toBe(0)
    writeFileSync(file, plan('Four') + plan('Five') + plan('Five', 'Six'))
    await session.time.pass(soonMs)
    expect(planWords(session.app())).toEqual(['pending Five', 'pending Six'])
    expect(session.anew()).toBe(1)
  })

  test('is waited for while it is gone, and begins anew when it is back', async () => {
    const file = path.join(emptyFolder(), 'run.ndjson')
    writeFileSync(file, plan('One'))
    const session = observedSession(traceFiles, await found(file))
    await session.time.pass(soonMs)
    rmSync(file)
    await session.time.pass(soonMs)
    expect(session.statuses.at(-1)).toEqual({ state: 'waiting', why: 'its file is gone' })
    expect(planWords(session.app())).toEqual(['pending One'])
    writeFileSync(file, plan('Two'))
    await session.time.pass(soonMs)
    expect(session.statuses.at(-1)).toEqual({ state: 'following' })
    expect(planWords(session.app())).toEqual(['pending Two'])
  })

  test('is waited for if it vanishes before it is opened', async () => {
    const file = path.join(emptyFolder(), 'run.ndjson')
    writeFileSync(file, plan('One'))
    const there = await found(file)
    rmSync(file)
    const session = observedSession(traceFiles, there)
    await session.time.pass(soonMs)
    expect(session.statuses.at(-1)).toEqual({ state: 'waiting', why: 'there is no such file' })
    writeFileSync(file, plan('Two'))
    await session.time.pass(soonMs)
    expect(planWords(session.app())).toEqual(['pending Two'])
  })

  test('tells what was not understood, with its place and its beginning', async () => {
    const file = path.join(emptyFolder(), 'run.ndjson')
    writeFileSync(file, `${plan('One')}{"jsonrpc":\nnothing of it\n${plan('Two')}`)
    const session = observedSession(traceFiles, await found(file))
    await session.time.pass(soonMs)
    expect(planWords(session.app())).toEqual(['pending Two'])
    expect(session.notUnderstood).toEqual([
      { path: file, line: 2, start: '{"jsonrpc":', why: 'the line is no JSON, and left out' },
      { path: file, line: 3, start: 'nothing of it', why: 'the line is no JSON, and left out' },
    ])
  })

  test('tells a defect of lines that are read all the same once', async () => {
    const file = path.join(emptyFolder(), 'run.ndjson')
    const lines = [{ trace: 'acp-plan-tui', version: 1 }, ...[9, 5, 4, 3].map((t) => ({ t, err: 'x' }))]
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const session = observedSession(traceFiles, await found(file))
    await session.time.pass(soonMs)
    expect(session.notUnderstood.map(({ line, why }) => [line, why])).toEqual([
      [3, 'times go back: such records take the time of the one before'],
    ])
  })

  test('says when it began: in its header, in its dates, or else when it was last changed', async () => {
    const folder = emptyFolder()
    const own = path.join(folder, 'own.ndjson')
    const header =
      '{"trace":"acp-plan-tui","version":1,"startedAt":"2026-03-01T10:00:00.000Z","agent":"my-agent"}'
    writeFileSync(own, `${header}\n{"t":5,"in":${plan('One').trim()}}\n`)
    const ofOwn = await found(own)
    expect(ofOwn).toMatchObject({ kind: 'trace', id: 'own.ndjson', agent: 'my-agent', path: own })
    const session = observedSession(traceFiles, ofOwn)
    await session.time.pass(soonMs)
    expect(session.beganAtMs).toEqual([Date.parse('2026-03-01T10:00:00.000Z')])
    expect(session.wire[0]?.t).toBe(5)

    const conductor = path.join(folder, 'c.jsons')
    const event = { type: 'notification', ts: 1_772_359_200, from: 'agent', to: 'client', session: 's1' }
    const { method, params } = JSON.parse(plan('One')) as { method: string; params: object }
    writeFileSync(conductor, `${JSON.stringify({ ...event, method, params })}\n`)
    const ofConductor = observedSession(traceFiles, await found(conductor))
    await ofConductor.time.pass(soonMs)
    expect(ofConductor.beganAtMs).toEqual([1_772_359_200_000])
    expect(planWords(ofConductor.app())).toEqual(['pending One'])

    const bare = path.join(folder, 'bare.ndjson')
    writeFileSync(bare, plan('One'))
    const ofBare = await found(bare)
    const timeless = observedSession(traceFiles, ofBare)
    await timeless.time.pass(soonMs)
    expect(timeless.beganAtMs).toEqual([ofBare.changedAtMs])
  })
})

describe('a path', () => {
  test('that is no trace is not recognised', async () => {
    const folder = emptyFolder()
    const places = placesIn(folder)
    const write = (name: string, content: string | Buffer): string => {
      writeFileSync(path.join(folder, name), content)
      return path.join(folder, name)
    }
    mkdirSync(path.join(folder, 'folder'))
    const sparse = path.join(folder, 'sparse')
    const fd = openSync(sparse, 'w')
    ftruncateSync(fd, 2 * 1024 ** 3)
    closeSync(fd)
    for (const none of [
      path.join(folder, 'missing'),
      path.join(folder, 'folder'),
      sparse,
      write('binary', Buffer.from([0, 1, 2, 3, 0xff, 0xfe, 0])),
      write('text.md', '# A text\n\nof several lines\n'),
      write('long.md', 'a text without an end '.repeat(10_000)),
      write('half.json', '{\n  "jsonrpc": "2.0"\n}\n'),
    ])
      expect(await traceFiles.recognise(none, places), none).toBeNull()
  })

  test('of an empty file, or of a first line that is not complete yet, is taken', async () => {
    const folder = emptyFolder()
    for (const content of ['', plan('One').slice(0, 30)]) {
      const file = path.join(folder, 'run.ndjson')
      writeFileSync(file, content)
      expect(await traceFiles.recognise(file, placesIn(folder))).toMatchObject({ kind: 'trace' })
    }
  })
})

test('the newest recordings of a folder are found, however many others it has', async () => {
  const folder = emptyFolder()
  for (let at = 0; at < 300; at++) {
    const file = path.join(folder, `${at}.ndjson`)
    writeFileSync(file, plan('one'))
    utimesSync(file, at, at)
  }
  const names = (await findRecordings(folder)).map((each) => path.basename(each.path))
  expect(names).toEqual(Array.from({ length: 20 }, (_, at) => `${299 - at}.ndjson`))
})
