import { bench, describe } from 'vitest'
import { createApp } from '../../src/app/app.ts'
import { otlpBody, otlpPiece } from '../../src/outputs/otlp/otlp-messages.ts'
import { PlanMetrics } from '../../src/outputs/otlp/plan-metrics.ts'
import { items } from '../outputs/stage.ts'
import { asksFor, describedAs, linked, openedSession, updated } from '../support/app-states.ts'

const sessions = Array.from({ length: 500 }, (_, at) => `session-${at}`)
const steps = ['. b', '. c', '. d', '. e', '. f', '. g', '. h']
const times = { beganMs: 0, sinceMs: 0, nowMs: Date.UTC(2026, 10, 20) }

// Not told apart it is to stay below 20 ms of a processor. All plans have changed since the last export.
describe.each([false, true])('an export of 500 sessions, each told apart: %s', (isPerSession) => {
  const app = createApp()
  const metrics = new PlanMetrics({ isPerSession })
  app.onEvent((...event) => metrics.onEvent(...event))
  for (const event of [describedAs({ name: 'scripted' }), linked({ state: 'open', sinceMs: 0 })])
    app.dispatch(event)
  for (const id of sessions) {
    app.dispatch(openedSession(id, {}, { atMs: 1 }))
    app.dispatch(asksFor(id, 'plan it', 2))
  }
  let atMs = 100
  const change = (): void => {
    atMs += 100
    const first = atMs % 200 === 0 ? 'x a' : '> a'
    for (const id of sessions) app.dispatch(updated(atMs, items(null, first, ...steps), id))
  }

  bench(
    'what is there, and its encoding',
    async () => {
      const read = await metrics.read([{ state: app.state(), nowMs: atMs }], {
        times,
        isDelta: false,
        pause: () => null,
      })
      const format = { signal: 'metrics', isJson: false } as const
      otlpBody(
        format,
        read.map((metric) => otlpPiece(format, metric)),
        { resource: [], version: '1' },
      )
    },
    { setup: (task) => void (task.opts.beforeEach = change) },
  )
})
