import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { FoundSession, ObservedFolders } from '../../../src/app/ports/observed-source.ts'
import { greetingLine, type TapGreeting } from '../../../src/protocol/tap/tap-stream.ts'
import { taps } from '../../../src/sources/observed/taps.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { observedSession, placesIn, planWords, type ObservedSession } from '../../support/observed-session.ts'

interface StandIn {
  readonly greeting: TapGreeting
  readonly socket: string
  readonly server: Server
  /** Writes a line to all viewers. */
  write(value: object): void
  stop(): void
}

/** A folder for taps, as a program makes it. */
function tapFolder(): string {
  const folder = path.join(emptyFolder(), 'run')
  mkdirSync(folder, { mode: 0o700 })
  return folder
}

function placesOf(folder: string): ObservedFolders {
  // Only this folder: the XDG one is the same.
  return placesIn(path.dirname(folder), { runtimeFolder: folder, env: {} })
}

/** What a tap is for others: a socket with a stream, and a file beside it. */
async function standIn(
  folder: string,
  told: Partial<TapGreeting> = {},
  name = `${process.pid}-site`,
): Promise<StandIn> {
  const greeting: TapGreeting = {
    version: 1,
    program: 'acp-plan-tui 0.1.0',
    pid: process.pid,
    label: 'site',
    agent: 'my-agent --acp',
    folder: '/srv/site',
    startedAt: '2026-02-03T04:05:06.000Z',
    ...told,
  }
  const socket = path.join(folder, `${name}.sock`)
  const viewers = new Set<Socket>()
  const lines = [greetingLine(greeting)]
  const server = createServer((viewer) => {
    viewers.add(viewer)
    viewer.on('error', () => undefined)
    viewer.write(lines.map((line) => `${line}\n`).join(''))
  }).listen(socket)
  await once(server, 'listening')
  writeFileSync(path.join(folder, `${name}.json`), `${greetingLine(greeting)}\n`)
  const stop = (): void => {
    server.close()
    for (const viewer of viewers) viewer.destroy()
    rmSync(path.join(folder, `${name}.json`), { force: true })
  }
  onTestFinished(stop)
  return {
    greeting,
    socket,
    server,
    write(value) {
      const line = JSON.stringify(value)
      lines.push(line)
      for (const viewer of viewers) viewer.write(`${line}\n`)
    },
    stop,
  }
}

function plan(n: number, ...entries: readonly string[]): object {
  const update = {
    sessionUpdate: 'plan',
    entries: entries.map((content) => ({ content, status: 'pending' })),
  }
  return {
    t: n * 10,
    n,
    in: JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', update } }),
  }
}

async function onlyFound(places: ObservedFolders): Promise<FoundSession> {
  const [found, ...more] = await taps.find(places)
  if (found === undefined || more.length > 0) throw new Error('there is not one tap')
  return found
}

/** Settles when a condition holds, while virtual time passes. */
async function until(session: ObservedSession, isTrue: () => boolean): Promise<void> {
  while (!isTrue()) {
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    await session.time.pass(50)
  }
}

describe('taps that run', () => {
  test('are found, with what they say of themselves', async () => {
    const folder = tapFolder()
    const { socket } = await standIn(folder)
    expect(await taps.find(placesOf(folder))).toMatchObject([
      {
        kind: 'tap',
        id: 'site',
        path: socket,
        pid: process.pid,
        agent: 'my-agent --acp',
        folder: '/srv/site',
        label: 'site',
      },
    ])
  })

  test('are both found where two have one label', async () => {
    const folder = tapFolder()
    await standIn(folder)
    await standIn(folder, { pid: process.ppid }, `${process.ppid}-site`)
    const found = await taps.find(placesOf(folder))
    expect(found.map(({ pid, label }) => `${pid} ${label}`).toSorted()).toEqual(
      [`${process.pid} site`, `${process.ppid} site`].toSorted(),
    )
  })

  test('are not what killed ones have left, which is removed', async () => {
    const folder = tapFolder()
    const file = path.join(folder, `${process.pid}-dead.json`)
    writeFileSync(file, greetingLine({ ...(await standIn(folder)).greeting, label: 'dead' }))
    expect((await taps.find(placesOf(folder))).map(({ id }) => id)).toEqual(['site'])
    expect(existsSync(file)).toBe(false)
  })

  test.each([
    ['missing', () => '/there/is/none'],
    [
      'open to others',
      () => {
        const folder = tapFolder()
        writeFileSync(path.join(folder, '1-x.json'), '{"tap":"acp-plan-tui"}')
        chmodSync(folder, 0o755)
        return folder
      },
    ],
  ])('are none in a folder that is %s', async (_, folder) => {
    expect(await taps.find(placesOf(folder()))).toEqual([])
  })
})

describe('a path', () => {
  test('is recognised where it is a socket, with the description beside it', async () => {
    const folder = tapFolder()
    const { socket } = await standIn(folder)
    expect(await taps.recognise(socket, placesOf(folder))).toMatchObject({ id: 'site', pid: process.pid })
  })

  test('is recognised where it is any socket, and not where it is a file', async () => {
    const folder = tapFolder()
    const socket = path.join(folder, 'other')
    const server = createServer().listen(socket)
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    expect(await taps.recognise(socket, placesOf(folder))).toMatchObject({
      id: 'other',
      pid: null,
      agent: 'agent',
    })
    const file = path.join(folder, 'file')
    writeFileSync(file, '')
    expect(await taps.recognise(file, placesOf(folder))).toBeNull()
    expect(await taps.recognise(path.join(folder, 'none'), placesOf(folder))).toBeNull()
  })
})

describe('an observed tap', () => {
  test('shows the past and follows, with gaps in words', async () => {
    const folder = tapFolder()
    const tap = await standIn(folder)
    tap.write(plan(1, 'One'))
    const session = observedSession(taps, await onlyFound(placesOf(folder)))
    await until(session, () => session.wire.length === 1)
    expect(planWords(session.app())).toEqual(['pending One'])
    expect(session.beganAtMs).toEqual([Date.parse('2026-02-03T04:05:06.000Z')])
    expect(session.statuses).toEqual([{ state: 'reading-past' }, { state: 'following', lives: true }])
    tap.write({ t: 11, gap: { from: 2, to: 5, why: 'slow' } })
    tap.write(plan(6, 'One', 'Two'))
    tap.write(plan(8, 'Three'))
    await until(session, () => session.wire.length === 5)
    expect(planWords(session.app())).toEqual(['pending Three'])
    expect(session.wire.flatMap((record) => (record.type === 'stderr' ? [record.line] : []))).toEqual([
      'acp-plan-tui tap: frames 2 to 5 are missing: this viewer has read too slowly',
      'acp-plan-tui tap: frame 7 is missing: the tap keeps only so much of the past',
    ])
    expect(session.notUnderstood).toEqual([])
  })

  test('is taken up again when a tap of its label comes back, from the beginning', async () => {
    const folder = tapFolder()
    const first = await standIn(folder)
    first.write(plan(1, 'One'))
    const session = observedSession(taps, await onlyFound(placesOf(folder)))
    await until(session, () => session.wire.length === 1)
    await standIn(folder, { label: 'another' }, `${process.pid}-another`)
    first.stop()
    await until(session, () => session.statuses.at(-1)?.state === 'waiting')
    expect(session.statuses.at(-1)).toEqual({
      state: 'waiting',
      why: 'the tap has ended; it is taken up again when a tap labelled site starts',
      hasEnded: true,
    })
    const second = await standIn(folder, {}, `${process.ppid}-site`)
    second.write(plan(1, 'Anew'))
    await until(session, () => session.wire.length === 2)
    expect(session.anew()).toBe(1)
    expect(planWords(session.app())).toEqual(['pending Anew'])
    expect(session.statuses.at(-1)).toEqual({ state: 'following', lives: true })
  })

  test('of a later version is read as far as it is understood', async () => {
    const folder = tapFolder()
    const tap = await standIn(folder, { version: 9 })
    tap.write({ t: 1, n: 1, novelty: true })
    tap.write(plan(2, 'One'))
    tap.write({ t: 3, n: 3, in: 7 })
    const session = observedSession(taps, await onlyFound(placesOf(folder)))
    await until(session, () => session.notUnderstood.length === 2)
    expect(planWords(session.app())).toEqual(['pending One'])
    expect(session.notUnderstood.map(({ line, why }) => [line, why])).toEqual([
      [1, 'the tap is of version 9; 1 is known here: it is read as far as it is understood'],
      [4, '“in” is not a text or a message'],
    ])
  })

  test.each([
    ['says something else', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'what listens there is no tap'],
    ['says nothing and closes', '', 'what listens there is no tap'],
    [
      'takes no more viewers',
      '{"refused":"the tap has 16 viewers already"}\n',
      'the tap has 16 viewers already',
    ],
  ])('has ended where a socket %s', async (_, says, why) => {
    const folder = tapFolder()
    const socket = path.join(folder, 'other')
    const server = createServer((viewer) => viewer.end(says)).listen(socket)
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const found = await taps.recognise(socket, placesOf(folder))
    if (found === null) throw new Error('it is not recognised')
    const session = observedSession(taps, found)
    await until(session, () => session.statuses.length === 2)
    expect(session.statuses.at(-1)).toEqual({ state: 'ended', why })
  })

  test('has ended where nobody listens on a socket', async () => {
    const folder = tapFolder()
    const found: FoundSession = {
      kind: 'tap',
      id: 'gone',
      path: path.join(folder, 'gone'),
      pid: null,
      agent: 'agent',
      folder: null,
      label: null,
      changedAtMs: 0,
    }
    const session = observedSession(taps, found)
    await until(session, () => session.statuses.length === 2)
    expect(session.statuses.at(-1)).toEqual({ state: 'ended', why: 'the socket is gone' })
  })
})
