import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { FoundSession } from '../../../src/app/ports/observed-source.ts'
import { summaryOf } from '../../../src/app/observed/session-summary.ts'
import { revisionsOf } from '../../../src/app/history/plan-history.ts'
import { planSteps } from '../../../src/plans/kinds/plan-kinds.ts'
import { noTimes } from '../../../src/plans/steps/step-times.ts'
import { acpxSessions } from '../../../src/sources/observed/acpx.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { observedSession, placesIn, planWords } from '../../support/observed-session.ts'

const recorded = fileURLToPath(new URL('../../recordings/acpx', import.meta.url))
const soonMs = 1000

/** A home with the sessions that acpx has left there, and their folder. */
function home(): { readonly home: string; readonly sessions: string } {
  const made = emptyFolder()
  const sessions = path.join(made, '.acpx', 'sessions')
  cpSync(recorded, sessions, { recursive: true })
  return { home: made, sessions }
}

async function found(file: string): Promise<FoundSession> {
  const session = await acpxSessions.recognise(file, placesIn(path.dirname(file)))
  if (session === null) throw new Error('it is not recognised')
  return session
}

const update = (content: string, session = 'demo-permission-1'): string => {
  const entries = [{ content, priority: 'medium', status: 'in_progress' }]
  const params = { sessionId: session, update: { sessionUpdate: 'plan', entries } }
  return `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })}\n`
}
const segment = (sequence: number): string =>
  `${JSON.stringify({ schema: 'acpx.session.journal.v1', type: 'segment', record_id: 'x', sequence })}\n`

const gone = 2 ** 30

describe('sessions of acpx', () => {
  test('live as long as the process in their record, or another one that takes them up', async () => {
    const { sessions } = home()
    const file = path.join(sessions, 'late.stream.ndjson')
    const record = (fields: object): void =>
      writeFileSync(path.join(sessions, 'late.json'), JSON.stringify({ acp_session_id: 's1', ...fields }))
    writeFileSync(file, update('One', 's1'))
    record({ pid: gone })
    const session = observedSession(acpxSessions, await found(file))
    await session.time.pass(soonMs)
    expect(session.statuses.at(-1)).toEqual({ state: 'following', lives: false })
    expect(summaryOf(session.app().state())).toMatchObject({ doing: 'rests', plan: { title: 'Plan' } })
    record({ pid: process.pid })
    const prompt = {
      jsonrpc: '2.0',
      id: 5,
      method: 'session/prompt',
      params: { sessionId: 's1', prompt: [] },
    }
    appendFileSync(file, `${JSON.stringify(prompt)}\n${update('Two', 's1')}`)
    await session.time.pass(soonMs)
    expect(session.statuses.at(-1)).toEqual({ state: 'following', lives: true })
    expect(summaryOf(session.app().state())).toMatchObject({ doing: 'works', about: 'Two' })
    record({ pid: process.pid, closed: true })
    const closed = observedSession(acpxSessions, await found(file))
    await closed.time.pass(soonMs)
    expect(closed.statuses.at(-1)).toEqual({ state: 'following', lives: false })
    rmSync(path.join(sessions, 'late.json'))
    const untold = observedSession(acpxSessions, await found(file))
    await untold.time.pass(soonMs)
    expect(untold.statuses.at(-1)).toEqual({ state: 'following' })
  })

  test('are found, the newest first, with what acpx notes of them', async () => {
    const { home: homeFolder, sessions } = home()
    const times: readonly (readonly [string, number])[] = [
      ['demo-permission-1.stream.ndjson', 2000],
      ['demo-subagents-1.stream.ndjson', 1000],
    ]
    for (const [name, seconds] of times) utimesSync(path.join(sessions, name), seconds, seconds)
    const all = await acpxSessions.find(placesIn(homeFolder))
    expect(all).toEqual([
      {
        kind: 'acpx',
        id: 'demo-permission-1',
        path: path.join(sessions, 'demo-permission-1.stream.ndjson'),
        pid: null,
        agent: 'my-agent',
        folder: '/home/me/src/site',
        label: 'permission',
        changedAtMs: 2_000_000,
      },
      expect.objectContaining({ id: 'demo-subagents-1', changedAtMs: 1_000_000 }),
    ])
    expect(await acpxSessions.find(placesIn(homeFolder, { sinceMs: 1_500_000 }))).toHaveLength(1)
    // The record of one is missing, and of the other broken.
    rmSync(path.join(sessions, 'demo-permission-1.json'))
    writeFileSync(path.join(sessions, 'demo-subagents-1.json'), '{"name": "half')
    expect(await acpxSessions.find(placesIn(homeFolder))).toMatchObject([
      { id: 'demo-permission-1', agent: 'agent', folder: null, label: null },
      { id: 'demo-subagents-1', agent: 'agent', folder: null, label: null },
    ])
  })

  test('of which there are thousands are listed quickly, and only the newest', async () => {
    const homeFolder = emptyFolder()
    const sessions = path.join(homeFolder, '.acpx', 'sessions')
    mkdirSync(sessions, { recursive: true })
    for (let number = 0; number < 3000; number++)
      writeFileSync(path.join(sessions, `s${number}.stream.ndjson`), '')
    utimesSync(path.join(sessions, 's1234.stream.ndjson'), 4_000_000_000, 4_000_000_000)
    const all = await acpxSessions.find(placesIn(homeFolder))
    expect(all).toHaveLength(200)
    expect(all[0]?.id).toBe('s1234')
  })

  test('are read with their questions and answers, and marks of acpx are no messages', async () => {
    const { sessions } = home()
    const session = observedSession(
      acpxSessions,
      await found(path.join(sessions, 'demo-permission-1.stream.ndjson')),
    )
    await session.time.pass(soonMs)
    expect(session.notUnderstood).toEqual([])
    expect(planWords(session.app())).toContain('completed Run the tests')
    const { permissions, sessions: known, agent } = session.app().state()
    expect(permissions).toEqual([])
    expect(agent?.title).toBe('Demo agent')
    expect(known.get('demo-permission-1')?.answered).toHaveLength(2)
    expect(known.get('demo-permission-1')?.turn.state).toBe('ended')
  })

  test('are followed over a rotation, with nothing lost or repeated, and from the oldest file on', async () => {
    const { sessions } = home()
    const active = path.join(sessions, 'demo-permission-1.stream.ndjson')
    const older = path.join(sessions, 'demo-permission-1.stream.1.ndjson')
    const oldest = path.join(sessions, 'demo-permission-1.stream.2.ndjson')
    const lines = readFileSync(active, 'utf8').split(/(?<=\n)/)
    writeFileSync(oldest, lines.slice(0, 10).join(''))
    writeFileSync(older, segment(10) + lines.slice(10).join(''))
    writeFileSync(active, segment(30) + update('First'))
    const session = observedSession(acpxSessions, await found(active))
    await session.time.pass(soonMs)
    const messages = lines.filter((line) => line.startsWith('{"jsonrpc"')).length
    expect(session.wire).toHaveLength(messages + 1)
    // What was written last before the rotation was not read yet.
    appendFileSync(active, update('Second'))
    renameSync(older, oldest)
    renameSync(active, older)
    writeFileSync(active, segment(31) + update('Third'))
    await session.time.pass(soonMs)
    expect(session.wire).toHaveLength(messages + 3)
    expect(session.anew()).toBe(0)
    expect(planWords(session.app())).toContain('in_progress Third')
    expect(session.notUnderstood).toEqual([])
  })

  test('begin anew where the file is another one, and no full one was kept', async () => {
    const { sessions } = home()
    const active = path.join(sessions, 'demo-permission-1.stream.ndjson')
    const session = observedSession(acpxSessions, await found(active))
    await session.time.pass(soonMs)
    rmSync(active)
    await session.time.pass(soonMs)
    expect(session.statuses.at(-1)?.state).toBe('waiting')
    writeFileSync(active, segment(0) + update('New'))
    await session.time.pass(soonMs)
    expect(session.anew()).toBe(1)
    expect(planWords(session.app())).toEqual(['in_progress New'])
    expect(session.statuses.at(-1)).toEqual({ state: 'following' })
  })

  test('without times have an order and no times; what comes later has the present time', async () => {
    const { sessions } = home()
    const active = path.join(sessions, 'demo-permission-1.stream.ndjson')
    utimesSync(active, 1000, 1000)
    const session = observedSession(acpxSessions, await found(active))
    await session.time.pass(soonMs)
    expect(session.beganAtMs).toEqual([1_000_000])
    const { history, sessions: known } = session.app().state()
    const revisions = [...history.plans.values()].flatMap((plan) => revisionsOf(plan))
    const marks = [...history.marks.values()].flatMap(({ items }) => items)
    expect(revisions.length).toBeGreaterThan(3)
    expect(marks.map(({ type }) => type)).toEqual(['turn', 'proposed', 'approved'])
    expect(new Set([...revisions, ...marks].map(({ atMs }) => atMs))).toEqual(new Set([null]))
    const [shown] = [...known.values()]
    expect(shown).toMatchObject({ turn: { state: 'ended', took: null }, proposal: { isUntimed: true } })
    const steps = [...(shown?.plans.values() ?? [])].flatMap(({ body }) => planSteps(body))
    expect(new Set(steps.map(({ times }) => times))).toEqual(new Set([noTimes]))

    appendFileSync(active, update('Later'))
    await session.time.pass(soonMs)
    expect(session.wire.at(-1)?.t).toBeGreaterThan(0)
    const [last] = [...session.app().state().history.plans.values()].map((plan) => plan.last)
    expect(last?.atMs).toBe(session.wire.at(-1)?.t)
  })
})
