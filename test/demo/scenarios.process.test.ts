import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSessionUpdate } from '../../src/protocol/session/session-update.ts'
import { scenarios } from '../../src/demo/scenarios.ts'
import {
  answerQuestions,
  bundleDemoAgent,
  openSession,
  updateOf,
  type DemoBundle,
  type Ended,
  type Entry,
  type Frame,
  type NamedPlan,
  type Plan,
  type Update,
} from './demo-process.ts'

interface Run {
  readonly name: string
  readonly version: 1 | 2
  readonly frames: readonly Frame[]
  readonly junk: readonly string[]
  readonly stopReason: string | null | undefined
  readonly ended: Ended
  readonly stderr: string
  readonly filesLeft: readonly string[]
}

let bundle: DemoBundle
let runs: readonly Run[]

beforeAll(async () => {
  bundle = await bundleDemoAgent()
  const played: Run[] = []
  for (const { name } of scenarios)
    played.push(...(await Promise.all([playThrough(name, 1), playThrough(name, 2)])))
  runs = played
}, 60_000)
afterAll(() => bundle.dispose())

/** A whole run at full speed, every question answered with yes, this once. */
async function playThrough(name: string, version: 1 | 2): Promise<Run> {
  const agent = await bundle.start([name, '--speed', 'max'])
  answerQuestions(agent, 'allow_once')
  const session = await openSession(agent, version)
  const stopReason = await session.prompt().catch(() => null)
  agent.endInput()
  const ended = await agent.ended
  const { frames, junk } = agent
  return {
    name,
    version,
    frames,
    junk,
    stopReason,
    ended,
    stderr: agent.stderr(),
    filesLeft: await agent.temporaryFiles(),
  }
}

function runOf(name: string, version: 1 | 2): Run {
  const run = runs.find((each) => each.name === name && each.version === version)
  if (!run) throw new Error(`no run of ${name}`)
  return run
}

describe.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', (name, scenario) => {
  test.each([1, 2] as const)('plays to its end in version %i', (version) => {
    const run = runOf(name, version)
    const { end } = scenario
    expect({ stopReason: run.stopReason, code: run.ended.code, filesLeft: run.filesLeft }).toEqual({
      stopReason: end.type === 'turn' ? end.stopReason : null,
      code: end.type === 'turn' ? 0 : end.status,
      filesLeft: [],
    })
    expect(run.junk).toEqual([])
    expect(run.frames.filter((frame) => frame.jsonrpc !== '2.0')).toEqual([])
    expect(run.frames.filter((frame) => frame.error)).toEqual([])
  })

  test('sends the same plans in both versions', () => {
    const plansOf = (version: 1 | 2): unknown => runOf(name, version).frames.map(planOf).filter(Boolean)
    expect(plansOf(2)).toEqual(plansOf(1))
  })
})

/** What tells about plans in a frame; the run's own folder is left out. */
function planOf(frame: Frame): unknown {
  const update = updateOf(frame)
  if (!String(update?.sessionUpdate).startsWith('plan')) return null
  return JSON.stringify(update).replaceAll(/acp-plan-tui-demo-\w+|run-\w+/g, '')
}

test('only the scenario of broken dialects gives problems', () => {
  const withProblems = runs.filter(({ frames }) =>
    frames.some(
      ({ method, params }) => method === 'session/update' && readSessionUpdate(params).problems.length > 0,
    ),
  )
  expect(withProblems.map(({ name, version }) => `${name} ${version}`)).toEqual(['dialects 1', 'dialects 2'])
})

test('every type and every dialect of plans occurs', () => {
  const seen = new Set<string>()
  for (const { frames } of runs) for (const frame of frames) for (const form of formsOf(frame)) seen.add(form)
  expect([...seen].sort()).toEqual(
    [
      'plan',
      'items by id',
      'items by planId',
      'items by nothing',
      'markdown by id',
      'markdown by planId',
      'file by id',
      'file by planId',
      '_custom by planId',
      'timeline by id',
      'removed by id',
      'removed by planId',
      'no plan object',
      'empty entries',
      'null entries',
      'bad entry',
      'status cancelled',
      'status odd',
      'priority odd',
      'update that is a string',
    ].sort(),
  )
})

function formsOf(frame: Frame): readonly string[] {
  if (typeof frame.params?.update === 'string') return ['update that is a string']
  const update = updateOf(frame)
  switch (update?.sessionUpdate) {
    case 'plan':
      return ['plan', ...entryForms(update.entries)]
    case 'plan_update':
      if (!update.plan) return ['no plan object']
      return [
        `${update.plan.type ?? 'nothing'} by ${nameForm(update.plan)}`,
        ...entryForms(update.plan.entries),
      ]
    case 'plan_removed':
      return [`removed by ${nameForm(update)}`]
    default:
      return []
  }
}

function nameForm(named: NamedPlan): string {
  return 'planId' in named ? 'planId' : 'id' in named ? 'id' : 'nothing'
}

function entryForms(entries: Plan['entries']): readonly string[] {
  if (entries === undefined) return []
  if (entries === null) return ['null entries']
  return entries.length === 0 ? ['empty entries'] : entries.flatMap(entryForm)
}

function entryForm(entry: Entry | null): readonly string[] {
  if (typeof entry?.content !== 'string' || typeof entry.status !== 'string') return ['bad entry']
  const forms: string[] = []
  if (entry.status === 'cancelled') forms.push('status cancelled')
  else if (!['pending', 'in_progress', 'completed'].includes(entry.status)) forms.push('status odd')
  if (!['high', 'medium', 'low'].includes(String(entry.priority))) forms.push('priority odd')
  return forms
}

describe('the tour', () => {
  test('ends idle with every remaining plan completed', () => {
    const left = new Map<string | undefined, Plan>()
    for (const update of updatesOf('tour')) {
      if (update.sessionUpdate === 'plan') left.set('main', { entries: update.entries ?? [] })
      if (update.plan) left.set(update.plan.planId ?? update.plan.id, update.plan)
      if (update.sessionUpdate === 'plan_removed') left.delete(update.planId ?? update.id)
    }
    expect([...left.keys()]).toEqual(['main', 'design', 'rollout-notes', 'callers'])
    const statuses = (id: string): ReadonlySet<unknown> =>
      new Set(left.get(id)?.entries?.map((entry) => entry?.status))
    expect(statuses('main')).toEqual(new Set(['completed', 'cancelled']))
    expect(statuses('callers')).toEqual(new Set(['completed']))
    expect(left.get('design')?.content).not.toContain('- [ ]')
  })

  test('removes a plan and brings it back', () => {
    const callers = updatesOf('tour').filter((update) => (update.plan?.id ?? update.id) === 'callers')
    const kinds = callers.map((update) => update.sessionUpdate)
    const removed = kinds.indexOf('plan_removed')
    expect(removed).toBeGreaterThan(10)
    expect(kinds.lastIndexOf('plan_update')).toBeGreaterThan(removed)
  })
})

test('the failure writes to stderr before it exits', () => {
  expect(runOf('failure', 1).stderr).toContain('Error: connect ECONNREFUSED 127.0.0.1:8080')
})

describe.each([
  ['no-plan', 'Set 4 todo(s)', undefined],
  ['todo-tool', 'todowrite', 4],
] as const)('the scenario %s', (name, title, todos) => {
  test('sends no plan, but calls a todo tool', () => {
    const updates = updatesOf(name)
    expect(updates.filter((update) => update.sessionUpdate?.startsWith('plan'))).toEqual([])
    const calls = updates.filter((update) => update.title === title)
    expect(calls.map((update) => update.rawInput?.todos?.length)).toEqual(Array(5).fill(todos))
  })
})

test('sub-agents have separate sessions, and do not change the plan of their parent', () => {
  const { frames } = runOf('subagents', 1)
  const parent = 'demo-subagents-1'
  const sessions = new Set(frames.flatMap((frame) => frame.params?.sessionId ?? []))
  expect([...sessions]).toEqual([parent, `${parent}-reviewer`, `${parent}-tester`, `${parent}-tester-data`])
  const reports = frames.filter((frame) => updateOf(frame)?.sessionUpdate === 'subagent_update')
  expect(new Set(reports.map((frame) => frame.params?.sessionId))).toEqual(
    new Set([parent, `${parent}-tester`]),
  )
})

function updatesOf(name: string): readonly Update[] {
  return runOf(name, 1).frames.flatMap((frame) => updateOf(frame) ?? [])
}
