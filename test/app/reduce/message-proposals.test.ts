import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { createApp } from '../../../src/app/app.ts'
import { openQuestion } from '../../../src/app/state/question.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { Session } from '../../../src/app/state/session.ts'
import {
  answered,
  asked,
  after,
  called,
  ended,
  exited,
  items,
  linkOpen,
  opened,
  opening,
  plansOf,
  planned,
  said,
  saidIn,
  sent,
  session,
  sessionIn,
  state,
  updated,
  whole,
} from '../events.ts'
import { openedSession, proposedPlan } from '../../support/app-states.ts'

const open = '<proposed_plan>\n'
const close = '</proposed_plan>\n'
const block = (text: string): string => `${open}${text}\n${close}`

interface Shown {
  readonly said: readonly string[]
  readonly plans: Readonly<Record<string, string>>
}

function shown(one: Session): Shown {
  return { said: saidIn(one), plans: plansOf(one) }
}

describe('a plan in a message', () => {
  test('is taken out of it, and is proposed', () => {
    const now = session(sent(), said(`Here:\n${block('# A')}Done.`))
    expect(shown(now)).toEqual({ said: ['user go', 'agent Here:\nDone.'], plans: { proposed: '1: # A\n' } })
    expect(now.proposal).toEqual(proposedPlan)
    expect(now.counts.planUpdates).toBe(0)
  })

  test('streams: it is not whole before its block is closed', () => {
    const events = [sent(), said(`Here:\n${open}# A`), said('\n- b', {}, 2)]
    expect(session(...events).proposal).toEqual({ ...proposedPlan, isWhole: false })
    expect(plansOf(session(...events))).toEqual({ proposed: '1: # A\n- b' })
    const closed = session(...events, said(`\n${close}`, {}, 3))
    expect(closed.proposal).toEqual(proposedPlan)
    expect(closed.plans.get('proposed')).toMatchObject({ revision: 1, changedAtMs: 3 })
  })

  test.each<[string, readonly AppEvent[]]>([
    ['the end of the turn', [ended(9)]],
    ['an idle state', [state('idle', 9)]],
    ['a tool call', [called()]],
    ['a message with an id', [said('x', { messageId: 'n' })]],
    ['a thought', [said('hm', { who: 'thought' })]],
    ['a notice', [updated({ type: 'notice', severity: 'info', text: 'N' })]],
    ['the next prompt', [sent('more', 9)]],
  ])('without an end it ends with its message: %s', (_, events) => {
    const now = session(sent(), said(`${open}# A\n<prop`), ...events)
    expect(plansOf(now)).toEqual({ proposed: '1: # A\n<prop' })
    expect(now.proposal?.isWhole).toBe(true)
  })

  test('held-back text of a message is shown when it ends', () => {
    expect(saidIn(session(sent(), said('Hi\n<prop')))).toEqual(['user go', 'agent Hi\n'])
    expect(saidIn(session(sent(), said('Hi\n<prop'), ended(9)))).toEqual(['user go', 'agent Hi\n<prop'])
    expect(saidIn(session(sent(), said('<'), called()))).toEqual(['user go', 'agent <', 'call t'])
  })

  test('messages with ids may take turns', () => {
    const events = [
      said('Hi\n<proposed_', { messageId: 'm' }),
      said('Also', { messageId: 'n' }),
      called(),
      said('plan>\n# A', { messageId: 'm' }),
      said(' this', { messageId: 'n' }),
      said(`\n${close}bye`, { messageId: 'm' }),
    ]
    expect(shown(session(sent(), ...events))).toEqual({
      said: ['user go', 'agent Hi\nbye', 'agent Also this', 'call t'],
      plans: { proposed: '1: # A\n' },
    })
  })

  test('the oldest of too many open messages ends', () => {
    const many = Array.from({ length: 9 }, (_, index) => said('<', { messageId: `m${index}` }))
    expect(saidIn(session(sent(), ...many))).toEqual(['user go', 'agent <'])
  })

  test('messages of the user and thoughts of the agent are never a plan', () => {
    const now = session(sent(), said(block('# A'), { who: 'thought' }), said(block('# B'), { who: 'user' }))
    expect(shown(now)).toEqual({
      said: ['user go', `thought ${block('# A')}`, `user ${block('# B')}`],
      plans: {},
    })
  })

  test('a plan that grows without end stays in the message', () => {
    const now = session(sent(), said(`${open}# A\n`), said('x'.repeat(2_000_000)), said('y'))
    expect(now.plans.get('proposed')?.body).toMatchObject({ text: '# A\ny' })
    expect(saidIn(now)[1]).toHaveLength('agent '.length + 20_000)
  })
})

// Not timed: what is quadratic in it does not end within the limit of a test.
test('20,000 pieces of a message are reduced within the limit of a test', () => {
  let now = after(opened(), sent(), said(open))
  for (let piece = 0; piece < 20_000; piece++)
    now = reduce(now, said(piece % 5 === 0 ? '- [ ] a\n' : 'some words '))
  expect(sessionIn(now).plans.get('proposed')?.body).toMatchObject({ boxes: { checked: 0 } })
  expect(sessionIn(now).proposal?.isWhole).toBe(false)
})

describe('the whole message replaces its pieces', () => {
  const streamed = [sent(), said(`Hi\n${open}# A`, { messageId: 'm' })]

  test('its plan is the same proposal, put right', () => {
    const now = session(...streamed, whole(`Hello\n${block('# B')}bye`, 'm', 4))
    expect(shown(now)).toEqual({ said: ['user go', 'agent Hello\nbye'], plans: { proposed: '1: # B\n' } })
    expect(now.proposal).toEqual(proposedPlan)
  })

  test('a whole message without a plan removes it', () => {
    expect(shown(session(...streamed, whole('Hello')))).toEqual({
      said: ['user go', 'agent Hello'],
      plans: {},
    })
    expect(session(...streamed, whole('Hello')).proposal).toBeNull()
  })

  test('and the plan from before is shown again', () => {
    const before = [sent(), said(block('# Old')), ended(3)]
    const now = session(...before, sent('more', 4), ...streamed.slice(1), whole('Hello'))
    expect(plansOf(now)).toEqual({ proposed: '1: # Old\n' })
    expect(now.proposal?.outcome).toMatchObject({ kind: 'refined', feedback: 'more' })
  })

  test('a plan that only the whole message has is proposed', () => {
    const now = session(sent(), said('Hi', { messageId: 'm' }), whole(`Hi\n${block('# A')}`))
    expect(shown(now)).toEqual({ said: ['user go', 'agent Hi\n'], plans: { proposed: '1: # A\n' } })
  })

  test('pieces may follow it', () => {
    const now = session(
      sent(),
      whole(''),
      said('Hi\n', { messageId: 'm' }),
      said(block('# A'), { messageId: 'm' }),
    )
    expect(shown(now)).toEqual({ said: ['user go', 'agent Hi\n'], plans: { proposed: '1: # A\n' } })
    const cut = session(sent(), whole(`Hi\n${open}# A`), said('\n- b', { messageId: 'm' }), ended(9))
    expect(shown(cut)).toEqual({ said: ['user go', 'agent Hi\n'], plans: { proposed: '1: # A\n- b' } })
  })

  test('the same again changes nothing', () => {
    for (const text of [`Hi\n${block('# A')}bye`, `Hi\n${open}# A`, 'Hi\n<prop', 'Hi']) {
      const before = after(opened(), sent(), whole(text))
      expect(reduce(before, whole(text))).toBe(before)
    }
  })
})

describe('one plan a turn', () => {
  const second = said(`${block('# A')}and\n${block('# B')}so`)

  test('a second one is shown as text, and is a problem', () => {
    const app = createApp()
    for (const event of [opened(), sent(), second, said(`\n${block('# C')}`)]) app.dispatch(event)
    expect(shown(sessionIn(app.state()))).toEqual({
      said: ['user go', 'agent and\n# B\nso\n# C\n'],
      plans: { proposed: '1: # A\n' },
    })
    expect(
      app.state().problems.items.map(({ problem, sessionId }) => [problem.code, problem.weight, sessionId]),
    ).toEqual([['second-proposal', 'noted', 's']])
  })

  test('another turn may propose again, with the previous text', () => {
    const now = session(sent(), said(block('# A')), ended(3), sent('more', 4), said(block('# B'), {}, 5))
    expect(plansOf(now)).toEqual({ proposed: '2: # B\n' })
    expect(now.proposal).toEqual({ ...proposedPlan, proposedAtMs: 5, revision: 2, previousText: '# A\n' })
  })

  test('after a markdown plan in the same turn a plan in a message is shown as text, without a problem', () => {
    const app = createApp()
    for (const event of [opened(), sent(), planned({ type: 'markdown', text: '# A' }), second])
      app.dispatch(event)
    expect(shown(sessionIn(app.state()))).toEqual({
      said: ['user go', 'agent # A\nand\n# B\nso'],
      plans: { anonymous: '1: # A' },
    })
    expect(app.state().problemCount).toBe(0)
  })

  test('a checklist does not count as such a plan', () => {
    expect(plansOf(session(sent(), planned(items('One')), said(block('# A'))))).toEqual({
      anonymous: '1: pending One',
      proposed: '1: # A\n',
    })
  })
})

describe('the question whether to implement it', () => {
  const base = [linkOpen, opened(), sent()]
  const proposing = [...base, said(block('# A'))]

  function isAsked(...events: readonly AppEvent[]): boolean {
    return openQuestion(after(...events))?.kind === 'proposal'
  }

  test('is asked when the turn has ended, not earlier', () => {
    expect(isAsked(...proposing)).toBe(false)
    expect(isAsked(...proposing, ended(9))).toBe(true)
    expect(isAsked(...base, said(`${open}# A`), ended(9))).toBe(true)
    expect(isAsked(...base, said(`${open}# A`), state('idle', 9))).toBe(true)
  })

  test.each<[string, readonly AppEvent[]]>([
    ['nothing was proposed', [...base, ended(9)]],
    ['the turn was cancelled', [...proposing, ended(9, 'cancelled')]],
    ['the agent is gone', [...proposing, exited]],
    ['the user has gone on', [...proposing, ended(9), sent('more', 10), ended(12)]],
    [
      'the past is replayed',
      [linkOpen, opening(), said('go', { who: 'user' }), said(block('# A')), opened('s', 'loaded')],
    ],
    ['the past is replayed after the session is open', [linkOpen, opened('s', 'loaded'), said(block('# A'))]],
    [
      'the past is replayed with its states',
      [
        linkOpen,
        opening(),
        state('running'),
        said(block('# A')),
        state('idle', 2, 'end_turn'),
        opened('s', 'loaded'),
      ],
    ],
    [
      'it was asked in the past, and the user has gone on',
      [linkOpen, opening(), said(block('# A')), opened('s', 'loaded'), sent(), ended(9)],
    ],
    [
      'the user has answered',
      [
        ...proposing,
        ended(9),
        {
          type: 'proposal-answered',
          atMs: 10,
          sessionId: 's',
          outcome: { kind: 'kept', words: '', atMs: 10, feedback: null },
        },
      ],
    ],
  ])('is not asked when %s', (_, events) => {
    expect(isAsked(...events)).toBe(false)
  })

  test('a prompt answers it; a cancelled turn closes it', () => {
    const outcome = (...events: readonly AppEvent[]): unknown => sessionIn(after(...events)).proposal?.outcome
    expect(outcome(...proposing, ended(9))).toBeNull()
    expect(outcome(...proposing, ended(9), sent('more', 10))).toEqual({
      kind: 'refined',
      words: '',
      atMs: 10,
      feedback: 'more',
    })
    expect(outcome(...proposing, ended(9, 'cancelled'))).toMatchObject({ kind: 'cancelled', atMs: 9 })
    expect(outcome(...proposing, exited)).toMatchObject({ kind: 'cancelled', atMs: 90 })
    expect(outcome(...proposing, ended(9), exited)).toBeNull()
    expect(outcome(opening(), said(block('# A')), opened('s', 'loaded'), sent('go', 3))).toMatchObject({
      kind: 'kept',
      feedback: null,
    })
  })
})

describe('a plan whose planning mode is left at rest', () => {
  const available = ['plan', 'code'].map((id) => ({ id, name: id, description: null }))
  const planning = openedSession('s', { modes: { current: 'plan', available } })
  const proposing = [linkOpen, planning, sent(), said(block('# A')), ended(9)]
  const left = [...proposing, updated({ type: 'mode-changed', modeId: 'code' }, 10)]

  test('is approved by the prompt that says so', () => {
    const now = sessionIn(after(...left, sent('Implement the plan.', 12)))
    expect(now.proposal?.outcome).toEqual({ kind: 'approved', words: '', atMs: 12, feedback: null })
  })

  test('has no answer after another one, and is not asked about any more', () => {
    const events = [...left, sent('something else', 12), ended(15), sent('more', 16)]
    expect(sessionIn(after(...events)).proposal).toMatchObject({ isPassed: true, outcome: null })
    expect(openQuestion(after(...events, ended(20)))).toBeNull()
    expect(sessionIn(after(...events, ended(20, 'cancelled'))).proposal?.outcome).toBeNull()
    expect(sessionIn(after(...events, said(block('# B'), {}, 17))).proposal).toEqual({
      ...proposedPlan,
      proposedAtMs: 17,
      revision: 2,
      previousText: '# A\n',
    })
  })
})

test('a replay rebuilds the proposals turn by turn', () => {
  const now = sessionIn(
    after(
      opening(),
      said('plan it', { who: 'user', messageId: 'u' }),
      whole('', 'a'),
      said(`Here:\n${block('# A')}`, { messageId: 'a' }),
      said('again', { who: 'user', messageId: 'v' }),
      said(block('# B'), { messageId: 'b' }),
      opened('s', 'loaded'),
    ),
  )
  expect(shown(now)).toEqual({
    said: ['user plan it', 'agent Here:\n', 'user again'],
    plans: { proposed: '2: # B\n' },
  })
  expect(now.proposal).toEqual({ ...proposedPlan, revision: 2, previousText: '# A\n', isUntimed: true })
  expect(now.turn).toEqual({ state: 'not-asked' })
})

test('after an approval a plan in a message is a separate plan', () => {
  const approved = [sent(), asked({ type: 'markdown', text: '# A' }), answered('yes'), ended(10)]
  const now = session(...approved, sent('next', 20), said(block('# B'), {}, 21))
  expect(plansOf(now)).toEqual({ proposed: '1: # A', 'proposed:2': '1: # B\n' })
  expect(now.proposal).toMatchObject({ planKey: 'proposed:2', revision: 1, previousText: null })
})
