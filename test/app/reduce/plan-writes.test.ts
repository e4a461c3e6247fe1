import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { Session } from '../../../src/app/state/session.ts'
import { readCopilotEvent } from '../../../src/protocol/session/vendor-events.ts'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'
import { after, items, opened, planned, plansOf, session, sessionId, sessionIn, updated } from '../events.ts'

/** The events of an update as it comes. */
function come(update: object): readonly AppEvent[] {
  return readSessionUpdate({ sessionId, update }).events.map((event) => updated(event))
}

/** The call of Copilot's tool for SQL, and its end. */
function sql(toolCallId: string, query: string, more: object = {}): readonly AppEvent[] {
  const rawInput = { description: 'Some words', query, ...more }
  return come({
    sessionUpdate: 'tool_call',
    toolCallId,
    title: 'Some words',
    kind: 'other',
    status: 'pending',
    rawInput,
  })
}

function end(toolCallId: string, status = 'completed', rawOutput: unknown = {}): readonly AppEvent[] {
  return come({ sessionUpdate: 'tool_call_update', toolCallId, status, rawOutput })
}

const insert = "INSERT INTO todos (id, title) VALUES ('a', 'A'), ('b', 'B')"
const begun = [...sql('1', insert), ...end('1')]

function isUncertain({ plans }: Session): boolean | null {
  const body = plans.get('inferred')?.body
  return body?.type === 'items' ? body.isUncertain : null
}

describe('a to-do list that is kept by SQL', () => {
  test('changes when the call has completed', () => {
    expect(plansOf(session(...sql('1', insert)))).toEqual({})
    const now = session(...begun)
    expect(plansOf(now)).toEqual({ inferred: '1: pending A, pending B' })
    expect(now.counts).toMatchObject({ toolCalls: 1, todoTool: 'sql', planUpdates: 0 })
  })

  test('is left as it is by a call that failed, and by a second end', () => {
    const failed = [...sql('2', "UPDATE todos SET status='x'"), ...end('2', 'failed'), ...end('1')]
    expect(plansOf(session(...begun, ...failed))).toEqual({ inferred: '1: pending A, pending B' })
  })

  test('has the part of a failed call that was carried out', () => {
    const two = sql('2', "UPDATE todos SET status='done' WHERE id='a'; UPDATE todos SET status='x'")
    const message = 'SQL Error after statement 2 (UPDATE): Error: CHECK constraint failed'
    const now = session(...begun, ...two, ...end('2', 'failed', { message, code: 'failure' }))
    expect(plansOf(now)).toEqual({ inferred: '2: completed A, pending B' })
  })

  test('may be incomplete after what is not understood, and is not done then', () => {
    const odd = [
      ...sql('2', "UPDATE todos SET status='done'; DELETE FROM todos WHERE id LIKE 'x%'"),
      ...end('2'),
    ]
    const now = session(...begun, ...odd)
    expect(plansOf(now)).toEqual({ inferred: '2: completed A, completed B' })
    expect(isUncertain(now)).toBe(true)
    // Also if nothing of it is known.
    expect(isUncertain(session(...sql('1', 'INSERT INTO todos SELECT * FROM old'), ...end('1')))).toBe(true)
    const long = `SELECT '${' '.repeat(70_000)}'; DELETE FROM todos`
    expect(isUncertain(session(...sql('1', long), ...end('1')))).toBe(true)
  })

  test('of another database, or of a tool that describes no call, is none of the agent', () => {
    const others = [...sql('1', insert, { database: 'app' }), ...sql('2', insert, { description: null })]
    expect(session(...others, ...end('1'), ...end('2')).plans.size).toBe(0)
  })

  test('is not shown if nothing is to be inferred, and then an empty plan is no plan either', () => {
    const state = [...begun, planned(items())].reduce(reduce, { ...after(opened()), infersPlans: false })
    expect(sessionIn(state).plans.size).toBe(0)
  })
})

describe('an empty plan', () => {
  test('beside such a list, or while it is begun, is no plan', () => {
    const empty = planned(items())
    for (const events of [
      [...sql('1', insert), empty, ...end('1')],
      [...begun, empty],
    ]) {
      const state = after(opened(), ...events)
      expect(plansOf(sessionIn(state))).toEqual({ inferred: '1: pending A, pending B' })
      expect(state.hasSentPlans).toBe(false)
    }
  })

  test('without one is a plan, and a plan that is cleared is cleared', () => {
    expect(plansOf(session(planned(items())))).toEqual({ anonymous: '1: ' })
    expect(plansOf(session(...begun, planned(items('R')), planned(items())))).toEqual({ anonymous: '3: ' })
  })
})

describe('a word that the list was touched', () => {
  const [touch] = readCopilotEvent({ sessionId, type: 'session.todos_changed', data: {} }).events
  const touched = touch === undefined ? [] : [updated(touch)]

  test('belongs to the call that is running', () => {
    expect(isUncertain(session(...begun, ...sql('2', 'DELETE FROM todos'), ...touched))).toBe(false)
  })

  test('else something has changed it that is not told', () => {
    expect(touched).toHaveLength(1)
    expect(isUncertain(session(...begun, ...touched))).toBe(true)
    expect(session(...touched).plans.size).toBe(0)
  })
})

describe('the plan file of a session', () => {
  const path = `/home/user/.copilot/session-state/${sessionId}/plan.md`

  function file(toolCallId: string, rawInput: object): readonly AppEvent[] {
    return come({ sessionUpdate: 'tool_call', toolCallId, title: 'Editing', kind: 'edit', rawInput })
  }

  const created = [...file('1', { path, file_text: '# Plan\n\n1. A\n2. B\n' }), ...end('1')]

  test('is a plan, and its edits are revisions', () => {
    const edited = [...file('2', { path, old_str: '2. B', new_str: '2. B\n3. C' }), ...end('2')]
    expect(plansOf(session(...created, ...edited))).toEqual({
      'inferred:plan-file': '2: # Plan\n\n1. A\n2. B\n3. C\n',
    })
    expect(plansOf(session(...created, ...edited.slice(0, 1), ...end('2', 'failed')))).toEqual({
      'inferred:plan-file': '1: # Plan\n\n1. A\n2. B\n',
    })
  })

  test('is one in the folder of plans in that of an agent', () => {
    for (const folder of ['/project/.kilo', '/project/.omo', '.new', '/home/u/share/opencode']) {
      const filePath = `${folder}/plans/split.md`
      const written = [...file('1', { filePath, content: '# Plan\n\n1. A\n' }), ...end('1')]
      const edit = file('2', { filePath, oldString: '1. A', newString: '1. B' })
      expect(plansOf(session(...written, ...edit, ...end('2')))).toEqual({
        'inferred:plan-file': '2: # Plan\n\n1. B\n',
      })
    }
    const named = { file_path: '/project/.new/plans/split.md' }
    const written = [...file('1', { ...named, content: '1. A' }), ...end('1')]
    const edit = file('2', { ...named, old_string: 'A', new_string: 'B' })
    expect(plansOf(session(...written, ...edit, ...end('2')))).toEqual({ 'inferred:plan-file': '2: 1. B' })
  })

  test('is not one that its agent will ask about', () => {
    const asked = file('1', { file_path: '/home/u/.claude/plans/x.md', content: '# Plan' })
    expect(session(...asked, ...end('1')).plans.size).toBe(0)
  })

  test('is read from the disk where an edit does not fit, or does not say what it writes', () => {
    for (const change of [
      { old_str: 'x', new_str: 'y' },
      { old_str: '. ', new_str: ') ' },
      { patch: '*** Begin' },
    ]) {
      const edited = [...file('2', { path, ...change }), ...end('2')]
      expect(plansOf(session(...created, ...edited))).toEqual({ 'inferred:plan-file': `2: file://${path}` })
      expect(plansOf(session(...edited))).toEqual({ 'inferred:plan-file': `1: file://${path}` })
    }
  })

  test('is in the folder of the session: any other plan.md is a file', () => {
    for (const other of ['/home/user/project/plan.md', `/x/${sessionId}/plan.txt`, `${sessionId}/../plan.md`])
      expect(session(...file('1', { path: other, file_text: '# Plan' }), ...end('1')).plans.size).toBe(0)
    for (const other of [
      '/project/plans/x.md',
      '../plans/x.md',
      '/a/.kilo/plans/x.ts',
      '/project/plans/plan.md',
    ])
      expect(session(...file('1', { filePath: other, content: '# Plan' }), ...end('1')).plans.size).toBe(0)
  })
})

describe('a sub-agent of Copilot', () => {
  const about = { agentDisplayName: 'finder', agentDescription: 'Find callers' }

  function told(type: string, data: object): readonly AppEvent[] {
    return readCopilotEvent({ sessionId, type, agentId: 'child', data }).events.map((event) => updated(event))
  }

  test('is a session of its own, from its start to its end', () => {
    const started = after(opened(), ...told('subagent.started', about))
    expect(started.sessions.get('child')).toMatchObject({
      title: 'finder',
      subagent: { parentId: sessionId, description: 'Find callers' },
      turn: { state: 'working' },
    })
    const ended = after(opened(), ...told('subagent.started', about), ...told('subagent.completed', about))
    expect(ended.sessions.get('child')?.turn).toMatchObject({ outcome: { stopReason: 'end_turn' } })
  })

  test('changes the list of its parent, and its calls say whose they are', () => {
    const [call] = come({
      sessionUpdate: 'tool_call',
      toolCallId: '1',
      title: 'todos',
      rawInput: { description: 'todos', query: insert },
      _meta: { 'github.com/copilot': { agentId: 'child' } },
    })
    if (call === undefined) throw new Error('a call was expected')
    const now = sessionIn(after(opened(), ...told('subagent.started', about), call, ...end('1')))
    expect(plansOf(now)).toEqual({ inferred: '1: pending A, pending B' })
    expect(now.activity.items).toMatchObject([{ title: 'finder: todos', status: 'completed' }])
  })

  test('anything else in such a notification is nothing', () => {
    for (const params of [null, {}, { type: 3 }, { type: 'toString' }, { type: 'subagent.started' }])
      expect(readCopilotEvent(params).events).toEqual([])
  })
})
