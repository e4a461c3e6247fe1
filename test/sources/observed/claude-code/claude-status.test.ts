import { appendFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { summaryOf } from '../../../../src/app/observed/session-summary.ts'
import { recordedSession } from '../recorded-homes.ts'
import { observed, prompt, runs, sessionIn, soonMs } from './claude-session.ts'

describe('what a process of Claude Code says of itself: a session', () => {
  test('rests once its program says so, although its transcript does not tell the end of the turn', async () => {
    const { home, file } = recordedSession('claude-code/todo-write')
    appendFileSync(file, prompt('Go on'))
    const before = Date.parse('2026-11-22T23:58:00.000Z')
    runs(home, { status: 'idle', statusUpdatedAt: before })
    const session = await observed(home)
    expect(sessionIn(session).turn.state).toBe('working')
    runs(home, { status: 'idle', statusUpdatedAt: before + 3_600_000 })
    await session.time.pass(soonMs)
    expect(sessionIn(session).turn).toMatchObject({ state: 'ended', outcome: { stopReason: 'end_turn' } })
  })

  test('is told by its transcript alone where its program does not say what it does', async () => {
    const { home, file } = recordedSession('claude-code/todo-write')
    appendFileSync(file, prompt('Go on'))
    runs(home, {})
    const session = await observed(home)
    await session.time.pass(soonMs)
    expect(session.statuses.at(-1)).toEqual({ state: 'following', lives: true })
    expect(sessionIn(session).turn.state).toBe('working')
    expect(session.app().state().permissions).toEqual([])
  })

  test('works while a command runs in the background, after its turn has ended', async () => {
    const { home, file } = recordedSession('claude-code/todo-write')
    appendFileSync(file, prompt('Start the server'))
    runs(home, { status: 'busy', statusUpdatedAt: Date.parse('2026-11-22T23:59:00.000Z') })
    const session = await observed(home)
    runs(home, { status: 'shell', statusUpdatedAt: Date.parse('2026-11-22T23:59:30.000Z') })
    await session.time.pass(soonMs)
    expect(sessionIn(session).turn.state).toBe('ended')
    expect(sessionIn(session).tasks).toMatchObject([{ title: 'a command in the background', isOver: false }])
    expect(summaryOf(session.app().state()).doing).toBe('works')
    runs(home, { status: 'idle', statusUpdatedAt: Date.parse('2026-11-22T23:59:40.000Z') })
    await session.time.pass(soonMs)
    expect(sessionIn(session).tasks).toMatchObject([{ isOver: true }])
    expect(summaryOf(session.app().state()).doing).toBe('rests')
  })
})
