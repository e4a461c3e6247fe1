import { offersNothing } from '../../../src/app/link.ts'
import { describe, expect, test } from 'vitest'
import { noSetup, type AppEvent } from '../../../src/app/app-event.ts'
import type { SwitchState } from '../../../src/app/plan-tools.ts'
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
  session,
  stateAfter,
  tool,
  updated,
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

const shaking: AppEvent = {
  type: 'link-changed',
  atMs: 0,
  link: { state: 'shaking-hands', sinceMs: 41_000 },
}
const opening: AppEvent = { type: 'session-opening', atMs: 0, sessionId: session, how: 'loaded' }
const reopened: AppEvent = {
  type: 'session-opened',
  atMs: 1,
  sessionId: session,
  how: 'loaded',
  setup: noSetup,
}
const listing: AppEvent = { type: 'sessions-listed', atMs: 0, listing: { state: 'asking', sessions: [] } }

function described(name: string): AppEvent {
  const [, agent] = opened(name)
  if (agent === undefined) throw new Error('no agent')
  return agent
}

function todoCall(atMs: number): AppEvent {
  return tool(atMs, { toolCallId: '1', title: 'Set 3 todos', name: 'todowrite', hasTodos: true })
}

function planTools(state: SwitchState): AppEvent {
  const switches = [{ agent: 'claude-agent-acp', state }]
  return { type: 'plan-tools-told', atMs: 0, planTools: { mode: 'on', startedAgent: null, switches } }
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
      'it has answered, and opens a session',
      [shaking, described('claude-agent-acp')],
      ['Waiting for the agent to open a session…', 'It has answered the handshake; 7s so far.'],
    ],
    [
      'it has answered, and loads a session',
      [shaking, described('claude-agent-acp'), opening],
      ['Loading the session…', 'The agent tells what was said and done in it.', '7s so far.'],
    ],
    [
      'it has answered, and is asked which session was the last',
      [shaking, described('claude-agent-acp'), listing],
      ['Looking for the newest session of this folder…', '7s so far.'],
    ],
    ['a prompt went out', [...opened(), prompted(47_000)], ['Waiting for the first plan…']],
    [
      'it has begun to work',
      [...opened(), prompted(46_000), said(47_000, 'Hm.')],
      [
        'Waiting for the first plan…',
        'The agent has worked for 2s: 1 message, 0 tool calls, no plan update.',
      ],
    ],
    [
      'it has worked for long, and is not quiet',
      [...opened(), prompted(0), tool(44_000, { toolCallId: '1', title: 'Read' })],
      [
        'Waiting for the first plan…',
        'The agent has worked for 48s: 0 messages, 1 tool call, no plan update.',
      ],
    ],
    [
      'it has called a todo tool a moment ago: its plan may follow',
      [...opened('mine'), prompted(46_000), todoCall(47_900)],
      [
        'Waiting for the first plan…',
        'The agent has worked for 2s: 0 messages, 1 tool call, no plan update.',
      ],
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
      'the prompt is held back until the user has chosen a mode',
      [
        ...opened(),
        { type: 'session-held', atMs: 1, sessionId: session, message: 'there is no mode “fly”' },
        { type: 'prompt-queued', atMs: 1, sessionId: session, text: 'go', place: 0 },
      ],
      ['No plan yet.', 'No prompt was sent: yours waits for you to choose.'],
    ],
    [
      'a session of an agent that sends plans to nobody was loaded, and nobody has asked since',
      [...opened('gemini-cli').slice(0, 2), opening, reopened],
      ['No plan yet.', 'No prompt was sent since it was opened again: press enter to go on.'],
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
        ...opened('mine'),
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
      'it called a todo tool, and is known to plan for its clients',
      [...opened('Kimi Code CLI'), prompted(0), todoCall(1)],
      [
        'No plan yet.',
        'The agent has worked for 48s: 0 messages, 1 tool call, no plan update.',
        'It called a todo tool (todowrite) whose list cannot be read from here.',
      ],
    ],
    [
      'it has sent plans in another session',
      [
        ...opened('mine'),
        updated(
          1,
          { type: 'plan-replaced', plan: { dialect: 'plan', id: null }, content: items('○ a') },
          's0',
        ),
        prompted(2),
        todoCall(3),
        ended(4000),
      ],
      [
        'No plan yet.',
        'The turn ended after 3s: 0 messages, 1 tool call, no plan update.',
        'It called a todo tool (todowrite) whose list cannot be read from here.',
      ],
    ],
    [
      'its plans can be switched on',
      [planTools({ type: 'unset' }), ...opened(), prompted(0), ended(2000)],
      [
        'No plan yet.',
        'Claude Agent has plan tools only where CLAUDE_CODE_ENABLE_TODO_TOOLS=1 is set, and it was started without it.',
        'Press P to start it again with that set: its session goes on where the agent can do that.',
        'The turn ended after 2s: 0 messages, 0 tool calls, no plan update.',
      ],
    ],
    [
      'its plans can be switched on, and it may send one yet',
      [planTools({ type: 'unset' }), ...opened(), prompted(47_000)],
      ['Waiting for the first plan…'],
    ],
    [
      'its plans can be switched on, and nobody asked',
      [planTools({ type: 'unset' }), ...opened()],
      ['No plan yet.', 'No prompt was sent: press enter and tell the agent what to do.'],
    ],
    [
      'it sends plans to nobody: said once',
      [...opened('gemini-cli'), prompted(0), todoCall(1), ended(2000)],
      [
        'No plan yet.',
        'Gemini CLI sends plans to no client, and nothing switches them on. What its todo tool holds is in none of its messages; plans that it asks about are shown.',
        'The turn ended after 2s: 0 messages, 1 tool call, no plan update.',
      ],
    ],
    [
      'a session of an agent that sends plans to nobody was loaded',
      [...opened('gemini-cli').slice(0, 2), opening, todoCall(1), reopened, prompted(2), ended(2002)],
      [
        'No plan yet.',
        'Gemini CLI sends plans to no client, and nothing switches them on. What its todo tool holds is in none of its messages; plans that it asks about are shown.',
        'The turn ended after 2s: 0 messages, 1 tool call, no plan update.',
      ],
    ],
    [
      'a session was loaded, and nothing told of its plan',
      [...opened('Kimi Code CLI').slice(0, 2), opening, reopened],
      [
        'Plan unknown since reload.',
        'The agent went on with the session and told nothing of its plan: there may be one. It shows as soon as the agent changes it.',
        'No prompt was sent since: press enter to go on.',
      ],
    ],
    [
      'a session was loaded, in which a todo tool was called: no promise is made',
      [...opened('mine').slice(0, 2), opening, todoCall(1), reopened],
      [
        'Plan unknown since reload.',
        'The agent went on with the session and told nothing of its plan: there may be one.',
        'No prompt was sent since: press enter to go on.',
        'It called a todo tool (todowrite) whose list cannot be read from here.',
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
    [
      'the agent is gone, and could not read its settings either',
      [
        {
          type: 'plan-tools-told',
          atMs: 0,
          planTools: {
            mode: 'on',
            startedAgent: 'codex-acp',
            switches: [{ agent: 'codex-acp', state: { type: 'unreadable', fault: 'no-json' } }],
          },
        },
        over(1, { kind: 'exited', code: 1, signal: null }),
      ],
      [
        'No plan came before the agent ended.',
        `Your CODEX_CONFIG is no JSON, so it was left as it is, and Codex has no plan tools. Write it as CODEX_CONFIG='{"tools":{"update_plan":{"enabled":true}}}', with your own settings beside that.`,
      ],
    ],
    [
      'the agent is gone, which has sent plans before',
      [
        ...opened(),
        updated(
          1,
          { type: 'plan-replaced', plan: { dialect: 'plan', id: null }, content: items('○ a') },
          's0',
        ),
        over(2, { kind: 'exited', code: 3, signal: null }),
      ],
      ['The agent has ended, and this session has no plan.'],
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
    const drawn = drawNoPlan(state, { theme: dark, columns, rows, nowMs: 48_000, command: null }).map(
      plainText,
    )
    expect(drawn.length).toBeLessThanOrEqual(rows)
    expect(drawn.filter((text) => text.length > columns)).toEqual([])
    expect(drawn.join('\n')).toContain('No plan yet.')
  })

  const off = stateAfter(planTools({ type: 'unset' }), ...opened(), prompted(0), ended(2000))

  test('has the command that starts it with its plans on, whole where it fits', () => {
    const draw = (columns: number, command: readonly string[] | null): string =>
      drawNoPlan(off, { theme: dark, columns, rows: 30, nowMs: 48_000, command })
        .map((row) => plainText(row).trimEnd())
        .join('\n')
    expect(draw(70, ['./my agent', '--acp'])).toContain(
      [
        '   Or start it so from the first, with your own options:',
        '   acp-plan-tui --env CLAUDE_CODE_ENABLE_TODO_TOOLS=1 -- \\',
        "   './my agent' --acp",
      ].join('\n'),
    )
    expect(draw(80, null)).not.toContain('acp-plan-tui')
    // A part of a command is another command.
    expect(draw(30, ['./my-agent'])).not.toContain('acp-plan-tui')
  })

  test('says what is seen in the first seconds, then why', () => {
    const state = stateAfter(...opened('mine'), prompted(0), said(1000, 'Hm.'))
    const headlineAt = (nowMs: number): string | undefined => reasonsForNoPlan(state, nowMs)[0]
    expect([0, 5999, 6000].map(headlineAt)).toEqual([
      'Waiting for the first plan…',
      'Waiting for the first plan…',
      'No plan yet.',
    ])
  })
})
