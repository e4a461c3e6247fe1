import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AppEvent } from '../../src/app/app-event.ts'
import { initialState, problemsKept, stderrLinesKept, type AppState } from '../../src/app/app-state.ts'
import { createApp } from '../../src/app/app.ts'
import { reduce } from '../../src/app/reduce.ts'
import { activityKept, messageKept } from '../../src/app/session.ts'
import type { SessionEvent } from '../../src/protocol/session-event.ts'

const words = fc.constantFrom('a', 'b', '', '__proto__', 'Read x', 'Reading x', '# H\n- [ ] a', '\ud800')
const sessionId = fc.constantFrom('s', 't', '__proto__')
const atMs = fc.integer({ min: -5, max: 1000 })
const status = fc.constantFrom('pending', 'in_progress', 'completed', 'cancelled', '_own', '')
const entry = fc.record({ content: words, status, priority: words })
const plan = fc.constantFrom(
  { dialect: 'plan', id: null } as const,
  { dialect: 'id', id: 'a' } as const,
  { dialect: 'planId', id: '__proto__' } as const,
)
const content = fc.oneof(
  fc.record({ type: fc.constant('items' as const), entries: fc.array(entry, { maxLength: 6 }) }),
  fc.record({ type: fc.constant('markdown' as const), text: words }),
  fc.record({ type: fc.constant('file' as const), uri: words }),
  fc.record({
    type: fc.constant('opaque' as const),
    planType: words,
    payload: fc.dictionary(words, fc.jsonValue()),
  }),
)
const who = fc.constantFrom('agent' as const, 'user' as const, 'thought' as const)
const optional = { requiredKeys: [] as [] }
const update: fc.Arbitrary<SessionEvent> = fc.oneof(
  fc.record({ type: fc.constant('plan-replaced' as const), plan, content }),
  fc.record({ type: fc.constant('plan-replaced' as const), plan, content, title: words }),
  fc.record({ type: fc.constant('plan-removed' as const), plan }),
  fc.record({ type: fc.constant('said' as const), who, text: words, isWhole: fc.boolean() }),
  fc.record({
    type: fc.constant('said' as const),
    who,
    text: words,
    isWhole: fc.boolean(),
    messageId: words,
  }),
  fc
    .tuple(
      fc.record({ type: fc.constant('tool-call' as const), toolCallId: words, hasTodos: fc.boolean() }),
      fc.record({ title: words, name: words, kind: words, status: words, path: words }, optional),
    )
    .map(([call, given]) => ({ ...call, ...given })),
  fc.record({
    type: fc.constant('state' as const),
    state: fc.constantFrom('idle', 'running', 'requires_action', '_own'),
  }),
  fc.record({ type: fc.constant('session-titled' as const), title: words }),
  fc.record({ type: fc.constant('notice' as const), severity: words, text: words }),
  fc.record({ type: fc.constant('other' as const), update: words }),
)
const link = fc.oneof(
  fc.record({
    state: fc.constantFrom('starting' as const, 'shaking-hands' as const, 'open' as const),
    sinceMs: atMs,
  }),
  fc.record({
    state: fc.constant('ended' as const),
    sinceMs: atMs,
    end: fc.constantFrom({ kind: 'closed' } as const, { kind: 'exited', code: 3, signal: null } as const),
  }),
)
const key = fc.nat(4)
const problem = fc.record({
  code: fc.constantFrom('not-json' as const, 'bad-entry' as const),
  text: words,
  weight: fc.constantFrom('rejected' as const, 'noted' as const),
})
const request = fc.record({
  key,
  sessionId,
  title: words,
  toolKind: fc.constant(null),
  detail: words,
  options: fc.constant([]),
  askedAtMs: atMs,
})
const answer = fc.constantFrom(
  { type: 'cancelled' } as const,
  { type: 'selected', optionId: 'o', by: 'user' } as const,
)
const outcome = fc.constantFrom(
  { kind: 'stopped', stopReason: 'end_turn' } as const,
  { kind: 'failed', code: 1, message: 'no' } as const,
  { kind: 'lost' } as const,
)
const event: fc.Arbitrary<AppEvent> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ type: fc.constant('session-updated' as const), atMs, sessionId, update }),
  },
  fc.record({ type: fc.constant('link-changed' as const), atMs, link }),
  fc.record({ type: fc.constant('session-opened' as const), atMs, sessionId }),
  fc.record({ type: fc.constant('problem-found' as const), atMs, sessionId: fc.option(sessionId), problem }),
  fc.record({ type: fc.constant('prompt-queued' as const), atMs, text: words, place: fc.nat({ max: 3 }) }),
  fc.record({
    type: fc.constant('prompt-sent' as const),
    atMs,
    sessionId,
    text: words,
    wasQueued: fc.boolean(),
  }),
  fc.record({ type: fc.constant('turn-cancelled' as const), atMs, sessionId }),
  fc.record({ type: fc.constant('turn-ended' as const), atMs, sessionId, outcome }),
  fc.record({ type: fc.constant('permission-asked' as const), atMs, request }),
  fc.record({ type: fc.constant('permission-answered' as const), atMs, key, answer }),
  fc.record({ type: fc.constant('stderr-written' as const), atMs, line: words }),
  fc.record({ type: fc.constant('remarked' as const), atMs, text: words }),
)
const events = fc.array(event, { maxLength: 60 })

function after(all: readonly AppEvent[]): AppState {
  return all.reduce(reduce, initialState)
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  const inner = value instanceof Map ? [...value.values()] : Object.values(value)
  for (const one of inner) freeze(one)
}

test('any events in any order give a state, leave the one before as it was, and hold what must always hold', () => {
  fc.assert(
    fc.property(events, (all) => {
      let state = initialState
      for (const one of all) {
        freeze(state)
        state = reduce(state, one)
        if (state.link.state === 'ended' && one.type === 'link-changed') {
          expect(state.permissions).toEqual([])
          expect([...state.sessions.values()].filter(({ turn }) => turn.state === 'working')).toEqual([])
        }
      }
      for (const [id, session] of state.sessions) {
        expect(session.id).toBe(id)
        for (const [planKey, one] of session.plans) {
          expect(one.key).toBe(planKey)
          expect(one.updates).toBeGreaterThanOrEqual(one.revision - 1)
          if (one.body.type !== 'items') continue
          expect(new Set(one.body.entries.map((step) => step.key)).size).toBe(one.body.entries.length)
          expect(one.body.currentIndex).toBe(
            one.body.entries.findIndex((step) => step.status === 'in_progress'),
          )
          for (const step of one.body.entries) {
            expect(step.activeMs).toBeGreaterThanOrEqual(0)
            expect(step.activeSinceMs !== null).toBe(step.status === 'in_progress')
          }
        }
      }
      expect(state.problemCount).toBe(all.filter(({ type }) => type === 'problem-found').length)
    }),
    { numRuns: 500 },
  )
})

test('the same events give the same state', () => {
  fc.assert(
    fc.property(events, (all) => {
      expect(after(all)).toEqual(after(structuredClone(all)))
    }),
  )
})

test('lists stay bounded, however much comes', () => {
  const flood = fc.array(event, { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(flood, (all) => {
      let state = initialState
      for (let round = 0; round < 600; round++) {
        for (const one of all) state = reduce(state, one)
        state = reduce(state, { type: 'stderr-written', atMs: 1, line: 'x' })
        state = reduce(state, {
          type: 'problem-found',
          atMs: 1,
          sessionId: null,
          problem: { code: 'not-json', text: String(round), weight: 'noted' },
        })
      }
      expect(state.problems.items.length).toBeLessThanOrEqual(problemsKept * 1.25)
      expect(state.stderr.items.length).toBeLessThanOrEqual(stderrLinesKept * 1.25)
      for (const { activity, answered } of state.sessions.values()) {
        expect(activity.items.length).toBeLessThanOrEqual(activityKept * 1.25)
        expect(answered.length).toBeLessThanOrEqual(100)
        for (const item of activity.items) {
          if (item.type === 'said') expect(item.text.length).toBeLessThanOrEqual(messageKept)
        }
      }
    }),
    { numRuns: 20 },
  )
})

test('listeners hear every event in order with its own states, also those that a listener dispatched', () => {
  const app = createApp()
  const heard: [string, string | null, string | null][] = []
  const stop = app.onEvent((one) => {
    if (one.type === 'remarked' && one.text === 'ask')
      app.dispatch({ type: 'remarked', atMs: 2, text: 'answer' })
  })
  app.onEvent((one, now, before) => {
    heard.push([
      one.type === 'remarked' ? one.text : '',
      before.remark?.text ?? null,
      now.remark?.text ?? null,
    ])
  })
  app.dispatch({ type: 'remarked', atMs: 1, text: 'ask' })
  stop()
  app.dispatch({ type: 'remarked', atMs: 3, text: 'ask' })
  expect(heard).toEqual([
    ['ask', null, 'ask'],
    ['answer', 'ask', 'answer'],
    ['ask', 'answer', 'ask'],
  ])
})
