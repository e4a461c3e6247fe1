import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { unknownPlan } from '../../../src/app/plan-advice/unknown-plan.ts'
import { runFacts } from '../../../src/terminal/notify/run-facts.ts'
import type { SessionEvent } from '../../../src/protocol/session/session-event.ts'
import { describedAs } from '../../support/app-states.ts'
import { after, opened, opening, said, sent, sessionIn, updated } from '../events.ts'

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

const restarted: readonly AppEvent[] = [
  { type: 'link-changed', atMs: 7, link: { state: 'ended', sinceMs: 7, end: { kind: 'closed' } } },
  { type: 'link-changed', atMs: 7, link: { state: 'starting', sinceMs: 7 } },
]

const codex = describedAs({ name: '@agentclientprotocol/codex-acp' })
const kimi = describedAs({ name: 'Kimi Code CLI' })
const todos = updated({ type: 'tool-call', toolCallId: '1', hasTodos: true, todos: [step] })

describe('hasSentPlans', () => {
  test.each<[string, readonly AppEvent[], boolean]>([
    ['nothing was sent', [opened()], false],
    ['in this session', [opened(), updated(checklist)], true],
    ['in another one', [opened('other'), updated(checklist, 5, 'other'), opened()], true],
    ['before the agent was started again', [opened(), updated(design), ...restarted], true],
    ['in the past of a session', [opening(), updated(checklist), opened('s', 'loaded')], true],
    ['the list of a todo tool is not a plan that was sent', [opened(), todos], false],
  ])('%s', (_, events, isKnown) => {
    expect(after(...events).hasSentPlans).toBe(isKnown)
  })
})

describe('after a reload', () => {
  test.each<[string, readonly AppEvent[], 'plan' | 'checklist' | null]>([
    ['codex replays nothing', [codex, opening(), opened('s', 'loaded')], 'plan'],
    [
      'codex replays only its document',
      [codex, opening(), updated(design), opened('s', 'loaded')],
      'checklist',
    ],
    [
      'codex has sent a checklist since',
      [codex, opening(), updated(design), opened('s', 'loaded'), updated(checklist)],
      null,
    ],
    [
      'another agent replays only a document: it replays everything',
      [describedAs({ name: 'claude-agent-acp' }), opening(), updated(design), opened('s', 'loaded')],
      null,
    ],
    [
      'gemini sends plans to no client',
      [describedAs({ name: 'gemini-cli' }), opening(), opened('s', 'loaded')],
      null,
    ],
    [
      'a list in the calls of kimi may not be its plan',
      [kimi, opening(), todos, opened('s', 'loaded')],
      'plan',
    ],
    [
      'a list in the calls of Nanocoder is its plan',
      [describedAs({ name: 'nanocoder' }), opening(), todos, opened('s', 'loaded')],
      null,
    ],
    ['kimi replays nothing', [kimi, opening(), opened('s', 'loaded')], 'plan'],
  ])('%s', (_, events, expected) => {
    const state = after(...events)
    expect(unknownPlan(state, sessionIn(state))).toBe(expected)
  })

  test('the boxes of a document are not counted while the checklist is unknown', () => {
    const boxes = updated({
      type: 'plan-replaced',
      plan: { dialect: 'planId', id: 'design' },
      content: { type: 'markdown', text: '- [x] One\n- [ ] Two' },
    })
    const told = [codex, opening(), boxes, opened('s', 'loaded')]
    expect(runFacts(after(...told))).toMatchObject({ done: 0, total: 0 })
    expect(runFacts(after(...told, updated(checklist)))).toMatchObject({ total: 3 })
  })

  test('a checklist that codex does not replay stays beside the document that it replays', () => {
    const state = after(
      codex,
      opened(),
      updated(checklist),
      updated(design),
      ...restarted,
      opening(),
      updated(design),
      opened('s', 'loaded'),
    )
    const session = sessionIn(state)
    expect([...session.plans.values()].map(({ body }) => body.type)).toEqual(['items', 'markdown'])
    expect([...session.carried.values()].map(({ body }) => body.type)).toEqual(['items'])
    expect(unknownPlan(state, session)).toBeNull()
  })

  test('a plan that is updated after the reload is not carried over', () => {
    const before = [opened(), updated(checklist), ...restarted, opening(), opened('s', 'loaded')]
    const kept = sessionIn(after(...before))
    const [key = ''] = kept.plans.keys()
    expect(kept.carried.get(key)).toBe(kept.plans.get(key))
    const told = sessionIn(after(...before, updated(checklist)))
    expect(told.carried.get(key)).not.toBe(told.plans.get(key))
  })
})

test('the time of the last output is kept only while there is no plan', () => {
  const lastOutputAtMs = (...events: readonly AppEvent[]): number | null =>
    sessionIn(after(opened(), ...events)).lastOutputAtMs
  expect(lastOutputAtMs(said('Hm.'))).toBeNull()
  expect(lastOutputAtMs(sent())).toBeNull()
  expect(lastOutputAtMs(sent(), said('Hm.', {}, 6), said('Hm.', {}, 8))).toBe(8)
  expect(lastOutputAtMs(sent(), updated(checklist, 6), said('Hm.', {}, 8))).toBe(6)
})

test('the link has the time of the handshake’s answer while the session is opened', () => {
  const shaking: AppEvent = { type: 'link-changed', atMs: 2, link: { state: 'shaking-hands', sinceMs: 2 } }
  expect(after(shaking).link).toEqual({ state: 'shaking-hands', sinceMs: 2 })
  expect(after(shaking, codex).link).toEqual({ state: 'shaking-hands', sinceMs: 2, greetedAtMs: 0 })
  // A restart forgets the answer of the previous process.
  expect(after(shaking, codex, ...restarted, shaking).link).toEqual({ state: 'shaking-hands', sinceMs: 2 })
})

test('settings that cannot be read are reported at once', () => {
  const state = { type: 'unreadable', fault: 'no-object' } as const
  const planTools = {
    mode: 'on',
    startedAgent: 'codex-acp',
    switches: [{ agent: 'codex-acp', state }],
  } as const
  expect(after({ type: 'plan-tools-told', atMs: 3, planTools }).remark?.text).toMatch(
    /^plan tools: your CODEX_CONFIG is not an object where one is needed, so it was left as it is/,
  )
})
