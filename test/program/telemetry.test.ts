import { appendFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decoded, openBackend, type Backend } from '../outputs/otlp/otlp-stage.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { runApp, runHere } from '../support/run-app.ts'
import { asking, attach, home, quit } from './attach-stage.ts'

let backend: Backend
let folder: string
beforeEach(async () => {
  folder = emptyFolder()
  backend = await openBackend((response) => response.writeHead(200).end())
})
afterEach(() => backend.close())

const demo = ['demo', 'checklist', '--speed', 'max', '--format', 'text', '--exit-on', 'plans-done']

/** What was received last, without times and what differs from machine to machine. */
function points(received = backend.received.at(-1)): readonly string[] {
  const whole = decoded('MetricsRequest', received?.body ?? Buffer.alloc(0))
  const { resourceMetrics } = whole as { resourceMetrics: { scopeMetrics: { metrics: Told[] }[] }[] }
  return (resourceMetrics[0]?.scopeMetrics[0]?.metrics ?? []).flatMap(({ name, sum }) =>
    (sum?.dataPoints ?? []).flatMap(({ attributes, asInt }) => {
      const word = attributes.map(({ value }) => value.stringValue).at(-1)
      return asInt === '0' ? [] : [`${name} ${word ?? ''} ${asInt}`]
    }),
  )
}

interface Told {
  readonly name: string
  readonly sum?: {
    readonly dataPoints: readonly {
      readonly attributes: readonly { readonly value: { readonly stringValue?: string } }[]
      readonly asInt: string
    }[]
  }
}

const ofSteps = ['acp.plan.entry.count completed 5', 'acp.plan.entry.count cancelled 1']

test('a run tells how it has ended, and its recording the same when it is replayed', async () => {
  const recording = path.join(folder, 'run.ndjson')
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: backend.address }
  const run = await runApp({ args: [...demo, '--otlp', '--record', recording], env })
  expect([run.code, run.stderr]).toEqual([0, ''])
  expect(backend.received.map((each) => each.path)).toEqual(['/v1/metrics'])
  const told = points()
  expect(told).toEqual(expect.arrayContaining(['acp.session.count ended 1', ...ofSteps]))
  await runApp({ args: ['replay', recording, '--format', 'text', '--otlp'], env })
  // A recording ends before the agent is closed.
  expect(points().filter((line) => !line.startsWith('acp.session'))).toEqual(
    told.filter((line) => !line.startsWith('acp.session')),
  )
  expect(backend.received).toHaveLength(2)
})

/** The spans of a file or of all that was received, without their times, which a recording has to the millisecond. */
function spans(bodies: readonly unknown[]): readonly unknown[] {
  const told = bodies as readonly {
    resourceSpans: { scopeSpans: { spans: Record<string, unknown>[] }[] }[]
  }[]
  return told
    .flatMap(({ resourceSpans }) => resourceSpans[0]?.scopeSpans[0]?.spans ?? [])
    .map(({ startTimeUnixNano: _start, endTimeUnixNano: _end, ...span }) => span)
}

test('the traces of a run are those that render makes of its recording', async () => {
  const recording = path.join(folder, 'run.ndjson')
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: backend.address }
  const run = await runApp({ args: [...demo, '--otlp-traces', '--record', recording], env })
  expect([run.code, run.stderr]).toEqual([0, ''])
  expect(new Set(backend.received.map((each) => each.path))).toEqual(new Set(['/v1/traces']))
  const sent = spans(backend.received.map(({ body }) => decoded('TracesRequest', body)))
  const [json, proto] = ['run.otlp.json', 'run.otlp.pb'].map((name) => path.join(folder, name))
  const { code } = await runHere({ args: ['render', recording, '-o', json ?? '', '-o', proto ?? ''] })
  expect(code).toBe(0)
  const whole = JSON.parse(readFileSync(json ?? '', 'utf8')) as unknown
  expect(decoded('TracesRequest', readFileSync(proto ?? ''))).toEqual(whole)
  expect(spans([whole])).toEqual(sent)
  expect(sent.length).toBeGreaterThan(8)
})

test('without the option nothing is sent, whatever the environment says', async () => {
  const { code } = await runHere({ args: demo, env: { OTEL_EXPORTER_OTLP_ENDPOINT: backend.address } })
  expect([code, backend.received.length]).toEqual([0, 0])
})

test('a backend that is not there costs nothing but a line in the log', async () => {
  const log = path.join(folder, 'log.txt')
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: backend.address }
  backend.close()
  const { code, stderr } = await runApp({ args: [...demo, '--otlp', '--log', log], env })
  expect([code, stderr]).toEqual([0, ''])
  expect(readFileSync(log, 'utf8')).toContain(
    `telemetry: ${backend.address}/v1/metrics: nothing listens there`,
  )
})

test.each([
  [['--otlp'], { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'is grpc, which is not supported'],
  [['--otlp'], { OTEL_EXPORTER_OTLP_CERTIFICATE: '/no/such.pem' }, '/no/such.pem: '],
  [['--otlp-per-session'], {}, '--otlp-per-session needs --otlp'],
  [['--otlp', '--otlp-content'], {}, '--otlp-content needs --otlp-traces'],
])('%j with %j is refused before the agent is started', async (options, env, words) => {
  const { code, stderr } = await runHere({ args: [...demo, ...options], env })
  expect([code === 2 || code === 4, stderr]).toEqual([true, expect.stringContaining(words)])
})

/** Messages of JSON-RPC, a line each. */
function lines(...messages: readonly object[]): string {
  return messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('')
}

test('a tap tells what passes, and ends as its agent', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: backend.address }
  const plan = {
    sessionUpdate: 'plan',
    entries: [{ content: 'Read', priority: 'high', status: 'in_progress' }],
  }
  const said = lines(
    { method: 'session/update', params: { sessionId: 's', update: plan } },
    { id: 2, result: { stopReason: 'end_turn' } },
  )
  const agent = `process.stdin.resume().on('end', () => process.stdout.write(${JSON.stringify(said)}))`
  const tap = await runApp({
    args: ['tap', '--otlp', '--otlp-traces'],
    command: [process.execPath, '-e', agent],
    env,
    stdin: lines({
      id: 2,
      method: 'session/prompt',
      params: { sessionId: 's', prompt: [{ type: 'text', text: 'go' }] },
    }),
  })
  expect(tap).toMatchObject({ code: 0, stderr: '', stdout: said })
  const [traces, metrics] = backend.received.toSorted((one, other) => (one.path < other.path ? 1 : -1))
  expect(points(metrics)).toEqual(
    expect.arrayContaining(['acp.plan.entry.count in_progress 1', 'acp.plan.revisions items 1']),
  )
  const told = spans([decoded('TracesRequest', traces?.body ?? Buffer.alloc(0))])
  expect(told).toMatchObject([{ name: 'invoke_agent unknown' }, { name: 'acp.plan.entry' }])
})

test('attach tells of all sessions that it shows, and does not count their past', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: backend.address }
  const at = home()
  appendFileSync(path.join(at.sessions, 'demo-subagents-1.stream.ndjson'), asking('demo-subagents-1'))
  const screen = await attach(at, { args: ['--all', '--otlp'], env })
  await screen.shows('Delete the branch?')
  await quit(screen)
  const told = points()
  expect(told.filter((line) => line.startsWith('acp.session'))).toEqual([
    'acp.session.count waiting 1',
    'acp.session.count idle 1',
  ])
  expect(told.filter((line) => line.startsWith('acp.plan.entry.count')).length).toBeGreaterThan(0)
  expect(told.filter((line) => line.startsWith('acp.plan.revisions'))).toEqual([])
})

test('the status line says once that nothing arrives', async () => {
  backend.close()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: backend.address, OTEL_METRIC_EXPORT_INTERVAL: '1000' }
  const screen = await attach(home(), { args: ['subagents', '--otlp'], env, columns: 120 })
  await screen.shows(`telemetry: ${backend.address}/v1/metrics: `)
  await quit(screen)
})
