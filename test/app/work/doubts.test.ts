import { describe, expect, test } from 'vitest'
import { unnamedWords } from '../../../src/app/words/work.ts'
import { unnamedFiles } from '../../../src/app/work/doubts.ts'
import { openedSession } from '../../support/app-states.ts'
import { asks, fromAgent, toAgent, trace, update } from '../lint/lint-lines.ts'
import { observed, recordedRecords } from '../../recordings/read-recording.ts'
import { createApp } from '../../../src/app/app.ts'
import {
  type Update,
  plan,
  shifted,
  call,
  later,
  said,
  after,
  dispatch,
  doubtsIn,
  edit,
  failing,
  passing,
  sessionIn,
} from './work-stage.ts'

describe('what there is to doubt', () => {
  const release = { ...plan(), entries: [{ content: 'Release', priority: 'high', status: 'in_progress' }] }
  const read = call('other', { kind: 'read', status: 'completed' })

  test.each<[string, readonly Update[], readonly string[]]>([
    [
      'nothing was done and nothing said',
      [read, plan('in_progress', 'pending'), plan('completed', 'in_progress')],
      ['Step 1: nothing seen'],
    ],
    ['something was said', [read, plan('in_progress'), said, plan('completed')], []],
    ['something was done', [plan('in_progress'), call('one', edit), plan('completed')], []],
    ['the agent tells no calls at all', [plan('in_progress'), plan('completed')], []],
    [
      'it was never begun',
      [plan('in_progress', 'pending'), said, plan('completed', 'completed')],
      ['Step 2: never begun'],
    ],
    [
      'several were never begun',
      [plan('in_progress', 'pending', 'pending'), said, plan('completed', 'completed', 'completed')],
      ['Step 2: never begun, with 1 other at once', 'Step 3: never begun, with 1 other at once'],
    ],
    ['the agent never begins steps', [plan('pending', 'pending'), plan('completed', 'completed')], []],
    ['it was completed from the first', [plan('completed', 'in_progress')], []],
    [
      'its last command failed',
      [plan('in_progress'), call('one', edit), call('two', failing), plan('completed')],
      ['Step 1: after a failure'],
    ],
    [
      'it worked afterwards',
      [plan('in_progress'), call('one', failing), call('two', passing), plan('completed')],
      [],
    ],
    [
      'files were changed between the steps',
      [
        plan('in_progress', 'pending'),
        said,
        plan('completed', 'pending'),
        call('one', edit),
        plan('completed', 'in_progress'),
      ],
      ['outside: 1 file changed while no step was in progress, /a.ts'],
    ],
    [
      'open steps are gone',
      [plan('in_progress', 'pending', 'pending'), call('one', edit), plan('completed')],
      ['dropped: 2 open steps, “Step 2”, “Step 3”'],
    ],
    ['a step that is gone was done', [plan('completed', 'in_progress'), said, shifted('in_progress')], []],
    [
      'steps that were gone are listed again',
      [
        plan('in_progress', 'pending', 'pending'),
        said,
        plan('in_progress'),
        plan('in_progress', 'pending', 'pending'),
      ],
      [],
    ],
    ['the agent lists only what is left', [plan('in_progress', 'pending'), said, shifted('in_progress')], []],
    ['files were changed before there was a plan', [call('one', edit), plan('in_progress')], []],
  ])('%s', (_, updates, doubts) => expect(doubtsIn(after(updates))).toEqual(doubts))

  test('a status that is told late changes it', () => {
    const updates = [
      plan('in_progress'),
      call('one', { ...passing, status: 'in_progress' }),
      plan('completed'),
    ]
    expect(doubtsIn(after(updates))).toEqual([])
    expect(doubtsIn(after([...updates, later('one', { status: 'failed' })]))).toEqual([
      'Step 1: after a failure',
    ])
  })

  test('of a plan that an agent leaves as it is while it works', () => {
    const calls = Array.from({ length: 15 }, (_, at) => call(`call ${at}`, edit))
    const updates = [plan('in_progress', 'pending'), ...calls]
    expect(doubtsIn(after(updates.slice(0, -1)))).toEqual([])
    expect(doubtsIn(after(updates), 20_000)).toEqual(['stale: 15 calls since the plan last changed'])
    expect(doubtsIn(after(updates), 301_000)).toEqual([
      'stale: 15 calls and 5 min since the plan last changed',
    ])
    expect(doubtsIn(after(updates.slice(0, 2)), 301_000)).toEqual([
      'stale: 1 call and 5 min since the plan last changed',
    ])
    expect(doubtsIn(after([...updates, plan('in_progress', 'in_progress')]))).toEqual([])
    // Without a step in progress there is nothing that it could have told.
    expect(doubtsIn(after([plan('pending', 'pending'), ...calls]))).not.toContainEqual(
      expect.stringContaining('stale'),
    )
  })

  test('of the steps for another prompt that are not listed any more there is none', () => {
    const app = createApp(after([plan('in_progress', 'pending'), said], { hasEnded: true }))
    app.dispatch({ type: 'prompt-sent', sessionId: 's', text: 'Go', wasQueued: false, atMs: 110_000 })
    dispatch(app, release, 111_000)
    expect(doubtsIn(app.state())).toEqual([])
  })

  test('nor of those that are left of it once some are ticked off', () => {
    const app = createApp(after([plan('in_progress', 'pending', 'pending'), said], { hasEnded: true }))
    app.dispatch({ type: 'prompt-sent', sessionId: 's', text: 'Go', wasQueued: false, atMs: 110_000 })
    dispatch(app, plan('completed', 'pending', 'pending'), 111_000)
    dispatch(app, release, 112_000)
    expect(doubtsIn(app.state())).toEqual([])
  })

  test('the calls of a sub-agent and those of an earlier turn do not make a plan stale', () => {
    const childs = Array.from({ length: 20 }, (_, at) =>
      call(`child ${at}`, { ...edit, _meta: { claudeCode: { parentToolUseId: 'task' } } }),
    )
    const own = Array.from({ length: 14 }, (_, at) => call(`own ${at}`, edit))
    const state = after([plan('in_progress', 'pending'), call('task', { kind: 'think' }), ...childs], {})
    expect(doubtsIn(state, 30_000)).toEqual([])
    const app = createApp(after([plan('in_progress', 'pending'), ...own], { hasEnded: true }))
    app.dispatch({ type: 'prompt-sent', sessionId: 's', text: 'Go', wasQueued: false, atMs: 500_000 })
    dispatch(app, call('one more', edit), 501_000)
    expect(doubtsIn(app.state(), 501_000)).toEqual([])
  })

  test('of a plan from before it was told there is none', () => {
    const app = createApp()
    app.dispatch({ type: 'session-opening', sessionId: 's', how: 'loaded', atMs: 0 })
    for (const each of [plan('in_progress', 'pending'), call('one', failing)]) dispatch(app, each, 10)
    app.dispatch(openedSession('s', {}, { atMs: 20, how: 'loaded' }))
    app.dispatch({ type: 'prompt-sent', sessionId: 's', text: 'Go', wasQueued: false, atMs: 30 })
    dispatch(app, plan('completed'), 40)
    expect(doubtsIn(app.state())).toEqual([])
  })

  test('a step in which something was asked was seen, and a turn that the user has stopped is not left open', () => {
    const asking = fromAgent({
      id: 5,
      method: 'session/request_permission',
      params: {
        sessionId: 's',
        toolCall: { toolCallId: 'x', title: 'Which one?' },
        options: [{ optionId: 'a', name: 'This', kind: 'allow_once' }],
      },
    })
    const lines = [
      update(read),
      update(plan('in_progress', 'pending')),
      asking,
      toAgent({ id: 5, result: { outcome: { outcome: 'selected', optionId: 'a' } } }),
      update(plan('completed', 'pending')),
      fromAgent({ id: 2, result: { stopReason: 'cancelled' } }),
    ]
    expect(doubtsIn(observed(recordedRecords(trace({}, ...lines))))).toEqual([])
  })

  test('only those that are wanted are said', () => {
    const updates = [plan('in_progress', 'pending'), call('one', failing), plan('completed', 'completed')]
    expect(doubtsIn(after(updates))).toEqual(['Step 1: after a failure', 'Step 2: never begun'])
    const only = (list: string): readonly string[] => doubtsIn(after(updates, { doubts: list }))
    expect(only('no-never-begun')).toEqual(['Step 1: after a failure'])
    expect(only('never-begun, stale')).toEqual(['Step 2: never begun'])
    expect(only('none')).toEqual([])
    expect(only('all,no-after-failure')).toEqual(['Step 2: never begun'])
  })

  test('files that an approved plan does not name are listed, and are no doubt', () => {
    const change = (id: string, path: string): string =>
      update(call(id, { kind: 'edit', status: 'completed', locations: [{ path }] }))
    const lines = (outcome: object): readonly string[] => [
      change('before', '/src/other.ts'),
      asks('# Split\n\nMove the tokenizer out of `parser.ts`, and test it.'),
      toAgent({ id: 7, result: { outcome } }),
      change('named', '/src/Parser.ts'),
      change('stem', '/src/tokenizer.ts'),
      change('other', '/src/index.ts'),
      change('again', '/src/index.ts'),
    ]
    const unnamedIn = (outcome: object): readonly string[] => {
      const state = observed(recordedRecords(trace({}, ...lines(outcome))))
      expect(doubtsIn(state)).toEqual([])
      const session = sessionIn(state)
      return [...session.plans.values()].flatMap((each) => unnamedFiles(session, each))
    }
    expect(unnamedIn({ outcome: 'selected', optionId: 'a' })).toEqual(['/src/index.ts'])
    expect(unnamedIn({ outcome: 'cancelled' })).toEqual([])
    expect(unnamedWords(['/src/index.ts'])).toBe(
      'changed since its approval, and named by no step and not in it: 1 file, /src/index.ts',
    )
  })

  test('the turn has ended with open steps', () => {
    const updates = [plan('in_progress', 'pending'), said, plan('completed', 'pending')]
    expect(doubtsIn(after(updates))).toEqual([])
    expect(doubtsIn(after(updates, { hasEnded: true }))).toEqual(['left open: 1 step'])
    // The plan is all that was asked for.
    expect(doubtsIn(after([plan('pending', 'pending')], { hasEnded: true }))).toEqual([])
  })
})
