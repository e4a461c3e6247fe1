import { build } from 'esbuild'
import { scripts } from '../../.tools/build/scripts.mjs'
import { describe, expect, test } from 'vitest'
import { readSessionUpdate } from '../../src/protocol/session/session-update.ts'
import { newMemory, type Outcome } from '../../src/demo/script/playing/scene.ts'
import type { DemoEnd } from '../../src/demo/script/playing/play-steps.ts'
import type { DemoScenario } from '../../src/demo/script/playing/scripted-scenario.ts'
import type { PermissionQuestion } from '../../src/demo/script/playing/updates.ts'
import { findScenario, scenarios } from '../../src/demo/scenarios.ts'
import { fast } from '../../src/demo/scenarios/fast.ts'
import { hostile } from '../../src/demo/scenarios/hostile.ts'
import type { Entry, NamedPlan, Plan, Update } from './demo-client.ts'
import { recordingStage, type RecordingStage, type StageBehaviour } from './recording-stage.ts'

/** The first turn of a scenario. */
async function play(
  scenario: DemoScenario,
  behaviour: StageBehaviour = {},
): Promise<RecordingStage & { readonly end: DemoEnd }> {
  const stage = recordingStage(behaviour)
  const end = await scenario.play({ number: 1, text: 'go', mode: null, memory: newMemory() }, stage)
  return { ...stage, end }
}

const scenarioOf = (name: string): DemoScenario => {
  const scenario = findScenario(name)
  if (scenario === undefined) throw new Error(`no scenario ${name}`)
  return scenario
}

/** Every question is answered with yes. */
const agreeing: StageBehaviour = { answer: choose('allow_once'), fill: () => ({}), outcome: agree }

/** A `session/update` of a scenario that is played with yes as every answer: an object, unless it is broken. */
async function updatesOf(name: string, version: 1 | 2 = 1): Promise<readonly (Update | string)[]> {
  const { played } = await play(scenarioOf(name), { ...agreeing, version })
  return played.flatMap((each) => (each.type === 'update' ? [each.update as Update | string] : []))
}

const isPlan = (update: Update | string): update is Update =>
  typeof update === 'object' && update.sessionUpdate?.startsWith('plan') === true

test('scenarios are found by their names', () => {
  expect(scenarios.map((scenario) => findScenario(scenario.name))).toEqual(scenarios)
  expect(findScenario('Tour')).toBeUndefined()
})

test('the list of scenarios imports no package', async () => {
  const { metafile } = await build({
    entryPoints: ['src/demo/scenarios.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    plugins: [scripts],
  })
  expect(Object.keys(metafile.inputs).filter((input) => !input.startsWith('src/'))).toEqual([])
})

test('each has a title that fits into a line, and a prompt', () => {
  const bad = scenarios.filter(({ title, prompts }) => title.length > 80 || prompts.length === 0)
  expect(bad).toEqual([])
})

describe.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', (name, scenario) => {
  test('takes the time that it states, within a second', async () => {
    const { elapsedMs } = await play(scenario, agreeing)
    expect(Math.abs(elapsedMs() / 1000 - scenario.seconds)).toBeLessThanOrEqual(1)
  })

  test('ends its first turn, or its process, whatever is answered', async () => {
    const ended = name === 'failure' ? { type: 'exit', status: 3 } : { type: 'turn', stopReason: 'end_turn' }
    const kinds = ['allow_once', 'allow_always', 'reject_once'].map((kind) => ({ answer: choose(kind) }))
    const outcomes = ['accepted', 'rejected', 'cancelled'].map((outcome) => ({
      outcome: () => ({ outcome, fields: {} }),
    }))
    for (const behaviour of [...kinds, ...outcomes, { ...agreeing, version: 2 } as const])
      expect((await play(scenario, behaviour)).end).toEqual(ended)
  })

  test('can be cancelled at any wait', async () => {
    const totalMs = (await play(scenario)).elapsedMs()
    for (let share = 0; share < 1; share += 0.1) {
      const { end } = await play(scenario, { cancelledAtMs: totalMs * share })
      expect(end).toEqual({ type: 'turn', stopReason: 'cancelled' })
    }
  })

  test('sends the same plans in both versions, each in its words', async () => {
    const inFirst = (await updatesOf(name, 2)).filter(isPlan).map((update) => asFirst(update, name))
    expect(inFirst).toEqual((await updatesOf(name)).filter(isPlan))
  })

  test('has no problems, unless its dialects are broken', async () => {
    const problems = (await updatesOf(name)).flatMap(
      (update) => readSessionUpdate({ sessionId: 'session', update }).problems,
    )
    expect(problems.length > 0).toBe(name === 'dialects')
  })
})

/** A plan of version 2 as version 1 has it: without a name for the only one, and without what was called off. */
function asFirst(update: Update, scenario: string): Update {
  if (update.plan?.planId !== 'plan' || scenario === 'dialects') return update
  return {
    sessionUpdate: 'plan',
    entries: update.plan.entries?.filter((entry) => entry?.status !== 'cancelled') ?? null,
  }
}

test('every type and every dialect of plans occurs', async () => {
  const seen = new Set<string>()
  for (const { name } of scenarios)
    for (const update of await updatesOf(name)) for (const form of formsOf(update)) seen.add(form)
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

function formsOf(update: Update | string): readonly string[] {
  if (typeof update === 'string') return ['update that is a string']
  switch (update.sessionUpdate) {
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
  const statusesOf = (plan: Pick<Plan, 'entries'> | undefined): readonly unknown[] =>
    plan?.entries?.map((entry) => entry?.status) ?? []

  test('ends with every remaining plan completed, after a plan was removed and sent again', async () => {
    const left = new Map<string, Plan>()
    const callers: unknown[] = []
    for (const update of (await updatesOf('tour')).filter(isPlan)) {
      const plan: Plan = update.plan ?? { ...update, content: '' }
      const id = plan.planId ?? plan.id ?? 'main'
      if (id === 'callers') callers.push(update.sessionUpdate)
      if (update.sessionUpdate === 'plan_removed') left.delete(id)
      else left.set(id, plan)
    }
    expect([...left.keys()]).toEqual(['main', 'design', 'rollout-notes', 'callers'])
    expect(new Set(statusesOf(left.get('callers')))).toEqual(new Set(['completed']))
    expect(left.get('design')?.content).not.toContain('- [ ]')
    expect(callers.indexOf('plan_removed')).toBeGreaterThan(10)
    expect(callers.lastIndexOf('plan_update')).toBeGreaterThan(callers.indexOf('plan_removed'))
  })

  test.each(['allow_once', 'allow_always', 'reject_once'])(
    'ends with all entries done, when %s is selected',
    async (kind) => {
      const { played } = await play(scenarioOf('tour'), { answer: choose(kind) })
      const updates = played.flatMap((each) => (each.type === 'update' ? [each.update as Update] : []))
      const last = updates.findLast((update) => update.sessionUpdate === 'plan')
      expect(statusesOf(last)).toEqual(Array(8).fill('completed'))
    },
  )
})

test('the failure writes to stderr before it exits', async () => {
  const { played } = await play(scenarioOf('failure'))
  const stderr = played.flatMap((each) => (each.type === 'stderr' ? [each.text] : [])).join('')
  expect(stderr).toContain('Error: connect ECONNREFUSED 127.0.0.1:8080')
})

test.each([
  ['no-plan', 'Set 4 todo(s)', undefined],
  ['todo-tool', 'todowrite', 4],
] as const)('the scenario %s sends no plan, but calls a todo tool', async (name, title, todos) => {
  const updates = (await updatesOf(name)).filter((update) => typeof update === 'object')
  expect(updates.filter(isPlan)).toEqual([])
  const calls = updates.filter((update) => update.title === title)
  expect(calls.map((update) => update.rawInput?.todos?.length)).toEqual(Array(5).fill(todos))
})

function agree(method: string): Outcome {
  return { outcome: method.startsWith('cursor/') ? 'accepted' : 'approved', fields: {} }
}

function choose(kind: string): (question: PermissionQuestion) => string | null {
  return (question) => question.options.find((option) => option.kind === kind)?.id ?? null
}

test('the scenario of hostile texts has every kind of attack', async () => {
  const { played } = await play(scenarioOf('hostile'))
  const sent = JSON.stringify(played)
  const attacks = [
    '\\u001b]52;',
    '\\u001b]0;',
    'javascript:',
    '\\u001b[2J',
    '\\u001bP',
    '\\u001bc',
    '\\r',
    '\\b',
    '\u009b',
    '&#27;',
    '\u202e',
    '\u200b',
    '\u0301'.repeat(100_000),
    'x'.repeat(1_000_000),
    '> '.repeat(10_000),
    '__proto__',
    '\\ud83d',
  ]
  expect(attacks.filter((attack) => !sent.includes(attack)).map((attack) => attack.slice(0, 10))).toEqual([])
})

test.each([fast, hostile])(
  '“$title” makes its many steps when it is played, not when it is loaded',
  ({ parts }) => {
    const made = Object.values(Object.getOwnPropertyDescriptors(parts ?? {}))
    expect(made).not.toEqual([])
    for (const { get } of made) expect(get).toBeDefined()
  },
)
