import { offersNothing } from '../../../src/app/link.ts'
import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/app-event.ts'
import { plainText } from '../../../src/ui/paint/painted.ts'
import { drawNoPlan, reasonsForNoPlan } from '../../../src/ui/panes/empty-pane.ts'
import { dark } from '../paint/any-painted.ts'
import {
  ended,
  items,
  opened,
  over,
  planned,
  prompted,
  removed,
  said,
  stateAfter,
  tool,
  wrong,
} from '../screen/app-states.ts'

function reasons(...events: readonly AppEvent[]): readonly string[] {
  return reasonsForNoPlan(stateAfter(...events), 48_000)
}

const noCapability: AppEvent = {
  type: 'agent-described',
  atMs: 0,
  agent: {
    name: 'a',
    title: null,
    version: null,
    protocolVersion: 1,
    knowsPlanCapability: false,
    offers: offersNothing,
  },
}

describe('why there is no plan', () => {
  test.each<[string, readonly AppEvent[], readonly string[]]>([
    ['the agent starts', [], ['Starting the agent…']],
    [
      'it has not answered yet',
      [{ type: 'link-changed', atMs: 0, link: { state: 'shaking-hands', sinceMs: 41_000 } }],
      ['Waiting for the agent to answer the handshake…', '7s so far.'],
    ],
    [
      'it has no session yet',
      opened().slice(0, 2),
      ['No plan yet.', 'The agent has not opened a session yet.'],
    ],
    [
      'nobody asked',
      opened(),
      ['No plan yet.', 'No prompt was sent: press enter and tell the agent what to do.'],
    ],
    [
      'it works without one',
      [
        ...opened(),
        prompted(0),
        said(1, 'Hm.'),
        tool(2, { toolCallId: '1', title: 'Read' }),
        tool(3, { toolCallId: '2', title: 'Edit' }),
      ],
      ['No plan yet.', 'The agent has worked for 48s: 1 message, 2 tool calls, no plan update.'],
    ],
    [
      'the turn is over',
      [...opened(), prompted(0), ended(65_000)],
      ['No plan yet.', 'The turn ended after 1m05s: 0 messages, 0 tool calls, no plan update.'],
    ],
    [
      'it plans for itself',
      [
        ...opened(),
        prompted(0),
        tool(1, { toolCallId: '1', title: 'Set 3 todos', name: 'todowrite', hasTodos: true }),
      ],
      [
        'No plan yet.',
        'The agent has worked for 48s: 0 messages, 1 tool call, no plan update.',
        'It called a todo tool (todowrite) whose list cannot be read from here: this agent plans only for itself.',
      ],
    ],
    [
      'it was not told',
      [...opened(), noCapability],
      [
        'No plan yet.',
        'No prompt was sent: press enter and tell the agent what to do.',
        'The agent was not told that plans by id are shown here (--no-plan-capability): it may keep them back.',
      ],
    ],
    [
      'what it sent was rejected',
      [...opened(), prompted(0), wrong(1, 'is missing', 'update.entries[3].status'), wrong(2, 'is missing')],
      [
        'No plan yet.',
        'The agent has worked for 48s: 0 messages, 0 tool calls, no plan update.',
        '2 updates were rejected, last is missing. Press ! to see more.',
      ],
    ],
    [
      'it was removed',
      [...opened(), prompted(0), planned(1, items('○ a'), 'x'), removed(2, 'x')],
      [
        'No plan any more.',
        'The agent has worked for 48s: 0 messages, 0 tool calls, 1 plan update.',
        'The agent removed its plan: press u to see it again.',
      ],
    ],
    [
      'the agent is gone',
      [...opened(), over(1, { kind: 'exited', code: 3, signal: null })],
      ['No plan came before the agent ended.'],
    ],
  ])('%s', (_name, events, expected) => {
    expect(reasons(...events)).toEqual(expected)
  })

  test('names of an agent’s own making are made safe', () => {
    const [, , reason] = reasons(
      ...opened(),
      prompted(0),
      tool(1, { toolCallId: '1', title: '\u001b]0;x\u0007'.repeat(90), hasTodos: true }),
    )
    expect(reason).not.toMatch(/[\u0000-\u001f]/)
    expect(reason?.length).toBeLessThan(200)
  })
})

describe('the empty pane', () => {
  test.each([
    [40, 7],
    [80, 16],
    [20, 6],
  ])('fits %i columns and %i rows', (columns, rows) => {
    const state = stateAfter(
      ...opened(),
      noCapability,
      prompted(0),
      wrong(1, 'is missing', 'entries[3].status'),
    )
    const drawn = drawNoPlan(state, { theme: dark, columns, rows, nowMs: 48_000 }).map(plainText)
    expect(drawn.length).toBeLessThanOrEqual(rows)
    expect(drawn.filter((text) => text.length > columns)).toEqual([])
    expect(drawn.join('\n')).toContain('No plan yet.')
  })
})
