import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../../src/app/app.ts'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'
import type { Session } from '../../../src/app/state/session.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import {
  callsByStep,
  outcomeOf,
  outsidePlan,
  stepRef,
  withoutPlan,
  workOf,
} from '../../../src/app/state/step-work.ts'
import { workParts } from '../../../src/app/words/work.ts'
import { fromAgent, toAgent, trace, update } from '../lint/lint-lines.ts'
import { observed, readRecording, recordedRecords } from '../../recordings/read-recording.ts'
import {
  type Update,
  plan,
  call,
  later,
  said,
  diff,
  after,
  doubtsIn,
  sessionIn,
  workIn,
  evidence,
  edit,
  passing,
} from './work-stage.ts'

describe('the work of a step', () => {
  test('of recorded agents: a read, an edit, a command that works and one that fails, a file that is missing', () => {
    expect(workIn(readRecording('claude-caps-evidence'))).toEqual({
      'step 1':
        '1 edit in 1 file +1 -1 · 2 commands, 1 failed, 1 exit code not told · 2 reads · 2 questions · 1 call failed',
    })
    expect(workIn(evidence('codex'))).toMatchObject({ 'step 1': '2 commands, 1 failed' })
    // It sends no plan.
    expect(workIn(evidence('gemini'))).toEqual({
      [withoutPlan]:
        '1 edit in 1 file +1 -1 · 2 commands, 2 exit codes not told · 2 reads · 5 questions · 1 call failed',
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

  test.each(['before', 'after'])(
    'a command in a terminal has its words and its status, told %s the call',
    (when) => {
      const run = call('one', {
        kind: 'other',
        status: 'completed',
        content: [{ type: 'terminal', terminalId: 't' }],
      })
      const told = (more: object): Update => ({ sessionUpdate: 'terminal_update', terminalId: 't', ...more })
      const end = [told({ command: 'npm test' }), told({ exitStatus: { exitCode: 3, signal: null } })]
      const state = after([plan('in_progress'), ...(when === 'before' ? [...end, run] : [run, ...end])])
      expect(workIn(state)).toEqual({ 'step 1': '1 command, 1 failed' })
      const { work, activity } = sessionIn(state)
      expect(work.calls.get('one')).toMatchObject({ command: 'npm test', status: 'completed' })
      expect(activity.items.at(-1)).toMatchObject({ id: 'one', status: 'failed' })
    },
  )

  test('a call with several terminals has failed if one has, and a call that reads another one keeps its own', () => {
    const shows = (...ids: readonly string[]): Update => ({
      kind: 'execute',
      status: 'completed',
      content: ids.map((terminalId) => ({ type: 'terminal', terminalId })),
    })
    const end = (terminalId: string, exitCode: number): Update => ({
      sessionUpdate: 'terminal_update',
      terminalId,
      exitStatus: { exitCode },
    })
    const both = [call('one', shows('a', 'b')), end('a', 1), end('b', 0)]
    expect(workIn(after([plan('in_progress'), ...both]))).toEqual({ 'step 1': '1 command, 1 failed' })
    const reads = [call('one', shows('a')), call('two', { ...shows('a'), kind: 'read' }), end('a', 0)]
    expect(workIn(after([plan('in_progress'), ...reads]))).toEqual({ 'step 1': '1 command · 1 read' })
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

  test('has what was asked in it, with the answer, and what closed it', () => {
    const options = [{ optionId: 'a', name: 'Yes, once', kind: 'allow_once' }]
    const asks = (id: number, toolCall: object): string =>
      fromAgent({ id, method: 'session/request_permission', params: { sessionId: 's', toolCall, options } })
    const lines = [
      update(plan('in_progress', 'pending')),
      update(call('one', { kind: 'execute', status: 'pending' })),
      update(plan('completed', 'in_progress')),
      asks(5, { toolCallId: 'one', title: 'npm test' }),
      toAgent({ id: 5, result: { outcome: { outcome: 'selected', optionId: 'a' } } }),
      asks(8, { toolCallId: 'two', title: 'Bash', rawInput: { command: 'npm start' } }),
      toAgent({ id: 8, result: { outcome: { outcome: 'selected', optionId: 'a' } } }),
      asks(6, { toolCallId: 'plan', title: 'Ready?', kind: 'switch_mode' }),
      toAgent({ id: 6, result: { outcome: { outcome: 'cancelled' } } }),
      update(said),
      update(plan('completed', 'completed')),
    ]
    const session = sessionIn(observed(recordedRecords(trace({}, ...lines))))
    const [own] = session.plans.values()
    const [first, second] = [0, 1].map((key) => workOf(session, stepRef(own?.key ?? '', key)))
    expect(first).toMatchObject({
      questions: [{ asked: 'npm test', answer: 'Yes, once' }],
      lastMessage: null,
    })
    expect(second).toMatchObject({
      questions: [{ asked: 'Bash · npm start', answer: 'Yes, once' }],
      lastMessage: 'Done.',
    })
  })

  test('counts no failure and no command for a call that was rejected, unless it was allowed when asked again', () => {
    const options = [
      { optionId: 'a', name: 'Yes', kind: 'allow_once' },
      { optionId: 'r', name: 'No', kind: 'reject_once' },
    ]
    const decided = (...optionIds: readonly string[]): readonly string[] =>
      optionIds.flatMap((optionId, at) => [
        fromAgent({
          id: at + 5,
          method: 'session/request_permission',
          params: { sessionId: 's', toolCall: { toolCallId: 'one', title: 'npm test' }, options },
        }),
        toAgent({ id: at + 5, result: { outcome: { outcome: 'selected', optionId } } }),
      ])
    const workAfter = (answers: readonly string[], ends = ['failed']): AppState =>
      observed(
        recordedRecords(
          trace(
            {},
            update(plan('in_progress')),
            update(call('one', { kind: 'execute', status: 'pending' })),
            ...decided(...answers),
            ...ends.map((status) => update(later('one', { status }))),
            update(plan('completed')),
          ),
        ),
      )
    const rejected = workAfter(['r'])
    expect(workIn(rejected)).toEqual({ 'step 1': '1 question · 1 call rejected' })
    expect([...sessionIn(rejected).work.calls.values()].map(outcomeOf)).toEqual(['rejected'])
    expect(doubtsIn(rejected)).toEqual([])
    // Mastra Code tells nothing of such a call any more.
    expect(workIn(workAfter(['r'], []))).toEqual(workIn(rejected))
    expect(workIn(workAfter(['r', 'a']))).toEqual({ 'step 1': '1 command, 1 failed · 2 questions' })
  })

  test('a cancelled call has ended, and neither failed nor was done', () => {
    const records = recordedRecords(
      trace(
        {},
        update(plan('in_progress')),
        update(call('one', { kind: 'edit', status: 'pending', locations: [{ path: '/w/a.ts' }] })),
        update(later('one', { status: 'cancelled' })),
        update(plan('completed')),
      ),
    )
    const [ended] = sessionIn(observed(records)).work.calls.values()
    expect(ended && outcomeOf(ended)).toBe('cancelled')
    expect(ended?.endedAtMs).not.toBeNull()
  })

  test.each([
    { title: 'TodoWrite', kind: 'think' },
    { title: 'Set 3 todo(s)', kind: 'other' },
    { title: 'Add 3 tasks', kind: 'edit', rawInput: { tasks: [{ name: 'Read', description: 'it' }] } },
    { title: 'Update 1 task', kind: 'edit' },
    { title: 'x', kind: 'switch_mode' },
  ])('does not count what keeps the plan itself: $title', (fields) => {
    const keeps = call('one', { ...fields, status: 'completed' })
    expect(workIn(after([plan('in_progress'), keeps]))['step 1']).toBe('')
  })

  test.each([
    [{ title: 'Edit src/todo.ts', ...edit }, '1 edit in 1 file +2 -1'],
    [{ title: 'Read TodoList.tsx', kind: 'read', status: 'completed' }, '1 read'],
    [{ title: 'npm run todo:test', ...passing }, '1 command'],
    [{ title: 'Look at the todo app', locations: [{ path: '/todo' }] }, '1 other call'],
  ])('counts what is done with files and commands that are called so: %j', (fields, words) => {
    expect(workIn(after([plan('in_progress'), call('one', fields)]))['step 1']).toBe(words)
  })

  test.each(['claude-caps-plan-mode_plan', 'gemini-caps-plan-mode_plan'])(
    'does not count the file of the plan that is asked about: %s',
    (name) => {
      const { [withoutPlan]: work = '' } = workIn(readRecording(name))
      expect(work).not.toContain('edit')
    },
  )

  test.each(['mastracode-v1-plan', 'grok-v1-plan'])(
    'has nothing of what leads to a plan that is asked about, and of the question: %s',
    (name) => {
      expect(new Set(Object.values(workIn(readRecording(name))))).toEqual(new Set(['']))
    },
  )

  test('of a sub-agent counts for the step in which it was begun', () => {
    const [inParent] = readRecording('claude-caps-subagent').sessions.values()
    const [own] = inParent?.plans.values() ?? []
    if (inParent === undefined || own === undefined) throw new Error('no plan')
    expect(workOf(inParent, stepRef(own.key, 0)).childs).toBe(5)
  })

  test('of a sub-agent is one call, also where a request describes it in other words', () => {
    expect(workIn(readRecording('copilot-v1-subagent'))).toMatchObject({
      'step 1':
        '1 edit in 1 file +1 -1 · 2 commands, 1 failed · 2 reads · 1 other call · 3 questions · 1 call failed · 5 by sub-agents',
    })
  })

  test('knows when each call began and ended, and with which message it began', () => {
    const app = createApp()
    const told = (sent: Update, atMs: number, more: { frame?: number; isUntimed?: true }): void => {
      for (const event of readSessionUpdate({ sessionId: 's', update: sent }).events)
        app.dispatch({ type: 'session-updated', sessionId: 's', update: event, atMs, ...more })
    }
    told(call('one', { kind: 'read' }), 1000, { frame: 7 })
    told(later('one', { status: 'completed' }), 2000, { frame: 8 })
    told(later('one', { title: 'It has a name now' }), 2500, { frame: 9 })
    told(call('two', { kind: 'read' }), 3000, { isUntimed: true })
    const { calls } = sessionIn(app.state()).work
    expect([...calls.values()].map(({ atMs, endedAtMs, frame }) => [atMs, endedAtMs, frame])).toEqual([
      [1000, 2000, 7],
      [null, null, null],
    ])
  })

  test('a call that has failed has changed no file', () => {
    expect(workIn(after([plan('in_progress'), call('one', { ...edit, status: 'failed' })]))).toEqual({
      'step 1': '1 edit · 1 call failed',
    })
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

  test('each call that is kept is listed in each of its steps, in the order in which the calls began', () => {
    fc.assert(
      fc.property(fc.array(anyUpdate, { maxLength: 40 }), (updates) => {
        const { calls } = sessionIn(after(updates)).work
        const listed = [...callsByStep(calls)].flatMap(([ref, own]) => {
          expect(own).toEqual(own.toSorted((one, other) => one.number - other.number))
          return own.map(({ number }) => `${number} ${ref}`)
        })
        const expected = [...calls.values()].flatMap(({ number, steps }) =>
          steps.map((ref) => `${number} ${ref}`),
        )
        expect(listed).toHaveLength(expected.length)
        expect(new Set(listed)).toEqual(new Set(expected))
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
