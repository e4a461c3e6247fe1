import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { PlanDocument } from '../../../src/app/ports/plan-document.ts'
import { documentEvent } from '../../../src/app/notes/document-note.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { planProgress, type Plan } from '../../../src/plans/plan.ts'
import { items, opened, planned, stateAfter } from '../../support/app-states.ts'

const uri = 'file:///work/plan.md'
const named = [...opened(), planned(10, { type: 'file', uri }, 'design')]

function read(atMs: number, text: string, format: 'markdown' | 'plain' = 'markdown'): AppEvent {
  const document = { state: 'shown', uri, text, format, sizeBytes: text.length } as const
  return { type: 'document-read', atMs, document }
}

function gone(atMs: number): AppEvent {
  return { type: 'document-missing', atMs, uri }
}

function plansOf(state: AppState): readonly Plan[] {
  return [...state.sessions.values()].flatMap(({ plans }) => [...plans.values()])
}

function counts(state: AppState): readonly (string | null)[] {
  return plansOf(state).map((plan) => {
    const progress = planProgress(plan)
    return progress === null ? null : `${progress.done}/${progress.total}`
  })
}

describe('the document of a file plan', () => {
  test('its task boxes are the progress of the plan', () => {
    const half = stateAfter(...named, read(20, '- [x] one\n- [ ] two\n'))
    expect(counts(half)).toEqual(['1/2'])
    const done = reduce(half, read(30, '- [x] one\n- [x] two\n'))
    expect(plansOf(done).map((plan) => planProgress(plan)?.isComplete)).toEqual([true])
    expect(plansOf(done)[0]?.workEnded).not.toBeNull()
  })

  test('without boxes, or in another format, there is nothing to count', () => {
    expect(counts(stateAfter(...named, read(20, '# Plan\n')))).toEqual([null])
    expect(counts(stateAfter(...named, read(20, '- [x] one\n', 'plain')))).toEqual([null])
  })

  test('the boxes of a missing file stay as they were read last, until it is there again', () => {
    const missing = stateAfter(...named, read(20, '- [x] one\n- [ ] two\n'), gone(30))
    expect(counts(missing)).toEqual(['1/2'])
    expect(plansOf(missing).map(({ body }) => body)).toMatchObject([{ document: { isMissing: true } }])
    const back = reduce(missing, read(40, '- [x] one\n'))
    expect(plansOf(back).map(({ body }) => body)).toMatchObject([{ document: { isMissing: false } }])
    expect(counts(back)).toEqual(['1/1'])
  })

  test('a second plan that names it knows it at once', () => {
    const state = stateAfter(
      ...named,
      read(20, '- [x] one\n- [ ] two\n'),
      planned(30, { type: 'file', uri }, 'other'),
    )
    expect(counts(state)).toEqual(['1/2', '1/2'])
  })

  test('nothing changes for other plans, or when it says the same', () => {
    const other = stateAfter(...opened(), planned(10, items('» Read it')))
    expect(reduce(other, gone(20)).sessions).toBe(other.sessions)
    const known = stateAfter(...named, read(20, '- [x] one\n'))
    expect(reduce(known, read(30, 'Another word.\n- [x] one\n')).sessions).toBe(known.sessions)
  })

  test('only a file that is not there is missing', () => {
    const event = (reason: Extract<PlanDocument, { state: 'unavailable' }>['reason']): AppEvent | null =>
      documentEvent({ state: 'unavailable', uri, reason }, 5)
    expect(event({ kind: 'missing', path: '/work/plan.md' })).toEqual({
      type: 'document-missing',
      atMs: 5,
      uri,
    })
    expect(event({ kind: 'needs-permission' })).toBeNull()
    expect(event({ kind: 'unreadable', path: '/work/plan.md' })).toBeNull()
  })
})
