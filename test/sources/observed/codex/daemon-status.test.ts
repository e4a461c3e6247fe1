import { describe, expect, test } from 'vitest'
import { summaryOf } from '../../../../src/app/observed/session-summary.ts'
import {
  asked,
  asks,
  call,
  closed,
  event,
  fileOnly,
  homeWith,
  id,
  lastStatus,
  observed,
  output,
  record,
  sessionIn,
  settledMs,
  soon,
  soonMs,
  told,
  withDaemon,
} from './daemon-stage.ts'
import { active, fakeDaemon, idle } from './fake-daemon.ts'

describe('what the daemon says of a session', () => {
  test('an approval is waited for as long as it says so, and what it is about is in the log', async () => {
    const { home, daemon, session } = await withDaemon({ status: active() })
    expect(asked(session)()).toEqual([])
    daemon.becomes(id, active('waitingOnApproval'))
    await soon(asked(session), ['an approval'])
    const [first] = session.app().state().permissions
    home.log(call('exec_command', { cmd: 'rm -r build' }))
    await session.time.pass(soonMs)
    expect(session.app().state().permissions).toMatchObject([
      { key: first?.key, title: 'an approval: rm -r build', hasUntoldOptions: true },
    ])
    expect(summaryOf(session.app().state())).toMatchObject({
      doing: 'waits',
      about: 'an approval: rm -r build',
    })
    daemon.becomes(id, active())
    await soon(asked(session), [])
    expect(sessionIn(session).turn.state).toBe('working')
  })

  test('of several calls none is named, nor one that has its result, however long that is', async () => {
    const { home, daemon, session } = await withDaemon({ status: active() })
    home.log(call('exec_command', { cmd: 'ls' }, 'a'), call('apply_patch', {}, 'b'))
    await session.time.pass(soonMs)
    daemon.becomes(id, active('waitingOnApproval'))
    await soon(asked(session), ['an approval'])
    daemon.becomes(id, active())
    await soon(asked(session), [])
    home.log(output('x'.repeat(5000), 'a'))
    await session.time.pass(soonMs)
    daemon.becomes(id, active('waitingOnApproval'))
    await soon(asked(session), ['an approval: apply_patch'])
  })

  test('a wait that began before anybody looked began when the log was written last', async () => {
    const { session } = await withDaemon({ status: active('waitingOnApproval') })
    const [request] = session.app().state().permissions
    expect(request).toMatchObject({ title: 'an approval', askedAtMs: 1000 })
  })

  test('a question is one question, whether the log or the daemon tells it first', async () => {
    const { home, daemon, session } = await withDaemon({ status: active() })
    daemon.becomes(id, active('waitingOnUserInput'))
    await soon(asked(session), ['an answer'])
    const [first] = session.app().state().permissions
    home.log(asks)
    await session.time.pass(soonMs)
    expect(session.app().state().permissions).toMatchObject([
      { key: first?.key, title: 'Which store?', options: [{ name: 'SQLite' }] },
    ])
    // How it is answered stands in the log.
    daemon.becomes(id, active())
    daemon.tell('thread/name/updated', { threadId: id, threadName: 'Stores' })
    await soon(() => sessionIn(session).title, 'Stores')
    expect(asked(session)()).toEqual(['Which store?'])
    home.log(output('{}'), asks)
    await session.time.pass(soonMs)
    daemon.becomes(id, active('waitingOnUserInput'))
    daemon.tell('thread/name/updated', { threadId: id, threadName: 'Stores 2' })
    await soon(() => sessionIn(session).title, 'Stores 2')
    expect(asked(session)()).toEqual(['Which store?'])
    expect(sessionIn(session).answered).toMatchObject([
      { answer: { type: 'selected', optionId: 'answered' } },
    ])
  })

  test('a question that nobody answered any more is not asked once the log has had its time', async () => {
    const { home, daemon, session } = await withDaemon({ status: active('waitingOnUserInput') })
    home.log(asks)
    await session.time.pass(soonMs)
    daemon.becomes(id, active())
    daemon.tell('thread/name/updated', { threadId: id, threadName: 'Stores' })
    await soon(() => sessionIn(session).title, 'Stores')
    await session.time.pass(settledMs)
    expect(asked(session)()).toEqual([])
    expect(sessionIn(session).turn.state).toBe('working')
  })

  test('a log that works forever rests once the daemon says so, and not before the log had its time', async () => {
    const { home, daemon, session } = await withDaemon({ status: active() })
    daemon.becomes(id, idle)
    daemon.tell('thread/name/updated', { threadId: id, threadName: 'Rests' })
    await soon(() => sessionIn(session).title, 'Rests')
    expect(sessionIn(session).turn.state).toBe('working')
    await session.time.pass(settledMs)
    expect(sessionIn(session).turn).toMatchObject({ state: 'ended', outcome: { kind: 'lost' } })
    home.log(event('task_started'))
    await session.time.pass(soonMs)
    expect(sessionIn(session).turn.state).toBe('working')
  })

  test('how a turn ended is told by the log, also where the daemon was first to say that it has', async () => {
    const { home, daemon, session } = await withDaemon({ status: active() })
    daemon.becomes(id, idle)
    daemon.tell('thread/name/updated', { threadId: id, threadName: 'Rests' })
    await soon(() => sessionIn(session).title, 'Rests')
    home.log(event('turn_aborted'))
    await session.time.pass(settledMs)
    expect(sessionIn(session).turn).toMatchObject({ outcome: { kind: 'stopped', stopReason: 'cancelled' } })
  })

  test('what rests works once the daemon says so, and the log does not tell otherwise', async () => {
    const { home, daemon, session } = await withDaemon({ status: active() })
    home.log(event('task_complete'))
    await session.time.pass(soonMs)
    expect(sessionIn(session).turn.state).toBe('ended')
    daemon.becomes(id, idle)
    daemon.becomes(id, active())
    daemon.tell('thread/name/updated', { threadId: id, threadName: 'Works' })
    await soon(() => sessionIn(session).title, 'Works')
    await session.time.pass(settledMs)
    expect(sessionIn(session).turn.state).toBe('working')
  })

  test('a turn of which the log has no end is over when the session is first seen', async () => {
    const { session } = await withDaemon({ status: idle })
    expect(sessionIn(session).turn).toMatchObject({ state: 'ended', outcome: { kind: 'lost' } })
    expect(summaryOf(session.app().state()).doing).toBe('rests')
  })

  test('a session that it closes has ended, until it or the log goes on', async () => {
    const { home, daemon, session } = await withDaemon({ status: active('waitingOnApproval') })
    daemon.threads.delete(id)
    daemon.tell('thread/status/changed', { threadId: id, status: { type: 'notLoaded' } })
    daemon.tell('thread/closed', { threadId: id })
    await soon(lastStatus(session), closed)
    expect(asked(session)()).toEqual([])
    expect(sessionIn(session).turn).toMatchObject({ outcome: { kind: 'lost' } })
    daemon.threads.set(id, { status: idle })
    daemon.tell('thread/started', { thread: { id, status: idle } })
    await soon(lastStatus(session), told)
    daemon.threads.delete(id)
    daemon.tell('thread/closed', { threadId: id })
    await soon(lastStatus(session), closed)
    // Another program has taken it up, such as `codex exec`.
    home.log(record('event_msg', { type: 'task_started' }))
    await session.time.pass(soonMs)
    expect(lastStatus(session)()).toEqual(fileOnly)
    expect(sessionIn(session).turn.state).toBe('working')
  })

  test('its name and goal are told, as they are and as they change', async () => {
    const goal = { objective: 'Finish the parser', status: 'active', tokensUsed: 1 }
    const { daemon, session } = await withDaemon({ status: idle, name: 'Parser', goal })
    expect(sessionIn(session).title).toBe('Parser')
    await soon(() => sessionIn(session).goal, { objective: 'Finish the parser', status: 'active' })
    daemon.tell('thread/goal/updated', { threadId: id, goal: { ...goal, status: 'paused' } })
    await soon(() => sessionIn(session).goal?.status, 'paused')
    daemon.tell('thread/goal/cleared', { threadId: id })
    await soon(() => sessionIn(session).goal, null)
    daemon.tell('thread/name/updated', { threadId: id, threadName: 'Tokenizer' })
    await soon(() => sessionIn(session).title, 'Tokenizer')
  })

  test('a status that is not known says nothing, and not that the session is closed', async () => {
    const { daemon, session } = await withDaemon({ status: active('waitingOnApproval') })
    daemon.becomes(id, { type: 'compacting' })
    await soon(lastStatus(session), fileOnly)
    expect(asked(session)()).toEqual([])
    daemon.becomes(id, active('waitingOnWeather'))
    await soon(lastStatus(session), told)
    expect(sessionIn(session).turn.state).toBe('working')
  })

  test('a session that it does not have open is told by its log alone', async () => {
    const home = homeWith()
    const daemon = await fakeDaemon(home.path)
    daemon.threads.set('00000000-0000-4000-8000-000000000002', { status: idle })
    const session = await observed(home)
    await soon(lastStatus(session), fileOnly)
    expect(daemon.methods).toEqual(['initialize', 'initialized', 'thread/loaded/list'])
    expect(sessionIn(session).turn.state).toBe('working')
  })
})
