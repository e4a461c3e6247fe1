import { build } from 'esbuild'
import { scripts } from '../../.tools/build/scripts.mjs'
import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../src/demo/turn/client-requests.ts'
import {
  type DemoQuestion,
  type DemoScenario,
  type DemoTurn,
  newMemory,
} from '../../src/demo/scenario/scenario.ts'
import { play } from '../../src/demo/turn/step-player.ts'
import { findScenario, scenarios } from '../../src/demo/scenarios.ts'
import type { Update } from './demo-process.ts'
import { recordingStage } from './recording-stage.ts'

const first = (): DemoTurn => ({ number: 1, text: 'go', mode: null, memory: newMemory() })

test('scenarios are found by their names', () => {
  expect(scenarios.map((scenario) => scenario.name)).toEqual([
    'tour',
    'checklist',
    'markdown',
    'file',
    'many',
    'dialects',
    'fast',
    'removal',
    'permission',
    'proposal',
    'proposed-text',
    'cursor-plan',
    'grok-plan',
    'todo-tool',
    'subagents',
    'questions',
    'sessions',
    'settings',
    'login',
    'failure',
    'no-plan',
    'hostile',
  ])
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

describe.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', (_name, scenario) => {
  test('takes the time that it states, within a second', async () => {
    const stage = recordingStage({ answer: choose('allow_once'), fill: () => ({}), outcome: agree })
    await play(scenario.steps(first()), stage)
    expect(Math.abs(stage.elapsedMs() / 1000 - scenario.seconds)).toBeLessThanOrEqual(1)
  })

  test('ends as it says, whatever is answered', async () => {
    for (const kind of ['allow_once', 'allow_always', 'reject_once']) {
      const stage = recordingStage({ answer: choose(kind) })
      expect(await play(scenario.steps(first()), stage)).toEqual(scenario.end)
    }
    for (const outcome of ['accepted', 'rejected', 'cancelled']) {
      const stage = recordingStage({ outcome: () => ({ outcome, fields: {} }) })
      expect(await play(scenario.steps(first()), stage)).toEqual(scenario.end)
    }
  })

  test('can be cancelled at any wait', async () => {
    const totalMs = await lengthOf(scenario)
    for (let share = 0; share < 1; share += 0.1) {
      const stage = recordingStage({ cancelledAtMs: totalMs * share })
      expect(await play(scenario.steps(first()), stage)).toEqual({ type: 'turn', stopReason: 'cancelled' })
    }
  })
})

async function lengthOf(scenario: DemoScenario): Promise<number> {
  const stage = recordingStage()
  await play(scenario.steps(first()), stage)
  return stage.elapsedMs()
}

test('whatever the client answers, the tour ends with all entries done', async () => {
  for (const kind of ['allow_once', 'allow_always', 'reject_once']) {
    const stage = recordingStage({ answer: choose(kind) })
    await play(findScenario('tour')?.steps(first()) ?? [], stage)
    const updates = stage.played.flatMap((each) => (each.type === 'update' ? [each.update as Update] : []))
    const last = updates.findLast((update) => update.sessionUpdate === 'plan')
    const statuses = last?.entries?.map((entry) => entry?.status)
    expect({ kind, statuses }).toEqual({
      kind,
      statuses: [...Array.from({ length: 7 }, () => 'completed'), 'cancelled', 'completed'],
    })
  }
})

function agree(method: string): Outcome {
  return { outcome: method.startsWith('cursor/') ? 'accepted' : 'approved', fields: {} }
}

function choose(kind: string): (question: DemoQuestion) => string | null {
  return (question) => question.options.find((option) => option.kind === kind)?.id ?? null
}

test('the scenario of hostile texts has every kind of attack', async () => {
  const stage = recordingStage()
  await play(findScenario('hostile')?.steps(first()) ?? [], stage)
  const sent = JSON.stringify(stage.played)
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
  ]
  const more = [
    '\u200b',
    '\u0301'.repeat(100_000),
    'x'.repeat(1_000_000),
    '> '.repeat(10_000),
    '__proto__',
    '\\ud83d',
  ]
  expect(
    [...attacks, ...more].filter((attack) => !sent.includes(attack)).map((attack) => attack.slice(0, 10)),
  ).toEqual([])
})
