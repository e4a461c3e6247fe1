import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  readlinkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { claudeCode } from '../../../../src/sources/observed/claude-code/claude-code.ts'
import { observedSession, placesIn, planWords } from '../../../support/observed-session.ts'
import { id, observed, only, prompt, runs, says, sessionIn, soonMs } from './claude-session.ts'
import { filesBelow, recordedHome, recordedSession } from '../recorded-homes.ts'

function calls(name: string, input: object, toolUseId: string): string {
  const content = [{ type: 'tool_use', id: toolUseId, name, input }]
  return says({ type: 'assistant', message: { role: 'assistant', content, stop_reason: 'tool_use' } })
}

function result(toolUseId: string, toolUseResult: object, more: object = {}): string {
  const content = [{ type: 'tool_result', tool_use_id: toolUseId, content: 'done' }]
  return says({ type: 'user', message: { role: 'user', content }, toolUseResult, ...more })
}

describe('a session of Claude Code', () => {
  test('is found with its folder, its title and its process', async () => {
    const home = recordedHome('claude-code/plan-in-terminal')
    runs(home, { status: 'busy' })
    const found = await only(home)
    expect(found).toMatchObject({ kind: 'claude-code', id, pid: process.pid, agent: 'Claude Code' })
    expect(found).toMatchObject({ folder: '/home/me/parser', label: 'Split the tokenizer' })
    expect(await claudeCode.recognise(found.path, placesIn(home))).toMatchObject({ id, kind: 'claude-code' })
  })

  test('that has not changed for long is not found', async () => {
    const { home, file } = recordedSession('claude-code/todo-write')
    utimesSync(file, 1000, 1000)
    expect(
      await claudeCode.find(placesIn(home, { env: { CLAUDE_CONFIG_DIR: home }, sinceMs: 2_000_000 })),
    ).toEqual([])
    expect(
      await claudeCode.find(placesIn(home, { env: { CLAUDE_CONFIG_DIR: home }, sinceMs: 500_000 })),
    ).toHaveLength(1)
  })

  test('shows its plans, how they were decided, its turns and its title', async () => {
    const session = await observed(recordedHome('claude-code/plan-in-terminal'))
    expect(session.notUnderstood).toEqual([])
    expect(session.statuses.at(-1)).toEqual({ state: 'following' })
    expect(planWords(session.app())).toEqual([
      'markdown',
      'pending Read the parser and list its callers',
      'pending Split the tokenizer out of parser.ts',
      'pending Add tests for nested quotes — “é”, 日本語, 🚀',
      'pending Update the README\n(second line of this entry)',
    ])
    const { title, turn, proposal, answered } = sessionIn(session)
    expect(title).toBe('Split the tokenizer')
    expect(turn).toMatchObject({ state: 'ended', outcome: { kind: 'stopped', stopReason: 'end_turn' } })
    expect(proposal?.outcome).toMatchObject({ kind: 'approved', feedback: null })
    expect(answered.map(({ request }) => [request.options, request.hasUntoldOptions])).toEqual([
      [[], true],
      [[], true],
    ])
    expect(answered.map(({ answer }) => answer)).toEqual([
      {
        type: 'selected',
        optionId: 'rejected',
        by: 'client',
        feedback: 'Keep the old name for two releases',
      },
      { type: 'selected', optionId: 'approved', by: 'client' },
    ])
  })

  test('tells which steps wait for which', async () => {
    const session = await observed(recordedHome('claude-code/tasks-that-wait'))
    const [plan] = sessionIn(session).plans.values()
    const entries = plan?.body.type === 'items' ? plan.body.entries : []
    expect(entries.map(({ status, waitsFor }) => [status, waitsFor])).toEqual([
      ['completed', undefined],
      ['in_progress', undefined],
      ['pending', [2]],
    ])
    expect(plan?.name.dialect).toBe('inferred')
  })

  test('of an older version shows its to-do list', async () => {
    const session = await observed(recordedHome('claude-code/todo-write'))
    expect(planWords(session.app())).toEqual([
      'completed Read the parser and list its callers',
      'completed Split the tokenizer out of parser.ts',
      'completed Add tests for nested quotes and for `\\` escapes — “é”, 日本語, 🚀',
      'completed Update the README\n(second line of this entry)',
    ])
  })

  test('has its sub-agents as sessions', async () => {
    const session = await observed(recordedHome('claude-code/sub-agent'))
    const child = sessionIn(session, 'a0000000000000001')
    expect(child.subagent).toMatchObject({ parentId: id, description: 'Count the callers' })
    expect(child.turn).toMatchObject({ state: 'ended', outcome: { stopReason: 'end_turn' } })
  })

  test('is followed: what is appended, torn lines, task files, and new sub-agents', async () => {
    const home = recordedHome('claude-code/tasks-that-wait')
    const session = await observed(home)
    const [file = ''] = filesBelow(home, '.jsonl')
    const line = prompt('Go on')
    appendFileSync(file, line.slice(0, 40))
    await session.time.pass(soonMs)
    expect(sessionIn(session).turn.state).toBe('ended')
    appendFileSync(file, line.slice(40))
    await session.time.pass(soonMs)
    expect(sessionIn(session).turn.state).toBe('working')
    const task = { id: '4', subject: 'Remove the old table', status: 'pending', blockedBy: ['2', '3'] }
    writeFileSync(path.join(home, 'tasks', id, '4.json'), JSON.stringify(task))
    await session.time.pass(soonMs)
    expect(planWords(session.app()).at(-1)).toBe('pending Remove the old table')
    const folder = path.join(file.replace('.jsonl', ''), 'subagents')
    mkdirSync(folder, { recursive: true })
    const said = says({ isSidechain: true, agentId: 'a1', type: 'user', message: { content: 'Count' } })
    writeFileSync(path.join(folder, 'agent-a1.jsonl'), said)
    await session.time.pass(soonMs)
    expect(sessionIn(session, 'a1').turn.state).toBe('working')
    const todos = [{ content: 'Count them', status: 'in_progress', activeForm: 'Counting them' }]
    appendFileSync(path.join(folder, 'agent-a1.jsonl'), calls('TodoWrite', { todos }, 't1'))
    await session.time.pass(soonMs)
    expect(planWords(session.app()).at(-1)).toBe('in_progress Count them')
    expect(sessionIn(session, 'a1').subagent?.parentId).toBe(id)
    expect(session.notUnderstood).toEqual([])
  })

  test('asks with the options that its transcript holds', async () => {
    const { home, file } = recordedSession('claude-code/todo-write')
    const options = [{ label: 'Postgres' }, { label: 'SQLite', description: 'a file' }]
    const asks = { questions: [{ question: 'Which database?', options }] }
    appendFileSync(file, prompt('Go on') + calls('AskUserQuestion', asks, 't1'))
    const [request] = (await observed(home)).app().state().permissions
    expect(request?.options.map(({ name }) => name)).toEqual(['Postgres', 'SQLite'])
    expect(request?.hasUntoldOptions).toBeUndefined()
  })

  test('waits for its user while its program says so', async () => {
    const home = recordedHome('claude-code/todo-write')
    runs(home, { status: 'busy' })
    const [file = ''] = filesBelow(home, '.jsonl')
    const session = await observed(home)
    appendFileSync(file, prompt('Go on'))
    await session.time.pass(soonMs)
    runs(home, { status: 'waiting', waitingFor: 'permission prompt' })
    await session.time.pass(soonMs)
    expect(session.app().state().permissions).toMatchObject([
      { title: 'permission prompt (in its own terminal)', plan: null, options: [], hasUntoldOptions: true },
    ])
    runs(home, { status: 'busy' })
    await session.time.pass(soonMs)
    expect(session.app().state().permissions).toEqual([])
  })

  test('asks about its plan while it waits, before its transcript holds the question', async () => {
    const { home, file } = recordedSession('claude-code/todo-write')
    const planFilePath = path.join(home, 'plans', 'mine.md')
    mkdirSync(path.dirname(planFilePath))
    writeFileSync(planFilePath, '# First\n')
    const plan = { planFilePath, plan: '# Second\n' }
    appendFileSync(file, says({ type: 'user', permissionMode: 'plan', message: { content: 'Plan it' } }))
    appendFileSync(file, says({ type: 'attachment', attachment: { type: 'plan_mode', planFilePath } }))
    runs(home, { status: 'busy' })
    const session = await observed(home)
    expect([...sessionIn(session).plans.values()].at(-1)?.body).toMatchObject({ text: '# First\n' })
    writeFileSync(planFilePath, '# Second\n')
    runs(home, { status: 'waiting', waitingFor: 'permission prompt' })
    await session.time.pass(soonMs)
    expect(session.app().state().permissions).toMatchObject([{ plan: { text: '# Second\n' } }])
    expect(sessionIn(session).plans.size).toBe(2)
    runs(home, { status: 'busy' })
    appendFileSync(file, calls('ExitPlanMode', plan, 't1') + result('t1', plan))
    await session.time.pass(soonMs)
    expect(session.app().state().permissions).toEqual([])
    expect(sessionIn(session).answered.map(({ answer }) => answer)).toEqual([
      { type: 'selected', optionId: 'approved', by: 'client' },
    ])
    expect(sessionIn(session).proposal?.outcome?.kind).toBe('approved')
  })

  test('that ended in a turn is said to have ended, and goes on when it is resumed', async () => {
    const { home, file } = recordedSession('claude-code/todo-write')
    appendFileSync(file, prompt('Go on'))
    runs(home, { sessionId: 'another' })
    const session = await observed(home)
    expect(session.statuses.at(-1)).toEqual({
      state: 'waiting',
      why: 'Claude Code has ended; its session is taken up again when it is resumed',
      hasEnded: true,
    })
    expect(sessionIn(session).turn).toMatchObject({ state: 'ended', outcome: { kind: 'lost' } })
    runs(home, { status: 'busy' })
    appendFileSync(file, prompt('Again'))
    await session.time.pass(soonMs)
    expect(session.statuses.at(-1)).toEqual({ state: 'following', lives: true })
    expect(sessionIn(session).turn.state).toBe('working')
  })

  test('whose process was killed has ended, although its file still says that it works', async () => {
    const home = recordedHome('claude-code/todo-write')
    const gone = spawnSync(process.execPath, ['--version']).pid
    const isLinux = process.platform === 'linux'
    const pidDomain = isLinux ? `linux:0:${readlinkSync('/proc/self/ns/pid')}` : undefined
    runs(home, { pid: gone, pidDomain, status: 'busy' })
    expect((await only(home)).pid).toBeNull()
    runs(home, { pid: gone, pidDomain: 'linux:0:pid:[1]', status: 'busy' })
    expect((await only(home)).pid).toBe(gone)
  })

  test('begins anew when its transcript is truncated, and is waited for while it is gone', async () => {
    const { home, file } = recordedSession('claude-code/todo-write')
    const whole = readFileSync(file)
    const session = await observed(home)
    truncateSync(file)
    appendFileSync(file, prompt('Hello'))
    await session.time.pass(soonMs)
    expect(session.anew()).toBe(1)
    expect(planWords(session.app())).toEqual([])
    expect(sessionIn(session).turn.state).toBe('working')
    rmSync(file)
    await session.time.pass(soonMs)
    expect(session.statuses.at(-1)).toEqual({ state: 'waiting', why: 'its file is gone' })
    writeFileSync(file, whole)
    await session.time.pass(soonMs)
    expect(planWords(session.app())).toHaveLength(4)
  })
})

describe('a transcript with something else in it', () => {
  test('is read on after lines that are broken, binary, or of a later version: each is counted', async () => {
    const { home, file } = recordedSession('claude-code/todo-write')
    appendFileSync(file, Buffer.concat([Buffer.alloc(5000, 0xfe), Buffer.from('\n{"type":"user",\n')]))
    appendFileSync(
      file,
      says({ type: 'plan-step' }) + calls('TodoWrite', { tasks: 7 }, 't') + prompt('Go on'),
    )
    const session = await observed(home)
    expect(session.notUnderstood.map(({ why }) => why)).toEqual([
      'it is not JSON',
      'it is not JSON',
      'records of the type plan-step are not known',
      'the list of a TodoWrite was not found',
    ])
    const lines = readFileSync(file, 'latin1').split('\n').length - 1
    expect(session.notUnderstood.map(({ line }) => line)).toEqual(
      [-4, -3, -2, -1].map((back) => lines + back),
    )
    expect(sessionIn(session).turn.state).toBe('working')
    expect(planWords(session.app())).toHaveLength(4)
  })

  test('shows hostile texts as they are: raw', async () => {
    const { home, file } = recordedSession('claude-code/todo-write')
    const todos = [{ content: '\u001b]52;c;AAAA\u0007\u202e', status: 'pending', activeForm: '' }]
    appendFileSync(file, calls('TodoWrite', { todos, __proto__: null }, '__proto__'))
    appendFileSync(file, says({ type: 'attachment', attachment: { planFilePath: '/etc/passwd' } }))
    appendFileSync(file, says({ type: 'custom-title', customTitle: '\u001b[2J' }))
    const session = await observed(home)
    expect(planWords(session.app())).toEqual(['pending \u001b]52;c;AAAA\u0007\u202e'])
    expect(session.notUnderstood).toEqual([])
  })

  test('opens no file that is no plan, and none for a transcript that was copied from elsewhere', async () => {
    const { home, file } = recordedSession('claude-code/todo-write')
    const whole = readFileSync(file)
    const named = async (planFilePath: string, transcript: string): Promise<boolean> => {
      const attachment = says({ type: 'attachment', attachment: { type: 'plan_mode', planFilePath } })
      writeFileSync(transcript, Buffer.concat([whole, Buffer.from(attachment)]))
      const found = await claudeCode.recognise(transcript, placesIn(home))
      if (found === null) throw new Error('it is not recognised')
      const session = observedSession(claudeCode, found)
      await session.time.pass(soonMs)
      return planWords(session.app()).includes('markdown')
    }
    const plan = path.join(home, 'plan.md')
    const secret = path.join(home, 'secret.txt')
    for (const each of [plan, secret]) writeFileSync(each, '# A plan')
    expect(await named(plan, file)).toBe(true)
    expect(await named(secret, file)).toBe(false)
    expect(await named(`/${plan}`, file)).toBe(false)
    expect(await named('plan.md', file)).toBe(false)
    expect(await named(home, file)).toBe(false)
    expect(await named(plan, path.join(home, 'copied.jsonl'))).toBe(false)
  })

  test('with a hole larger than any line that is kept is read to its end', async () => {
    const { home, file } = recordedSession('claude-code/todo-write')
    truncateSync(file, 20 * 1024 ** 2)
    const session = observedSession(claudeCode, await only(home))
    await session.time.pass(soonMs)
    expect(session.statuses.at(-1)?.state).toBe('following')
    expect(planWords(session.app())).toHaveLength(4)
  })

  test('has tasks that cannot be read: they are counted, and the others are shown', async () => {
    const home = recordedHome('claude-code/tasks-that-wait')
    writeFileSync(path.join(home, 'tasks', id, '3.json'), '{"id":')
    writeFileSync(path.join(home, 'tasks', id, '9.json'), '{"note":"of a later version"}')
    const session = await observed(home)
    expect(session.notUnderstood.map(({ path: file, why }) => `${path.basename(file)} ${why}`)).toEqual([
      '3.json it is not a task that can be read',
      '9.json it is not a task that can be read',
    ])
    expect(planWords(session.app())).toEqual(['completed Draw the schema', 'in_progress Write the migration'])
  })
})

describe('what is no transcript', () => {
  test('is not in the list', async () => {
    const { home, file } = recordedSession('claude-code/todo-write')
    writeFileSync(file, Buffer.alloc(100_000))
    expect(await claudeCode.find(placesIn(home, { env: { CLAUDE_CONFIG_DIR: home } }))).toEqual([])
  })

  test('is not recognised: other JSON lines, binary data, a folder, nothing', async () => {
    const home = recordedHome('claude-code/todo-write')
    const file = path.join(home, 'other.jsonl')
    const places = placesIn(home)
    writeFileSync(file, '{"jsonrpc":"2.0","method":"session/update"}\n')
    expect(await claudeCode.recognise(file, places)).toBeNull()
    writeFileSync(file, Buffer.alloc(200_000, 0xfe))
    expect(await claudeCode.recognise(file, places)).toBeNull()
    expect(await claudeCode.recognise(path.join(home, 'projects'), places)).toBeNull()
    expect(await claudeCode.recognise(path.join(home, 'nowhere.jsonl'), places)).toBeNull()
    expect(
      await claudeCode.find(placesIn(home, { env: { CLAUDE_CONFIG_DIR: path.join(home, 'nowhere') } })),
    ).toEqual([])
  })
})
