import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../src/app/app-event.ts'
import { createApp } from '../../src/app/app.ts'
import type { LinkEnd } from '../../src/app/link.ts'
import type { PermissionOption, PermissionRequest } from '../../src/app/permission.ts'
import { createEventFeed } from '../../src/cli/event-feed.ts'
import { endAtQuit, watchForExit, type ExitRules } from '../../src/cli/exit-watch.ts'
import { runEndWords, type RunEnd } from '../../src/cli/run-end.ts'
import { items, opening, removed, session, stageClock, turnEnded, update } from '../outputs/stage.ts'

const rules: ExitRules = { exitOn: 'idle', permissions: 'ask', canAsk: false, promptCount: 1 }

/** Where a run stands after the events: at once, and when nothing has happened for a while. */
async function after(events: readonly AppEvent[], given: Partial<ExitRules> = {}): Promise<Ends> {
  const clock = stageClock()
  const app = createApp()
  const watch = watchForExit(createEventFeed(app), clock, { ...rules, ...given })
  for (const event of events) app.dispatch(event)
  const now = await endNow(watch.ended)
  clock.moveTo(149)
  expect(await endNow(watch.ended)).toEqual(now)
  clock.moveTo(150)
  return { now, settled: await endNow(watch.ended) }
}

interface Ends {
  readonly now: RunEnd | null
  readonly settled: RunEnd | null
}

async function endNow(ended: Promise<RunEnd>): Promise<RunEnd | null> {
  return Promise.race([ended, Promise.resolve().then(() => null)])
}

function ended(end: LinkEnd): AppEvent {
  return { type: 'link-changed', atMs: 9000, link: { state: 'ended', sinceMs: 9000, end } }
}

function asked(...options: readonly PermissionOption[]): AppEvent {
  const request: PermissionRequest = {
    key: 1,
    sessionId: session,
    title: 'Edit it',
    toolKind: 'edit',
    detail: '',
    options,
    askedAtMs: 1,
  }
  return { type: 'permission-asked', atMs: 1000, request }
}

function answered(optionId: string | null): AppEvent {
  const answer =
    optionId === null
      ? ({ type: 'cancelled' } as const)
      : ({ type: 'selected', optionId, by: 'policy' } as const)
  return { type: 'permission-answered', atMs: 1001, key: 1, answer }
}

const yes: PermissionOption = { id: 'yes', name: 'Yes', kind: 'allow_once' }
const no: PermissionOption = { id: 'no', name: 'No', kind: 'reject_once' }
const done: RunEnd = { kind: 'done' }

describe('a run that ends when the agent is idle', () => {
  test('goes on while the turn runs', async () => {
    expect(await after(opening())).toEqual({ now: null, settled: null })
  })

  test('ends when nothing happens for a while after the last turn', async () => {
    expect(await after([...opening(), turnEnded(2000)])).toEqual({ now: null, settled: done })
  })

  test('waits for every prompt', async () => {
    const queued: AppEvent = { type: 'prompt-queued', atMs: 10, text: 'next', place: 0 }
    expect((await after([...opening(), turnEnded(2000)], { promptCount: 2 })).settled).toBeNull()
    expect((await after([...opening(), queued, turnEnded(2000)])).settled).toBeNull()
  })

  test('ends a turn of version 2 by its state', async () => {
    const idle = update(2000, { type: 'state', state: 'idle', stopReason: 'end_turn' })
    expect((await after([...opening(), idle])).settled).toEqual(done)
    expect(
      (await after([...opening(), idle, update(2100, { type: 'state', state: 'running' })])).settled,
    ).toBeNull()
  })

  test('is not fine after an error to the prompt', async () => {
    const failed: AppEvent = {
      type: 'turn-ended',
      atMs: 2000,
      sessionId: session,
      outcome: { kind: 'failed', code: -32603, message: 'no model' },
    }
    const { settled } = await after([...opening(), failed])
    expect(settled).toMatchObject({ kind: 'turn-failed', code: -32603, message: 'no model' })
  })
})

describe('a permission that nobody could be asked for', () => {
  const denied: RunEnd = { kind: 'permission-denied', title: 'Edit it' }
  test.each<[string, ExitRules['permissions'], string | null, RunEnd]>([
    ['is denied under ask', 'ask', 'no', denied],
    ['is denied under allow when only always was offered', 'allow', null, denied],
    ['is fine under allow', 'allow', 'yes', done],
    ['is fine under deny: so it was wanted', 'deny', 'no', done],
  ])('%s', async (...[, permissions, option, wanted]) => {
    const events = [...opening(), asked(yes, no), answered(option), turnEnded(2000)]
    expect((await after(events, { permissions })).settled).toEqual(wanted)
  })
})

describe('a run that ends when the plans are done', () => {
  const whenDone = { exitOn: 'plans-done' } as const

  test('ends in the middle of the turn when all are complete', async () => {
    const events = [...opening(), update(1, items('a', 'x One', '- Two')), update(2, items('b', 'x One'))]
    expect((await after(events, whenDone)).settled).toEqual(done)
  })

  test('goes on while one is not', async () => {
    const events = [...opening(), update(1, items('a', 'x One')), update(2, items('b', '> One'))]
    expect((await after(events, whenDone)).settled).toBeNull()
  })

  test('fails with what is unfinished when the last turn ends', async () => {
    const events = [...opening(), update(1, items('a', 'x One', '. Two', '> Three')), turnEnded(2000)]
    const { settled } = await after(events, whenDone)
    expect(settled).toEqual({ kind: 'plans-unfinished', done: 1, total: 3, plan: 'a' })
    expect(settled === null ? null : runEndWords(settled).message).toBe('2 of 3 steps of “a” are unfinished')
  })

  test('does not count what was removed or cleared', async () => {
    const gone = [
      update(1, items('a', '> One')),
      update(2, removed('a')),
      update(3, items('b', '> One')),
      update(4, items('b')),
    ]
    expect((await after([...opening(), ...gone, update(5, items('c', 'x One'))], whenDone)).settled).toEqual(
      done,
    )
    expect((await after([...opening(), ...gone, turnEnded(2000)], whenDone)).settled).toEqual({
      kind: 'no-plan',
    })
  })

  test('waits for prompts that are still to be sent', async () => {
    const events = [...opening(), update(1, items('a', 'x One'))]
    expect((await after(events, { ...whenDone, promptCount: 2 })).settled).toBeNull()
  })
})

describe('the end of the agent', () => {
  const exited = (code: number | null, signal: string | null = null): LinkEnd => ({
    kind: 'exited',
    code,
    signal,
  })
  test.each<[string, LinkEnd, number]>([
    ['cannot be started', { kind: 'not-started', command: 'x', cause: 'there is no such program' }, 4],
    ['refused', { kind: 'refused', method: 'session/new', code: -32603, message: 'no' }, 4],
    ['crashed', exited(3), 7],
    ['was killed', exited(null, 'SIGKILL'), 7],
    ['left in the middle of the turn', exited(0), 7],
    ['closed its output', { kind: 'closed-output' }, 7],
    ['broke the protocol', { kind: 'broke-protocol', text: 'no version' }, 7],
    ['was silent', { kind: 'silent', forMs: 3000, waitingFor: 'the end of the turn' }, 3],
    ['wants a login', { kind: 'wants-authentication', methods: [] }, 6],
  ])('%s: status %#', async (_name, end, status) => {
    const stderr: AppEvent = { type: 'stderr-written', atMs: 8000, line: 'last words' }
    const { now } = await after([...opening(), stderr, ended(end)], { exitOn: 'never' })
    expect(now).toEqual({ kind: 'agent-ended', end, stderr: ['last words'] })
    expect(now === null ? null : runEndWords(now).status).toBe(status)
  })

  test('by itself and with all done is fine', async () => {
    const events = [...opening(), turnEnded(2000), ended(exited(0))]
    expect((await after(events, { exitOn: 'never' })).now).toEqual(done)
  })

  test('after the user has quit counts as it did', () => {
    const app = createApp()
    for (const event of [...opening(), update(1, items('a', '> One'))]) app.dispatch(event)
    expect(endAtQuit(app.state(), 'never')).toEqual(done)
    expect(endAtQuit(app.state(), 'plans-done').kind).toBe('plans-unfinished')
    app.dispatch(ended(exited(0)))
    expect(endAtQuit(app.state(), 'never')).toEqual(done)
    app.dispatch(ended(exited(3)))
    expect(endAtQuit(app.state(), 'never').kind).toBe('agent-ended')
  })
})

test('who comes late hears everything from the start, once', () => {
  const app = createApp()
  const feed = createEventFeed(app)
  const [first, ...rest] = opening()
  if (first !== undefined) app.dispatch(first)
  const heard: AppEvent[] = []
  feed.listen((event) => heard.push(event))
  feed.forget()
  for (const event of rest) app.dispatch(event)
  expect(heard).toEqual(opening())
})
