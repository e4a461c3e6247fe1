import { describe, expect, test } from 'vitest'
import type { ProposalOutcome } from '../../src/app/state/proposal.ts'
import { openQuestion } from '../../src/app/state/question.ts'
import type { Session } from '../../src/app/state/session.ts'
import { isPlanUnknown } from '../../src/app/plan-advice/unknown-plan.ts'
import { planProgress } from '../../src/plans/plan.ts'
import { finishedMs } from '../../src/plans/steps/step-times.ts'
import { observed, readRecording, recordedLines, recordedRecords, recordingNames, shownPlans, type ShownPlan } from './read-recording.ts'

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
  return { key: `id:${id}`, title: 'Plan', ...counts, isCleared: false, content }
}

function document(id: string, counts: { updates: number; revision: number }, content: string): ShownPlan {
  return { key: `id:${id}`, title: 'Split the tokenizer out of the parser', ...counts, isCleared: false, content }
}

/**
 * What was asked about or sent, `updates` times: the agents of these recordings word it the same each time. Where an agent
 * sends it too, that is the same plan.
 */
function proposed(updates: number, content = `${proposal}\n`): ShownPlan {
  return { key: 'proposed', title: 'Proposed plan', updates, revision: 1, isCleared: false, content }
}

// Claude repeats its list after every call: 18 updates say 11 things.
const claudeList = anonymous({ updates: 18, revision: 11 }, allThree)
const claudeApproved = document('plan-mode', { updates: 1, revision: 1 }, proposal)
const oneByOne = anonymous({ updates: 5, revision: 5 }, allFour)
const threeSteps = anonymous({ updates: 3, revision: 3 }, allFour)

/** A reload tells what was said once. */
const claudeRetold = { updates: 11, revision: 9 }
/** Codex streams its plan in four updates, and asks about it then; what it sends for the next one belongs to it. */
const codexProposed = (id: string, updates: number): ShownPlan => ({ ...proposed(updates),
  key: `id:${id}-plan`,
  revision: updates,
})
const codexRetold = (id: string): ShownPlan =>
  document(`${id}-plan`, { updates: 1, revision: 1 }, `${proposal}\n`)
/** Read from what Copilot's calls write: the list that it keeps by SQL, and its plan.md. */
function inferred(revisions: number, content: readonly string[]): ShownPlan {
  return { key: 'inferred', title: 'Plan', updates: revisions, revision: revisions, isCleared: false, content }
}
const copilotSteps = [`completed ${read}`, `completed ${split}`, `completed ${moreTests}`, `blocked ${readme}`]
function copilotFile(revisions: number): ShownPlan {
  return { key: 'inferred:plan-file',
    title: 'Split the tokenizer out of the parser',
    updates: revisions,
    revision: revisions,
    isCleared: false,
    content: `${proposal}\n- [ ] Changelog line\n`,
  }
}
const begunSteps = [`completed ${read}`, `in_progress ${split}`, 'pending Add tests for nested quotes']
const geminiFile = (session: string): string =>
  `file:///home/user/.gemini/tmp/project/${session}/plans/split-tokenizer.md`

const endStates: Readonly<Record<string, readonly ShownPlan[]>> = { 'claude-caps-clear-second': [
    anonymous({ updates: 29, revision: 18 }, [
      `pending ${read}`,
      `pending ${split}`,
      `pending ${firstTests}`,
      `pending ${readme}`,
    ]),
  ],
  'claude-caps-evidence': [anonymous({ updates: 5, revision: 3 }, [`completed ${read}`])],
  'claude-caps-plan-mode_plan': [proposed(2), claudeList],
  'claude-caps-plan-mode_plan-reject': [proposed(1)],
  // The step is begun and done under other words.
  'claude-caps-subagent': [anonymous({ updates: 5, revision: 3 }, [`completed ${read}`])],
  'claude-caps-todo': [claudeList],
  'claude-caps-todo-cancel': [anonymous({ updates: 3, revision: 2 }, [`pending ${read}`, `pending ${split}`])],
  'claude-caps-todo-env_CLAUDE_CODE_ENABLE_TASKS_0': [oneByOne],
  'claude-nocaps-plan-mode_plan': [proposed(1), claudeList],
  'claude-nocaps-todo': [claudeList],
  'claude-probe': [],
  'claude-v1-plan-cancel': [proposed(1)],
  'claude-v1-plan-feedback': [proposed(3), claudeList],
  'claude-v1-plan-reload': [claudeApproved, anonymous(claudeRetold, allThree)],
  'claude-v1-reload': [anonymous(claudeRetold, allThree)],
  'claude-v1-resume': [],
  'claude-v1-sessions': [],
  'claude-v2-plan-cancel': [proposed(1)],
  'claude-v2-plan-cfg_mode_plan': [
    proposed(2),
    named('plan', { updates: 18, revision: 11 }, allThree),
  ],
  'claude-v2-plan-feedback': [
    proposed(3),
    named('plan', { updates: 18, revision: 11 }, allThree),
  ],
  'claude-v2-reload': [claudeApproved, named('plan', claudeRetold, allThree)],
  'claude-v2-subagent': [named('plan', { updates: 5, revision: 3 }, [`completed ${read}`])],
  'claude-v2-todo': [named('plan', { updates: 18, revision: 11 }, allThree)],
  // Its list is emptied with the last task.
  'codebuddy-v1-evidence': [inferred(6, [`completed ${read}`, `completed ${split}`])],
  'codex-caps-clear-second': [{ ...anonymous({ updates: 6, revision: 6 }, []), isCleared: true }],
  'codex-caps-plan-cfg_collaboration_mode_plan': [
    codexProposed('01a1fad8-9582-7fc0-bc94-49399c69b2ab', 4),
    threeSteps,
  ],
  'codex-caps-todo': [oneByOne],
  'codex-nocaps-plan-cfg_collaboration_mode_plan': [proposed(1), threeSteps],
  'codex-nocaps-todo': [oneByOne],
  'codex-probe': [],
  'codex-v1-plan-cancel': [codexProposed('01a1fd91-09be-7e52-bfa1-5cbe3d91c97a', 4)],
  'codex-v1-plan-feedback': [
    codexProposed('01a1fd8e-ff1f-7451-a9e6-419ad7621b4a', 8),
    threeSteps,
  ],
  'codex-v1-plan-reload': [codexRetold('01a1fd96-07eb-7b32-93c5-3f357419d31b')],
  'codex-v1-plan-reload-nocaps': [],
  'codex-v1-reload': [],
  'codex-v1-sessions': [],
  'codex-v2-plan-cancel': [codexProposed('01a1fd91-3aa7-7cd2-917e-8bea59a80734', 4)],
  'codex-v2-plan-cfg_collaboration_mode_plan': [
    codexProposed('01a1fad9-7492-7102-abdf-6fcb8425a0a1', 4),
    named('codex-structured-plan', { updates: 3, revision: 3 }, allFour),
  ],
  'codex-v2-plan-feedback': [
    codexProposed('01a1fd8f-6d6a-77a1-9845-9fd99958662d', 8),
    named('codex-structured-plan', { updates: 3, revision: 3 }, allFour),
  ],
  'codex-v2-reload': [codexRetold('01a1fd96-976a-7101-a1f2-e6b68c1e11ec')],
  'codex-v2-todo': [named('codex-structured-plan', { updates: 5, revision: 5 }, allFour)],
  // Its list is asked about before each write.
  'deepagents-caps-todo': [{ key: 'inferred', title: 'Plan', updates: 5, revision: 5, isCleared: false, content: allFour }],
  'copilot-v1-plan': [copilotFile(2), inferred(5, allThree.with(2, `completed ${firstTests}`))],
  'copilot-v1-plan-reload': [copilotFile(2), inferred(5, allThree.with(2, `completed ${firstTests}`))],
  'copilot-v1-reload': [inferred(7, copilotSteps)],
  // A failed call did its first statement; the list is uncertain after the last one.
  'copilot-v1-sql': [
    inferred(4, [`completed Read the parser's callers`, 'pending Split the tokenizer; then test', 'blocked Update the manual']),
  ],
  'copilot-v1-subagent': [inferred(2, [`completed ${read}`, `pending ${split}`])],
  'copilot-v1-todo': [inferred(7, copilotSteps)],
  // Its to-do tool is given a line for each step.
  'droid-v1-plan': [proposed(1), { ...threeSteps, content: [...allThree, `completed ${readme.replace('\n', ' ')}`] }],
  'gemini-caps-plan-mode_plan': [proposed(1, geminiFile('04e36dff-d821-4e93-9fc7-cf87dc1f5e19'))],
  'gemini-caps-todo': [],
  'gemini-probe': [],
  'gemini-v1-plan-cancel': [proposed(1, geminiFile('c8946770-adc1-4e40-a227-9be2057c43e5'))],
  // Only the file could say whether it has changed: it counts as revised.
  'gemini-v1-plan-feedback': [
    { ...proposed(2, geminiFile('8b0fa3df-09ff-42cb-8ea1-9f7be15ac18e')), revision: 2 },
  ],
  'gemini-v1-plan-reload': [],
  'gemini-v1-reload': [],
  // Markdown with boxes, which it asks about before each write.
  'goose-v1-asks': [{ ...anonymous({ updates: 2, revision: 2 }, [`completed ${read}`, `in_progress ${split}`]), key: 'inferred' }],
  'grok-v1-plan': [proposed(1), anonymous({ updates: 4, revision: 2 }, [`completed ${read}`, `completed ${split}`])],
  // The plans at the ends of its turns complete what is in progress: no call has said that. The sub-agent has a list of its own.
  'grok-v1-subagent': [6, 3].map((updates) => anonymous({ updates, revision: 3 }, [`completed ${read}`, `in_progress ${split}`])),
  // The call of its to-do tool comes before its first plan, which goes on from what was inferred.
  'kimi-caps-todo': [{ ...oneByOne, updates: 6, revision: 5 }],
  // A notification tells the plan, as far as it has come, and a permission asks a question.
  'lody-codex-v1-plan': [proposed(3), anonymous({ updates: 1, revision: 1 }, [`completed ${read}`, `in_progress ${split}`, 'pending Add tests for nested quotes'])],
  'mastracode-v1-evidence': [inferred(3, begunSteps)],
  // It names a file, which a call has written before.
  'mastracode-v1-plan': [proposed(1)],
  'nanocoder-v1-evidence': [{ ...anonymous({ updates: 3, revision: 2 }, begunSteps) }],
  'omp-plan-form': [
    proposed(1),
    anonymous({ updates: 4, revision: 2 }, [`completed ${read}`, `in_progress ${split}`, `pending ${firstTests}`]),
  ],
  'openclaw-v1-evidence': [inferred(2, begunSteps)],
  'opencode-caps-todo': [{ ...oneByOne, key: 'inferred' }],
  // With oh-my-opencode: tasks by ids, and a turn of its own after a sub-agent in the background.
  'opencode-v1-own-turn': [inferred(6, [`completed ${read}`, `completed ${split}`])],
  // Pi has no to-do tool; this is the one that its example of an extension adds.
  'pi-todo-extension': [{ ...anonymous({ updates: 6, revision: 6 }, [`completed ${read}`, `completed ${split}`, `completed ${firstTests}`]), key: 'inferred' }],
  // Questions that name their calls by id: the plan is in the call before, or comes after.
  'scripted-v1-plan-by-id': [
    proposed(2, '# Split the tokenizer\n\n1. Read `parser.ts`\n2. Extract `tokenize()`\n3. Add tests\n\n- [ ] keep the API\n'),
    anonymous({ updates: 1, revision: 1 }, ['completed Read parser.ts', 'pending Add tests']),
  ],
  'zedclaude-caps-plan-mode_plan': [proposed(1), threeSteps],
  'zedclaude-caps-todo': [oneByOne],
}

test('every recording has its end state here', () => {
  expect(recordingNames.toSorted()).toEqual(Object.keys(endStates).toSorted())
})

describe.each(Object.entries(endStates))('%s', (name, plans) => {
  test('ends with its plans, and without a problem', () => {
    const state = readRecording(name)
    expect(state.problems.items).toEqual([])
    expect(shownPlans(state)).toEqual(plans)
  })
})

/** The session that a recording is about: its first. */
function sessionIn(name: string): Session {
  const [session] = readRecording(name).sessions.values()
  if (session === undefined) throw new Error('a session was expected')
  return session
}

describe('what became of the plans that were proposed', () => {
  test.each<[string, ProposalOutcome['kind'], string]>([
    ['claude-caps-plan-mode_plan', 'approved', 'Yes, manually approve edits'],
    ['claude-caps-plan-mode_plan-reject', 'rejected', 'No, keep planning'],
    ['claude-v1-plan-cancel', 'cancelled', ''],
    ['claude-v1-plan-feedback', 'approved', 'Yes, manually approve edits'],
    ['claude-v2-plan-cancel', 'cancelled', ''],
    ['codex-nocaps-plan-cfg_collaboration_mode_plan', 'approved', 'Yes, implement this plan'],
    ['codex-v1-plan-cancel', 'cancelled', ''],
    ['codex-v2-plan-feedback', 'approved', 'Yes, implement this plan'],
    ['gemini-caps-plan-mode_plan', 'approved', 'Allow'],
    ['gemini-v1-plan-feedback', 'rejected', 'Reject'],
    // The turn had ended before.
    ['mastracode-v1-plan', 'approved', 'Approve Plan'],
    ['omp-plan-form', 'rejected', 'Refine plan'],
    ['scripted-v1-plan-by-id', 'approved', 'Yes, start coding'],
  ])('%s: %s', (name, kind, words) => {
    const { proposal, turn } = sessionIn(name)
    expect({ from: proposal?.from, kind: proposal?.outcome?.kind, words: proposal?.outcome?.words }).toEqual({ from: 'request',
      kind,
      words,
    })
    expect(turn.state).toBe('ended')
    expect(openQuestion(readRecording(name))).toBeNull()
  })

  test('a plan that no request asks about is approved by a prompt after its planning mode was left', () => {
    expect(sessionIn('lody-codex-v1-plan').proposal).toMatchObject({ from: 'message', outcome: { kind: 'approved', feedback: null } })
  })

  test('a plan that is proposed again knows the text before', () => {
    for (const name of ['claude-v1-plan-feedback', 'claude-v2-plan-feedback', 'codex-v1-plan-feedback'])
      expect(sessionIn(name).proposal?.previousText).toBe(`${proposal}\n`)
  })
})

describe('a session of before', () => {
  test.each<[string, Session['origin'], boolean]>([
    ['claude-v1-plan-reload', 'loaded', false],
    ['claude-v1-reload', 'loaded', false],
    ['claude-v1-resume', 'resumed', true],
    ['claude-v2-reload', 'loaded', false],
    // Only its documents are told again: there may be a checklist.
    ['codex-v1-plan-reload', 'loaded', true],
    ['codex-v1-plan-reload-nocaps', 'loaded', true],
    ['codex-v1-reload', 'loaded', true],
    ['codex-v2-reload', 'loaded', true],
    // It sends plans to nobody: there is none to be unknown.
    ['gemini-v1-plan-reload', 'loaded', false],
    ['gemini-v1-reload', 'loaded', false],
    // The list follows from the statements that are told again.
    ['copilot-v1-reload', 'loaded', false],
  ])('%s: %s, its plan unknown: %s', (name, origin, isUnknown) => {
    const session = sessionIn(name)
    expect({ phase: session.phase, origin: session.origin, isUnknown: isPlanUnknown(readRecording(name), session) }).toEqual({ phase: 'open',
      origin,
      isUnknown,
    })
    expect({ turn: session.turn, proposal: session.proposal }).toEqual({ turn: { state: 'not-asked' },
      proposal: null,
    })
  })

  test('those that were closed and deleted are gone, and those that could not be opened never came', () => {
    for (const name of ['claude-v1-sessions', 'codex-v1-sessions']) {
      const { sessions, currentSessionId } = readRecording(name)
      expect([...sessions.keys()]).toEqual([currentSessionId])
    }
  })
})

describe('what a recording tells besides plans', () => {
  test.each([
    ['opencode-caps-todo', 'todowrite', 5],
    ['gemini-caps-todo', 'Set 4 todo(s)', 5],
    ['kimi-caps-todo', 'TodoList', 5],
    ['claude-caps-todo', null, 0],
    ['copilot-v1-todo', 'sql', 8],
  ] as const)('%s: the todo tool is %s', (name, todoTool, toolCalls) => {
    const [session] = readRecording(name).sessions.values()
    expect({ todoTool: session?.counts.todoTool, toolCalls: session?.counts.toolCalls }).toEqual({ todoTool,
      toolCalls,
    })
  })

  test('a v2 turn lives by its states', () => {
    const [session] = readRecording('claude-v2-todo').sessions.values()
    expect(session?.turn).toMatchObject({ state: 'ended',
      outcome: { kind: 'stopped', stopReason: 'end_turn' },
    })
    expect(session?.counts).toEqual({ messages: 2,
      thoughts: 0,
      toolCalls: 0,
      planUpdates: 18,
      checklists: 18,
      rejected: 0,
      todoTool: null,
    })
  })

  test.each(['claude-caps-subagent', 'claude-v2-subagent'])(
    '%s: no plan is complete while the sub-agent runs',
    (name) => {
      const told: string[] = []
      observed(recordedRecords(recordedLines(name)), ({ sessions }) => {
        const [session] = sessions.values()
        const child = [...sessions.values()].find(({ subagent }) => subagent !== null)
        const [plan] = session?.plans.values() ?? []
        const entries = plan?.body.type === 'items' ? plan.body.entries : []
        if (plan === undefined || !entries.every(({ status }) => status === 'completed')) return
        const line = `${child?.turn.state} ${planProgress(plan)?.done} ${planProgress(plan)?.isComplete}`
        if (told.at(-1) !== line) told.push(line)
      })
      expect(told).toEqual(['working 0 false', 'ended 1 true'])
    },
  )

  test('what claude says to its sub-agent is in both transcripts, and its note to the model in none', () => {
    const said = [...readRecording('claude-caps-subagent').sessions.values()].map(({ activity }) =>
      activity.items.flatMap((item) => (item.type === 'session-message' ? [`${item.isOwn} ${item.text}`] : [])),
    )
    expect(said).toEqual([['true [scenario:evidence] look'], ['false [scenario:evidence] look']])
  })

  test('progress: a list by its entries, a proposal by its boxes', () => {
    const [session] = readRecording('claude-caps-plan-mode_plan').sessions.values()
    const plans = [...(session?.plans.values() ?? [])]
    expect(plans.map(planProgress)).toEqual([
      { done: 0, total: 1, isBegun: false, isComplete: false },
      { done: 3, total: 3, isBegun: false, isComplete: true },
    ])
  })

  test('a step that claude rewords while it works on it stays one step, and its time is kept', () => {
    const [session] = readRecording('claude-caps-todo').sessions.values()
    const body = session?.plans.get('anonymous')?.body
    if (body?.type !== 'items') throw new Error('a checklist was expected')
    expect(body.entries.map((entry) => ({ key: entry.key, wasTimed: finishedMs(entry.times) > 0 }))).toEqual([
      { key: 0, wasTimed: true },
      { key: 1, wasTimed: true },
      { key: 2, wasTimed: false },
    ])
  })
})
