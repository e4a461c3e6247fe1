import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { createApp } from '../../../src/app/app.ts'
import {
  noFacts,
  noticeBetween,
  noticeWords,
  progressSign,
  runFacts,
  titleWords,
  type RunFacts,
} from '../../../src/terminal/notify/run-facts.ts'
import { hostileSessions } from '../../outputs/session-stories.ts'
import { hostile, severalPlans, trouble } from '../../outputs/stories.ts'
import { items, markdown, opening, session, turnEnded, update } from '../../outputs/stage.ts'
import { asked, asksFor, chosen, ended, linked, opened } from '../../support/app-states.ts'
import { approvedPlan, changedPlan } from '../../support/changed-plan.ts'

function facts(events: readonly AppEvent[]): RunFacts {
  const app = createApp()
  for (const event of events) app.dispatch(event)
  return runFacts(app.state())
}

const asks: AppEvent = asked(1500, { sessionId: session, options: [] })
const asksWithTodos: AppEvent = asked(1500, {
  sessionId: session,
  options: [{ id: 'yes', name: 'Accept', kind: 'allow_once' }],
  todos: [{ id: '1', content: 'Read', status: 'pending', priority: 'medium' }],
})
const approved: AppEvent = chosen(2500, 1, 'yes')
const half = update(1000, items(null, 'x Read', '. Write'))
const whole = update(2000, items(null, 'x Read', 'x Write'))
const lost: AppEvent = linked(
  { state: 'reconnecting', sinceMs: 2000, attempt: 1, nextAtMs: 3000, cause: 'gone' },
  2000,
)
const cancelled = ended(3000, 'cancelled')

test('a plan is news when the last sub-agent that was begun in it has ended', () => {
  const child = (state: string): AppEvent => update(1500, { type: 'subagent', childSessionId: 'c', state })
  const rests = update(2500, { type: 'state', state: 'idle', background: ['c'] })
  const running = [...opening(), half, child('running'), whole, rests]
  expect(facts(running)).toMatchObject({ turn: 'working', done: 1, total: 2, isDone: false })
  const over = facts([...running, child('idle')])
  expect(over).toMatchObject({ turn: 'ended', done: 2, isDone: true })
  expect(noticeBetween(facts(running), over)).toBe('plan-done')
})

describe('the title and progress of a run', () => {
  test('the to-dos of a plan that is asked about count when it is approved', () => {
    expect(facts([...opening(), asksWithTodos])).toMatchObject({ isWaiting: true, total: 0 })
    expect(facts([...opening(), asksWithTodos, approved])).toMatchObject({ isWaiting: false, total: 1 })
  })

  test.each<[string, readonly AppEvent[], string, object]>([
    ['before all', [], 'acp-plan-tui', { sign: 'none' }],
    ['at work without a plan', opening(), 'acp-plan-tui · working', { sign: 'unknown' }],
    ['half done', [...opening(), half], 'acp-plan-tui · 1/2', { sign: 'working', percent: 50 }],
    [
      'with a question',
      [...opening(), half, asks],
      'acp-plan-tui · waiting for you',
      { sign: 'waiting', percent: 50 },
    ],
    [
      'stopped half-way',
      [...opening(), half, turnEnded(3000)],
      'acp-plan-tui · stopped at 1/2',
      { sign: 'none' },
    ],
    ['done', [...opening(), whole, turnEnded(3000)], 'acp-plan-tui · 2/2', { sign: 'none' }],
    [
      'with two plans',
      [...opening(), half, update(1100, markdown('m', '- [x] a\n- [ ] b'))],
      'acp-plan-tui · 2/4',
      { sign: 'working', percent: 50 },
    ],
    [
      'lost',
      [...opening(), half, lost],
      'acp-plan-tui · the agent was lost',
      { sign: 'failed', percent: 50 },
    ],
    ['over', trouble, 'acp-plan-tui · the agent has ended', { sign: 'failed', percent: 0 }],
  ])('%s', (_, events, title, sign) => {
    expect(titleWords(facts(events), false)).toBe(title)
    expect(progressSign(facts(events))).toMatchObject(sign)
  })

  test('in ASCII', () => {
    expect(titleWords(facts([...opening(), half]), true)).toBe('acp-plan-tui - 1/2')
  })

  test('contain no text of the agent', () => {
    const words = titleWords(facts([...hostile().slice(0, -1), ...hostileSessions().slice(0, -1)]), false)
    expect(words).toMatch(/^acp-plan-tui · the agent was lost$/)
  })
})

describe('notices', () => {
  test.each<[string, readonly AppEvent[], readonly AppEvent[], string | null]>([
    ['a question', [...opening(), half], [asks], 'acp-plan-tui: the agent waits for you'],
    ['a plan that is done', [...opening(), half], [whole], 'acp-plan-tui: the plan is done'],
    [
      'a turn that ends half-way',
      [...opening(), half],
      [turnEnded(3000)],
      'acp-plan-tui: the agent has stopped',
    ],
    ['not for a turn that ends after its plan', [...opening(), whole], [turnEnded(3000)], null],
    ['not for a turn that was cancelled', [...opening(), half], [cancelled], null],
    ['not for one more step', [...opening(), half], [update(1200, items(null, 'x Read', '> Write'))], null],
    [
      'an agent that is lost',
      [...opening(), half],
      [lost],
      'acp-plan-tui: the connection is lost; reconnecting',
    ],
    [
      'an approved plan that changed',
      [...opened(), ...approvedPlan],
      changedPlan,
      'acp-plan-tui: the approved plan has changed',
    ],
    ['an agent that has ended', trouble.slice(0, -1), trouble.slice(-1), 'acp-plan-tui: the agent has ended'],
  ])('%s', (_, before, news, wanted) => {
    const [was, is] = [facts(before), facts([...before, ...news])]
    const notice = noticeBetween(was, is)
    expect(notice === null ? null : noticeWords[notice]).toBe(wanted)
    expect(noticeBetween(is, is)).toBeNull()
  })

  test('a plan that was completed in an earlier turn is not a notice', () => {
    const again: AppEvent = asksFor(session, 'more', 4000)
    const next = [...opening(), whole, turnEnded(3000), again]
    expect(noticeBetween(facts(next), facts([...next, turnEnded(5000)]))).toBe('stopped')
    expect(noticeBetween(noFacts, facts(severalPlans.slice(0, 4)))).toBeNull()
  })
})
