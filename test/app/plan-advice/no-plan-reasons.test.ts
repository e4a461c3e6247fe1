import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { cameNoPlan, noPlanReasons } from '../../../src/app/plan-advice/no-plan-reasons.ts'
import { noPlanWords } from '../../../src/app/words/plan.ts'
import {
  asked,
  ended,
  items,
  opened,
  over,
  planned,
  prompted,
  said,
  session,
  stateAfter,
  tool,
  wrong,
} from '../../support/app-states.ts'

const named = opened('mine')
function failed(code: number): AppEvent {
  const outcome = { kind: 'failed', code, message: 'Internal error: no credit' } as const
  return { type: 'turn-ended', atMs: 3000, sessionId: session, outcome }
}

function wrote(atMs: number, line: string): AppEvent {
  return { type: 'stderr-written', atMs, line }
}

function stray(line: string): AppEvent {
  const problem = { code: 'not-json', text: 'not JSON', weight: 'rejected', excerpt: line } as const
  return { type: 'problem-found', atMs: 1, sessionId: null, problem }
}

function refused(by: 'user' | 'policy'): AppEvent {
  return { type: 'permission-answered', atMs: 2, key: 1, answer: { type: 'selected', optionId: 'no', by } }
}

describe('why no plan came, where no key can be pressed', () => {
  test.each<[string, readonly AppEvent[], readonly string[]]>([
    ['no session was opened', named.slice(0, 3), ['The agent has not opened a session yet.']],
    ['no turn ran', named, ['No prompt was sent.']],
    [
      'the agent did other things',
      [...named, prompted(0), said(1, 'Hm.'), tool(2, { toolCallId: '1', title: 'Read' }), ended(3000)],
      ['The turn ended after 3s: 1 message, 1 tool call without a to-do list, no plan update.'],
    ],
    [
      'a turn did nothing, and the one before did',
      [
        ...named,
        prompted(0),
        tool(2, { toolCallId: '1', title: 'Read' }),
        ended(3000),
        prompted(4000),
        said(4001, 'No.'),
        ended(6000),
      ],
      ['The turn ended after 2s: 1 message, 0 tool calls, no plan update.'],
    ],
    [
      'the turn failed',
      [...named, prompted(0), failed(-32603)],
      ['The agent answered the prompt with error -32603: Internal error: no credit'],
    ],
    [
      'the turn failed with an error that has no code',
      [...named, prompted(0), failed(0)],
      ['The agent answered the prompt with an error: Internal error: no credit'],
    ],
    [
      'the turn did nothing, and its error is on stderr',
      [
        ...named,
        wrote(0, 'Ready'),
        prompted(1),
        ...[
          '12 | throw new E()',
          '\u001b[31mModelNotFoundError: mock\u001b[0m',
          '  at f (a.ts:1:2)',
          '}',
        ].map((line) => wrote(2, line)),
        ended(3000),
      ],
      [
        'The turn ended after 2s: 0 messages, 0 tool calls, no plan update.',
        'On stderr it wrote: \u001b[31mModelNotFoundError: mock\u001b[0m',
      ],
    ],
    [
      'the turn did something, whatever is on stderr',
      [...named, prompted(0), wrote(1, 'Warning: old'), said(1, 'Hm.'), ended(3000)],
      ['The turn ended after 3s: 1 message, 0 tool calls, no plan update.'],
    ],
    [
      'the agent was lost',
      [...named, prompted(0), over(2000, { kind: 'exited', code: 1, signal: null })],
      ['The agent was gone after 2s: 0 messages, 0 tool calls, no plan update.'],
    ],
    [
      'the policy refused the list',
      [...named, prompted(0), asked(1, { title: 'write_todos' }), refused('policy'), ended(3000)],
      [
        'The turn ended after 2s: 0 messages, 0 tool calls, no plan update.',
        'The permission for its list (write_todos) was refused by --permissions.',
      ],
    ],
    [
      'the user refused something else',
      [...named, prompted(0), asked(1), refused('user'), ended(3000)],
      ['The turn ended after 2s: 0 messages, 0 tool calls, no plan update.'],
    ],
    [
      'all updates were rejected: the first one is the cause',
      [
        ...named,
        prompted(0),
        wrong(1, 'entries is missing', 'update.entries'),
        wrong(2, 'other'),
        ended(3000),
      ],
      [
        'The turn ended after 3s: 0 messages, 0 tool calls, no plan update.',
        '2 problems in what the agent sent; the first: update.entries: entries is missing.',
      ],
    ],
    [
      'lines that are no messages are one problem, as in the header',
      [...named, prompted(0), stray('{'), stray('  "a": 1'), stray('  "b": 2'), ended(3000)],
      [
        'The turn ended after 3s: 0 messages, 0 tool calls, no plan update.',
        '2 problems in what the agent sent; the first: not JSON.',
      ],
    ],
  ])('%s', (_, events, words) => {
    const state = stateAfter(...events)
    expect(cameNoPlan(state)).toBe(true)
    expect(noPlanReasons(state, 5000).map((reason) => noPlanWords(reason))).toEqual(words)
  })

  test('an error comes before what keeps plans away', () => {
    const events = [...opened('@google/gemini-cli'), prompted(0), failed(-32603)]
    const types = noPlanReasons(stateAfter(...events), 5000).map(({ type }) => type)
    expect(types.slice(0, 2)).toEqual(['turn-failed', 'advice'])
  })

  test('a plan that came, if only once, is one', () => {
    expect(cameNoPlan(stateAfter(...opened(), prompted(0), planned(1, items('○ a'))))).toBe(false)
  })
})
