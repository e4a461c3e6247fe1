import { describe, expect, test } from 'vitest'
import { createApp } from '../../../src/app/app.ts'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { hookEvents, type HookEvent } from '../../../src/app/state/hook.ts'
import { watchForHooks } from '../../../src/outputs/hooks/hook-watch.ts'
import type { WatchedSession } from '../../../src/outputs/watcher.ts'
import type { JsonHook } from '../../../src/outputs/schema/run-lines.ts'
import {
  asked,
  chosen,
  ended,
  items,
  opened,
  openedSession,
  openingSession,
  over,
  planned,
  prompted,
  removed,
  session,
  subagent,
  tool,
  wantsLogin,
} from '../../support/app-states.ts'
import { approvedPlan, changedPlan } from '../../support/changed-plan.ts'
import { stageClock } from '../stage.ts'

interface Staged {
  readonly lines: readonly JsonHook[]
  /** `event: message`. */
  told(): readonly string[]
  play(...events: readonly AppEvent[]): void
  moveTo(ms: number): void
  stop(): void
}

/** Events move the clock to their times, and timers run on the way. */
function staged(
  wanted: readonly HookEvent[] = hookEvents,
  observed: WatchedSession['observed'] = null,
): Staged {
  const app = createApp()
  const clock = stageClock()
  const lines: JsonHook[] = []
  const view: WatchedSession = { state: app.state, clock, folder: '/work', observed }
  const watch = watchForHooks(view, new Set(wanted), (line) => lines.push(line))
  app.onEvent(watch.onEvent)
  const moveTo = (ms: number): void => {
    for (let at = clock.nowMs(); at < ms; at += 50) clock.moveTo(at)
    clock.moveTo(ms)
  }
  return {
    lines,
    told: () => lines.map(({ event, message }) => `${event}: ${message}`),
    moveTo,
    play(...events) {
      for (const event of events) {
        moveTo(Math.max(clock.nowMs(), event.atMs))
        app.dispatch(event)
      }
    },
    stop: () => watch.stop(),
  }
}

const running = planned(100, items('» Read', '○ Write'), 'p')

describe('a run', () => {
  test('tells each step, the plan and the turn at once', () => {
    const { lines, play } = staged(['step-done', 'plan-done', 'turn-end'])
    play(...opened(), prompted(50), running, planned(200, items('✓ Read', '» Write'), 'p'))
    play(planned(300, items('✓ Read', '✓ Write'), 'p'), ended(400))
    const same = { type: 'hook', session, agent: 'claude-agent-acp', folder: '/work', skipped: 0 } as const
    const plan = { plan: 'id:p', title: 'Plan' }
    expect(lines).toEqual([
      {
        ...same,
        ...plan,
        atMs: 200,
        event: 'step-done',
        step: 'Read',
        progress: { done: 1, total: 2 },
        message: 'step 1 of 2 is done: Read',
      },
      {
        ...same,
        ...plan,
        atMs: 300,
        event: 'step-done',
        step: 'Write',
        progress: { done: 2, total: 2 },
        message: 'step 2 of 2 is done: Write',
      },
      {
        ...same,
        ...plan,
        atMs: 300,
        event: 'plan-done',
        step: null,
        progress: { done: 2, total: 2 },
        message: 'the plan is done: Plan, 2/2',
      },
      {
        ...same,
        atMs: 400,
        event: 'turn-end',
        plan: null,
        title: null,
        step: null,
        progress: null,
        message: 'the turn ended: end_turn',
      },
    ])
  })

  test('counts a plan as done that loses its last open step, once', () => {
    const { told, play } = staged(['plan-done'])
    play(...opened(), prompted(50), planned(100, items('✓ Read'), 'p'), planned(110, items('○ Else'), 'q'))
    play(removed(200, 'q'))
    expect(told()).toHaveLength(2)
    play(planned(300, items('✓ Read', '○ More'), 'p'), planned(400, items('✓ Read', '✓ More'), 'p'))
    expect(told()).toHaveLength(3)
  })

  test('has nothing to tell of what a loaded session brings', () => {
    const { told, play, moveTo } = staged()
    play(...opened(), openingSession('old', 10))
    const past = [planned(20, items('» Read', '○ Write'), 'p'), planned(30, items('✓ Read', '✓ Write'), 'p')]
    for (const event of past) play({ ...event, sessionId: 'old' } as AppEvent)
    play(openedSession('old', {}, { atMs: 40, how: 'loaded' }))
    moveTo(5000)
    expect(told()).toEqual([])
  })

  test('waits for sub-agents before the turn has ended, and has no turns of theirs', () => {
    const { told, play } = staged(['turn-end'])
    play(...opened(), prompted(50), subagent(session, 'child', 'Reads'), ended(400, 'end_turn', 'child'))
    expect(told()).toEqual([])
    play(ended(500))
    expect(told()).toEqual(['turn-end: the turn ended: end_turn'])
  })

  test('tells that an agent has ended, unless it was closed here', () => {
    const crashed = staged(['agent-ended'])
    crashed.play(...opened(), over(100, { kind: 'exited', code: 3, signal: null }))
    expect(crashed.told()).toEqual(['agent-ended: the agent ended with status 3'])
    const closed = staged(['agent-ended'])
    closed.play(...opened(), over(100, { kind: 'closed' }))
    expect(closed.told()).toEqual([])
  })

  test('tells that an approved plan has changed', () => {
    const { told, play, moveTo } = staged(['changed-after-approval', 'plan-ready'])
    play(...opened(), ...approvedPlan, ...changedPlan)
    moveTo(5000)
    expect(told()).toEqual([
      'plan-ready: a plan waits for approval: Proposed plan',
      'changed-after-approval: Design: changed since approved: 1 line added, 1 reworded, 1 gone',
    ])
  })
})

describe('a wait', () => {
  test('is told after a second, once, with what is asked', () => {
    const { told, moveTo, play } = staged(['waits'])
    play(...opened(), prompted(50), asked(1000))
    moveTo(1900)
    expect(told()).toEqual([])
    moveTo(60_000)
    expect(told()).toEqual(['waits: the agent waits for you: Write src/tokenizer.ts'])
    play(chosen(60_100, 1, 'once'))
    moveTo(61_000)
    play(asked(61_000, { key: 2, title: 'Write\u001b[2J it' }))
    moveTo(63_000)
    expect(told().slice(1)).toEqual(['waits: the agent waits for you: Write␛[2J it'])
  })

  test('that is answered at once is not told', () => {
    const { told, moveTo, play } = staged(['waits'])
    play(...opened(), prompted(50), asked(1000), chosen(1100, 1, 'once'))
    moveTo(9000)
    expect(told()).toEqual([])
  })

  test('for a login is one', () => {
    const { told, moveTo, play } = staged(['waits'])
    play(wantsLogin([{ id: 'a', name: 'A', description: null, how: { type: 'agent' } }]))
    moveTo(9000)
    expect(told()).toEqual(['waits: the agent waits for a login'])
  })
})

describe('what nobody sends', () => {
  test('a doubt is told once, also where the run ends', () => {
    const { told, moveTo, play, stop } = staged(['doubt'])
    play(
      ...opened(),
      prompted(50),
      running,
      tool(120, { toolCallId: 'a', kind: 'edit', status: 'completed' }),
    )
    play(planned(200, items('✓ Read', '✓ Write'), 'p'))
    moveTo(3000)
    expect(told()).toEqual(['doubt: Write: never begun'])
    play(planned(3100, items('✓ Read', '✓ Write', '○ Rest'), 'p'), ended(3200))
    stop()
    expect(told().slice(1)).toEqual(['doubt: Plan: left open: 1 step'])
    moveTo(60_000)
    expect(told()).toHaveLength(2)
  })

  test('a stalled step is told once', () => {
    const { told, moveTo, play } = staged(['stalled'])
    play(...opened(), prompted(0))
    for (const done of [0, 1, 2, 3]) {
      const steps = ['A', 'B', 'C', 'D'].map(
        (name, at) => `${at < done ? '✓' : at === done ? '»' : '○'} ${name}`,
      )
      play(planned(done * 5000, items(...steps)))
    }
    moveTo(300_000)
    expect(told()).toEqual([
      expect.stringMatching(/^stalled: Step 4 seems to be stalled \(D\): .* nothing comes from the agent$/),
    ])
  })
})

test('of another program, only what happens from now on is told', () => {
  let isLive = false
  const { told, moveTo, play } = staged(hookEvents, { isLive: () => isLive, isFollowing: () => isLive })
  play(...opened(), prompted(50), running, planned(200, items('✓ Read', '✓ Write'), 'p'), asked(300))
  moveTo(5000)
  expect(told()).toEqual([])
  isLive = true
  moveTo(8000)
  expect(told()).toEqual(['waits: the agent waits for you: Write src/tokenizer.ts'])
  play(chosen(8100, 1, 'once'), ended(8200), over(8300, { kind: 'closed' }))
  expect(told().slice(1)).toEqual(['turn-end: the turn ended: end_turn', 'agent-ended: the agent has ended'])
})

test('an update that changes no plan sets no more than one timer', () => {
  const app = createApp()
  const clock = stageClock()
  let timers = 0
  const counting = {
    ...clock,
    after: (...given: Parameters<typeof clock.after>) => (timers++, clock.after(...given)),
  }
  const view = { state: app.state, clock: counting, folder: null, observed: null }
  const watch = watchForHooks(view, new Set(hookEvents), () => undefined)
  app.onEvent(watch.onEvent)
  for (const event of [...opened(), prompted(50), running]) app.dispatch(event)
  for (let at = 0; at < 1000; at++) app.dispatch(tool(100, { toolCallId: 'a', title: `${at}` }))
  expect(timers).toBe(1)
})
