import { describe, expect, test } from 'vitest'
import { type AppEvent, noSetup } from '../../../src/app/app-event.ts'
import { type AppState, initialState } from '../../../src/app/state/app-state.ts'
import { offersNothing } from '../../../src/app/state/link.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { Session } from '../../../src/app/state/session.ts'
import { unknownPlan } from '../../../src/app/plan-advice/unknown-plan.ts'
import { runFacts } from '../../../src/terminal/notify/run-facts.ts'
import type { SessionEvent } from '../../../src/protocol/session/session-event.ts'

const step = { content: 'A', status: 'pending', priority: 'medium' }
const checklist: SessionEvent = {
  type: 'plan-replaced',
  plan: { dialect: 'plan', id: null },
  content: { type: 'items', entries: [step] },
}
const design: SessionEvent = {
  type: 'plan-replaced',
  plan: { dialect: 'planId', id: 'design' },
  content: { type: 'markdown', text: '# Design' },
}

function updated(update: SessionEvent, sessionId = 's', atMs = 5): AppEvent {
  return { type: 'session-updated', atMs, sessionId, update }
}

function described(name: string): AppEvent {
  const agent = {
    name,
    title: null,
    version: null,
    protocolVersion: 1,
    knowsPlanCapability: true,
    offers: offersNothing,
  }
  return { type: 'agent-described', atMs: 0, agent }
}

const opened = (how: 'new' | 'loaded' | 'resumed', sessionId = 's'): AppEvent => ({
  type: 'session-opened',
  atMs: 9,
  sessionId,
  how,
  setup: noSetup,
})
const opening = (how: 'loaded' | 'resumed' = 'loaded'): AppEvent => ({
  type: 'session-opening',
  atMs: 8,
  sessionId: 's',
  how,
})
const restarted: readonly AppEvent[] = [
  { type: 'link-changed', atMs: 7, link: { state: 'ended', sinceMs: 7, end: { kind: 'closed' } } },
  { type: 'link-changed', atMs: 7, link: { state: 'starting', sinceMs: 7 } },
]

function after(...events: readonly AppEvent[]): AppState {
  return events.reduce(reduce, initialState)
}

function sessionOf(state: AppState): Session {
  const session = state.sessions.get('s')
  if (session === undefined) throw new Error('there is no such session')
  return session
}

const codex = described('@agentclientprotocol/codex-acp')

describe('that the agent has sent a plan is known', () => {
  test.each<[string, readonly AppEvent[], boolean]>([
    ['nothing was sent', [opened('new')], false],
    ['in this session', [opened('new'), updated(checklist)], true],
    ['in another one', [opened('new', 'other'), updated(checklist, 'other'), opened('new')], true],
    ['before the agent was started again', [opened('new'), updated(design), ...restarted], true],
    ['in the past of a session', [opening(), updated(checklist), opened('loaded')], true],
    [
      'a todo tool is no plan of its own',
      [opened('new'), updated({ type: 'tool-call', toolCallId: '1', hasTodos: true, todos: [step] })],
      false,
    ],
  ])('%s', (_, events, isKnown) => {
    expect(after(...events).hasSentPlans).toBe(isKnown)
  })
})

describe('after a reload', () => {
  test.each<[string, readonly AppEvent[], 'plan' | 'checklist' | null]>([
    ['codex tells nothing', [codex, opening(), opened('loaded')], 'plan'],
    ['codex tells only its document', [codex, opening(), updated(design), opened('loaded')], 'checklist'],
    [
      'codex has sent a checklist since',
      [codex, opening(), updated(design), opened('loaded'), updated(checklist)],
      null,
    ],
    [
      'another agent tells only a document: it tells all there is',
      [described('claude-agent-acp'), opening(), updated(design), opened('loaded')],
      null,
    ],
    ['gemini sends plans to nobody', [described('gemini-cli'), opening(), opened('loaded')], null],
    ['kimi tells nothing', [described('Kimi Code CLI'), opening(), opened('loaded')], 'plan'],
  ])('%s', (_, events, expected) => {
    const state = after(...events)
    expect(unknownPlan(state, sessionOf(state))).toBe(expected)
  })

  test('boxes of a document do not say how far a checklist is that nobody knows', () => {
    const boxes = updated({
      type: 'plan-replaced',
      plan: { dialect: 'planId', id: 'design' },
      content: { type: 'markdown', text: '- [x] One\n- [ ] Two' },
    })
    const told = [codex, opening(), boxes, opened('loaded')]
    expect(runFacts(after(...told))).toMatchObject({ done: 0, total: 0 })
    expect(runFacts(after(...told, updated(checklist)))).toMatchObject({ total: 3 })
  })

  test('the checklist that codex does not tell again stays beside the document that it tells', () => {
    const state = after(
      codex,
      opened('new'),
      updated(checklist),
      updated(design),
      ...restarted,
      opening(),
      updated(design),
      opened('loaded'),
    )
    const session = sessionOf(state)
    expect([...session.plans.values()].map(({ body }) => body.type)).toEqual(['items', 'markdown'])
    expect([...session.carried.values()].map(({ body }) => body.type)).toEqual(['items'])
    expect(unknownPlan(state, session)).toBeNull()
  })

  test('what has come since is no plan from before', () => {
    const before = [opened('new'), updated(checklist), ...restarted, opening(), opened('loaded')]
    const kept = sessionOf(after(...before))
    const [key = ''] = kept.plans.keys()
    expect(kept.carried.get(key)).toBe(kept.plans.get(key))
    // The same once more: now it is known.
    const told = sessionOf(after(...before, updated(checklist)))
    expect(told.carried.get(key)).not.toBe(told.plans.get(key))
  })
})

test('the agent’s last word is kept only while it has no plan', () => {
  const sent: AppEvent = { type: 'prompt-sent', atMs: 1, sessionId: 's', text: 'go', wasQueued: false }
  const word: SessionEvent = { type: 'said', who: 'agent', text: 'Hm.' } as SessionEvent
  const heard = (...events: readonly AppEvent[]): number | null =>
    sessionOf(after(opened('new'), ...events)).heardAtMs
  expect(heard(updated(word))).toBeNull()
  expect(heard(sent)).toBeNull()
  expect(heard(sent, updated(word, 's', 6), updated(word, 's', 8))).toBe(8)
  expect(heard(sent, updated(checklist, 's', 6), updated(word, 's', 8))).toBe(6)
})

test('an answer to the handshake is known while the session is opened', () => {
  const shaking: AppEvent = { type: 'link-changed', atMs: 2, link: { state: 'shaking-hands', sinceMs: 2 } }
  expect(after(shaking).link).toEqual({ state: 'shaking-hands', sinceMs: 2 })
  expect(after(shaking, codex).link).toEqual({ state: 'shaking-hands', sinceMs: 2, greetedAtMs: 0 })
  // Of an agent that is started again it is not the answer of before.
  expect(after(shaking, codex, ...restarted, shaking).link).toEqual({ state: 'shaking-hands', sinceMs: 2 })
})

test('settings that are left as they are are said at once', () => {
  const state = { type: 'unreadable', fault: 'no-object' } as const
  const planTools = {
    mode: 'on',
    startedAgent: 'codex-acp',
    switches: [{ agent: 'codex-acp', state }],
  } as const
  expect(after({ type: 'plan-tools-told', atMs: 3, planTools }).remark?.text).toMatch(
    /^plan tools: your CODEX_CONFIG has something else where an object belongs, so it was left as it is/,
  )
})
