import { describe, expect, it } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { newlyChanged } from '../../../src/app/history/run-history.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import * as app from '../../support/app-states.ts'
import { approvedPlan, changedPlan, changedText } from '../../support/changed-plan.ts'

const approvedText = '# Design\n\n1. Split the tokenizer\n2. Write the tests\n3. Keep the old lexer\n'

/** When approved plans were found to be other ones. */
function foundAt(...events: readonly AppEvent[]): readonly number[] {
  let state: AppState = app.stateAfter(...app.opened(), ...approvedPlan)
  const times: number[] = []
  for (const event of events) {
    const after = reduce(state, event)
    for (const { atMs } of newlyChanged(after, state)) times.push(atMs)
    state = after
  }
  return times
}

function sent(atMs: number, text: string): AppEvent {
  return app.planned(atMs, { type: 'markdown', text }, 'p')
}

describe('an approved plan that changes', () => {
  it('is found when its turn ends, with what has changed in counts', () => {
    const before = app.stateAfter(...app.opened(), ...approvedPlan, ...changedPlan.slice(0, -1))
    const after = changedPlan.slice(-1).reduce(reduce, before)
    expect(newlyChanged(after, before)).toEqual([
      {
        sessionId: app.session,
        planKey: 'id:p',
        atMs: 2000,
        number: 1,
        approvedAtMs: 30,
        approvedBy: 'user',
        approvedRevision: 1,
        revision: 2,
        unit: 'line',
        counts: { added: 1, reworded: 1, gone: 1, moved: 0, progressed: 0 },
      },
    ])
  })

  it('is found while the agent works when it has said nothing more of it for a second', () => {
    expect(foundAt(sent(100, changedText), app.said(1099, 'so'), app.said(1100, ' far'))).toEqual([1100])
  })

  it('is found when the agent begins a tool call, not when one goes on that was begun before', () => {
    const call = (atMs: number, toolCallId: string): AppEvent =>
      app.tool(atMs, { toolCallId, title: `${atMs}` })
    expect(foundAt(sent(100, changedText), call(150, 'a'))).toEqual([150])
    expect(foundAt(call(50, 'a'), sent(100, changedText), call(150, 'a'), call(160, 'b'))).toEqual([160])
  })

  it('is found at once where the agent rests', () => {
    expect(foundAt(app.ended(100), sent(200, changedText))).toEqual([200])
  })

  it('is found before a question that the user must answer', () => {
    expect(foundAt(sent(100, changedText), app.asked(150, { key: 2 }))).toEqual([150])
  })

  it('is found once, however often it changes', () => {
    expect(foundAt(app.ended(100), sent(200, changedText), sent(300, '# Other'))).toEqual([200])
  })

  it('is found again when it was the approved one in between', () => {
    const events = [app.ended(100), sent(200, changedText), sent(300, approvedText), sent(400, changedText)]
    expect(foundAt(...events)).toEqual([200, 400])
  })

  it('is found again when it was the approved one with other blank lines in between', () => {
    const spaced = approvedText.replaceAll('\n', '\n\n')
    const events = [app.ended(100), sent(200, changedText), sent(300, spaced), sent(400, changedText)]
    expect(foundAt(...events)).toEqual([200, 400])
  })

  it('is found again when it was approved anew', () => {
    const again = app.asked(300, { key: 2, plan: { type: 'markdown', text: changedText } })
    const events = [sent(100, changedText), app.said(1200, 'a'), again, app.chosen(310, 2, 'once')]
    expect(foundAt(...events)).toEqual([1200])
    expect(foundAt(...events, sent(1300, '# Other'), app.ended(1400))).toEqual([1200, 1400])
  })

  it('is not found while the agent asks about the other text', () => {
    const again = app.asked(150, { key: 2, plan: { type: 'markdown', text: changedText } })
    expect(foundAt(sent(100, changedText), again, app.said(2000, 'a'))).toEqual([])
    expect(foundAt(sent(100, changedText), again, app.chosen(3000, 2, 'once'), app.ended(4000))).toEqual([])
  })

  it.each([
    ['ticked boxes', '# Design\n\n1. [x] Split', '# Design\n\n1. [ ] Split'],
    ['other numbers of the same steps', '# Design\n\n2. Split', '# Design\n\n1. Split'],
    ['blanks at line ends', '# Design  \n\n1. Split\n', '# Design\n\n1. Split'],
  ])('is not one of which only this changed: %s', (_, text, before) => {
    const start = [
      app.prompted(10),
      sent(15, before),
      app.asked(20, { plan: { type: 'markdown', text: before } }),
      app.chosen(30, 1, 'once'),
    ]
    const state = app.stateAfter(...app.opened(), ...start, sent(1500, text), app.ended(2000))
    expect(state.history.changed.size).toBe(0)
  })

  it('that is streamed between turns is compared when it begins and when something else comes', () => {
    const pieces = Array.from({ length: 50 }, (_, at) => sent(200 + at, `# New${' word'.repeat(at)}`))
    expect(foundAt(app.ended(100), ...pieces, app.said(2000, 'a'))).toEqual([200])
  })

  it('is found whatever characters the ids of the agent hold', () => {
    const sessionId = 's\u00001'
    const events: readonly AppEvent[] = [...approvedPlan, ...changedPlan].map((event) =>
      event.type === 'permission-asked'
        ? { ...event, request: { ...event.request, sessionId } }
        : 'sessionId' in event
          ? { ...event, sessionId }
          : event,
    )
    const state = app.stateAfter(...app.opened(), app.openedSession(sessionId), ...events)
    expect([...state.history.changed.values()]).toMatchObject([{ sessionId, planKey: 'id:p' }])
  })

  it('that is removed afterwards is not found again', () => {
    expect(foundAt(app.ended(100), sent(200, changedText), app.removed(300, 'p'))).toEqual([200])
  })
})
