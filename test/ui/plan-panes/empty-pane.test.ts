import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { anonymousPlan } from '../../../src/protocol/plans/plan-content.ts'
import { reasonsForNoPlan } from '../../../src/ui/plan-panes/empty-pane.ts'
import {
  describedAs,
  ended,
  items,
  linked,
  opened,
  openedSession,
  over,
  planned,
  planToolsTold,
  prompted,
  removed,
  said,
  session,
  stateAfter,
  tool,
  updated,
  wrong,
} from '../../support/app-states.ts'

function reasons(...events: readonly AppEvent[]): readonly string[] {
  return reasonsForNoPlan(stateAfter(...events), 48_000)
}

const shaking: AppEvent = { type: 'link-changed', atMs: 0, link: { state: 'shaking-hands', sinceMs: 41_000 } }
const away: AppEvent = linked(
  { state: 'reconnecting', sinceMs: 3, attempt: 1, nextAtMs: null, cause: 'gone' },
  3,
)
const linkOpen: AppEvent = { type: 'link-changed', atMs: 4, link: { state: 'open', sinceMs: 4 } }
const opening: AppEvent = { type: 'session-opening', atMs: 0, sessionId: session, how: 'loaded' }
const reopened: AppEvent = openedSession(session, {}, { atMs: 1, how: 'loaded' })
const listing: AppEvent = { type: 'sessions-listed', atMs: 0, listing: { state: 'asking', sessions: [] } }

function described(name: string): AppEvent {
  const [, , agent] = opened(name)
  if (agent === undefined) throw new Error('no agent')
  return agent
}

const noCapability = describedAs({ name: 'a', version: null, knowsPlanCapability: false })

function todoCall(atMs: number): AppEvent {
  return tool(atMs, { toolCallId: '1', title: 'Set 3 todos', name: 'todowrite', hasTodos: true })
}

describe('why there is no plan', () => {
  test('in the words that the pane shows', async () => {
    const cases: readonly (readonly [string, readonly AppEvent[]])[] = [
      ['the agent starts', []],
      [
        'it has not answered yet',
        [{ type: 'link-changed', atMs: 0, link: { state: 'shaking-hands', sinceMs: 41_000 } }],
      ],
      [
        'it has not answered yet, and tells why on stderr',
        [
          shaking,
          { type: 'stderr-written', atMs: 42_000, line: 'NameError: name \u001b[1mfalse' },
          { type: 'stderr-written', atMs: 42_000, line: ' ' },
        ],
      ],
      ['it has not answered for long', [linked({ state: 'shaking-hands', sinceMs: 38_000 }, 38_000)]],
      ['it has answered, and opens a session', [shaking, described('claude-agent-acp')]],
      ['it has answered, and loads a session', [shaking, described('claude-agent-acp'), opening]],
      [
        'it has answered, and is asked which session was the last',
        [shaking, described('claude-agent-acp'), listing],
      ],
      ['a prompt went out', [...opened(), prompted(47_000)]],
      ['it has begun to work', [...opened(), prompted(46_000), said(47_000, 'Hm.')]],
      [
        'it has worked for long, and is not quiet',
        [...opened(), prompted(0), tool(44_000, { toolCallId: '1', title: 'Read' })],
      ],
      [
        'it has called a todo tool a moment ago: its plan may follow',
        [...opened('mine'), prompted(46_000), todoCall(47_900)],
      ],
      ['it has no session yet', opened().slice(0, 3)],
      ['nobody asked', opened()],
      [
        'the prompt is held back until the user has chosen a mode',
        [
          ...opened(),
          { type: 'session-held', atMs: 1, sessionId: session, message: 'there is no mode “fly”' },
          { type: 'prompt-queued', atMs: 1, sessionId: session, text: 'go', place: 0 },
        ],
      ],
      [
        'a session of an agent that sends plans to nobody was loaded, and nobody has asked since',
        [...opened('gemini-cli').slice(0, 3), opening, reopened],
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
      ],
      [
        'its plan came for a session that nobody opened',
        [
          ...opened(),
          prompted(0),
          updated(1, { type: 'plan-replaced', plan: anonymousPlan, content: items('○ a') }, 'default'),
          ended(65_000),
        ],
      ],
      ['the turn is over', [...opened(), prompted(0), ended(65_000)]],
      [
        'it plans for itself',
        [
          ...opened('mine'),
          prompted(0),
          tool(1, { toolCallId: '1', title: 'Set 3 todos', name: 'todowrite', hasTodos: true }),
        ],
      ],
      [
        'it called a todo tool, and is known to plan for its clients',
        [...opened('Kimi Code CLI'), prompted(0), todoCall(1)],
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
      ],
      [
        'its plans can be switched on',
        [planToolsTold({ type: 'unset' }), ...opened(), prompted(0), ended(2000)],
      ],
      [
        'its plans can be switched on, and it may send one yet',
        [planToolsTold({ type: 'unset' }), ...opened(), prompted(47_000)],
      ],
      ['its plans can be switched on, and nobody asked', [planToolsTold({ type: 'unset' }), ...opened()]],
      [
        'it sends plans to nobody: said once',
        [...opened('gemini-cli'), prompted(0), todoCall(1), ended(2000)],
      ],
      [
        'a session of an agent that sends plans to nobody was loaded',
        [...opened('gemini-cli').slice(0, 3), opening, todoCall(1), reopened, prompted(2), ended(2002)],
      ],
      [
        'a session was loaded, and nothing told of its plan',
        [...opened('Kimi Code CLI').slice(0, 3), opening, reopened],
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
      ],
      [
        'the same where the agent may have gone on while it was away',
        [...opened('mine'), prompted(0), ended(2), away, opening, reopened, linkOpen],
      ],
      [
        'a session was loaded, in which a todo tool was called: no promise is made',
        [...opened('mine').slice(0, 3), opening, todoCall(1), reopened],
      ],
      ['it was not told', [...opened(), noCapability]],
      [
        'what it sent was rejected',
        [
          ...opened(),
          prompted(0),
          wrong(1, 'is missing', 'update.entries[3].status'),
          wrong(2, 'is missing'),
        ],
      ],
      ['it was removed', [...opened(), prompted(0), planned(1, items('○ a'), 'x'), removed(2, 'x')]],
      [
        'several were removed',
        [
          ...opened(),
          ...['x', 'y'].map((id) => planned(1, items('○ a'), id)),
          ...['x', 'y'].map((id) => removed(2, id)),
        ],
      ],
      ['the agent is gone', [...opened(), over(1, { kind: 'exited', code: 3, signal: null })]],
      [
        'the agent is gone, and could not read its settings either',
        [
          planToolsTold({ type: 'unreadable', fault: 'no-json' }, 'codex-acp', 'codex-acp'),
          over(1, { kind: 'exited', code: 1, signal: null }),
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
      ],
    ]
    const shown = cases.map(([name, events]) => `${name}\n  ${reasons(...events).join(' / ')}\n`)
    await expect(shown.join('')).toMatchFileSnapshot('../golden/reasons-for-no-plan.txt')
  })

  test('names that come from the agent are made safe', () => {
    const [, , reason] = reasons(
      ...opened(),
      prompted(0),
      tool(1, { toolCallId: '1', title: '\u001b]0;x\u0007'.repeat(90), hasTodos: true }),
    )
    expect(reason).not.toMatch(/[\u0000-\u001f]/)
    expect(reason?.length).toBeLessThan(200)
  })
})
