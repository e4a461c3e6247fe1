import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../src/app/state/app-event.ts'
import { createApp } from '../../src/app/app.ts'
import type { ElicitationRequest } from '../../src/app/state/elicitation.ts'
import type { LinkEnd } from '../../src/app/state/link.ts'
import { createEventFeed } from '../../src/run/feeds.ts'
import { watchForExit, type ExitRules } from '../../src/run/exit-watch.ts'
import { runEndWords, type RunEnd } from '../../src/outputs/run-end-words.ts'
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
import { asked, asksFor, linked, openedSession, over } from '../support/app-states.ts'

const rules: ExitRules = {
  exitOn: 'idle',
  isStrict: false,
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

/** The end after nothing has happened for a while; null: the run goes on. */
async function settledAfter(
  events: readonly AppEvent[],
  given: Partial<ExitRules> = {},
): Promise<RunEnd | null> {
  return (await after(events, given)).settled
}

const done: RunEnd = { kind: 'done' }
const cut: RunEnd = { kind: 'done', cutsTurn: true }

describe('a run that ends when the agent is idle', () => {
  test('ends after the last turn, when nothing happens for a while', async () => {
    expect(await after(opening())).toEqual({ now: null, settled: null })
    expect(await after([...opening(), turnEnded(2000)])).toEqual({ now: null, settled: done })
  })

  test('waits for a sub-agent that goes on in the background, and for none that was left', async () => {
    const child = (state: string): AppEvent => update(1500, { type: 'subagent', childSessionId: 'c', state })
    const rests = (background: readonly string[]): AppEvent =>
      update(2000, { type: 'state', state: 'idle', background })
    expect(await settledAfter([...opening(), child('running'), turnEnded(2000)])).toEqual(done)
    expect(await settledAfter([...opening(), child('running'), rests([])])).toEqual(done)
    expect(await settledAfter([...opening(), child('running'), rests(['c'])])).toBeNull()
    expect(await settledAfter([...opening(), child('running'), rests(['c']), child('idle')])).toEqual(done)
    const agent = (state: string): AppEvent =>
      update(1500, { type: 'task', taskId: 'c', outlastsTurn: true, state })
    const left = [...opening(), agent('running'), turnEnded(2000)]
    expect([await settledAfter(left), await settledAfter([...left, agent('completed')])]).toEqual([
      null,
      done,
    ])
  })

  test('ends although events never stop', async () => {
    const clock = stageClock()
    const app = createApp()
    const watch = watchForExit(createEventFeed(app), clock, rules)
    for (const event of [...opening(), turnEnded(2000)]) app.dispatch(event)
    for (let atMs = 100; atMs <= 5000; atMs += 100) {
      expect(await endNow(watch.ended)).toBeNull()
      clock.moveTo(atMs)
      app.dispatch({ type: 'remarked', atMs, text: 'still here' })
    }
    expect(await endNow(watch.ended)).toEqual(done)
  })

  const queued: AppEvent = { type: 'prompt-queued', atMs: 10, sessionId: null, text: 'next', place: 0 }
  const idle = update(2000, { type: 'state', state: 'idle', stopReason: 'end_turn' })
  const failure = { kind: 'failed', code: -32603, message: 'no model' } as const
  const failed: AppEvent = { type: 'turn-ended', atMs: 2000, sessionId: session, outcome: failure }

  const failing = update(2000, { type: 'state', state: 'idle', stopReason: 'error', failure })

  test.each<[string, readonly AppEvent[], Partial<ExitRules>, RunEnd | null]>([
    ['waits for every prompt', [turnEnded(2000)], { promptCount: 2 }, null],
    ['waits for a queued prompt', [queued, turnEnded(2000)], {}, null],
    ['ends a turn of version 2 by its state', [idle], {}, done],
    [
      'goes on when the state of version 2 is running again',
      [idle, update(2100, { type: 'state', state: 'running' })],
      {},
      null,
    ],
    ['fails after an error to the prompt', [failed], {}, { ...failure, kind: 'turn-failed' }],
    ['and after one in a state', [failing], {}, { ...failure, kind: 'turn-failed' }],
  ])('%s', async (...[, events, given, wanted]) => {
    expect(await settledAfter([...opening(), ...events], given)).toEqual(wanted)
  })
})

describe('a permission request without a user', () => {
  const request = asked(1000, {
    sessionId: session,
    title: 'Edit it',
    options: [
      { id: 'yes', name: 'Yes', kind: 'allow_once' },
      { id: 'no', name: 'No', kind: 'reject_once' },
    ],
  })
  const denied: RunEnd = { kind: 'permission-denied', title: 'Edit it', unseen: null }
  test('is denied under allow when nothing was shown, and the end says so', async () => {
    const answer = { type: 'selected', optionId: 'no', by: 'policy', unseen: 'plan' } as const
    const answered: AppEvent = { type: 'permission-answered', atMs: 1001, key: 1, answer }
    const end = await settledAfter([...opening(), request, answered, turnEnded(2000)], {
      permissions: 'allow',
    })
    expect(end).toEqual({ ...denied, unseen: 'plan' })
    expect(end === null ? null : runEndWords(end)).toMatchObject({
      status: 5,
      message: 'permission was denied, because the whole text of the plan is not known: Edit it',
    })
  })

  test.each(['allow', 'deny'] as const)(
    'ends the run at once under %s when too many were answered without a user, though the agent works on',
    async (permissions) => {
      const answer = { type: 'selected', optionId: 'no', by: 'policy', unseen: 'user' } as const
      const answered: AppEvent = { type: 'permission-answered', atMs: 1001, key: 1, answer }
      const end = await settledAfter([...opening(), request, answered], { permissions, exitOn: 'never' })
      expect(end).toEqual({ ...denied, unseen: 'user' })
      const because = 'too many questions in a row were answered by --permissions'
      const message = `permission was denied, because ${because}: Edit it`
      expect(end === null ? null : runEndWords(end)).toMatchObject({ status: 5, message })
    },
  )

  test.each<[string, ExitRules['permissions'], string | null, RunEnd]>([
    ['is denied under ask', 'ask', 'no', denied],
    ['is denied under allow when only always was offered', 'allow', null, denied],
    ['is fine under allow', 'allow', 'yes', done],
    ['is fine under deny: so it was wanted', 'deny', 'no', done],
  ])('%s', async (...[, permissions, optionId, wanted]) => {
    const answered: AppEvent = {
      type: 'permission-answered',
      atMs: 1001,
      key: 1,
      answer: optionId === null ? { type: 'cancelled' } : { type: 'selected', optionId, by: 'policy' },
    }
    expect(await settledAfter([...opening(), request, answered, turnEnded(2000)], { permissions })).toEqual(
      wanted,
    )
  })
})

describe('a run that ends when the plans are done', () => {
  const one = update(1001, items('a', 'x One'))
  const started = update(1002, items('b', '> One'))
  const again: AppEvent = asksFor(session, 'more', 3000)
  const gone = [
    update(1001, items('a', '> One')),
    update(1002, removed('a')),
    update(1003, items('b', '> One')),
    update(1004, items('b')),
  ]
  const text = '# Split it\n\n- [ ] README updated\n'
  const proposed = [
    asked(1000, { sessionId: session, options: [], plan: { type: 'markdown', text } }),
    update(1500, markdown('plan-mode', text)),
  ]

  test.each<[string, readonly AppEvent[], number, RunEnd | null]>([
    [
      'ends during the turn when all are complete',
      [update(1001, items('a', 'x One', '- Two')), update(1002, items('b', 'x One'))],
      1,
      cut,
    ],
    ['does not count what an earlier turn has completed', [one, turnEnded(2000), again], 2, null],
    [
      'counts what this turn has completed',
      [one, turnEnded(2000), again, update(3100, items('a', 'x One', 'x Two'))],
      2,
      cut,
    ],
    ['does not end while one is incomplete', [one, started], 1, null],
    [
      'fails with the unfinished plan when the last turn ends',
      [update(1001, items('a', 'x One', '. Two', '> Three')), turnEnded(2000)],
      1,
      { kind: 'plans-unfinished', done: 1, total: 3, plan: 'Plan' },
    ],
    ['does not count removed and cleared plans', [...gone, update(1005, items('c', 'x One'))], 1, cut],
    ['needs a plan that counts', [...gone, turnEnded(2000)], 1, { kind: 'no-plan', isGone: true }],
    ['does not count proposed plans', [...proposed, update(1600, items('a', 'x One'))], 1, cut],
    [
      'needs more than a proposed plan',
      [...proposed, turnEnded(2000)],
      1,
      { kind: 'no-plan', isGone: false },
    ],
    ['waits for prompts that are not sent yet', [one], 2, null],
  ])('%s', async (...[, events, promptCount, wanted]) => {
    expect(await settledAfter([...opening(), ...events], { exitOn: 'plans-done', promptCount })).toEqual(
      wanted,
    )
  })
})

describe('a run that continues a session', () => {
  const rules = { continuesSession: true, promptCount: 0 } as const
  const opens: readonly AppEvent[] = [
    ...opening().slice(0, 2),
    { type: 'session-opening', atMs: 210, sessionId: session, how: 'loaded' },
    update(220, items('a', 'x One', '> Two')),
    openedSession(session, {}, { atMs: 250, how: 'loaded' }),
  ]

  test('ends when the session is loaded, without a prompt', async () => {
    expect(await settledAfter(opens.slice(0, -1), rules)).toBeNull()
    expect(await after(opens, rules)).toEqual({ now: null, settled: done })
    expect(await settledAfter(opens, { ...rules, exitOn: 'plans-done' })).toMatchObject({
      kind: 'plans-unfinished',
      done: 1,
    })
  })

  test('waits for the turn of its prompt', async () => {
    expect(await settledAfter(opens, { continuesSession: true })).toBeNull()
  })
})

describe('several sessions', () => {
  const second: AppEvent = openedSession('two', {}, { atMs: 1000 })
  const prompted: AppEvent = asksFor('two', 'x', 1001)
  const rested: AppEvent = { ...turnEnded(3000), sessionId: 'two' } as AppEvent

  test('end the run when none is working', async () => {
    const events = [...opening(), second, prompted, turnEnded(2000)]
    expect(await settledAfter(events)).toBeNull()
    expect(await settledAfter([...events, rested])).toEqual(done)
  })

  test('waits for a sub-agent that was begun in a step', async () => {
    const whenDone = { exitOn: 'plans-done' } as const
    const child = (state: string): AppEvent => update(1500, { type: 'subagent', childSessionId: 'c', state })
    const begun = [
      ...opening(),
      update(1000, items(null, '> Read')),
      child('running'),
      update(2000, items(null, 'x Read')),
    ]
    expect(await settledAfter(begun, whenDone)).toBeNull()
    expect(await settledAfter([...begun, child('idle')], whenDone)).toEqual(cut)
    expect(await settledAfter([...begun, turnEnded(3000)], whenDone)).toEqual(done)
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
    expect(await settledAfter(events, whenDone)).toMatchObject({ kind: 'plans-unfinished' })
    const closed: AppEvent = { type: 'session-closed', atMs: 4000, sessionId: session, wasDeleted: false }
    expect(await settledAfter([...events, closed], whenDone)).toEqual(done)
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
  const end: RunEnd = { kind: 'question-declined', question: 'Which branch?' }
  expect(await settledAfter(declined)).toEqual(end)
  expect(runEndWords(end).status).toBe(5)
  expect(await settledAfter(declined, { permissions: 'deny' })).toEqual(done)
  expect(await settledAfter(declined, { canAsk: true })).toEqual(done)
})

describe('a remote agent that is lost', () => {
  const lost: AppEvent = linked(
    { state: 'reconnecting', sinceMs: 2000, attempt: 1, nextAtMs: 3000, cause: 'it broke off' },
    2000,
  )
  const turnLost: AppEvent = { type: 'turn-ended', atMs: 2000, sessionId: session, outcome: { kind: 'lost' } }
  const back: AppEvent = linked({ state: 'open', sinceMs: 3100 }, 3100)
  const reopened: readonly AppEvent[] = [
    back,
    { type: 'session-opening', atMs: 3200, sessionId: session, how: 'loaded' },
    openedSession(session, {}, { atMs: 3300, how: 'loaded' }),
  ]
  const agentLost: RunEnd = { kind: 'agent-lost', cause: 'it broke off' }

  test('during a turn: the run fails after the reconnect', async () => {
    expect(await settledAfter([...opening(), lost, turnLost])).toBeNull()
    expect(await settledAfter([...opening(), lost, turnLost, back])).toEqual(agentLost)
    expect(runEndWords(agentLost)).toEqual({
      status: 7,
      reason: 'agent-lost',
      message: 'the agent was lost while it worked: it broke off',
      hint: 'The result of its work is unknown; --continue or --session ID continues the session.',
    })
  })

  test('and reconnected: the queue behind the lost turn is not waited for', async () => {
    const queued: AppEvent = { type: 'prompt-queued', atMs: 400, sessionId: session, text: 'next', place: 0 }
    const events = [...opening(), queued, lost, turnLost, ...reopened]
    const given = { promptCount: 2 }
    expect(await settledAfter(events.slice(0, -1), given)).toBeNull()
    expect(await settledAfter(events, given)).toEqual(agentLost)
    const text = 'next'
    const sent: AppEvent = { type: 'prompt-sent', atMs: 3301, sessionId: session, text, wasQueued: true }
    expect(await settledAfter([...events, sent], given)).toBeNull()
    expect(await settledAfter(events, { ...given, canAsk: true })).toBeNull()
  })

  test('after the last turn: the run succeeds after the reconnect', async () => {
    const events = [...opening(), turnEnded(1500), lost]
    expect(await settledAfter([...events, back])).toEqual(done)
    expect(await settledAfter([...events, ...reopened])).toEqual(done)
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
    const { now } = await after([...opening(), stderr, over(9000, end)], { exitOn: 'never' })
    expect(now).toEqual({ kind: 'agent-ended', end, stderr: ['last words'] })
    expect(now === null ? null : runEndWords(now).status).toBe(status)
  })

  test('keeps its message on stderr, without the stack frames', async () => {
    const frames = Array.from({ length: 8 }, (_, index) => `    at run (file:///agent.js:${index}:1)`)
    const written = ['SyntaxError: no JSON', ...frames, 'Node.js v24.0.0']
    const lines = written.map((line): AppEvent => ({ type: 'stderr-written', atMs: 8000, line }))
    const { now } = await after([...opening(), ...lines, over(9000, exited(1))], { exitOn: 'never' })
    expect(now).toMatchObject({ stderr: ['SyntaxError: no JSON'] })
  })

  test('with status 0 and everything done is a success', async () => {
    const events = [...opening(), turnEnded(2000), over(9000, exited(0))]
    expect((await after(events, { exitOn: 'never' })).now).toEqual(done)
  })
})
