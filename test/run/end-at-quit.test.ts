import { expect, test } from 'vitest'
import type { AppEvent } from '../../src/app/state/app-event.ts'
import type { LinkEnd } from '../../src/app/state/link.ts'
import { createApp, type App } from '../../src/app/app.ts'
import { endAtQuit } from '../../src/run/exit-watch.ts'
import { anonymousPlan } from '../../src/protocol/plans/plan-content.ts'
import type { SessionEvent } from '../../src/protocol/session/session-event.ts'
import { runEndWords, type RunEnd } from '../../src/outputs/run-end-words.ts'
import { items, opening, update } from '../outputs/stage.ts'
import { linked, over, wantsLogin, wrong } from '../support/app-states.ts'

function appAfter(...events: readonly AppEvent[]): App {
  const app = createApp()
  for (const event of [...opening(), ...events]) app.dispatch(event)
  return app
}

test('the end of the agent counts', () => {
  const app = appAfter(update(1, items('a', '> One')))
  const quit = { kind: 'quit' }
  expect(endAtQuit(app.state(), { exitOn: 'never', isStrict: false })).toEqual(quit)
  expect(endAtQuit(app.state(), { exitOn: 'plans-done', isStrict: false }).kind).toBe('plans-unfinished')
  app.dispatch(over(9000, { kind: 'exited', code: 0, signal: null }))
  expect(endAtQuit(app.state(), { exitOn: 'never', isStrict: false })).toEqual(quit)
  app.dispatch(over(9000, { kind: 'exited', code: 3, signal: null }))
  expect(endAtQuit(app.state(), { exitOn: 'never', isStrict: false }).kind).toBe('agent-ended')
})

test('a lost remote agent counts', () => {
  const cause = 'it broke off'
  const app = appAfter(linked({ state: 'reconnecting', sinceMs: 1, attempt: 1, nextAtMs: 1000, cause }))
  expect(endAtQuit(app.state(), { exitOn: 'never', isStrict: false })).toEqual({ kind: 'agent-lost', cause })
})

test('quitting instead of logging in repeats how to log in: status 6', () => {
  const methods = [{ id: 'web', name: 'Web', description: null, how: { type: 'agent' } }] as const
  const app = appAfter(wantsLogin(methods))
  const end = endAtQuit(app.state(), { exitOn: 'never', isStrict: false })
  expect(end).toEqual({ kind: 'agent-ended', end: { kind: 'wants-authentication', methods }, stderr: [] })
  expect(runEndWords(end)).toEqual({
    status: 6,
    reason: 'wants-authentication',
    message: 'the agent wants you to log in first',
    hint: 'It offers “Web”: start with --auth web to let the agent do it.',
  })
})

const mute = { kind: 'silent', forMs: 3000, waitingFor: 'the answer to initialize' } as const
const exited = { kind: 'exited', code: 1, signal: null } as const
const answer = '{"jsonrpc": "2.0", "id": 0, "result": {}}'

test.each<[string, AppEvent, LinkEnd, string]>([
  [
    'a message that is none',
    wrong(1, 'a message that is no JSON'),
    mute,
    'What it wrote was not read: a message that is no JSON.',
  ],
  [
    'a message that is none, at its end',
    wrong(1, 'a message that is no JSON'),
    exited,
    'What it wrote was not read: a message that is no JSON.\nRun its command in a shell to see why.',
  ],
  [
    'messages on stderr',
    { type: 'stderr-written', atMs: 1, line: answer },
    mute,
    'It writes its messages to stderr: they belong on stdout.',
  ],
  [
    'something else on stderr',
    { type: 'stderr-written', atMs: 1, line: 'loading' },
    mute,
    'Use a longer --timeout, or check what it is waiting for.',
  ],
])('an agent from which no message came: %s', (_, event, end, hint) => {
  const app = createApp()
  for (const each of [event, over(3000, end)]) app.dispatch(each)
  expect(runEndWords(endAtQuit(app.state(), { exitOn: 'never', isStrict: false })).hint).toBe(hint)
})

test('doubts count if the run is strict', () => {
  const app = appAfter(update(1001, items('a', '> One', '. Two')), update(1002, items('a', 'x One', 'x Two')))
  const rules = { exitOn: 'plans-done', isStrict: true } as const
  expect(endAtQuit(app.state(), { ...rules, isStrict: false })).toEqual({ kind: 'done' })
  const end = endAtQuit(app.state(), rules)
  expect(end).toEqual({ kind: 'plans-doubtful', doubts: ['“Two”: never begun'] })
  expect(runEndWords(end)).toMatchObject({
    status: 1,
    message: 'the plans are done, with 1 doubt: “Two”: never begun',
  })
  app.dispatch(update(1003, items('a', 'x One', '> Two')))
  expect(endAtQuit(app.state(), rules).kind).toBe('plans-unfinished')
})

test('a plan has any number of doubts', () => {
  const count = 150_000
  const planOf = (first: string, status: string): SessionEvent => {
    const others = Array.from({ length: count }, (_, index) => ({
      content: `${index}`,
      status,
      priority: '',
    }))
    const entries = [{ content: 'One', status: first, priority: '' }, ...others]
    return { type: 'plan-replaced', plan: anonymousPlan, content: { type: 'items', entries } }
  }
  const begun = update(1001, planOf('in_progress', 'pending'))
  const app = appAfter(begun, update(1002, planOf('completed', 'completed')))
  const end = endAtQuit(app.state(), { exitOn: 'plans-done', isStrict: true })
  expect(end.kind === 'plans-doubtful' ? end.doubts : []).toHaveLength(count)
})

test.each<[RunEnd, number, string]>([
  [{ kind: 'done', cutsTurn: true }, 0, 'the turn was cancelled, because all plans are done'],
  [{ kind: 'plans-unfinished', done: 1, total: 3, plan: 'Plan' }, 1, '2 of 3 steps of “Plan” are unfinished'],
  [
    { kind: 'plans-unfinished', done: 0, total: 0, plan: 'Plan' },
    1,
    'all steps of “Plan” were cancelled or skipped',
  ],
  [
    { kind: 'plans-unfinished', done: 2, total: 2, plan: 'Plan' },
    1,
    '“Plan” may have more steps than were understood',
  ],
  [{ kind: 'no-plan', isGone: false }, 1, 'the agent has sent no plan whose steps can be counted'],
  [
    { kind: 'no-plan', isGone: true },
    1,
    'no plan is left whose steps can be counted: the agent has removed or cleared what it sent',
  ],
])('says how the plans are: %j', (end, status, message) => {
  expect(runEndWords(end)).toMatchObject({ status, message })
})
