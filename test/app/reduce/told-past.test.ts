import { describe, expect, test } from 'vitest'
import { noTimes } from '../../../src/plans/steps/step-times.ts'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { revisionsOf } from '../../../src/app/history/plan-history.ts'
import type { SessionModes } from '../../../src/protocol/session/session-settings.ts'
import {
  after,
  anonymous,
  items,
  opened,
  opening,
  planned,
  said,
  saidIn,
  sent,
  sessionIn,
} from '../events.ts'
import { openedSession } from '../../support/app-states.ts'

describe('plans of a replay', () => {
  test('the times of the plans and their steps are unknown', () => {
    const now = sessionIn(
      after(
        opening(),
        planned({ type: 'items', entries: [{ content: 'A', status: 'in_progress', priority: '' }] }),
        planned({ type: 'items', entries: [{ content: 'A', status: 'completed', priority: '' }] }),
        opened('s', 'loaded'),
      ),
    )
    const plan = now.plans.get('anonymous')
    expect(plan).toMatchObject({ isFromPast: true })
    expect(plan?.body).toMatchObject({
      dropped: [],
      entries: [{ content: 'A', status: 'completed', times: noTimes, change: null }],
    })
  })

  test('updates after a prompt have their times, and the plan stays one of the replay', () => {
    const told = [opening(), planned(items('A')), opened('s', 'loaded'), sent()]
    const now = sessionIn(after(...told, planned(items('A', 'B'), anonymous, 7)))
    const plan = now.plans.get('anonymous')
    expect(plan).toMatchObject({ isFromPast: true, changedAtMs: 7 })
    expect(plan?.body).toMatchObject({ entries: [{ change: null }, { change: { type: 'new', atMs: 7 } }] })
  })

  test('before the first prompt, what is replayed after the session is open belongs to the past too', () => {
    const told = [opening(), opened('s', 'loaded'), planned(items('A')), planned(items('A', 'B'))]
    const plan = sessionIn(after(...told)).plans.get('anonymous')
    expect(plan).toMatchObject({ isFromPast: true, revision: 2 })
    expect(plan?.body).toMatchObject({ dropped: [], entries: [{ change: null }, { change: null }] })
  })
})

describe('revisions of a replay', () => {
  const done = { type: 'items', entries: [{ content: 'A', status: 'completed', priority: '' }] } as const
  const timesOf = (...events: readonly AppEvent[]): readonly unknown[] =>
    [...after(...events).history.plans.values()].flatMap((plan) => revisionsOf(plan).map(({ atMs }) => atMs))

  test.each<[string, readonly AppEvent[], readonly unknown[]]>([
    ['before the answer', [planned(items('A')), planned(done), opened('s', 'loaded')], [null, null]],
    ['after the answer', [opened('s', 'loaded'), planned(items('A')), planned(done)], [null, null]],
    [
      'and what is sent in a turn',
      [planned(items('A')), opened('s', 'loaded'), sent(), planned(done, anonymous, 9)],
      [null, 9],
    ],
    [
      'a list that is repeated is one revision',
      [opened('s', 'loaded'), planned(done), planned(done)],
      [null],
    ],
  ])('%s', (_, events, times) => {
    expect(timesOf(opening(), ...events)).toEqual(times)
  })
})

describe('a mode that a message reports', () => {
  const modes: SessionModes = {
    current: 'plan',
    available: [
      { id: 'default', name: 'Default', description: null },
      { id: 'plan', name: 'Plan', description: null },
    ],
  }
  const planning = openedSession('s', { modes })

  test('is a change of the mode, not a message', () => {
    const now = sessionIn(after(planning, sent(), said('[MODE_UPDATE] default')))
    expect(now.modes?.current).toBe('default')
    expect(saidIn(now)).toEqual(['user go'])
  })

  test.each(['[MODE_UPDATE] root', '[MODE_UPDATE]', 'so [MODE_UPDATE] default'])(
    '%s is a message',
    (text) => {
      const now = sessionIn(after(planning, sent(), said(text)))
      expect(now.modes?.current).toBe('plan')
      expect(saidIn(now)).toEqual(['user go', `agent ${text}`])
    },
  )
})
