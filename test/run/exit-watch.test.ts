import { describe, expect, test } from 'vitest'
import { noSetup, type AppEvent } from '../../src/app/app-event.ts'
import { createApp } from '../../src/app/app.ts'
import type { ElicitationRequest } from '../../src/app/state/elicitation.ts'
import type { LinkEnd } from '../../src/app/state/link.ts'
import type { PermissionOption, PermissionRequest } from '../../src/app/state/permission.ts'
import { createEventFeed } from '../../src/run/event-feed.ts'
import { watchForExit, type ExitRules } from '../../src/run/exit-watch.ts'
import { runEndWords, type RunEnd } from '../../src/outputs/wording/run-end-words.ts'
import {
  items,
  markdown,
  opening,
  removed,
  session,
  stageClock,
  turnEnded,
  update,
} from '../outputs/stage.ts'
import { asksFor, linked, openedSession } from '../support/app-states.ts'

const rules: ExitRules = {
  exitOn: 'idle',
  permissions: 'ask',
  canAsk: false,
  promptCount: 1,
  continuesSession: false,
}

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
    plan: null,
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
  test('does not end during the turn', async () => {
    expect(await after(opening())).toEqual({ now: null, settled: null })
  })

  test('ends after the last turn, when nothing happens for a while', async () => {
    expect(await after([...opening(), turnEnded(2000)])).toEqual({ now: null, settled: done })
  })

  test('waits for every prompt', async () => {
    const queued: AppEvent = { type: 'prompt-queued', atMs: 10, sessionId: null, text: 'next', place: 0 }
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

  test('fails after an error to the prompt', async () => {
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

describe('a permission request without a user', () => {
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

  test('ends during the turn when all are complete', async () => {
    const events = [
      ...opening(),
      update(1001, items('a', 'x One', '- Two')),
      update(1002, items('b', 'x One')),
    ]
    expect((await after(events, whenDone)).settled).toEqual(done)
  })

  test('does not count what an earlier turn has completed', async () => {
    const again: AppEvent = asksFor(session, 'more', 3000)
    const events = [...opening(), update(1001, items('a', 'x One')), turnEnded(2000), again]
    expect((await after(events, { ...whenDone, promptCount: 2 })).settled).toBeNull()
    const done2 = [...events, update(3100, items('a', 'x One', 'x Two'))]
    expect((await after(done2, { ...whenDone, promptCount: 2 })).settled).toEqual(done)
  })

  test('does not end while one is incomplete', async () => {
    const events = [...opening(), update(1001, items('a', 'x One')), update(1002, items('b', '> One'))]
    expect((await after(events, whenDone)).settled).toBeNull()
  })

  test('fails with the unfinished plan when the last turn ends', async () => {
    const events = [...opening(), update(1001, items('a', 'x One', '. Two', '> Three')), turnEnded(2000)]
    const { settled } = await after(events, whenDone)
    expect(settled).toEqual({ kind: 'plans-unfinished', done: 1, total: 3, plan: 'a' })
    expect(settled === null ? null : runEndWords(settled).message).toBe('2 of 3 steps of “a” are unfinished')
  })

  test('does not count removed and cleared plans', async () => {
    const gone = [
      update(1001, items('a', '> One')),
      update(1002, removed('a')),
      update(1003, items('b', '> One')),
      update(1004, items('b')),
    ]
    expect(
      (await after([...opening(), ...gone, update(1005, items('c', 'x One'))], whenDone)).settled,
    ).toEqual(done)
    expect((await after([...opening(), ...gone, turnEnded(2000)], whenDone)).settled).toEqual({
      kind: 'no-plan',
    })
  })

  test('does not count proposed plans', async () => {
    const text = '# Split it\n\n- [ ] README updated\n'
    const request = { key: 1, sessionId: session, title: 'Ready?', toolKind: null, detail: '', options: [] }
    const proposed: AppEvent = {
      type: 'permission-asked',
      atMs: 1000,
      request: { ...request, plan: { type: 'markdown', text }, askedAtMs: 1000 },
    }
    const events = [...opening(), proposed, update(1500, markdown('plan-mode', text))]
    expect((await after([...events, update(1600, items('a', 'x One'))], whenDone)).settled).toEqual(done)
    expect((await after([...events, turnEnded(2000)], whenDone)).settled).toEqual({ kind: 'no-plan' })
  })

  test('waits for prompts that are not sent yet', async () => {
    const events = [...opening(), update(1001, items('a', 'x One'))]
    expect((await after(events, { ...whenDone, promptCount: 2 })).settled).toBeNull()
  })
})

describe('a run that continues a session', () => {
  const rules = { continuesSession: true, promptCount: 0 } as const
  const [starting, described] = opening()
  const opens: readonly AppEvent[] = [
    ...[starting, described].filter((event) => event !== undefined),
    { type: 'session-opening', atMs: 210, sessionId: session, how: 'loaded' },
    update(220, items('a', 'x One', '> Two')),
    { type: 'session-opened', atMs: 250, sessionId: session, how: 'loaded', setup: noSetup },
  ]

  test('ends when the session is loaded, without a prompt', async () => {
    expect((await after(opens.slice(0, -1), rules)).settled).toBeNull()
    expect(await after(opens, rules)).toEqual({ now: null, settled: done })
    expect((await after(opens, { ...rules, exitOn: 'plans-done' })).settled).toMatchObject({
      kind: 'plans-unfinished',
      done: 1,
    })
  })

  test('waits for the turn of its prompt', async () => {
    expect((await after(opens, { continuesSession: true })).settled).toBeNull()
  })
})

describe('several sessions', () => {
  const second: AppEvent = openedSession('two', {}, { atMs: 1000 })
  const prompted: AppEvent = asksFor('two', 'x', 1001)
  const rested: AppEvent = { ...turnEnded(3000), sessionId: 'two' } as AppEvent

  test('end the run when none is working', async () => {
    expect((await after([...opening(), second, prompted, turnEnded(2000)])).settled).toBeNull()
    expect((await after([...opening(), second, prompted, turnEnded(2000), rested])).settled).toEqual(done)
  })

  test('count with all their plans, except those of closed sessions', async () => {
    const events = [
      ...opening(),
      update(1000, items('a', '> One')),
      turnEnded(1500),
      second,
      prompted,
      update(2000, items('a', 'x One'), 'two'),
      rested,
    ]
    const whenDone = { exitOn: 'plans-done', promptCount: 2 } as const
    expect((await after(events, whenDone)).settled).toMatchObject({ kind: 'plans-unfinished' })
    const closed: AppEvent = { type: 'session-closed', atMs: 4000, sessionId: session, wasDeleted: false }
    expect((await after([...events, closed], whenDone)).settled).toEqual(done)
  })
})

test('a question without a user', async () => {
  const request: ElicitationRequest = {
    key: 4,
    sessionId: session,
    message: 'Which branch?',
    mode: { type: 'form', title: null, description: null, fields: [] },
    askedAtMs: 1000,
  }
  const declined: readonly AppEvent[] = [
    ...opening(),
    { type: 'elicitation-asked', atMs: 1000, request },
    { type: 'elicitation-answered', atMs: 1001, key: 4, answer: { type: 'declined', by: 'policy' } },
    turnEnded(2000),
  ]
  const { settled } = await after(declined)
  expect(settled).toEqual({ kind: 'question-declined', question: 'Which branch?' })
  expect(settled === null ? null : runEndWords(settled).status).toBe(5)
  expect((await after(declined, { permissions: 'deny' })).settled).toEqual(done)
  expect((await after(declined, { canAsk: true })).settled).toEqual(done)
})

describe('a remote agent that is lost', () => {
  const lost: AppEvent = linked(
    { state: 'reconnecting', sinceMs: 2000, attempt: 1, nextAtMs: 3000, cause: 'it broke off' },
    2000,
  )
  const turnLost: AppEvent = { type: 'turn-ended', atMs: 2000, sessionId: session, outcome: { kind: 'lost' } }
  const back: AppEvent = { type: 'link-changed', atMs: 3100, link: { state: 'open', sinceMs: 3100 } }

  test('during a turn: the run fails after the reconnect', async () => {
    expect((await after([...opening(), lost, turnLost])).settled).toBeNull()
    const { settled } = await after([...opening(), lost, turnLost, back])
    expect(settled).toEqual({ kind: 'agent-lost', cause: 'it broke off' })
    expect(settled === null ? null : runEndWords(settled)).toEqual({
      status: 7,
      reason: 'agent-lost',
      message: 'the agent was lost while it worked: it broke off',
      hint: 'The result of its work is unknown; --continue or --session ID continues the session.',
    })
  })

  const reopened: readonly AppEvent[] = [
    back,
    { type: 'session-opening', atMs: 3200, sessionId: session, how: 'loaded' },
    { type: 'session-opened', atMs: 3300, sessionId: session, how: 'loaded', setup: noSetup },
  ]

  test('and reconnected: the queue behind the lost turn is not waited for', async () => {
    const queued: AppEvent = { type: 'prompt-queued', atMs: 400, sessionId: session, text: 'next', place: 0 }
    const events = [...opening(), queued, lost, turnLost, ...reopened]
    const given = { promptCount: 2 }
    expect((await after(events.slice(0, -1), given)).settled).toBeNull()
    expect((await after(events, given)).settled).toMatchObject({ kind: 'agent-lost' })
    const nextPrompt: AppEvent = {
      type: 'prompt-sent',
      atMs: 3301,
      sessionId: session,
      text: 'next',
      wasQueued: true,
    }
    expect((await after([...events, nextPrompt], given)).settled).toBeNull()
    expect((await after(events, { ...given, canAsk: true })).settled).toBeNull()
  })

  test('after the last turn: the run succeeds after the reconnect', async () => {
    expect((await after([...opening(), turnEnded(1500), lost, back])).settled).toEqual(done)
    expect((await after([...opening(), turnEnded(1500), lost, ...reopened])).settled).toEqual(done)
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
    ['closed its stdout', { kind: 'closed-output' }, 7],
    ['broke the protocol', { kind: 'broke-protocol', text: 'no version' }, 7],
    ['cannot be reached', { kind: 'unreachable', address: 'ws://a', cause: 'nobody listens there' }, 4],
    ['was lost', { kind: 'disconnected', address: 'ws://a', cause: 'it broke off' }, 7],
    ['was silent', { kind: 'silent', forMs: 3000, waitingFor: 'the end of the turn' }, 3],
    ['wants a login', { kind: 'wants-authentication', methods: [] }, 6],
  ])('%s: status %#', async (_name, end, status) => {
    const stderr: AppEvent = { type: 'stderr-written', atMs: 8000, line: 'last words' }
    const { now } = await after([...opening(), stderr, ended(end)], { exitOn: 'never' })
    expect(now).toEqual({ kind: 'agent-ended', end, stderr: ['last words'] })
    expect(now === null ? null : runEndWords(now).status).toBe(status)
  })

  test('keeps its message on stderr, without the stack frames', async () => {
    const frames = Array.from({ length: 8 }, (_, index) => `    at run (file:///agent.js:${index}:1)`)
    const written = ['SyntaxError: no JSON', ...frames, 'Node.js v24.0.0']
    const lines = written.map((line): AppEvent => ({ type: 'stderr-written', atMs: 8000, line }))
    const { now } = await after([...opening(), ...lines, ended(exited(1))], { exitOn: 'never' })
    expect(now).toMatchObject({ stderr: ['SyntaxError: no JSON'] })
  })

  test('with status 0 and everything done is a success', async () => {
    const events = [...opening(), turnEnded(2000), ended(exited(0))]
    expect((await after(events, { exitOn: 'never' })).now).toEqual(done)
  })
})

test('a late listener gets all events from the start, once', () => {
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
