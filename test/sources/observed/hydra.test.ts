import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { FoundSession } from '../../../src/app/ports/observed-source.ts'
import { summaryOf } from '../../../src/app/observed/session-summary.ts'
import { hydra } from '../../../src/sources/observed/hydra.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import {
  observedSession,
  placesIn,
  planWords,
  type ObservedSession,
  sessionIn,
} from '../../support/observed-session.ts'
import { recordedThrough, hydraStore, planOf, startMs, type HydraStore } from './hydra-store.ts'

/** So long a change takes to be seen at most. */
const soonMs = 1500

async function found({ home }: Pick<HydraStore, 'home'>, sinceMs = 0): Promise<readonly FoundSession[]> {
  return await hydra.find(placesIn(path.dirname(home), { env: { HYDRA_ACP_HOME: home }, sinceMs }))
}

async function observed(store: HydraStore): Promise<ObservedSession> {
  const [only] = await found(store)
  if (only === undefined) throw new Error('it is not found')
  const session = observedSession(hydra, only)
  await session.time.until(
    () => (session.statuses.at(-1)?.state === 'following' ? true : undefined),
    () => 'it is not read to its end',
  )
  return session
}

/** A text with this in it. */
function textWith(part: string | RegExp): unknown {
  return typeof part === 'string' ? expect.stringContaining(part) : expect.stringMatching(part)
}

const chunk = (text: string): object => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
})

function saidBy(observing: ObservedSession, who: 'agent' | 'user'): string {
  return sessionIn(observing)
    .activity.items.flatMap((item) => (item.type === 'said' && item.who === who ? [item.text] : []))
    .join('')
}

describe('a session of Hydra', () => {
  test('is found with its agent, folder and title, and by its file or folder', async () => {
    const store = hydraStore()
    store.append(planOf('One'))
    const expected = {
      kind: 'hydra',
      id: store.id,
      agentSessionId: 'upstream-1',
      path: store.history,
      pid: null,
      agent: 'claude-code',
      folder: '/home/me/parser',
      label: 'Split the parser',
    }
    expect(await found(store)).toEqual([expect.objectContaining(expected)])
    for (const named of [store.history, store.folder])
      expect(await hydra.recognise(named, placesIn(store.home))).toMatchObject(expected)
    const user = emptyFolder()
    renameSync(store.home, path.join(user, '.hydra-acp'))
    expect(await hydra.find(placesIn(user))).toMatchObject([{ id: store.id }])
  })

  test('is found without what is noted beside it; what is old, linked, or no history is not', async () => {
    const store = hydraStore()
    store.append(planOf('One'))
    const meta = path.join(store.folder, 'meta.json')
    const unknown = { id: store.id, agent: 'agent', folder: null, label: null }
    for (const text of ['{"agentId": "half', '[]', ' '.repeat(2_000_000)]) {
      writeFileSync(meta, text)
      appendFileSync(store.history, '\n')
      expect(await found(store)).toMatchObject([unknown])
    }
    rmSync(meta)
    symlinkSync(store.folder, path.join(store.home, 'sessions', 'linked'))
    mkdirSync(path.join(store.home, 'sessions', 'new', 'history.jsonl'), { recursive: true })
    expect(await found(store)).toMatchObject([unknown])
    expect(await hydra.recognise(store.history, placesIn(store.home))).toBeNull()
    utimesSync(store.history, 1000, 1000)
    expect(await found(store, 2_000_000)).toEqual([])
  })

  test('of a real agent is shown with its plan, its turn, its messages and their times', async () => {
    const store = hydraStore()
    recordedThrough(store, 'claude-caps-todo')
    const session = await observed(store)
    expect(session.notUnderstood).toEqual([])
    expect(session.beganAtMs).toEqual([startMs + 1000])
    expect(planWords(session.app())).toEqual([
      'completed Read the parser and list its callers',
      'completed Split the tokenizer out of parser.ts',
      'completed Add tests for nested quotes and for `\\` escapes — “é”, 日本語, 🚀',
    ])
    expect(sessionIn(session)).toMatchObject({
      title: 'Split the parser',
      turn: { state: 'ended', outcome: { kind: 'stopped', stopReason: 'end_turn' } },
    })
    expect(session.app().state()).toMatchObject({ problemCount: 0, link: { state: 'open' } })
    expect(session.wire.every(({ type }) => type === 'frame')).toBe(true)
    expect(session.wire[0]).toMatchObject({
      t: 0,
      dir: 'from-agent',
      line: textWith(/^\{"jsonrpc":"2.0","method":"session\/update"/),
    })
    expect(session.wire[0]).not.toHaveProperty('isUntimed')
  })

  test('says once what its user has asked, whichever client that came from', async () => {
    const store = hydraStore()
    store.prompt('Split it')
    store.append(chunk('I do.'))
    const session = await observed(store)
    expect(saidBy(session, 'user')).toBe('Split it')
    expect(saidBy(session, 'agent')).toBe('I do.')
  })

  test('works while its turn runs, and has lost it where its daemon is gone', async () => {
    const store = hydraStore()
    store.daemon(process.pid)
    store.prompt('Go on')
    store.append(planOf('One', 'Two'))
    expect(summaryOf((await observed(store)).app().state())).toMatchObject({ doing: 'works', about: 'One' })
    store.daemon(2 ** 30)
    expect(sessionIn(await observed(store)).turn).toMatchObject({ outcome: { kind: 'lost' } })
    store.daemon(null)
    const session = await observed(store)
    expect(summaryOf(session.app().state())).toMatchObject({ doing: 'rests' })
    // It was started again, and the agent goes on by itself.
    store.daemon(process.pid)
    store.append({ sessionUpdate: '_hydra_turn_started' })
    await session.time.pass(soonMs)
    expect(sessionIn(session).turn.state).toBe('working')
    store.append({ sessionUpdate: '_hydra_turn_ended' })
    await session.time.pass(soonMs)
    expect(sessionIn(session).turn).toMatchObject({ state: 'ended', outcome: { kind: 'stopped' } })
    // Its daemon ends while it is followed.
    store.append({ sessionUpdate: '_hydra_turn_started' })
    await session.time.pass(soonMs)
    store.daemon(null)
    await session.time.pass(3 * soonMs)
    expect(sessionIn(session).turn).toMatchObject({ state: 'ended', outcome: { kind: 'lost' } })
  })

  test('is followed, and lines that are damaged are counted', async () => {
    const store = hydraStore()
    store.append(planOf('One'))
    appendFileSync(store.history, '{"method":"session/update","params":{"upd\nnull\n')
    const session = await observed(store)
    expect(session.notUnderstood).toMatchObject([
      { path: store.history, line: 2, why: textWith('no JSON') },
      { line: 3 },
    ])
    store.append(planOf('Two'))
    await session.time.pass(soonMs)
    expect(planWords(session.app())).toEqual(['in_progress Two'])
    rmSync(store.history)
    await session.time.pass(soonMs)
    expect(session.statuses.at(-1)).toMatchObject({ state: 'waiting', why: 'its file is gone' })
  })
})

describe.each([true, false])('the archives of a session of Hydra (lines with numbers: %s)', (numbered) => {
  function words(store: HydraStore, from: number, to: number): void {
    for (let number = from; number <= to; number++) {
      store.append(chunk(`${number} `))
      // A line of the same millisecond, and one without a number.
      if (number % 5 === 0) store.append(chunk('+ '), startMs + number * 1000)
    }
  }

  const expectedTo = (to: number): string =>
    Array.from({ length: to }, (_, at) => `${at + 1} ${(at + 1) % 5 === 0 ? '+ ' : ''}`).join('')

  test('are read from the oldest on, each once', async () => {
    const store = hydraStore({ numbered })
    words(store, 1, 10)
    store.compact(7, 1, true)
    words(store, 11, 20)
    // It ended between writing an archive anew and removing the plain one.
    writeFileSync(path.join(store.folder, 'history.jsonl.1'), 'damaged\n')
    store.compact(5, 2)
    words(store, 21, 30)
    store.compact(5, 10)
    const session = await observed(store)
    expect(saidBy(session, 'agent')).toBe(expectedTo(30))
    expect(session.notUnderstood).toEqual([])
    expect(session.wire).toHaveLength(36)
  })

  test('get lines while it is followed: nothing is lost or repeated, however often', async () => {
    const store = hydraStore({ numbered })
    words(store, 1, 20)
    const session = await observed(store)
    for (let from = 21; from < 100; from += 20) {
      words(store, from, from + 9)
      store.compact(15, 1, from > 60)
      words(store, from + 10, from + 19)
      await session.time.pass(soonMs)
      expect(saidBy(session, 'agent')).toBe(expectedTo(from + 19))
    }
    expect(session.anew()).toBe(0)
    expect(session.notUnderstood).toEqual([])
  })

  test('are read anew where more was moved there than was read', async () => {
    const store = hydraStore({ numbered })
    words(store, 1, 20)
    const session = await observed(store)
    words(store, 21, 40)
    store.compact(5, 1)
    await session.time.pass(soonMs)
    expect(session.anew()).toBe(1)
    expect(saidBy(session, 'agent')).toBe(expectedTo(40))
    words(store, 41, 60)
    store.compact(5, 1)
    await session.time.pass(soonMs)
    expect(session.anew()).toBe(2)
    expect(saidBy(session, 'agent')).toBe(expectedTo(60))
  })

  test('are waited for: Hydra empties the history before it writes the rest', async () => {
    const store = hydraStore({ numbered })
    words(store, 1, 20)
    const session = await observed(store)
    store.compact(8, 1)
    const text = readFileSync(store.history, 'utf8')
    writeFileSync(store.history, '')
    await session.time.pass(300)
    writeFileSync(store.history, text.slice(0, 100))
    await session.time.pass(300)
    writeFileSync(store.history, text)
    words(store, 21, 22)
    await session.time.pass(soonMs)
    expect(session.anew()).toBe(0)
    expect(saidBy(session, 'agent')).toBe(expectedTo(22))
  })

  test('begin anew where its user went back', async () => {
    const store = hydraStore({ numbered })
    words(store, 1, 20)
    const session = await observed(store)
    store.rewind(12)
    await session.time.pass(soonMs)
    expect(session.anew()).toBe(1)
    expect(saidBy(session, 'agent')).toBe(expectedTo(10))
  })

  test('that cannot be read are named, and the rest is shown', async () => {
    const store = hydraStore({ numbered })
    words(store, 1, 10)
    const torn = path.join(store.folder, 'history.jsonl.1.gz')
    writeFileSync(torn, gzipSync('{"method":"session/update"}\n'.repeat(1000)).subarray(0, 40))
    mkdirSync(path.join(store.folder, 'history.jsonl.2'))
    const session = await observed(store)
    expect(session.notUnderstood).toContainEqual({
      path: torn,
      line: null,
      start: '',
      why: textWith('it cannot be read'),
    })
    expect(saidBy(session, 'agent')).toBe(expectedTo(10))
  })
})

test('for the list only the newest archives are read, where there is very much', async () => {
  const store = hydraStore()
  store.append(planOf('Old'))
  store.append(chunk('x'))
  store.compact(1, 1)
  store.append(planOf('Newer'))
  store.append(chunk('y'))
  store.compact(1, 2)
  appendFileSync(path.join(store.folder, 'history.jsonl.1'), `${' '.repeat(5 * 1024 * 1024)}\n`)
  const [only] = await found(store)
  if (only === undefined) throw new Error('it is not found')
  const wire: string[] = []
  const nothing = (): void => undefined
  const source = hydra.observe({
    found: only,
    sink: {
      began: nothing,
      events: nothing,
      begunAnew: nothing,
      notUnderstood: nothing,
      wire: (record) => void wire.push(JSON.stringify(record)),
      status: nothing,
    },
    clock: { nowMs: () => Date.now(), wallMs: () => Date.now(), after: () => () => undefined },
    attention: 'listed',
  })
  while (!wire.some((line) => line.includes('"y')))
    await new Promise((resolve) => void setTimeout(resolve, 5))
  source.close()
  expect(wire.join(' ')).toContain('Newer')
  expect(wire.join(' ')).not.toContain('Old')
})
