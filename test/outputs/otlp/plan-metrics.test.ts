import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../../src/app/app.ts'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { LinkEnd } from '../../../src/app/state/link.ts'
import type { PlanContent } from '../../../src/protocol/plan-kinds/plan-kinds.ts'
import type { Metric } from '../../../src/outputs/otlp/otlp-messages.ts'
import { bounds, maxPoints } from '../../../src/outputs/otlp/metric-points.ts'
import { metricForms, PlanMetrics } from '../../../src/outputs/otlp/plan-metrics.ts'
import {
  asked,
  chosen,
  describedAs,
  ended,
  linked,
  openedSession,
  over,
  planned,
  prompted,
  removed,
  session,
  subagent,
  tool,
} from '../../support/app-states.ts'
import { entries } from '../stage.ts'

const opening: readonly AppEvent[] = [
  linked({ state: 'starting', sinceMs: 0 }),
  describedAs({ name: 'scripted', version: '2.0', protocolVersion: 1 }),
  openedSession(session, {}, { atMs: 100 }),
  linked({ state: 'open', sinceMs: 100 }, 100),
]
const plan = { type: 'markdown', text: '# Plan\n\nFirst this, then that.' } as const

function items(...rows: readonly string[]): PlanContent {
  return { type: 'items', entries: entries(...rows) }
}

class Story {
  readonly app = createApp()
  readonly metrics: PlanMetrics
  #nowMs = 0
  readonly #isDelta: boolean
  #sinceMs = 0

  constructor({ isPerSession = false, isDelta = false } = {}) {
    this.metrics = new PlanMetrics({ isPerSession })
    this.#isDelta = isDelta
    this.app.onEvent((...event) => this.metrics.onEvent(...event))
  }

  play(events: readonly AppEvent[]): this {
    for (const event of events) {
      this.#nowMs = event.atMs
      this.app.dispatch(event)
    }
    return this
  }

  async read(nowMs = this.#nowMs): Promise<readonly Metric[]> {
    const times = { beganMs: 0, sinceMs: this.#sinceMs, nowMs }
    const read = await this.metrics.read([{ state: this.app.state(), nowMs }], {
      times,
      isDelta: this.#isDelta,
      pause: () => null,
    })
    this.#sinceMs = nowMs
    return read
  }

  /** The points of all metrics that are not 0, as lines without what they have in common. */
  async told(nowMs?: number): Promise<readonly string[]> {
    return (await this.read(nowMs)).flatMap(linesOf)
  }
}

function linesOf({ name, gauge, sum, histogram }: Metric): readonly string[] {
  return [...(gauge ?? sum ?? histogram ?? { dataPoints: [] }).dataPoints].flatMap((point) => {
    const attributes = point.attributes
      .filter(({ key }) => !/^gen_ai.agent|^acp.protocol/.test(key))
      .map(({ value }) => Object.values(value).join())
    const value =
      'count' in point ? `${point.count} in ${point.sum} s` : String(point.asInt ?? point.asDouble)
    return value === '0' ? [] : [[name, ...attributes, value].join(' ')]
  })
}

describe('what is counted', () => {
  test('a session that works through a checklist', async () => {
    const story = new Story().play([
      ...opening,
      prompted(1000),
      planned(1000, items('> Read', '. Fix', '. Test')),
      planned(5000, items('x Read', '> Fix', '. Test')),
      tool(6000, { toolCallId: 'a', kind: 'execute', status: 'failed' }),
      tool(6100, { toolCallId: 'a', kind: 'execute', status: 'failed' }),
      tool(6200, { toolCallId: 'b', kind: 'abracadabra /home/me', status: 'failed' }),
      planned(9000, items('x Read', 'x Fix', '- Test')),
    ])
    expect(await story.told()).toEqual([
      'acp.session.count working 1',
      'acp.plan.entry.count completed 2',
      'acp.plan.entry.count cancelled 1',
      'acp.plan.entry.duration completed 2 in 8 s',
      'acp.plan.entry.doubts nothing-seen 1',
      'acp.plan.entry.doubts after-failure 1',
      'acp.plan.revisions items 3',
      'acp.tool.failures execute 1',
      'acp.tool.failures _OTHER 1',
    ])
    story.play([ended(9500), over(9900, { kind: 'closed' })])
    expect((await story.told()).filter((line) => line.startsWith('acp.session'))).toEqual([
      'acp.session.count ended 1',
    ])
  })

  test.each<[string, LinkEnd]>([
    ['ended', { kind: 'closed' }],
    ['lost', { kind: 'exited', code: 3, signal: null }],
  ])('a session whose turn is cut off is %s by %j', async (state, end) => {
    const story = new Story().play([...opening, prompted(1000), over(2000, end)])
    expect((await story.told()).filter((line) => line.startsWith('acp.session'))).toEqual([
      `acp.session.count ${state} 1`,
    ])
  })

  test('waits, while they are open and when they are over', async () => {
    const story = new Story().play([
      ...opening,
      prompted(1000),
      asked(2000),
      asked(3000, { key: 2, toolKind: 'switch_mode', plan }),
    ])
    expect((await story.told(12_000)).filter((line) => line.includes('session'))).toEqual([
      'acp.session.count waiting 1',
      'acp.session.waiting.age permission 10',
      'acp.session.waiting.age proposal 9',
    ])
    story.play([chosen(12_000, 1, 'once'), chosen(13_500, 2, 'no')])
    expect(await story.told(14_000)).toEqual([
      'acp.session.count working 1',
      'acp.session.waiting.duration permission 1 in 10 s',
      'acp.session.waiting.duration proposal 1 in 10.5 s',
      'acp.plan.revisions markdown 1',
      'acp.plan.approvals rejected user 1',
    ])
  })

  test('approvals, and what was changed after them', async () => {
    const list = items('. Read', '. Fix')
    const story = new Story().play([
      ...opening,
      prompted(1000),
      asked(3000, { key: 2, toolKind: 'switch_mode', plan }),
      chosen(4000, 2, 'once'),
      planned(5000, list),
      planned(5500, { ...plan, text: '# Plan\n\nSomething else.' }),
    ])
    const told = await story.told()
    expect(told).toContain('acp.plan.approvals approved user 1')
    expect(told).toContain('acp.plan.revisions items 1')
  })

  test('a session that is gone falls to 0 once, and is not told any more', async () => {
    const story = new Story({ isPerSession: true }).play([...opening, prompted(1000)])
    const states = async (): Promise<readonly string[]> => {
      const [count] = await story.read()
      return (count?.sum?.dataPoints ?? []).flatMap(({ attributes, asInt }) =>
        attributes.some(({ key }) => key === 'gen_ai.conversation.id')
          ? [`${Object.values(attributes.at(-1)?.value ?? {}).join()} ${asInt}`]
          : [],
      )
    }
    expect(await states()).toEqual(['working 1'])
    story.play([ended(2000)])
    expect(await states()).toEqual(['working 0', 'idle 1'])
    expect(await states()).toEqual(['idle 1'])
  })

  test('neither removed plans nor the sessions of sub-agents', async () => {
    const story = new Story().play([
      ...opening,
      prompted(1000),
      planned(1100, items('. Read'), 'a'),
      removed(1200, 'a'),
      subagent(session, 'child', 'looks around'),
    ])
    const told = await story.told()
    expect(told.filter((line) => /count/.test(line))).toEqual(['acp.session.count working 1'])
  })
})

test('with delta, counters and histograms have what is new, and what failed to arrive comes again', async () => {
  const story = new Story({ isDelta: true }).play([
    ...opening,
    prompted(1000),
    planned(1000, items('> Read', '. Fix')),
  ])
  const ofPlans = async (): Promise<readonly string[]> =>
    (await story.told()).filter((line) => /revisions|duration/.test(line))
  expect(await ofPlans()).toEqual(['acp.plan.revisions items 1'])
  story.play([planned(2000, items('x Read', '> Fix'))])
  expect(await ofPlans()).toEqual([
    'acp.plan.entry.duration completed 1 in 1 s',
    'acp.plan.revisions items 2',
  ])
  story.metrics.sent()
  expect(await ofPlans()).toEqual([])
  story.play([planned(5000, items('x Read', 'x Fix'))])
  expect(await ofPlans()).toEqual([
    'acp.plan.entry.duration completed 1 in 3 s',
    'acp.plan.revisions items 1',
  ])
  const temporalities = (await story.read()).map(
    ({ sum, histogram }) => (sum ?? histogram)?.aggregationTemporality,
  )
  expect(new Set(temporalities)).toEqual(new Set([1, 2, undefined]))
})

test('a metric has a limited number of points, and the rest is one', async () => {
  const sessions = Array.from({ length: maxPoints + 50 }, (_, at) =>
    openedSession(`s${at}`, {}, { atMs: 200 }),
  )
  const story = new Story({ isPerSession: true }).play([...opening, ...sessions])
  const points = (await story.read())[0]?.sum?.dataPoints ?? []
  expect(points).toHaveLength(maxPoints)
  const told = points.reduce((sum, { asInt }) => sum + Number(asInt), 0)
  expect(told).toBe(sessions.length)
  expect(points.at(-1)?.attributes).toEqual([{ key: 'otel.metric.overflow', value: { boolValue: true } }])
})

test('nothing that an agent or a user wrote is told', async () => {
  const secret = 'Secret'
  const story = new Story({ isPerSession: true }).play([
    ...opening,
    prompted(1000, secret),
    planned(1100, items(`> ${secret}`), secret),
    planned(1150, { type: 'file', uri: `file:///${secret}` }, 'file'),
    tool(1200, { toolCallId: secret, title: secret, kind: secret, path: secret, status: 'failed' }),
    asked(1300, { title: secret }),
    chosen(1400, 1, 'once'),
    planned(1500, items(`x ${secret}`), secret),
  ])
  expect(JSON.stringify(await story.read())).not.toContain(secret)
})

/** As Prometheus names metrics: with their units, and `_total` after counters. */
function prometheusNames(): readonly string[] {
  return Object.values(metricForms).flatMap(({ name, type, unit }) => {
    const base = `${name.replaceAll('.', '_')}${unit === 's' ? '_seconds' : ''}`
    if (type === 'histogram') return [`${base}_bucket`]
    return [type === 'counter' ? `${base}_total` : base]
  })
}

test('the dashboard and the alerts ask for metrics that there are, and for all of them', () => {
  const [dashboard, page] = ['grafana-dashboard.json', 'telemetry.md'].map((name) =>
    readFileSync(new URL(`../../../src/manual/${name}`, import.meta.url), 'utf8'),
  )
  const names = prometheusNames()
  const alerts = (page ?? '').match(/expr: .*/g) ?? []
  const asked = [dashboard ?? '', ...alerts].flatMap((text) => text.match(/acp_\w+/g) ?? [])
  const labels =
    /^acp_(?:wait_reason|session_state|plan_entry_status|plan_doubt|tool_kind|plan_approval_\w+)$/
  const metrics = asked.filter((name) => !labels.test(name))
  expect(metrics.filter((name) => !names.includes(name))).toEqual([])
  expect(names.filter((name) => !metrics.includes(name))).toEqual([])
  expect(alerts).toHaveLength(3)
})

test('the metrics are in the manual, with what they count and their units', () => {
  const manual = readFileSync(new URL('../../../src/manual/telemetry.md', import.meta.url), 'utf8')
  const kinds = { counter: 'counter', histogram: 'histogram', state: 'up-down counter', gauge: 'gauge' }
  for (const { name, type, unit } of Object.values(metricForms))
    expect(manual).toContain(`| \`${name}\` | ${kinds[type]}, \`${unit}\` |`)
  expect(manual).toContain(bounds.join(', '))
})
