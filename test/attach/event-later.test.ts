import { expect, test } from 'vitest'
import { eventLater } from '../../src/attach/observation.ts'
import { asked, items, linked, planned } from '../support/app-states.ts'

test('all times in an event move together', () => {
  expect(eventLater(planned(5, items('○ One')), 100)).toMatchObject({ atMs: 105 })
  expect(eventLater(asked(5), 100)).toMatchObject({ atMs: 105, request: { askedAtMs: 105 } })
  const greeting = linked({ state: 'shaking-hands', sinceMs: 1, greetedAtMs: 2 }, 3)
  expect(eventLater(greeting, 100)).toMatchObject({ atMs: 103, link: { sinceMs: 101, greetedAtMs: 102 } })
  const lost = linked({ state: 'reconnecting', sinceMs: 1, attempt: 1, nextAtMs: 9, cause: 'gone' }, 3)
  expect(eventLater(lost, 100)).toMatchObject({ link: { sinceMs: 101, nextAtMs: 109 } })
  const trying = linked({ state: 'reconnecting', sinceMs: 1, attempt: 1, nextAtMs: null, cause: 'gone' })
  expect(eventLater(trying, 100)).toMatchObject({ link: { nextAtMs: null } })
})
