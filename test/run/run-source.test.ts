import { expect, test } from 'vitest'
import type { AppEvent } from '../../src/app/state/app-event.ts'
import { createApp } from '../../src/app/app.ts'
import { createEventFeed } from '../../src/run/feeds.ts'
import { remarkStalledSteps } from '../../src/run/run-source.ts'
import { stageClock } from '../outputs/stage.ts'
import { ended, items, opened, planned, prompted } from '../support/app-states.ts'

test('a stalled step is remarked on once, with what is usual in its plan', () => {
  const clock = stageClock()
  const app = createApp()
  const remarks: string[] = []
  app.onEvent((event) => event.type === 'remarked' && remarks.push(`${event.atMs} ${event.text}`))
  const stop = remarkStalledSteps(app, createEventFeed(app), clock)
  for (const event of [...opened(), prompted(0)]) app.dispatch(event)
  for (const done of [0, 1, 2, 3]) {
    clock.moveTo(done * 5000)
    const steps = ['A', 'B', 'C', 'D'].map(
      (name, at) => `${at < done ? '✓' : at === done ? '»' : '○'} ${name}`,
    )
    app.dispatch(planned(done * 5000, items(...steps)))
  }
  for (let second = 15; second < 300; second++) clock.moveTo(second * 1000)
  expect(remarks).toEqual([
    '90000 Step 4 seems to be stalled (D): it took 1m15s so far, the others about 5s, and nothing comes from the agent',
  ])
  app.dispatch(ended(300_000))
  stop()
})

test('a late listener gets all events from the start, once', () => {
  const app = createApp()
  const feed = createEventFeed(app)
  const [first, ...rest] = opened()
  if (first !== undefined) app.dispatch(first)
  const heard: AppEvent[] = []
  feed.listen((event) => heard.push(event))
  feed.forget()
  for (const event of rest) app.dispatch(event)
  expect(heard).toEqual(opened())
})
