import { spawn } from 'node:child_process'
import { appendFileSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FoundSession } from '../../../src/app/ports/observed-source.ts'
import { summaryOf } from '../../../src/app/observed/session-summary.ts'
import { copilot } from '../../../src/sources/observed/copilot.ts'
import {
  observedSession,
  placesIn,
  planWords,
  type ObservedSession,
  sessionIn,
} from '../../support/observed-session.ts'
import { filesBelow, recordedHome } from './recorded-homes.ts'

/** So long a change takes to be seen at most. */
const soonMs = 1000

async function found(home: string, sinceMs = 0): Promise<FoundSession | undefined> {
  const places = placesIn(path.dirname(home), { env: { COPILOT_HOME: home }, sinceMs })
  return (await copilot.find(places))[0]
}

async function observed(home: string): Promise<ObservedSession> {
  const only = await found(home)
  if (only === undefined) throw new Error('it is not found')
  const session = observedSession(copilot, only)
  await session.time.pass(soonMs)
  return session
}

function says(type: string, data: object, more: object = {}): string {
  return `${JSON.stringify({ type, data, timestamp: '2026-11-26T22:30:00.000Z', ...more })}\n`
}

function starts(toolName: string, input: object, toolCallId: string): string {
  return says('tool.execution_start', { toolCallId, toolName, arguments: input })
}

function eventsOf(home: string): string {
  const [file] = filesBelow(home, 'events.jsonl')
  if (file === undefined) throw new Error('there are no events')
  return file
}

/** A session whose user has just prompted. */
async function prompted(
  name = 'copilot/todo',
): Promise<{ home: string; file: string; session: ObservedSession }> {
  const home = recordedHome(name)
  const file = eventsOf(home)
  writeFileSync(path.join(path.dirname(file), `inuse.${process.pid}.lock`), '')
  appendFileSync(file, says('user.message', { content: 'Go on' }))
  return { home, file, session: await observed(home) }
}

describe('a session of GitHub Copilot', () => {
  test('is found with its folder, its name and its process, and by its file or folder', async () => {
    const home = recordedHome('copilot/todo')
    const file = eventsOf(home)
    writeFileSync(path.join(path.dirname(file), `inuse.${process.pid}.lock`), '')
    writeFileSync(path.join(path.dirname(file), 'inuse.0.lock'), '')
    const session = { kind: 'copilot', id: path.basename(path.dirname(file)), folder: '/home/me/parser' }
    const expected = { ...session, label: '[scenario:todo] go', pid: process.pid, agent: 'GitHub Copilot' }
    expect(await found(home)).toMatchObject(expected)
    for (const named of [file, path.dirname(file)])
      expect(await copilot.recognise(named, placesIn(home))).toMatchObject(expected)
  })

  test('has no process any more once that was killed, though its log stays as it is', async () => {
    const home = recordedHome('copilot/todo')
    const writer = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1e6)'])
    writeFileSync(path.join(path.dirname(eventsOf(home)), `inuse.${writer.pid}.lock`), '')
    expect(await found(home)).toMatchObject({ pid: writer.pid })
    const exit = once(writer, 'exit')
    writer.kill('SIGKILL')
    await exit
    expect(await found(home)).toMatchObject({ pid: null })
  })

  test('that has not changed for long is not found', async () => {
    const home = recordedHome('copilot/todo')
    utimesSync(eventsOf(home), 1000, 1000)
    expect(await found(home, 2_000_000)).toBeUndefined()
    expect(await found(home, 500_000)).toBeDefined()
  })

  test('shows its to-dos with what they wait for, and that one is blocked', async () => {
    const session = await observed(recordedHome('copilot/todo'))
    expect(session.notUnderstood).toEqual([])
    expect(planWords(session.app())).toEqual([
      'completed Read the parser and list its callers',
      'completed Split the tokenizer out of parser.ts',
      'completed Add tests for nested quotes and for `\\` escapes — “é”, 日本語, 🚀',
      'blocked Update the README\n(second line of this entry)',
    ])
    expect(sessionIn(session).turn).toMatchObject({ state: 'ended', outcome: { stopReason: 'end_turn' } })
  })

  test('shows its plan file as its calls write it', async () => {
    const home = recordedHome('copilot/plan')
    // A call names the file where the session's folder has its name.
    const session = await observed(home)
    const [plan] = sessionIn(session).plans.values()
    const [file = ''] = filesBelow(home, 'plan.md')
    expect(plan?.body).toMatchObject({ type: 'markdown', text: readFileSync(file, 'utf8') })
  })

  test('shows its plan file as its user has changed it', async () => {
    const { file, session } = await prompted('copilot/plan')
    appendFileSync(file, says('session.plan_changed', { operation: 'update' }))
    await session.time.pass(soonMs)
    const [plan] = sessionIn(session).plans.values()
    expect(plan?.body).toMatchObject({ type: 'file', uri: `file://${path.dirname(file)}/plan.md` })
  })

  test('tells what was done in its steps, with the status of its commands', async () => {
    const session = await observed(recordedHome('copilot/evidence'))
    const calls = [...sessionIn(session).work.calls.values()]
    expect(calls.map(({ kind, exit }) => [kind, exit])).toContainEqual(['execute', 3])
    expect(sessionIn(session).answered.map(({ answer }) => answer)).toEqual([
      { type: 'selected', optionId: 'approved', by: 'client' },
      { type: 'selected', optionId: 'approved', by: 'client' },
    ])
  })

  test('waits for its user from a permission that it asks for until the answer', async () => {
    const { file, session } = await prompted()
    const permissionRequest = { kind: 'shell', fullCommandText: 'rm -r build', intention: 'Clean up' }
    appendFileSync(file, says('permission.requested', { requestId: 'r1', permissionRequest }))
    await session.time.pass(soonMs)
    expect(summaryOf(session.app().state())).toMatchObject({ doing: 'waits', about: 'Clean up: rm -r build' })
    appendFileSync(
      file,
      says('permission.completed', { requestId: 'r1', result: { kind: 'denied-interactively-by-user' } }),
    )
    await session.time.pass(soonMs)
    expect(summaryOf(session.app().state()).doing).toBe('works')
    expect(sessionIn(session).answered.at(-1)?.answer).toMatchObject({ optionId: 'rejected' })
  })

  test('asks a question with its answers, and about a plan that is approved when it leaves planning', async () => {
    const { file, session } = await prompted()
    appendFileSync(
      file,
      starts('ask_user', { question: 'Which one?', choices: ['Postgres', 'SQLite'] }, 'c1'),
    )
    await session.time.pass(soonMs)
    const [question] = session.app().state().permissions
    expect([question?.title, question?.options.map(({ name }) => name)]).toEqual([
      'Which one?',
      ['Postgres', 'SQLite'],
    ])
    appendFileSync(file, says('tool.execution_complete', { toolCallId: 'c1', success: true }))
    appendFileSync(file, says('session.mode_changed', { newMode: 'plan' }))
    appendFileSync(file, starts('exit_plan_mode', { summary: 'Split it', planContent: '# Split' }, 'c2'))
    await session.time.pass(soonMs)
    expect(session.app().state().permissions).toMatchObject([
      { title: 'Split it', plan: { text: '# Split' } },
    ])
    appendFileSync(file, says('session.mode_changed', { newMode: 'interactive' }))
    appendFileSync(file, says('tool.execution_complete', { toolCallId: 'c2', success: true }))
    await session.time.pass(soonMs)
    expect(session.app().state().permissions).toEqual([])
    expect(sessionIn(session).proposal?.outcome?.kind).toBe('approved')
  })

  test('ends its turn when it is aborted, fails, or its process was killed', async () => {
    for (const [type, data, outcome] of [
      ['abort', { reason: 'user' }, { kind: 'stopped', stopReason: 'cancelled' }],
      ['session.error', { message: 'no model' }, { kind: 'failed', message: 'no model' }],
      ['session.shutdown', {}, { kind: 'lost' }],
    ] as const) {
      const { file, session } = await prompted()
      expect(sessionIn(session).turn.state).toBe('working')
      appendFileSync(file, says(type, data))
      await session.time.pass(soonMs)
      expect(sessionIn(session).turn).toMatchObject({ state: 'ended', outcome })
    }
    const home = recordedHome('copilot/todo')
    appendFileSync(eventsOf(home), says('user.message', { content: 'Go on' }))
    expect(sessionIn(await observed(home)).turn).toMatchObject({ outcome: { kind: 'lost' } })
    // While it is followed.
    const killed = await prompted()
    expect(killed.session.statuses.at(-1)).toEqual({ state: 'following', lives: true })
    rmSync(path.join(path.dirname(killed.file), `inuse.${process.pid}.lock`))
    await killed.session.time.pass(3 * soonMs)
    expect(sessionIn(killed.session).turn).toMatchObject({ outcome: { kind: 'lost' } })
  })

  test('counts a change of its to-dos by a sub-agent, and leaves out what that says', async () => {
    const { file, session } = await prompted()
    const query = "UPDATE todos SET status = 'done' WHERE id = 'readme'"
    const of = { agentId: 'a1' }
    appendFileSync(file, says('assistant.message', { content: 'Mine', toolRequests: [] }, of))
    appendFileSync(file, says('assistant.turn_end', {}, of))
    const call = { toolCallId: 's1', toolName: 'sql', arguments: { description: 'Done', query } }
    appendFileSync(file, says('tool.execution_start', call, of))
    const result = { content: '1 row(s) updated.' }
    appendFileSync(file, says('tool.execution_complete', { toolCallId: 's1', success: true, result }, of))
    await session.time.pass(soonMs)
    expect(planWords(session.app()).at(-1)).toBe('completed Update the README\n(second line of this entry)')
    expect(sessionIn(session).turn.state).toBe('working')
    expect(JSON.stringify(sessionIn(session).activity)).not.toContain('Mine')
  })

  test('is read on after lines that are broken, or of a later version', async () => {
    const { file, session } = await prompted()
    appendFileSync(file, 'no JSON\n{}\n[]\n')
    appendFileSync(
      file,
      says('session.todos_rearranged', {}) + says('session.dreamt', {}) + says('assistant.message', {}),
    )
    appendFileSync(
      file,
      says('tool.execution_start', {}) + says('permission.requested', {}) + says('abort', {}),
    )
    await session.time.pass(soonMs)
    expect(session.notUnderstood.map(({ why }) => why)).toEqual([
      'it is not JSON',
      'it has no type',
      'it is not a JSON object',
      'events of the type session.todos_rearranged are not known',
      'a tool call has no id, or no name',
      'a question has no id',
    ])
    expect(sessionIn(session).turn.state).toBe('ended')
  })
})
