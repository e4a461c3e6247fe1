import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { Session } from '../../../src/app/state/session.ts'
import type { PlanName } from '../../../src/protocol/plans/plan-content.ts'
import {
  after,
  anonymous,
  answered,
  asked,
  ended,
  exited,
  items,
  opened,
  outcomes,
  planned,
  plansOf,
  said,
  sent,
  session,
  sessionIn,
  updated,
} from '../events.ts'

const text = '# Split the parser\n\n1. Move the tokenizer\n2. Test it\n'
const revised = '# Split the parser\n\n1. Warn\n2. Move the tokenizer\n3. Test it\n'

function markdown(words: string): { readonly type: 'markdown'; readonly text: string } {
  return { type: 'markdown', text: words }
}

function id(name: string): PlanName {
  return { dialect: 'planId', id: name }
}

function sends(words: string, name: string, atMs = 2): AppEvent {
  return planned(markdown(words), id(name), atMs)
}

/** Codex names the item in the call that it asks with. */
function asksAbout(words: string, name: string, key = 1, atMs = 5): AppEvent {
  return asked(markdown(words), key, atMs, `plan-review:${name}`)
}

describe('a plan that is sent first, and asked about then', () => {
  test('is one, with its first key and the name of the proposal', () => {
    const now = session(
      sent(),
      sends(text.slice(0, 30), 'a-1'),
      sends(text, 'a-1', 3),
      asksAbout(text, 'a-1'),
    )
    expect(plansOf(now)).toEqual({ 'id:a-1': `2: ${text}` })
    expect(now.plans.get('id:a-1')?.name).toEqual({ dialect: 'proposed', id: 'a-1' })
    expect(now.proposal).toMatchObject({ planKey: 'id:a-1', from: 'request', revision: 1, outcome: null })
  })

  test.each([
    ['with the same text, whatever the blanks around it', asked(markdown(`\n${text.trim()}  \n`))],
    ['by its item, in other words', asksAbout(revised, 'a-1')],
    ['by its id alone', asked(markdown(revised), 1, 5, 'a-1')],
    ['to leave planning, without a text', asked(null, 1, 5, 'plan-review:a-1')],
  ])('is requested: %s', (_how, request) => {
    const now = session(sent(), sends(text, 'a-1'), request)
    expect([...now.plans.keys()]).toEqual(['id:a-1'])
    expect(now.proposal).toMatchObject({ planKey: 'id:a-1', requestKey: 1 })
  })

  test('whose last piece is missing has the text of the request, and keeps it', () => {
    const begun = text.slice(0, 45)
    const now = session(
      sent(),
      sends(begun, 'a-1'),
      asked(markdown(text)),
      sends(text.slice(0, 50), 'a-1', 6),
    )
    expect(plansOf(now)).toEqual({ 'id:a-1': `1: ${text}` })
    expect(now.proposal).toMatchObject({ ownText: text.slice(0, 50) })
    const whole = session(sent(), sends(begun, 'a-1'), asked(markdown(text)), sends(text, 'a-1', 6))
    expect(plansOf(whole)).toEqual({ 'id:a-1': `1: ${text}` })
    expect(whole.proposal).toMatchObject({ ownText: null })
  })

  test('and another one: only the one of the request is the proposal', () => {
    const now = session(
      sent(),
      sends('# Notes\n\nThey are notes.', 'notes'),
      sends(text, 'a-1'),
      asksAbout(text, 'a-1'),
    )
    expect(Object.keys(plansOf(now))).toEqual(['id:notes', 'id:a-1'])
    expect(now.plans.get('id:notes')?.name.dialect).toBe('planId')
    expect(now.proposal?.planKey).toBe('id:a-1')
  })

  test('plans with the same heading are not the same plan', () => {
    const now = session(sent(), sends('# Split the parser\n', 'notes'), asked(markdown(text)))
    expect(Object.keys(plansOf(now))).toEqual(['id:notes', 'proposed'])
  })
})

describe('a plan that is asked about first, and sent then', () => {
  test.each([
    ['by its text', 'plan-mode', undefined],
    ['by the call that asked about it', 'toolu_1', 'toolu_1'],
  ])('%s: it is one', (_how, name, callId) => {
    const now = session(
      sent(),
      asked(markdown(text), 1, 5, callId),
      answered('yes'),
      sends(text.trim(), name, 10),
    )
    expect(plansOf(now)).toEqual({ proposed: `1: ${text}` })
    expect(now.plans.get('proposed')).toMatchObject({
      name: { dialect: 'proposed', id: name },
      changedAtMs: 5,
      updates: 2,
    })
    expect([...now.mergedPlans]).toEqual([[`id:${name}`, 'proposed']])
    expect(now.counts.planUpdates).toBe(1)
    expect(now.proposal?.outcome?.kind).toBe('approved')
  })

  test('replaces the plan that the agent had under that id', () => {
    const now = session(
      sends('# Of the past', 'plan-mode', 1),
      sent(),
      asked(markdown(text)),
      answered('yes'),
      sends(text, 'plan-mode', 10),
    )
    expect(plansOf(now)).toEqual({ proposed: `1: ${text}` })
  })

  test('is sent from its beginning, piece by piece', () => {
    const pieces = [45, 50, text.length].map((end, at) => sends(text.slice(0, end), 'p', 10 + at))
    for (const count of [1, 2, 3]) {
      const now = session(sent(), asked(markdown(text)), answered('yes'), ...pieces.slice(0, count))
      expect(plansOf(now)).toEqual({ proposed: `1: ${text}` })
    }
  })

  test('another plan with the same beginning is a separate plan', () => {
    const now = session(
      sent(),
      asked(markdown(text)),
      answered('yes'),
      sends(text.slice(0, 45), 'p', 10),
      sends(`${text.slice(0, 45)} of the pudding`, 'p', 11),
    )
    expect(plansOf(now)).toEqual({ proposed: `1: ${text}`, 'id:p': `1: ${text.slice(0, 45)} of the pudding` })
    expect(now.mergedPlans.size).toBe(0)
    expect(now.plans.get('proposed')?.name).toEqual({ dialect: 'proposed', id: null })
  })

  test('other plans of the agent do not change', () => {
    const now = session(
      sent(),
      asked(markdown(text)),
      answered('yes'),
      sends('# Notes', 'notes', 10),
      planned(items('A'), anonymous, 11),
    )
    expect(Object.keys(plansOf(now))).toEqual(['proposed', 'id:notes', 'anonymous'])
  })
})

describe('an approved plan', () => {
  const approved = [sent(), sends(text, 'a-1'), asksAbout(text, 'a-1'), answered('yes')]
  const ticked = `${text}\n- [x] moved\n- [ ] tested\n`

  test('that the agent goes on with is a plan to be worked off, in the same place', () => {
    const now = session(...approved, sends(ticked, 'a-1', 20))
    expect(plansOf(now)).toEqual({ 'id:a-1': `2: ${ticked}` })
    expect(now.plans.get('id:a-1')?.name).toEqual(id('a-1'))
    expect(outcomes(now)).toEqual({ 'id:a-1': 'approved' })
    expect(now.proposal?.revision).toBe(1)
  })

  test('also where the request came first', () => {
    const now = session(
      sent(),
      asked(markdown(text)),
      answered('yes'),
      sends(text, 'plan-mode', 10),
      sends(ticked, 'plan-mode', 20),
    )
    expect(plansOf(now)).toEqual({ proposed: `2: ${ticked}` })
    expect(now.plans.get('proposed')?.name).toEqual(id('plan-mode'))
  })

  test('stays as it is when another one is proposed: that is a plan of its own', () => {
    const next = '# Another matter\n'
    const sentToo = session(
      ...approved,
      ended(20),
      sent('next', 30),
      sends(next, 'a-2', 31),
      asksAbout(next, 'a-2', 2, 32),
    )
    expect(outcomes(sentToo)).toEqual({ 'id:a-1': 'approved', 'id:a-2': null })
    const askedOnly = session(
      ...approved,
      ended(20),
      sent('next', 30),
      asked(markdown(next), 2, 32),
      answered('no', 2, 33),
    )
    expect(outcomes(askedOnly)).toEqual({ 'id:a-1': 'approved', proposed: 'rejected' })
    const third = session(
      sent(),
      asked(markdown('# 1')),
      answered('yes'),
      asked(markdown('# 2'), 2, 7),
      answered('yes', 2),
      asked(markdown('# 3'), 3, 8),
    )
    expect(outcomes(third)).toEqual({ proposed: 'approved', 'proposed:2': 'approved', 'proposed:3': null })
  })

  test('that is asked about again is the same', () => {
    const now = session(...approved, asksAbout(text, 'a-1', 2, 20))
    expect(outcomes(now)).toEqual({ 'id:a-1': null })
    expect(now.proposal).toMatchObject({ revision: 1, previousText: text })
  })

  test('that is removed leaves with its outcome', () => {
    const removed = updated({ type: 'plan-removed', plan: id('a-1') }, 20)
    const now = session(...approved, removed)
    expect(now.plans.get('id:a-1')?.removedAtMs).toBe(20)
    expect(outcomes(now)).toEqual({ 'id:a-1': 'approved' })
  })
})

describe('a plan that is turned down', () => {
  const rejected = [
    sent(),
    sends(text, 'a-1'),
    asksAbout(text, 'a-1'),
    answered('no'),
    ended(10),
    sent('warn', 20),
  ]

  test('and sent anew under another id is the same one, from the first piece on', () => {
    const begun = session(...rejected, sends(revised.slice(0, 30), 'a-2', 21))
    expect(Object.keys(plansOf(begun))).toEqual(['id:a-1'])
    expect(begun.proposal).toMatchObject({
      from: 'update',
      isWhole: false,
      revision: 2,
      outcome: null,
      previousText: text,
    })
    const now = session(
      ...rejected,
      sends(revised.slice(0, 30), 'a-2', 21),
      sends(revised, 'a-2', 22),
      asksAbout(revised, 'a-2', 2, 23),
    )
    expect(plansOf(now)).toEqual({ 'id:a-1': `3: ${revised}` })
    expect(now.proposal).toMatchObject({
      from: 'request',
      isWhole: true,
      revision: 2,
      previousText: text,
      proposedAtMs: 23,
    })
    expect(sessionOutcome(now, answered('yes', 2, 30))).toBe('approved')
  })

  function sessionOutcome(_of: Session, last: AppEvent): string | undefined {
    const all = [
      ...rejected,
      sends(revised, 'a-2', 22),
      asksAbout(revised, 'a-2', 2, 23),
      last,
      sends(revised, 'a-2', 40),
    ]
    const now = session(...all)
    expect(Object.keys(plansOf(now))).toEqual(['id:a-1'])
    return now.proposal?.outcome?.kind
  }

  test('and sent anew under the same id is the next revision', () => {
    const now = session(...rejected, sends(revised, 'a-1', 21), asksAbout(revised, 'a-1', 2, 23))
    expect(plansOf(now)).toEqual({ 'id:a-1': `2: ${revised}` })
    expect(now.proposal).toMatchObject({ revision: 2, previousText: text })
  })

  test('and sent anew under an id of another kind becomes one when it is asked about', () => {
    const sentOnly = session(...rejected, sends(revised, 'the-revision', 21))
    expect(Object.keys(plansOf(sentOnly))).toEqual(['id:a-1', 'id:the-revision'])
    const now = session(
      ...rejected,
      sends(revised, 'the-revision', 21),
      asksAbout(revised, 'the-revision', 2, 23),
    )
    expect(plansOf(now)).toEqual({ 'id:a-1': `2: ${revised}` })
    expect([...now.mergedPlans]).toEqual([['id:the-revision', 'id:a-1']])
  })

  test('and only asked about anew is the next revision, whatever was sent before', () => {
    const now = session(...rejected, asked(markdown(revised), 2, 23, 'other'))
    expect(plansOf(now)).toEqual({ 'id:a-1': `2: ${revised}` })
    expect(now.proposal).toMatchObject({ revision: 2, previousText: text })
  })

  test('of two plans that are sent then the second has a place of its own', () => {
    const now = session(...rejected, sends(revised, 'a-2', 21), sends('# Notes', 'a-3', 22))
    expect(Object.keys(plansOf(now))).toEqual(['id:a-1', 'id:a-3'])
  })

  test('and sent anew without a question stands there to be read, and nobody is asked', () => {
    const now = session(...rejected, sends(revised, 'a-2', 21), ended(30))
    expect(now.proposal).toMatchObject({ from: 'update', isWhole: true, outcome: null })
    const cut = session(...rejected, sends(revised, 'a-2', 21), ended(30, 'cancelled'))
    expect(cut.proposal?.outcome).toMatchObject({ kind: 'cancelled' })
  })
})

describe('while a plan waits for its answer', () => {
  const waiting = [sent(), sends(text, 'a-1'), asksAbout(text, 'a-1')]

  test('the agent may continue it: its text then differs from the approved one', () => {
    const now = session(...waiting, sends(revised, 'a-1', 6))
    expect(now.plans.get('id:a-1')).toMatchObject({ name: { dialect: 'proposed' }, body: { text: revised } })
    expect(session(...waiting, sends(revised, 'a-1', 6), answered('yes')).plans.get('id:a-1')?.name).toEqual(
      id('a-1'),
    )
    expect(
      session(...waiting, sends(revised, 'a-1', 6), answered('no')).plans.get('id:a-1')?.name.dialect,
    ).toBe('proposed')
  })

  test('it is not taken away', () => {
    const removed = updated({ type: 'plan-removed', plan: id('a-1') }, 6)
    expect(session(...waiting, removed).plans.get('id:a-1')).toMatchObject({
      removedAtMs: null,
      name: { id: null },
    })
  })

  test('another one is a separate plan with its own answer', () => {
    const both = [...waiting, sends(revised, 'b-1', 6), asksAbout(revised, 'b-1', 2, 7)]
    expect(outcomes(session(...both, answered('no', 1)))).toEqual({ 'id:a-1': 'rejected', 'id:b-1': null })
    expect(outcomes(session(...both, answered('yes', 2), answered('no', 1)))).toEqual({
      'id:a-1': 'rejected',
      'id:b-1': 'approved',
    })
    expect(outcomes(session(...both, ended(20, 'cancelled')))).toEqual({
      'id:a-1': 'cancelled',
      'id:b-1': 'cancelled',
    })
  })

  test('the end of the agent answers it', () => {
    expect(outcomes(sessionIn(after(...waiting, exited)))).toEqual({ 'id:a-1': 'cancelled' })
    expect(outcomes(sessionIn(after(asked(markdown(text)), exited)))).toEqual({ proposed: 'cancelled' })
  })
})

test('two sessions that propose the same text have separate proposals', () => {
  const of = (name: string): readonly AppEvent[] => [
    opened(name),
    sent('go', 1, name),
    updated({ type: 'plan-replaced', plan: id('a-1'), content: markdown(text) }, 2, name),
  ]
  const state = after(...of('s'), ...of('t'), asksAbout(text, 'a-1'), answered('yes'))
  expect(outcomes(sessionIn(state, 's'))).toEqual({ 'id:a-1': 'approved' })
  expect(sessionIn(state, 't').proposal).toBeNull()
})

test('a message and an update with the same text are one plan', () => {
  const now = session(
    sent(),
    said(`<proposed_plan>\n${text}</proposed_plan>\n`),
    sends(text, 'p', 3),
    asked(markdown(text)),
  )
  expect(plansOf(now)).toEqual({ proposed: `1: ${text}` })
  expect(now.proposal).toMatchObject({ from: 'request', revision: 1 })
})

test('a file that is sent and asked about is one', () => {
  const file = { type: 'file', uri: 'file:///plan.md' } as const
  const now = session(sent(), planned(file, id('f')), asked(file))
  expect(plansOf(now)).toEqual({ 'id:f': '1: file:///plan.md' })
  expect(plansOf(session(sent(), asked(file), planned(file, id('f'), 6)))).toEqual({
    proposed: '1: file:///plan.md',
  })
})
