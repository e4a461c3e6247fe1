import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../src/app/app-event.ts'
import { problemBetween } from '../../src/app/problem-between.ts'
import { reduce } from '../../src/app/reduce.ts'
import { streamedPlanKept } from '../../src/app/session.ts'
import type { Plan } from '../../src/plans/plan.ts'
import type { PlanName } from '../../src/protocol/plan-content.ts'
import { after, opened, session, updated } from './events.ts'

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
        const pieces: string[] = []
        let at = 0
        for (const length of lengths) {
          pieces.push(text.slice(at, at + length))
          at += length
        }
        pieces.push(text.slice(at))
        expect(shown(planAfter(...pieces.map((each) => piece(each))))).toEqual(shown(planAfter(whole(text))))
      }),
    )
  })

  test('goes on from what was sent as a whole, and a whole one replaces it', () => {
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

  test('counts as a plan of the agent: what was inferred goes, and a message proposes no second one', () => {
    const todos = [{ content: 'a', status: 'pending', priority: '' }]
    const call = updated({ type: 'tool-call', toolCallId: 't', hasTodos: true, todos })
    const now = session(call, piece('# P'))
    expect([...now.plans.keys()]).toEqual(['id:x'])
    expect([now.counts.planUpdates, now.reading.hasMarkdownPlan]).toEqual([1, true])
  })

  test('is cut where it grows too long, which is told once', () => {
    const full = after(opened(), whole('x'.repeat(streamedPlanKept - 2)))
    const events = [piece('abc'), piece('d'), piece('e')]
    const problems: unknown[] = []
    let state = full
    for (const event of events) {
      const now = reduce(state, event)
      const problem = problemBetween(event, state, now)
      if (problem !== null) problems.push([problem.problem.code, problem.problem.path, problem.sessionId])
      state = now
    }
    const body = state.sessions.get('s')?.plans.get('id:x')?.body
    expect(body?.type === 'markdown' && [body.text.length, body.text.endsWith('xab')]).toEqual([
      streamedPlanKept,
      true,
    ])
    expect(problems).toEqual([['too-long', 'update._meta.jetbrains.air.contentDelta', 's']])
  })
})
