import { expect, test } from 'vitest'
import type { SurveyedSession, SessionSummary } from '../../src/app/state/observed.ts'
import { factsOfList } from '../../src/attach/status-facts.ts'
import { foundSession } from '../support/observed-session.ts'

function listed(agent: string, summary: Partial<SessionSummary> | null, changedAtMs = 0): SurveyedSession {
  return {
    id: agent,
    session: foundSession({ id: agent, agent, changedAtMs }),
    label: 'tap',
    isInferred: false,
    summary: summary === null ? null : { doing: 'rests', about: null, plan: null, ...summary },
  }
}

const plan = { title: 'Plan', progress: { done: 1, total: 2 } }
const [unread, waits, talks, works] = [
  listed('unread', null),
  listed('waits', { doing: 'waits', about: 'Edit a.ts', plan }),
  listed('talks', { doing: 'works' }),
  listed('works', { doing: 'works', about: 'Step', plan }),
]

test('a session that works by a plan is told of first, then one that works, one that waits, and one that has just stopped', () => {
  const agentOf = (...sessions: readonly SurveyedSession[]): string | undefined =>
    factsOfList(sessions, 0)?.agent
  const rests = listed('rests', { plan })
  expect(agentOf(rests, unread, waits, talks, works)).toBe('works')
  expect(agentOf(rests, unread, waits, talks)).toBe('talks')
  expect(agentOf(rests, unread, waits)).toBe('waits')
  expect(agentOf(listed('silent', {}), rests)).toBe('rests')
})

test('there is nothing to tell of what rests for long, has no plan, or is not read', () => {
  expect(factsOfList([unread, listed('silent', {})], 0)).toBeNull()
  expect(factsOfList([listed('old', { plan }, 0)], 11 * 60_000)).toBeNull()
  expect(factsOfList([listed('killed', { doing: 'silent', plan }, 0)], 11 * 60_000)).toBeNull()
  expect(factsOfList([], 0)).toBeNull()
})

test('all that wait are counted', () => {
  const { waiting, ...facts } = factsOfList([waits, { ...waits, id: 'other' }, works], 0) ?? {}
  expect(waiting).toBe(2)
  expect(facts).toEqual({ agent: 'works', doing: 'works', about: 'Step', plan })
})
