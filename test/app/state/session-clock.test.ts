import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { ElicitationRequest } from '../../../src/app/state/elicitation.ts'
import { isAtWork } from '../../../src/app/state/session-clock.ts'
import { planTime, type Plan } from '../../../src/plans/plan.ts'
import { activeTimeMs } from '../../../src/plans/steps/tracked-entry.ts'
import { readClock, type WorkTime } from '../../../src/plans/steps/step-times.ts'
import {
  after,
  answered,
  asked,
  ended,
  exited,
  linkOpen,
  opened,
  opening,
  planned,
  sent,
  sessionIn,
  state,
  updated,
} from '../events.ts'

/** A checklist, an entry a text: its status and its words. */
function list(atMs: number, ...lines: readonly string[]): AppEvent {
  const entries = lines.map((line) => {
    const [status = '', content = ''] = line.split(':')
    return { content, status, priority: 'medium' }
  })
  return planned({ type: 'items', entries }, undefined, atMs)
}

function planAfter(...events: readonly AppEvent[]): Plan {
  const plan = sessionIn(after(linkOpen, opened(), ...events)).plans.get('anonymous')
  if (plan === undefined) throw new Error('there is no plan')
  return plan
}

/** Of each step the time that it shows at a moment, and of the plan. */
function timesAt(nowMs: number, ...events: readonly AppEvent[]): readonly unknown[] {
  const { body } = planAfter(...events)
  const now = clockAt(nowMs, ...events)
  const steps = body.type === 'items' ? body.entries.map((entry) => activeTimeMs(entry, now)) : []
  return [...steps, planTime(planAfter(...events), now)]
}

function clockAt(nowMs: number, ...events: readonly AppEvent[]): WorkTime {
  return readClock(sessionIn(after(linkOpen, opened(), ...events)).clock, nowMs)
}

const worked = (workedMs: number, waitedMs = 0): WorkTime => ({ workedMs, waitedMs })

const form: ElicitationRequest = {
  key: 7,
  sessionId: 's',
  message: 'Which?',
  mode: { type: 'form', title: null, description: null, fields: [] },
  askedAtMs: 20,
}
const formAsked = (sessionId: string | null = 's'): AppEvent => ({
  type: 'elicitation-asked',
  atMs: 20,
  request: { ...form, sessionId },
})
const formAnswered = (atMs: number): AppEvent => ({
  type: 'elicitation-answered',
  atMs,
  key: 7,
  answer: { type: 'declined', by: 'user' },
})

describe("a session's clock", () => {
  test.each<[string, readonly AppEvent[], WorkTime]>([
    ['does not run before the first prompt', [], worked(0)],
    ['runs while a turn does', [sent('go', 10)], worked(90)],
    ['stops after it', [sent('go', 10), ended(30)], worked(20)],
    ['counts no time between turns', [sent('go', 10), ended(30), sent('on', 90)], worked(30)],
    ['stops when the agent is gone', [sent('go', 10), exited], worked(80)],
    ['counts apart what a question waits', [sent('go', 10), asked(null, 1, 20)], worked(10, 80)],
    [
      'goes on after the answer',
      [sent('go', 10), asked(null, 1, 20), answered('yes', 1, 70)],
      worked(40, 50),
    ],
    [
      'waits for the last of two answers',
      [
        sent('go', 10),
        asked(null, 1, 20),
        asked(null, 2, 30),
        answered('yes', 1, 40),
        answered('yes', 2, 60),
      ],
      worked(50, 40),
    ],
    ['waits for a form', [sent('go', 10), formAsked(), formAnswered(50)], worked(60, 30)],
    ['waits for a form of no session', [sent('go', 10), formAsked(null), formAnswered(50)], worked(60, 30)],
    ['does not wait for those of another', [sent('go', 10), formAsked('other')], worked(90)],
    ['waits no longer than its turn', [sent('go', 10), asked(null, 1, 20), ended(30)], worked(10, 10)],
    ['runs in turns that the agent begins', [state('running', 40), state('idle', 60)], worked(20)],
    [
      'does not run while its past is replayed',
      [opening('s'), state('running', 5), list(6, 'in_progress:a')],
      worked(0),
    ],
  ])('%s', (_, events, expected) => {
    expect(clockAt(100, ...events)).toEqual(expected)
  })

  test('the duration of a turn is the work of the agent, with the waiting beside it', () => {
    const events = [sent('go', 10), asked(null, 1, 20), answered('yes', 1, 70), ended(90)]
    expect(sessionIn(after(opened(), ...events)).turn).toMatchObject({
      sinceMs: 10,
      endedAtMs: 90,
      took: { workedMs: 30, waitedMs: 50 },
    })
  })
})

describe('the times of steps and plans', () => {
  const begun = [sent('go', 10), list(20, 'in_progress:a', 'pending:b')]

  test('stop while a request is open, and go on after it', () => {
    expect(timesAt(60, ...begun, asked(null, 1, 40))).toEqual([20, null, worked(20, 20)])
    expect(timesAt(90, ...begun, asked(null, 1, 40), answered('yes', 1, 70))).toEqual([
      40,
      null,
      worked(40, 30),
    ])
  })

  test('stop with the turn, and go on with the next one', () => {
    const rested = [...begun, ended(50)]
    expect(timesAt(1000, ...rested)).toEqual([30, null, worked(30)])
    expect(timesAt(1010, ...rested, sent('on', 1000))).toEqual([40, null, worked(40)])
  })

  test('a step that jumps to completed has none', () => {
    expect(timesAt(60, ...begun, list(50, 'completed:a', 'completed:b'))).toEqual([30, null, worked(30)])
  })

  test('the time of a complete plan is kept', () => {
    const done = [...begun, list(50, 'completed:a', 'completed:b'), list(70, 'completed:a!', 'completed:b')]
    expect(timesAt(90, ...done)).toEqual([30, null, worked(30)])
  })

  test('a list that follows one that is done is timed anew', () => {
    const next = [...begun, list(50, 'completed:a', 'completed:b'), ended(60), sent('more', 500)]
    expect(timesAt(540, ...next, list(510, 'in_progress:Write the docs'))).toEqual([30, worked(30)])
    expect(timesAt(540, ...begun, list(50), list(80, 'in_progress:c'))).toEqual([460, worked(460)])
  })

  test('a plan outside of a turn has no times', () => {
    expect(timesAt(1000, list(20, 'in_progress:a'))).toEqual([0, worked(0)])
  })
})

describe('which sessions work', () => {
  const plan = { dialect: 'plan', id: null } as const
  const content = { type: 'items', entries: [] } as const
  const heard = (id: string, atMs = 20): AppEvent =>
    updated({ type: 'plan-replaced', plan, content }, atMs, id)
  const child: AppEvent = updated({ type: 'subagent', childSessionId: 'c' }, 15)

  test.each<[string, string, readonly AppEvent[], boolean]>([
    ['a session before it is asked', 's', [opened()], false],
    ['a session in its turn', 's', [opened(), sent()], true],
    ['after a cancel', 's', [opened(), sent(), ended(5, 'cancelled')], false],
    ['while it is loaded again', 's', [opened(), sent(), ended(5), opening()], false],
    ['a sub-agent without reported turns', 'c', [opened(), sent(), child], true],
    ['the same when its parent rests', 'c', [opened(), sent(), child, ended(30)], false],
    ['known from updates only, while nothing works', 'x', [opened(), heard('x')], false],
    ['known from updates only, while something works', 'x', [opened(), sent(), heard('x')], true],
    ['the same when that rests', 'x', [opened(), sent(), heard('x'), ended(30)], false],
    ['where only the side of the agent was recorded', 'x', [heard('x')], true],
    ['the same after its end', 'x', [heard('x'), exited], false],
  ])('%s', (_, id, events, expected) => {
    const now = after(linkOpen, ...events)
    expect(isAtWork(sessionIn(now, id))).toBe(expected)
  })
})

describe('the history of the clock', () => {
  const history = (...events: readonly AppEvent[]): readonly (readonly [string, number])[] =>
    sessionIn(after(linkOpen, opened(), ...events)).clockHistory.items.map((clock) => [
      clock.state,
      clock.sinceMs,
    ])

  test('has when the agent worked, waited and rested', () => {
    expect(history(sent('go', 10), asked(null, 1, 20), answered('yes', 1, 50), ended(60))).toEqual([
      ['working', 10],
      ['waiting', 20],
      ['working', 50],
      ['standing', 60],
    ])
  })

  test('is bounded: the oldest changes are dropped', () => {
    const turns = Array.from({ length: 5000 }, (_, at) => [sent('go', at * 2), ended(at * 2 + 1)]).flat()
    const { items, dropped } = sessionIn(after(linkOpen, opened(), ...turns)).clockHistory
    expect(items.length).toBeLessThanOrEqual(1250)
    expect([items.length + dropped, items.at(-1)?.sinceMs]).toEqual([10_000, 9999])
  })
})
