import { describe, expect, test } from 'vitest'
import { noSetup, type AppEvent } from '../../../src/app/app-event.ts'
import { reasonsForNoPlan } from '../../../src/ui/panes/empty-pane.ts'
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
import { noCapability, planTools } from './no-plan-events.ts'

function reasons(...events: readonly AppEvent[]): readonly string[] {
  return reasonsForNoPlan(stateAfter(...events), 48_000)
}

const shaking: AppEvent = {
  type: 'link-changed',
  atMs: 0,
  link: { state: 'shaking-hands', sinceMs: 41_000 },
}
const away: AppEvent = {
  type: 'link-changed',
  atMs: 3,
  link: { state: 'reconnecting', sinceMs: 3, attempt: 1, nextAtMs: null, cause: 'gone' },
}
const linkOpen: AppEvent = { type: 'link-changed', atMs: 4, link: { state: 'open', sinceMs: 4 } }
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
  const [, , agent] = opened(name)
  if (agent === undefined) throw new Error('no agent')
  return agent
}

function todoCall(atMs: number): AppEvent {
  return tool(atMs, { toolCallId: '1', title: 'Set 3 todos', name: 'todowrite', hasTodos: true })
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
      opened().slice(0, 3),
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
      [...opened('gemini-cli').slice(0, 3), opening, reopened],
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
      [...opened('gemini-cli').slice(0, 3), opening, todoCall(1), reopened, prompted(2), ended(2002)],
      [
        'No plan yet.',
        'Gemini CLI sends plans to no client, and nothing switches them on. What its todo tool holds is in none of its messages; plans that it asks about are shown.',
        'The turn ended after 2s: 0 messages, 1 tool call, no plan update.',
      ],
    ],
    [
      'a session was loaded, and nothing told of its plan',
      [...opened('Kimi Code CLI').slice(0, 3), opening, reopened],
      [
        'Plan unknown since reload.',
        'The agent went on with the session and told nothing of its plan: there may be one. It shows as soon as the agent changes it.',
        'No prompt was sent since: press enter to go on.',
      ],
    ],
    [
      'a session that began here without a plan was loaded by an agent that was started again',
      [
        ...opened('mine'),
        prompted(0),
        ended(2),
        over(3, { kind: 'closed' }),
        shaking,
        opening,
        reopened,
        linkOpen,
      ],
      ['No plan yet.', 'No prompt was sent since it was opened again: press enter to go on.'],
    ],
    [
      'the same where the agent may have gone on while it was away',
      [...opened('mine'), prompted(0), ended(2), away, opening, reopened, linkOpen],
      [
        'Plan unknown since reload.',
        'The agent went on with the session and told nothing of its plan: there may be one. It shows as soon as the agent changes it.',
        'No prompt was sent since: press enter to go on.',
      ],
    ],
    [
      'a session was loaded, in which a todo tool was called: no promise is made',
      [...opened('mine').slice(0, 3), opening, todoCall(1), reopened],
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
