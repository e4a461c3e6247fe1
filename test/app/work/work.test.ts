import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createApp, type App } from '../../../src/app/app.ts'
import { startState, type AppState } from '../../../src/app/state/app-state.ts'
import { defaultDoubtRules, doubtsLeftOut } from '../../../src/app/state/doubt-rules.ts'
import type { Session } from '../../../src/app/state/session.ts'
import { outsidePlan, stepRef, withoutPlan, workOf } from '../../../src/app/state/step-work.ts'
import { doubtWords, workParts } from '../../../src/app/words/work.ts'
import { doubtsOf } from '../../../src/app/work/doubts.ts'
import { planSteps } from '../../../src/plans/kinds/plan-kinds.ts'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'
import { fromAgent, toAgent, trace, update } from '../lint/lint-lines.ts'
import { observed, readRecording, recordedRecords } from '../../recordings/read-recording.ts'

type Update = Readonly<Record<string, unknown>>

const plan = (...statuses: readonly string[]): Update => ({
  sessionUpdate: 'plan',
  entries: statuses.map((status, at) => ({ content: `Step ${at + 1}`, priority: 'medium', status })),
})

/** A plan without step 1. */
const shifted = (...statuses: readonly string[]): Update => ({
  sessionUpdate: 'plan',
  entries: statuses.map((status, at) => ({ content: `Step ${at + 2}`, priority: 'medium', status })),
})

const call = (toolCallId: string, fields: Update): Update => ({
  sessionUpdate: 'tool_call',
  toolCallId,
  ...fields,
})
const later = (toolCallId: string, fields: Update): Update => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  ...fields,
})
const said: Update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Done.' } }

const diff = { type: 'diff', path: '/a.ts', oldText: 'one\ntwo\n', newText: 'one\nthree\nfour\n' }

/** The state after updates, one every second, in a turn that may have ended. */
function after(updates: readonly Update[], { hasEnded = false, doubts = 'all' } = {}): AppState {
  const doubtRules = { ...defaultDoubtRules, off: doubtsLeftOut(doubts) }
  const app = createApp(startState({ infersPlans: true, historyBytes: 0, doubtRules }))
  app.dispatch({ type: 'prompt-sent', sessionId: 's', text: 'Go', wasQueued: false, atMs: 0 })
  updates.forEach((each, at) => dispatch(app, each, (at + 1) * 1000))
  if (hasEnded)
    app.dispatch({
      type: 'turn-ended',
      sessionId: 's',
      outcome: { kind: 'stopped', stopReason: 'end_turn' },
      atMs: 100_000,
    })
  return app.state()
}

function dispatch(app: App, sent: Update, atMs: number): void {
  for (const event of readSessionUpdate({ sessionId: 's', update: sent }).events)
    app.dispatch({ type: 'session-updated', sessionId: 's', update: event, atMs })
}

function sessionIn(state: AppState): Session {
  const [session] = state.sessions.values()
  if (session === undefined) throw new Error('no session')
  return session
}

/** The work of the steps, by their numbers from 1, and outside of them. */
function workIn(state: AppState): Readonly<Record<string, string>> {
  const { work } = sessionIn(state)
  return Object.fromEntries(
    [...work.steps].map(([ref, step]) => [
      ref.includes('\n') ? `step ${Number(ref.split('\n')[1]) + 1}` : ref,
      workParts(step, true).join(' · '),
    ]),
  )
}

function doubtsIn(state: AppState, nowMs = 100_000): readonly string[] {
  return [...state.sessions.values()].flatMap((session) =>
    [...session.plans.values()].flatMap((each) => {
      const { steps, plan: whole } = doubtsOf(state, session, each, nowMs)
      return [
        ...planSteps(each.body).flatMap(({ key, content }) =>
          (steps.get(key) ?? []).map((doubt) => `${content}: ${doubtWords(doubt)}`),
        ),
        ...whole.map((doubt) => doubtWords(doubt)),
      ]
    }),
  )
}

const evidence = (name: string): AppState =>
  observed(
    recordedRecords(
      readFileSync(new URL(`${name}-caps-evidence.ndjson`, import.meta.url), 'utf8')
        .split('\n')
        .slice(0, -1),
    ),
  )

const edit = { kind: 'edit', status: 'completed', content: [diff] }
const failing = { kind: 'execute', status: 'failed', rawInput: { command: 'npm test' } }
const passing = {
  kind: 'execute',
  status: 'completed',
  rawInput: { command: 'npm test' },
  rawOutput: { exitCode: 0 },
}

describe('the work of a step', () => {
  test('of recorded agents: a read, an edit, a command that works and one that fails, a file that is missing', () => {
    expect(workIn(readRecording('claude-caps-evidence'))).toEqual({
      'step 1':
        '1 edit in 1 file +1 -1 · 2 commands, 1 failed, 1 exit code not told · 2 reads · 1 call failed',
    })
    expect(workIn(evidence('codex'))).toMatchObject({ 'step 1': '2 commands, 1 failed' })
    // It sends no plan.
    expect(workIn(evidence('gemini'))).toEqual({
      [withoutPlan]: '1 edit in 1 file +1 -1 · 2 commands, 2 exit codes not told · 2 reads · 1 call failed',
    })
  })

  test('is what began in it, however late it is told', () => {
    const state = after([
      call('before', { kind: 'read', status: 'completed', locations: [{ path: '/a.ts' }] }),
      plan('in_progress', 'pending'),
      call('one', { kind: 'edit', status: 'pending' }),
      plan('completed', 'in_progress'),
      later('one', edit),
      plan('completed', 'pending'),
      call('two', { kind: 'fetch', status: 'completed' }),
    ])
    expect(workIn(state)).toEqual({
      [withoutPlan]: '1 read',
      'step 1': '1 edit in 1 file +2 -1',
      [outsidePlan]: '1 other call',
    })
  })

  test('of several steps in progress is shared', () => {
    expect(workIn(after([plan('in_progress', 'in_progress'), call('one', edit)]))).toEqual({
      'step 1': '1 edit in 1 file +2 -1 · 1 shared with other steps',
      'step 2': '1 edit in 1 file +2 -1 · 1 shared with other steps',
    })
  })

  test('keeps a diff that is replaced by a text', () => {
    const text = { content: [{ type: 'content', content: { type: 'text', text: 'ok' } }] }
    expect(workIn(after([plan('in_progress'), call('one', edit), later('one', text)]))).toEqual({
      'step 1': '1 edit in 1 file +2 -1',
    })
  })

  test('of a difference that is too long to be compared has no lines', () => {
    const long = { ...diff, newText: 'line\n'.repeat(200_000) }
    const state = after([plan('in_progress'), call('one', { ...edit, content: [diff, long] })])
    expect(workIn(state)).toEqual({ 'step 1': '1 edit in 1 file, lines not told' })
  })

  test.each(['before', 'after'])('a command in a terminal has its status, told %s the call', (when) => {
    const run = call('one', {
      ...passing,
      rawOutput: undefined,
      content: [{ type: 'terminal', terminalId: 't' }],
    })
    const end = {
      sessionUpdate: 'terminal_update',
      terminalId: 't',
      exitStatus: { exitCode: 3, signal: null },
    }
    const told = when === 'before' ? [end, run] : [run, end]
    expect(workIn(after([plan('in_progress'), ...told]))).toEqual({ 'step 1': '1 command, 1 failed' })
  })

  test('a command that the client has run has the status that the client told', () => {
    const params = { sessionId: 's', terminalId: 't' }
    const lines = [
      update(
        call('one', {
          kind: 'execute',
          status: 'completed',
          content: [{ type: 'terminal', terminalId: 't' }],
        }),
      ),
      fromAgent({ id: 5, method: 'terminal/wait_for_exit', params }),
      toAgent({ id: 5, result: { exitCode: 1, signal: null } }),
    ]
    const state = observed(recordedRecords(trace({}, update(plan('in_progress')), ...lines)))
    expect(workIn(state)).toEqual({ 'step 1': '1 command, 1 failed' })
  })

  test('does not count what keeps the plan itself', () => {
    const todos = call('todo', { title: 'TodoWrite', kind: 'think', status: 'completed' })
    expect(workIn(after([plan('in_progress'), todos, call('x', { kind: 'switch_mode' })]))['step 1']).toBe('')
  })

  test('of a sub-agent counts for the step in which it was begun', () => {
    const [inParent] = readRecording('claude-caps-subagent').sessions.values()
    const [own] = inParent?.plans.values() ?? []
    if (inParent === undefined || own === undefined) throw new Error('no plan')
    expect(workOf(inParent, stepRef(own.key, 0)).childs).toBe(5)
  })

  test('a call that has failed has changed no file', () => {
    expect(workIn(after([plan('in_progress'), call('one', { ...edit, status: 'failed' })]))).toEqual({
      'step 1': '1 edit · 1 call failed',
    })
  })
})

describe('what there is to doubt', () => {
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
      ['dropped: 2 open steps, Step 2, Step 3'],
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
    dispatch(
      app,
      { ...plan(), entries: [{ content: 'Release', priority: 'high', status: 'in_progress' }] },
      111_000,
    )
    expect(doubtsIn(app.state())).toEqual([])
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

  test('the turn has ended with open steps', () => {
    const updates = [plan('in_progress', 'pending'), said, plan('completed', 'pending')]
    expect(doubtsIn(after(updates))).toEqual([])
    expect(doubtsIn(after(updates, { hasEnded: true }))).toEqual(['left open: 1 step'])
    // The plan is all that was asked for.
    expect(doubtsIn(after([plan('pending', 'pending')], { hasEnded: true }))).toEqual([])
  })
})

describe('for any updates', () => {
  const ids = ['a', 'b', 'c', 'd']
  const status = fc.constantFrom('pending', 'in_progress', 'completed', 'failed')
  const fields = fc.record(
    {
      status,
      kind: fc.constantFrom('read', 'edit', 'execute', 'think'),
      rawOutput: fc.constantFrom({ exitCode: 0 }, { exitCode: 3 }, 'ok'),
      locations: fc.constantFrom([{ path: '/a.ts' }], [{ path: '/b.ts' }]),
      content: fc.constantFrom([diff], []),
    },
    { requiredKeys: [] },
  )
  const anyUpdate = fc.oneof(
    fc.tuple(fc.constantFrom(...ids), fields).map(([id, each]) => call(id, each)),
    fc.tuple(status, status).map((both) => plan(...both)),
    fc.constant(said),
  )

  test('each call is counted once in each of its steps, and nowhere else', () => {
    fc.assert(
      fc.property(fc.array(anyUpdate, { maxLength: 40 }), (updates) => {
        const { work } = sessionIn(after([...updates, said]))
        const counted = [...work.steps.values()].reduce((sum, { calls }) => sum + calls, 0)
        const owners = [...work.calls.values()].reduce((sum, { steps }) => sum + steps.length, 0)
        expect(counted).toBe(owners)
        expect(work.begun).toBe(work.calls.size)
        for (const [ref, step] of work.steps) {
          const own = [...work.calls.values()].filter(({ steps }) => steps.includes(ref))
          expect(step.calls).toBe(own.length)
          expect([...step.kinds.values()].reduce((sum, count) => sum + count, 0)).toBe(own.length)
          expect(step.shared).toBe(own.filter(({ steps }) => steps.length > 1).length)
          for (const { reads, changes } of step.files.values()) expect(reads + changes).toBeGreaterThan(0)
        }
      }),
    )
  })

  test('late updates of calls lead to the same in any order', () => {
    const last = fc.record({
      status,
      kind: fc.constantFrom('read', 'edit', 'execute'),
      rawOutput: fc.constant({ exitCode: 3 }),
    })
    const ends = fc.array(last, { minLength: ids.length, maxLength: ids.length })
    fc.assert(
      fc.property(ends, fc.shuffledSubarray(ids, { minLength: ids.length }), (each, order) => {
        const begun = [plan('in_progress'), ...ids.map((id) => call(id, { kind: 'other' }))]
        const end = (id: string): Update => later(id, each[ids.indexOf(id)] ?? {})
        const [one, other] = [ids, order].map(
          (those) => sessionIn(after([...begun, ...those.map(end)])).work.steps,
        )
        const [inOrder, shuffled] = [one, other].map((steps) => toldOf(steps))
        expect(shuffled).toEqual(inOrder)
      }),
    )
  })
})

/** What is told of the work, and how its calls ended last. */
function toldOf(steps: Session['work']['steps'] | undefined): unknown {
  return [...(steps ?? [])].map(([ref, step]) => [
    ref,
    workParts(step, true),
    step.lastFailure,
    step.lastSuccess,
  ])
}
