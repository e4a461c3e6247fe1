import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { FoundSession, ObservedSink, ObservedStatus } from '../../../../src/app/ports/observed-source.ts'
import type { Session } from '../../../../src/app/state/session.ts'
import { codex, readCompressedRollout } from '../../../../src/sources/observed/codex/codex.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'
import {
  observedSession,
  placesIn,
  planWords,
  type ObservedSession,
} from '../../../support/observed-session.ts'
import { filesBelow, recordedHome } from '../recorded-homes.ts'

const id = '00000000-0000-4000-8000-000000000001'
/** So long a change takes to be seen at most. */
const soonMs = 1000

async function only(home: string): Promise<FoundSession> {
  const [found] = await codex.find(placesIn(path.dirname(home), { env: { CODEX_HOME: home } }))
  if (found === undefined) throw new Error('it is not found')
  return found
}

async function observed(home: string): Promise<ObservedSession> {
  const session = observedSession(codex, await only(home))
  await session.time.pass(soonMs)
  return session
}

function sessionIn(observing: ObservedSession): Session {
  const session = observing.app().state().sessions.get(id)
  if (session === undefined) throw new Error('there is no such session')
  return session
}

function record(type: string, payload: object): string {
  return `${JSON.stringify({ timestamp: '2026-11-22T23:59:00.000Z', type, payload })}\n`
}

const event = (payload: object): string => record('event_msg', payload)
const item = (payload: object): string => record('response_item', payload)

describe('a session of Codex', () => {
  test('is found by the name that it got while its rollout rested', async () => {
    const home = recordedHome('codex/update-plan')
    const { id: sessionId, label } = await only(home)
    expect(label).toBeNull()
    writeFileSync(
      path.join(home, 'session_index.jsonl'),
      `${JSON.stringify({ id: sessionId, thread_name: 'Parser' })}\n`,
    )
    expect((await only(home)).label).toBe('Parser')
  })

  test('is found with its folder, and its name where it has one', async () => {
    const home = recordedHome('codex/update-plan')
    const found = await only(home)
    expect(found).toMatchObject({ kind: 'codex', id, agent: 'Codex', folder: '/home/me/parser', label: null })
    writeFileSync(path.join(home, 'session_index.jsonl'), `{"id":"${id}","thread_name":"Tokenizer"}\n`)
    expect((await only(home)).label).toBe('Tokenizer')
    expect(await codex.recognise(found.path, placesIn(home))).toMatchObject({ id, label: 'Tokenizer' })
    utimesSync(found.path, 1000, 1000)
    expect(await codex.find(placesIn(home, { env: { CODEX_HOME: home }, sinceMs: 2_000_000 }))).toEqual([])
  })

  test('is found although its first line is longer than what is read of it', async () => {
    const home = path.join(emptyFolder(), 'home')
    const folder = path.join(home, 'sessions', '2026', '11', '22')
    mkdirSync(folder, { recursive: true })
    const long = { id, cwd: '/home/me/parser', base_instructions: 'x'.repeat(200_000) }
    writeFileSync(path.join(folder, `rollout-2026-11-22T23-44-16-${id}.jsonl`), record('session_meta', long))
    expect(await only(home)).toMatchObject({ id, folder: '/home/me/parser' })
  })

  test('shows its checklist and its turns', async () => {
    const session = await observed(recordedHome('codex/update-plan'))
    expect(session.notUnderstood).toEqual([])
    expect(planWords(session.app())).toEqual([
      'completed Read the parser and list its callers',
      'completed Split the tokenizer out of parser.ts',
      'completed Add tests for nested quotes and for `\\` escapes — “é”, 日本語, 🚀',
      'completed Update the README\n(second line of this entry)',
    ])
    const { plans, turn, counts } = sessionIn(session)
    const [plan] = plans.values()
    expect(plan).toMatchObject({ revision: 5, name: { dialect: 'inferred' } })
    expect(turn).toMatchObject({ state: 'ended', outcome: { kind: 'stopped', stopReason: 'end_turn' } })
    expect(counts.messages).toBeGreaterThan(0)
  })

  test('shows the plan that it proposed once, and that it was approved', async () => {
    const session = await observed(recordedHome('codex/proposed-plan'))
    expect(session.notUnderstood).toEqual([])
    expect(planWords(session.app())).toEqual([
      'markdown',
      'completed Read the parser and list its callers',
      'completed Split the tokenizer out of parser.ts',
      'completed Add tests for nested quotes and for `\\` escapes — “é”, 日本語, 🚀',
      'completed Update the README\n(second line of this entry)',
    ])
    const { proposal } = sessionIn(session)
    expect(proposal).toMatchObject({ revision: 1, isWhole: true, outcome: { kind: 'approved' } })
  })

  test('is followed, and begins anew when it is truncated', async () => {
    const home = recordedHome('codex/update-plan')
    const [file = ''] = filesBelow(home, '.jsonl')
    const whole = readFileSync(file)
    const session = await observed(home)
    const started = event({ type: 'task_started' })
    appendFileSync(file, started.slice(0, 30))
    await session.time.pass(soonMs)
    expect(sessionIn(session).turn.state).toBe('ended')
    appendFileSync(
      file,
      started.slice(30) + event({ type: 'item_completed', item: { type: 'Plan', text: '# Next' } }),
    )
    await session.time.pass(soonMs)
    expect(sessionIn(session).turn.state).toBe('working')
    expect(sessionIn(session).proposal).toMatchObject({ outcome: null, from: 'message' })
    appendFileSync(file, event({ type: 'turn_aborted', reason: 'interrupted' }))
    await session.time.pass(soonMs)
    expect(sessionIn(session).turn).toMatchObject({ outcome: { stopReason: 'cancelled' } })
    truncateSync(file)
    appendFileSync(file, record('session_meta', { id }))
    await session.time.pass(soonMs)
    expect(session.anew()).toBe(1)
    expect(planWords(session.app())).toEqual([])
    rmSync(file)
    await session.time.pass(soonMs)
    expect(session.statuses.at(-1)?.state).toBe('waiting')
    writeFileSync(file, whole)
    await session.time.pass(soonMs)
    expect(planWords(session.app())).toHaveLength(4)
  })

  test('asks its user while its question is open', async () => {
    const home = recordedHome('codex/update-plan')
    const [file = ''] = filesBelow(home, '.jsonl')
    const options = [{ label: 'Postgres', description: '' }, { label: 'SQLite' }]
    const args = JSON.stringify({ questions: [{ id: 'db', question: 'Which database?', options }] })
    appendFileSync(file, event({ type: 'task_started' }))
    appendFileSync(
      file,
      item({ type: 'function_call', name: 'request_user_input', arguments: args, call_id: 'c' }),
    )
    const session = await observed(home)
    expect(session.app().state().permissions).toMatchObject([
      { title: 'Which database?', options: [{ name: 'Postgres' }, { name: 'SQLite' }] },
    ])
    appendFileSync(file, item({ type: 'function_call_output', call_id: 'c', output: '{}' }))
    await session.time.pass(soonMs)
    expect(session.app().state().permissions).toEqual([])
  })
})

describe('a compressed session of Codex', () => {
  const read = async (decompress: PassThrough | null): Promise<readonly ObservedStatus[]> => {
    const home = recordedHome('codex/update-plan')
    const [file = ''] = filesBelow(home, '.jsonl')
    const packed = `${file}.zst`
    writeFileSync(packed, readFileSync(file))
    rmSync(file)
    const found = await only(home)
    expect(found).toMatchObject({ id, folder: null, path: packed })
    const statuses: ObservedStatus[] = []
    let plans = 0
    return await new Promise((resolve) => {
      const sink: ObservedSink = {
        began: () => undefined,
        events: (events) => {
          plans += events.filter(
            (each) => each.type === 'session-updated' && each.update.type === 'plan-replaced',
          ).length
        },
        wire: () => undefined,
        begunAnew: () => undefined,
        notUnderstood: () => undefined,
        status(status) {
          statuses.push(status)
          if (status.state !== 'ended') return
          expect(plans).toBe(decompress === null ? 0 : 5)
          resolve(statuses)
        },
      }
      readCompressedRollout({ found, sink }, () => decompress)
    })
  }

  test('is read where this Node can', async () => {
    expect(await read(new PassThrough())).toEqual([
      { state: 'reading-past' },
      { state: 'ended', why: 'its session has ended, and was compressed' },
    ])
  })

  test('is said not to be readable where it cannot', async () => {
    const [, ended] = await read(null)
    expect(ended).toMatchObject({ state: 'ended' })
    expect(ended !== undefined && 'why' in ended ? ended.why : '').toMatch(
      /^it is compressed with zstd, which Node .* cannot read/,
    )
  })
})

test('what is no rollout is not recognised', async () => {
  const folder = emptyFolder()
  const file = path.join(folder, 'rollout-1.jsonl')
  const places = placesIn(folder)
  for (const content of ['{"jsonrpc":"2.0","method":"x"}\n', 'text\n', Buffer.alloc(100_000, 0xfe)]) {
    writeFileSync(file, content)
    expect(await codex.recognise(file, places)).toBeNull()
  }
  expect(await codex.recognise(folder, places)).toBeNull()
  expect(await codex.recognise(path.join(folder, 'rollout-2.jsonl'), places)).toBeNull()
  expect(await codex.find(placesIn(folder, { env: { CODEX_HOME: path.join(folder, 'nowhere') } }))).toEqual(
    [],
  )
})
