import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { childrenOf } from '../../../src/app/state/children.ts'
import { isAtWork } from '../../../src/app/state/session-clock.ts'
import { childWords } from '../../../src/app/words/session.ts'
import { planProgress } from '../../../src/plans/plan.ts'
import type { SessionEvent } from '../../../src/protocol/session/session-event.ts'
import { asked, items } from '../../support/app-states.ts'
import {
  after,
  anonymous,
  called,
  ended,
  exited,
  opened,
  opening,
  planned,
  sent,
  sessionIn,
  updated,
} from '../events.ts'

type Reported = Extract<SessionEvent, { type: 'subagent' }>

function reported(state: string | null, more: Partial<Reported> = {}, atMs = 3, parentId = 's'): AppEvent {
  const told = state === null ? {} : { state }
  return updated({ type: 'subagent', childSessionId: 'c', title: 'Look', ...told, ...more }, atMs, parentId)
}

function list(...lines: readonly string[]): AppEvent {
  return planned(items(...lines), anonymous, 2)
}

/** A turn with a list whose first step is in progress. */
const working = [opened(), sent(), list('» a', '○ b')]
const running = [...working, reported('running')]

/** `done of total`, and whether the plan is complete. */
function progressOf(state: AppState, key = 'anonymous'): string {
  const plan = sessionIn(state).plans.get(key)
  const progress = plan === undefined ? null : planProgress(plan)
  if (progress === null) return 'none'
  return `${progress.done} of ${progress.total}${progress.isComplete ? ', complete' : ''}`
}

function progressAfter(...events: readonly AppEvent[]): string {
  return progressOf(after(...events))
}

/** What was begun in a session, each with what it does. */
function childrenAfter(...events: readonly AppEvent[]): readonly string[] {
  return childrenOf(after(...events), 's').map((child) => `${child.title}: ${childWords(child, 'you')}`)
}

describe('a step is not done while a sub-agent runs that was begun in it', () => {
  test('its status stays as it was sent', () => {
    const now = after(...running, list('✓ a', '○ b'))
    expect(progressOf(now)).toBe('0 of 2')
    expect(sessionIn(now).plans.get('anonymous')?.body).toMatchObject({
      entries: [{ status: 'completed' }, { status: 'pending' }],
    })
  })

  test('it is done when the sub-agent has ended, and the plan complete', () => {
    const all = [...running, list('✓ a', '✓ b')]
    expect(progressAfter(...all)).toBe('1 of 2')
    expect(progressAfter(...all, reported('idle', { stopReason: 'end_turn' }))).toBe('2 of 2, complete')
    expect(progressAfter(...all, updated({ type: 'state', state: 'idle' }, 5, 'c'))).toBe('2 of 2, complete')
  })

  test('what was completed before counts', () => {
    expect(progressAfter(opened(), sent(), list('✓ a', '» b'), reported('running'))).toBe('1 of 2')
    expect(progressAfter(opened(), sent(), list('✓ a', '» b'), reported('running'), list('✓ a', '✓ b'))).toBe(
      '1 of 2',
    )
  })

  test('of several steps in progress, it belongs to those that are still open', () => {
    const both = [opened(), sent(), list('» a', '» b'), reported('running')]
    expect(progressAfter(...both, list('✓ a', '» b'))).toBe('1 of 2')
    expect(progressAfter(...both, list('✓ a', '✓ b'))).toBe('0 of 2')
  })

  test('the plan waits for one that was begun in no step, or in one that is gone', () => {
    const before = [opened(), sent(), list('○ a', '○ b'), reported('running')]
    expect(progressAfter(...before, list('✓ a', '✓ b'))).toBe('1 of 2')
    expect(progressAfter(...running, list('✓ other', '✓ words'))).toBe('1 of 2')
  })

  test('a plan that was complete before, or that came later, does not wait', () => {
    const complete = [opened(), sent(), list('» a'), list('✓ a'), reported('running')]
    expect(progressAfter(...complete)).toBe('1 of 1, complete')
    expect(progressAfter(opened(), sent(), reported('running'), list('✓ a'))).toBe('1 of 1, complete')
  })

  test('boxes of a text count, and the text is not complete', () => {
    const text = (box: string): AppEvent =>
      planned({ type: 'markdown', text: `- [${box}] a\n- [${box}] b` }, anonymous, 2)
    expect(progressAfter(opened(), sent(), text(' '), reported('running'), text('x'))).toBe('1 of 2')
  })

  test('a cancelled step counts again', () => {
    expect(progressAfter(...running, list('⊘ a', '✓ b'))).toBe('1 of 2')
  })

  test('one of a sub-agent holds both', () => {
    const grandchild = updated({ type: 'subagent', childSessionId: 'd', state: 'running' }, 4, 'c')
    const over = [...running, grandchild, list('✓ a', '✓ b'), reported('idle')]
    // The session of the sub-agent is at rest: so is what it began, as long as it does not say that it goes on.
    expect(progressAfter(...over)).toBe('2 of 2, complete')
    const goesOn = reported('idle', { background: ['d'] })
    expect(progressAfter(...running, grandchild, list('✓ a', '✓ b'), goesOn)).toBe('1 of 2')
  })

  test('one whose end is told goes on after a turn that ends well, and after no other', () => {
    const all = [...working, reported('running', { outlastsTurn: true }), list('✓ a', '✓ b')]
    expect(progressAfter(...all, ended(5))).toBe('1 of 2')
    expect(progressAfter(...all, ended(5), reported('idle', {}, 6))).toBe('2 of 2, complete')
    expect(progressAfter(...all, ended(5, 'cancelled'))).toBe('2 of 2, complete')
    expect(progressAfter(...all, exited)).toBe('2 of 2, complete')
  })

  test('the time of the plan ends with it', () => {
    const now = after(...running, list('✓ a', '✓ b'))
    expect(sessionIn(now).plans.get('anonymous')?.workEnded).toBeNull()
    const idle = sessionIn(reduce(now, reported('idle', {}, 40))).plans.get('anonymous')
    expect(idle).toMatchObject({ workEnded: { workedMs: 39, waitedMs: 0 }, running: [] })
  })
})

describe('nothing runs for ever', () => {
  const done = [...running, list('✓ a', '✓ b')]

  test.each<[string, AppEvent]>([
    ['the turn ends', ended(9)],
    ['the turn is cancelled', ended(9, 'cancelled')],
    ['the agent ends', exited],
    ['a turn of version 2 ends', updated({ type: 'state', state: 'idle', stopReason: 'end_turn' }, 9)],
  ])('%s', (_, event) => {
    const now = after(...done, event)
    expect(progressOf(now)).toBe('2 of 2, complete')
    expect(sessionIn(now, 'c').turn.state).toBe('ended')
    expect(isAtWork(sessionIn(now, 'c'))).toBe(false)
  })

  test('its session is closed', () => {
    const now = after(...done, { type: 'session-closed', atMs: 9, sessionId: 's', wasDeleted: false })
    expect(progressOf(now)).toBe('2 of 2, complete')
    expect(isAtWork(sessionIn(now, 'c'))).toBe(false)
  })

  test('one whose state is never told runs as long as the turn that it was begun in', () => {
    const silent = [...working, reported(null), list('✓ a', '✓ b')]
    expect(progressAfter(...silent)).toBe('1 of 2')
    expect(progressAfter(...silent, ended(9))).toBe('2 of 2, complete')
    expect(progressAfter(...silent, ended(9), sent('more', 10))).toBe('2 of 2, complete')
  })

  test('in a past that is loaded, nothing runs', () => {
    const past = [opening('s'), list('» a'), reported('running'), list('✓ a')]
    expect(progressAfter(...past)).toBe('1 of 1, complete')
    expect(progressAfter(...past, opened('s', 'loaded'))).toBe('1 of 1, complete')
  })

  test('one that is idle from the beginning', () => {
    expect(progressAfter(...working, reported('idle'), list('✓ a', '✓ b'))).toBe('2 of 2, complete')
  })

  test('it may run again', () => {
    const again = [...done, ended(9), reported('running', {}, 10)]
    expect(progressAfter(...again)).toBe('1 of 2')
    expect(progressAfter(...again, reported('idle', {}, 11))).toBe('2 of 2, complete')
  })
})

describe('in the background', () => {
  const idle = (background?: readonly string[], atMs = 9): AppEvent =>
    updated({ type: 'state', state: 'idle', ...(background === undefined ? {} : { background }) }, atMs)
  const done = [...running, list('✓ a', '✓ b')]

  test('a sub-agent goes on after the turn if the agent says so', () => {
    const now = after(...done, idle(['c']))
    expect(progressOf(now)).toBe('1 of 2')
    expect(isAtWork(sessionIn(now))).toBe(true)
    expect(sessionIn(now).turn.state).toBe('ended')
  })

  test('until it ends, or is no longer listed', () => {
    const now = after(...done, idle(['c']))
    for (const event of [reported('idle', {}, 10), idle([], 10)]) {
      const later = reduce(now, event)
      expect(progressOf(later)).toBe('2 of 2, complete')
      expect(isAtWork(sessionIn(later))).toBe(false)
    }
    // Not told is not over.
    expect(reduce(now, idle(undefined, 10))).toBe(now)
  })
})

describe('what it does', () => {
  test('it runs, waits and ends', () => {
    expect(childrenAfter(...running)).toEqual(['Look: running'])
    expect(childrenAfter(...running, reported('requires_action'))).toEqual(['Look: waits for an answer'])
    expect(
      childrenAfter(
        ...running,
        reported('requires_action'),
        asked(5, { sessionId: 'c', title: 'Edit a.ts' }),
      ),
    ).toEqual(['Look: waits for you: Edit a.ts'])
    expect(childrenAfter(...running, reported('idle', { stopReason: 'end_turn' }))).toEqual(['Look: ended'])
    expect(childrenAfter(...running, reported('idle', { stopReason: 'max_tokens' }))).toEqual([
      'Look: ended: max tokens',
    ])
  })

  test('why it failed, but not what its parent says of the same failure', () => {
    const outcome = { stopReason: 'error', failure: { code: -32000, message: 'Model overloaded' } }
    expect(childrenAfter(...running, reported('idle', outcome))).toEqual(['Look: failed: Model overloaded'])
    const together = updated({ type: 'state', state: 'idle', ...outcome }, 9)
    expect(childrenAfter(...running, together)).toEqual(['Look: failed'])
  })

  test('it was still at work when the turn ended', () => {
    expect(childrenAfter(...running, ended(9))).toEqual(['Look: not heard of since the turn ended'])
    expect(childrenAfter(...running, exited)).toEqual(['Look: lost with the agent'])
  })

  test('without a title or a description it is called by its id', () => {
    expect(childrenAfter(...working, reported('running', { title: null, description: 'around' }))).toEqual([
      'around: running',
    ])
    expect(childrenAfter(...working, reported('running', { title: null }))).toEqual(['c: running'])
  })
})

describe('tasks in the background', () => {
  const task = (state?: string, atMs = 3): AppEvent =>
    updated(
      { type: 'task', taskId: 't1', title: 'npm test', ...(state === undefined ? {} : { state }) },
      atMs,
    )
  const done = [...working, task('running'), list('✓ a', '✓ b')]

  test('hold the step that they were begun in until they end', () => {
    expect(progressAfter(...done)).toBe('1 of 2')
    expect(progressAfter(...done, task())).toBe('1 of 2')
    expect(progressAfter(...done, task('completed'))).toBe('2 of 2, complete')
    expect(progressAfter(...done, ended(9))).toBe('2 of 2, complete')
    expect(childrenAfter(...done, task('failed'))).toEqual(['npm test: failed'])
  })

  test('that an agent tells again when it loads a session do not go on', () => {
    const past = [opening('s'), list('» a', '○ b'), task('running'), list('✓ a', '✓ b')]
    expect(childrenAfter(...past, opened('s', 'loaded'))).toEqual([])
    expect(progressAfter(...past, opened('s', 'loaded'))).toBe('2 of 2, complete')
  })

  test('that outlast the turn end when that is told, or the agent ends', () => {
    const agent = (state: string): AppEvent =>
      updated({ type: 'task', taskId: 'call', title: 'Find callers', outlastsTurn: true, state }, 4)
    const left = [...working, agent('running'), list('✓ a', '✓ b'), ended(9)]
    expect(progressAfter(...left)).toBe('1 of 2')
    expect(childrenAfter(...left)).toEqual(['Find callers: running'])
    expect(progressAfter(...left, agent('completed'))).toBe('2 of 2, complete')
    expect(progressAfter(...left, exited)).toBe('2 of 2, complete')
    const closed: AppEvent = { type: 'session-closed', atMs: 10, sessionId: 's', wasDeleted: false }
    expect(childrenAfter(...left, closed)).toEqual(['Find callers: not heard of since the turn ended'])
    const answered = updated({ type: 'tasks-answered' }, 10)
    expect(progressAfter(...left, answered)).toBe('2 of 2, complete')
    expect(childrenAfter(...left, answered)).toEqual(['Find callers: ended'])
    const goesOn = called({ toolCallId: 'read', title: 'Read', status: 'pending', parentCallId: 'call' }, 11)
    expect(childrenAfter(...left, answered, goesOn)).toEqual(['Find callers: running'])
  })

  test('that outlast the turn end with one that is cancelled, unless they are older', () => {
    const agent: SessionEvent = { type: 'task', taskId: 'call', outlastsTurn: true, state: 'running' }
    const left = [...working, updated(agent, 4), list('✓ a', '✓ b')]
    expect(progressAfter(...left, ended(9, 'cancelled'))).toBe('2 of 2, complete')
    expect(progressAfter(...left, ended(9), sent('more', 10), ended(11, 'cancelled'))).toBe('1 of 2')
  })
})

describe('a command that goes on in the background', () => {
  const told = (status: string, terminals: readonly string[] = ['t']): AppEvent =>
    called(
      {
        toolCallId: 'call',
        title: 'Serve',
        kind: 'execute',
        status,
        evidence: { command: 'npm start', terminals },
      },
      3,
    )
  const lists = (name: string, ids: readonly string[], atMs: number): AppEvent =>
    updated({ type: 'state', state: name, background: [], detached: ids.map((id) => ({ id })) }, atMs)
  const left = [
    ...working,
    told('completed'),
    lists('running', ['t'], 4),
    list('✓ a', '✓ b'),
    lists('idle', ['t'], 5),
  ]

  test('is shown until it is not listed any more, and holds no step', () => {
    expect(childrenAfter(...left)).toEqual(['npm start: running'])
    expect(progressAfter(...left)).toBe('2 of 2, complete')
    expect(isAtWork(sessionIn(after(...left)))).toBe(false)
    expect(childrenAfter(...left, lists('idle', [], 6))).toEqual(['npm start: ended'])
    const failed = updated({ type: 'terminal', terminalId: 't', exit: 3 }, 6)
    expect(childrenAfter(...left, failed, lists('idle', [], 6))).toEqual(['npm start: failed'])
    expect(childrenAfter(...left, exited)).toEqual(['npm start: not heard of since the turn ended'])
  })

  test('goes on after a cancelled turn, and unless the agent tells', () => {
    expect(childrenAfter(...left, sent('more', 6), ended(7, 'cancelled'))).toEqual(['npm start: running'])
    expect(childrenAfter(...left, updated({ type: 'state', state: 'idle' }, 8))).toEqual([
      'npm start: running',
    ])
  })

  test('of one that no call has shown, only that it runs, and its command', () => {
    expect(childrenAfter(...working, lists('running', ['x'], 4))).toEqual(['task: running'])
    const named = updated({ type: 'terminal', terminalId: 'x', command: 'npm start' }, 3)
    expect(childrenAfter(...working, named, lists('running', ['x'], 4))).toEqual(['npm start: running'])
  })
})

describe('a sub-agent that works in the session of its parent', () => {
  const agent = called({ toolCallId: 'agent', title: 'Find callers', kind: 'think', status: 'pending' }, 3)
  const read = (by: Partial<Extract<SessionEvent, { type: 'tool-call' }>>): AppEvent =>
    called({ toolCallId: 'read', title: 'Read', status: 'pending', ...by }, 4)
  const byCall = read({ parentCallId: 'agent' })

  test('runs until the call that began it has ended', () => {
    const all = [...working, agent, byCall, list('✓ a', '✓ b')]
    expect(progressAfter(...all)).toBe('1 of 2')
    expect(childrenAfter(...all)).toEqual(['Find callers: running'])
    const over = called({ toolCallId: 'agent', status: 'completed' }, 5)
    expect(progressAfter(...all, over)).toBe('2 of 2, complete')
    expect(childrenAfter(...all, over)).toEqual(['Find callers: ended'])
  })

  test('begun in the background, until the turn ends', () => {
    const begun = called({ toolCallId: 'agent', status: 'completed' }, 3)
    const all = [...working, agent, begun, byCall, list('✓ a', '✓ b')]
    expect(progressAfter(...all)).toBe('1 of 2')
    expect(progressAfter(...all, ended(9))).toBe('2 of 2, complete')
  })

  test('one with an id of its own was begun by the oldest call that could have', () => {
    const all = [...working, agent, read({ childSessionId: 'x' }), list('✓ a', '✓ b')]
    expect(childrenAfter(...all)).toEqual(['Find callers: running'])
    expect(progressAfter(...all, called({ toolCallId: 'agent', status: 'failed' }, 5))).toBe(
      '2 of 2, complete',
    )
  })

  test('waits for the answer about one of its calls', () => {
    expect(childrenAfter(...working, agent, byCall, asked(5, { sessionId: 's', callId: 'read' }))).toEqual([
      'Find callers: waits for you: Write src/tokenizer.ts',
    ])
  })

  test('one that has a session of its own is one', () => {
    const byChild = read({ childSessionId: 'c' })
    expect(childrenAfter(...running, byChild)).toEqual(['Look: running'])
    expect(childrenAfter(...running, byChild, asked(5, { sessionId: 's', callId: 'read' }))).toEqual([
      'Look: waits for you: Write src/tokenizer.ts',
    ])
  })

  test('in a session of its own, its calls name one that is not there', () => {
    const now = after(...running, called({ parentCallId: 'elsewhere' }, 4, 'c'))
    expect(sessionIn(now, 'c').tasks).toEqual([])
  })
})

test('without sub-agents and tasks, no plan changes with the states of its session', () => {
  const before = after(...working)
  const plan = sessionIn(before).plans.get('anonymous')
  expect(sessionIn(reduce(before, ended(9))).plans.get('anonymous')).toBe(plan)
})
