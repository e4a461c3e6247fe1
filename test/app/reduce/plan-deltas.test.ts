import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { createApp } from '../../../src/app/app.ts'
import { maxStreamedPlanLength } from '../../../src/app/state/session.ts'
import type { Plan } from '../../../src/plans/plan.ts'
import type { PlanName } from '../../../src/protocol/plans/plan-content.ts'
import { after, answered, asked, opened, planned, plansOf, sent, session, updated } from '../events.ts'
import { piecesOf } from './pieces.ts'

const plan: PlanName = { dialect: 'planId', id: 'x' }

function whole(text: string, atMs = 1) {
  return updated({ type: 'plan-replaced', plan, content: { type: 'markdown', text } }, atMs)
}

function piece(text: string, atMs = 1) {
  return updated({ type: 'plan-grown', plan, text }, atMs)
}

function planAfter(...events: readonly AppEvent[]): Plan | undefined {
  return session(...events).plans.get('id:x')
}

function shown(one: Plan | undefined): unknown {
  return one === undefined ? null : { body: one.body, revision: one.revision, removedAtMs: one.removedAtMs }
}

describe('a plan that comes in pieces', () => {
  const line = fc.constantFrom('# Title', '- [ ] a', '- [x] b', '```', 'é🚀', '', '===')
  const document = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'))

  test('is the same as the whole one, wherever it is cut', () => {
    fc.assert(
      fc.property(document, fc.array(fc.nat(9), { maxLength: 40 }), (text, lengths) => {
        const pieces = piecesOf(text, lengths).map((each) => piece(each))
        expect(shown(planAfter(...pieces))).toEqual(shown(planAfter(whole(text))))
      }),
    )
  })

  test('is added to the whole plan, and replaced by the next whole one', () => {
    const grown = planAfter(whole('# Plan\n'), piece('one\n'), piece('two\n'))
    expect(grown?.body).toMatchObject({ text: '# Plan\none\ntwo\n', heading: 'Plan' })
    expect(planAfter(whole('# Plan\n'), piece('one\n'), whole('# Else'))?.body).toMatchObject({
      text: '# Else',
    })
  })

  test('begins anew where the plan was removed, or was no text', () => {
    const removed = updated({ type: 'plan-removed', plan })
    expect(planAfter(whole('# Plan\n'), removed, piece('new'))).toMatchObject({
      removedAtMs: null,
      body: { text: 'new' },
    })
    const items = updated({ type: 'plan-replaced', plan, content: { type: 'items', entries: [] } })
    expect(planAfter(items, piece('new'))?.body).toMatchObject({ type: 'markdown', text: 'new' })
  })

  test('counts as a plan of the agent: the inferred plan is removed, and a message proposes no second one', () => {
    const todos = [{ content: 'a', status: 'pending', priority: '' }]
    const call = updated({ type: 'tool-call', toolCallId: 't', hasTodos: true, todos })
    const now = session(call, piece('# P'))
    expect([...now.plans.keys()]).toEqual(['id:x'])
    expect([now.counts.planUpdates, now.reading.hasMarkdownPlan]).toEqual([1, true])
  })

  test('is cut where it grows too long, which is reported once', () => {
    const app = createApp(after(opened(), whole('x'.repeat(maxStreamedPlanLength - 2))))
    for (const event of [piece('abc'), piece('d'), piece('e')]) app.dispatch(event)
    const body = app.state().sessions.get('s')?.plans.get('id:x')?.body
    expect(body?.type === 'markdown' && [body.text.length, body.text.endsWith('xab')]).toEqual([
      maxStreamedPlanLength,
      true,
    ])
    expect(app.state().problems.items).toMatchObject([
      {
        problem: { code: 'too-long', path: 'update._meta.jetbrains.air.contentDelta' },
        sessionId: 's',
        times: 1,
      },
    ])
  })
})

describe('a plan that comes in pieces and is asked about', () => {
  const text = '# Split the parser\n\n1. Move the tokenizer\n2. Test it\n'
  const begun = text.slice(0, 45)
  const rest = [text.slice(45, 50), text.slice(50)]
  const question = asked({ type: 'markdown', text }, 1, 5)

  test('while its last pieces are missing is the plan of the request, once', () => {
    const late = rest.map((each, index) => piece(each, 6 + index))
    const now = session(sent(), piece(begun, 2), question, ...late)
    expect(plansOf(now)).toEqual({ 'id:x': `1: ${text}` })
    expect(now.proposal).toMatchObject({ planKey: 'id:x', ownText: null })
    expect(session(sent(), piece(begun, 2), question, piece(rest[0] ?? '', 6)).proposal).toMatchObject({
      ownText: text.slice(0, 50),
    })
  })

  test('before its first piece it is the same plan', () => {
    const now = session(sent(), question, piece(begun, 6), ...rest.map((each) => piece(each, 7)))
    expect(plansOf(now)).toEqual({ proposed: `1: ${text}` })
    expect([...now.mergedPlans]).toEqual([['id:x', 'proposed']])
  })

  test('begins anew after it was removed and approved', () => {
    const removed = updated({ type: 'plan-removed', plan }, 8)
    const now = session(sent(), piece(text, 2), question, answered('yes'), removed, piece('# New', 9))
    expect(now.plans.get('id:x')).toMatchObject({ removedAtMs: null, body: { text: '# New' } })
  })

  test('leaves another one that comes in pieces in one revision', () => {
    const other: PlanName = { dialect: 'planId', id: 'notes' }
    const pieces = ['# No', 'tes\n', 'More\n'].map((each) =>
      updated({ type: 'plan-grown', plan: other, text: each }, 6),
    )
    const now = session(sent(), planned({ type: 'markdown', text }, plan, 2), question, ...pieces)
    expect(plansOf(now)).toEqual({ 'id:x': `1: ${text}`, 'id:notes': '1: # Notes\nMore\n' })
  })

  test('is cut where it grows too long, which is reported once, under its own key or another', () => {
    const long = 'x'.repeat(maxStreamedPlanLength - 2)
    for (const before of [[question], []]) {
      const app = createApp(
        after(opened(), sent(), ...before, whole(text, 6), answered('yes'), whole(long, 7)),
      )
      for (const event of [piece('abc', 8), piece('d', 9)]) app.dispatch(event)
      const [shownPlan] = [...(app.state().sessions.get('s')?.plans.values() ?? [])]
      expect(shownPlan?.body.type === 'markdown' && shownPlan.body.text.length).toBe(maxStreamedPlanLength)
      expect(app.state().problems.items).toMatchObject([{ problem: { code: 'too-long' }, times: 1 }])
    }
  })
})

test('a title that comes with a later piece is the plan’s', () => {
  const titled = updated({ type: 'plan-grown', plan, text: 'one', title: 'Split it' }, 2)
  expect(planAfter(piece('# Plan\n'), titled)).toMatchObject({
    title: 'Split it',
    body: { text: '# Plan\none' },
  })
})
