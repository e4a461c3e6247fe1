import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { planProgress } from '../../src/plans/plan-progress.ts'
import { readRecording, shownPlans, type ShownPlan } from './read-recording.ts'

const read = 'Read the parser and list its callers'
const split = 'Split the tokenizer out of parser.ts'
const firstTests = 'Add tests for nested quotes — “é”, 日本語, 🚀'
const moreTests = 'Add tests for nested quotes and for `\\` escapes — “é”, 日本語, 🚀'
const readme = 'Update the README\n(second line of this entry)'

const allFour = [`completed ${read}`, `completed ${split}`, `completed ${moreTests}`, `completed ${readme}`]
const allThree = [`completed ${read}`, `completed ${split}`, `completed ${moreTests}`]

const proposal = `# Split the tokenizer out of the parser

## Why

\`parser.ts\` mixes *lexing* and **parsing**; nested quotes cannot be tested alone.

## Steps

1. Move \`tokenize()\` to \`src/tokenizer.ts\`
2. Re-export it from \`parser.ts\`
   - keep the old name for one release
3. Add tests for nested quotes — “é”, 日本語, 🚀

| file | change |
|---|---|
| \`src/tokenizer.ts\` | new |
| \`src/parser.ts\` | −120 / +14 |

\`\`\`ts
export function tokenize(src: string): Token[] { /* … */ }
\`\`\`

- [ ] README updated`

function anonymous(counts: { updates: number; revision: number }, content: readonly string[]): ShownPlan {
  return { key: 'anonymous', title: 'Plan', ...counts, isCleared: false, content }
}

function named(id: string, counts: { updates: number; revision: number }, content: readonly string[]): ShownPlan {
  return { key: `id:${id}`, title: id, ...counts, isCleared: false, content }
}

function proposed(id: string, counts: { updates: number; revision: number }, content: string): ShownPlan {
  return { key: `id:${id}`, title: 'Split the tokenizer out of the parser', ...counts, isCleared: false, content }
}

// Claude repeats its list after every call: 18 updates say 11 things.
const claudeList = anonymous({ updates: 18, revision: 11 }, allThree)
const claudeProposal = proposed('plan-mode', { updates: 1, revision: 1 }, proposal)
const oneByOne = anonymous({ updates: 5, revision: 5 }, allFour)
const threeSteps = anonymous({ updates: 3, revision: 3 }, allFour)
const streamed = { updates: 4, revision: 4 }

const endStates: Readonly<Record<string, readonly ShownPlan[]>> = {
  'claude-caps-clear-second': [
    anonymous({ updates: 29, revision: 18 }, [
      `pending ${read}`,
      `pending ${split}`,
      `pending ${firstTests}`,
      `pending ${readme}`,
    ]),
  ],
  'claude-caps-plan-mode_plan': [claudeProposal, claudeList],
  'claude-caps-plan-mode_plan-reject': [],
  'claude-caps-todo': [claudeList],
  'claude-caps-todo-cancel': [anonymous({ updates: 3, revision: 2 }, [`pending ${read}`, `pending ${split}`])],
  'claude-caps-todo-env_CLAUDE_CODE_ENABLE_TASKS_0': [oneByOne],
  'claude-nocaps-plan-mode_plan': [claudeList],
  'claude-nocaps-todo': [claudeList],
  'claude-probe': [],
  'claude-v2-plan-cfg_mode_plan': [claudeProposal, named('plan', { updates: 18, revision: 11 }, allThree)],
  'claude-v2-todo': [named('plan', { updates: 18, revision: 11 }, allThree)],
  'codex-caps-clear-second': [{ ...anonymous({ updates: 6, revision: 6 }, []), isCleared: true }],
  'codex-caps-plan-cfg_collaboration_mode_plan': [
    proposed('01a1fad8-9582-7fc0-bc94-49399c69b2ab-plan', streamed, `${proposal}\n`),
    threeSteps,
  ],
  'codex-caps-todo': [oneByOne],
  'codex-nocaps-plan-cfg_collaboration_mode_plan': [threeSteps],
  'codex-nocaps-todo': [oneByOne],
  'codex-probe': [],
  'codex-v2-plan-cfg_collaboration_mode_plan': [
    proposed('01a1fad9-7492-7102-abdf-6fcb8425a0a1-plan', streamed, `${proposal}\n`),
    named('codex-structured-plan', { updates: 3, revision: 3 }, allFour),
  ],
  'codex-v2-todo': [named('codex-structured-plan', { updates: 5, revision: 5 }, allFour)],
  'gemini-caps-plan-mode_plan': [],
  'gemini-caps-todo': [],
  'gemini-probe': [],
  'kimi-caps-todo': [oneByOne],
  'opencode-caps-todo': [],
  'zedclaude-caps-plan-mode_plan': [threeSteps],
  'zedclaude-caps-todo': [oneByOne],
}

test('every recording has its end state here', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const recordings = readdirSync(folder).filter((file) => file.endsWith('.ndjson'))
  expect(recordings.toSorted()).toEqual(Object.keys(endStates).map((name) => `${name}.ndjson`).toSorted())
})

describe.each(Object.entries(endStates))('%s', (name, plans) => {
  test('ends with its plans, and without a problem', () => {
    const state = readRecording(name)
    expect(state.problems.items).toEqual([])
    expect(shownPlans(state)).toEqual(plans)
  })
})

describe('what a recording tells besides plans', () => {
  test.each([
    ['opencode-caps-todo', 'todowrite', 5],
    ['gemini-caps-todo', 'Set 4 todo(s)', 5],
    ['kimi-caps-todo', 'TodoList', 5],
    ['claude-caps-todo', null, 0],
  ] as const)('%s: the todo tool is %s', (name, todoTool, toolCalls) => {
    const [session] = readRecording(name).sessions.values()
    expect({ todoTool: session?.counts.todoTool, toolCalls: session?.counts.toolCalls }).toEqual({
      todoTool,
      toolCalls,
    })
  })

  test('a v2 turn lives by its states', () => {
    const [session] = readRecording('claude-v2-todo').sessions.values()
    expect(session?.turn).toMatchObject({
      state: 'rested',
      outcome: { kind: 'stopped', stopReason: 'end_turn' },
    })
    expect(session?.counts).toEqual({
      messages: 2,
      thoughts: 0,
      toolCalls: 0,
      planUpdates: 18,
      rejected: 0,
      todoTool: null,
    })
  })

  test('progress: a list by its entries, a proposal by its boxes', () => {
    const [session] = readRecording('claude-caps-plan-mode_plan').sessions.values()
    const plans = [...(session?.plans.values() ?? [])]
    expect(plans.map(planProgress)).toEqual([
      { done: 0, total: 1, isWorking: false, isComplete: false },
      { done: 3, total: 3, isWorking: false, isComplete: true },
    ])
  })

  test('a step that claude rewords while it works on it stays one step, and its time is kept', () => {
    const [session] = readRecording('claude-caps-todo').sessions.values()
    const body = session?.plans.get('anonymous')?.body
    if (body?.type !== 'items') throw new Error('a checklist was expected')
    expect(body.entries.map((entry) => ({ key: entry.key, wasTimed: entry.activeMs > 0 }))).toEqual([
      { key: 0, wasTimed: true },
      { key: 1, wasTimed: true },
      { key: 2, wasTimed: false },
    ])
  })
})
