import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { opened, planned, prompted } from '../../support/app-states.ts'
import { entries } from '../stage.ts'
import { decoded, openBackend, telemetryStage, type Backend } from './otlp-stage.ts'

const items = (...rows: readonly string[]) => ({ type: 'items', entries: entries(...rows) }) as const
const story = [
  ...opened(),
  prompted(1000),
  planned(1000, items('> Read', '. Fix')),
  planned(4000, items('x Read', '> Fix')),
]
let backend: Backend
afterEach(() => backend.close())

function endpoint(env: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return { OTEL_EXPORTER_OTLP_ENDPOINT: backend.address, OTEL_METRIC_EXPORT_INTERVAL: '1000', ...env }
}

function fine(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end()
}

/** What differs from point to point on a line of its own. */
function linesOf(whole: unknown): string {
  return JSON.stringify(whole)
    .replaceAll('{"attributes"', '\n    {"attributes"')
    .replaceAll('{"name"', '\n  {"name"')
    .replaceAll('{"scope"', '\n{"scope"')
}

describe('an export', () => {
  test('is what protobufjs reads, and the same as JSON', async () => {
    backend = await openBackend(fine)
    const told = async (env: Readonly<Record<string, string>>): Promise<void> => {
      const stage = telemetryStage(endpoint({ OTEL_METRIC_EXPORT_INTERVAL: '60000', ...env }))
      stage.play(story)
      stage.clock.moveTo(5000)
      await stage.telemetry.end()
    }
    await told({})
    await told({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip' })
    const [proto, json] = backend.received
    expect(proto?.headers).toMatchObject({
      'content-type': 'application/x-protobuf',
      'user-agent': 'test/1.2.3',
    })
    expect(json?.headers).toMatchObject({ 'content-type': 'application/json', 'content-encoding': 'gzip' })
    const whole = JSON.parse(json?.body.toString() ?? '') as unknown
    expect(decoded('MetricsRequest', proto?.body ?? Buffer.alloc(0))).toEqual(whole)
    await expect(linesOf(whole)).toMatchFileSnapshot('golden/metrics.txt')
  })

  test('comes each interval and at the end, with the headers of the variable', async () => {
    backend = await openBackend(fine)
    const stage = telemetryStage(endpoint({ OTEL_EXPORTER_OTLP_HEADERS: 'api-key=abc' }))
    stage.play(story)
    stage.clock.moveTo(1000)
    await backend.has(1)
    await stage.telemetry.end()
    expect(backend.received.map(({ path, headers }) => [path, headers['api-key']])).toEqual([
      ['/v1/metrics', 'abc'],
      ['/v1/metrics', 'abc'],
    ])
    expect([stage.notes, stage.remarks]).toEqual([[], []])
  })
})

/** What the user and the log are told of a backend that answers so to the first export. */
async function saidOf(answer: (response: ServerResponse, count: number) => void): Promise<readonly string[]> {
  backend = await openBackend(answer)
  const stage = telemetryStage(endpoint())
  stage.clock.moveTo(1000)
  await stage.hasNoted(1)
  const said = [...stage.notes]
  expect(stage.remarks).toEqual(said)
  await stage.telemetry.end()
  return said.map((line) => line.replace(backend.address, 'BACKEND'))
}

describe('a backend that', () => {
  test.each([
    [
      400,
      'application/json',
      '{"code":3,"message":"no such field"}',
      'status 400: {"code":3,"message":"no such field"}',
    ],
    [400, 'application/x-protobuf', '\u0008\u0003\u0012\u000dno such field', 'status 400: no such field'],
    [415, 'text/plain', 'unsupported\u001b[31m', 'status 415: unsupported [31m'],
    [301, 'text/html', '', 'status 301'],
    [500, 'text/html', '', 'status 500'],
    [
      200,
      'application/json',
      '{"partialSuccess":{"rejectedDataPoints":"3","errorMessage":"too old"}}',
      'a part was not taken: {"partialSuccess":{"rejectedDataPoints":"3","errorMessage":"too old"}}',
    ],
  ])('answers %i with %s', async (status, type, body, words) => {
    const said = await saidOf((response) => response.writeHead(status, { 'Content-Type': type }).end(body))
    expect(said).toEqual([`telemetry: BACKEND/v1/metrics: ${words}`])
  })

  test('answers with 1 GB', async () => {
    const said = await saidOf((response) => {
      const piece = Buffer.alloc(1024 * 1024, 'x')
      let left = 1024
      const more = (): void => {
        while (left > 0 && !response.destroyed) {
          left--
          if (!response.write(piece)) return void response.once('drain', more)
        }
      }
      response.writeHead(400)
      more()
    })
    expect(said).toEqual([`telemetry: BACKEND/v1/metrics: status 400: ${'x'.repeat(200)}`])
  })

  test.each([
    [
      'closes the connection',
      (response: ServerResponse): void => void response.destroy(),
      'socket hang up ECONNRESET',
    ],
    [
      'answers something that is no HTTP',
      (response: ServerResponse): void => void response.socket?.end('220 mail.example ESMTP\r\n'),
      'Parse Error: Expected HTTP/, RTSP/ or ICE/ HPE_INVALID_CONSTANT',
    ],
  ])('%s', async (_, answer, words) => {
    expect(await saidOf(answer)).toEqual([`telemetry: BACKEND/v1/metrics: ${words}`])
  })

  test('answers an empty body, `{}` or an empty partial success has taken all', async () => {
    const bodies = ['', '{}', '{"partialSuccess":{}}', '\n\u0000']
    backend = await openBackend((response, count) => response.writeHead(200).end(bodies[count - 1]))
    for (const _ of bodies) {
      const stage = telemetryStage(endpoint())
      await stage.telemetry.end()
      expect(stage.notes).toEqual([])
    }
  })

  test('is not there costs a word', async () => {
    backend = await openBackend(fine)
    backend.close()
    const stage = telemetryStage(endpoint())
    stage.clock.moveTo(1000)
    await stage.hasNoted(1)
    expect(stage.remarks).toEqual([`telemetry: ${backend.address}/v1/metrics: nothing listens there`])
    await stage.telemetry.end()
  })

  test('never answers is given up after the time of the variable, and at the end after 2 s', async () => {
    backend = await openBackend(() => undefined)
    const stage = telemetryStage(endpoint({ OTEL_EXPORTER_OTLP_TIMEOUT: '3000' }))
    stage.clock.moveTo(1000)
    await backend.has(1)
    stage.clock.moveTo(4000)
    await stage.hasNoted(1)
    expect(stage.notes).toEqual([`telemetry: ${backend.address}/v1/metrics: no answer within 3 s`])
    const ended = stage.telemetry.end()
    await backend.has(2)
    stage.clock.moveTo(6000)
    await ended
  })

  test('is overloaded is left alone for as long as it wants, and then has everything', async () => {
    backend = await openBackend((response, count) => {
      if (count === 1) response.writeHead(503, { 'Retry-After': '30' }).end()
      else if (count === 2) response.writeHead(429).end()
      else fine(response)
    })
    const stage = telemetryStage(endpoint())
    stage.clock.moveTo(1000)
    await stage.hasNoted(1)
    stage.clock.moveTo(30_999)
    expect(backend.received).toHaveLength(1)
    stage.clock.moveTo(31_000)
    await stage.hasNoted(2)
    // The second pause is that of a second attempt, with a jitter of 0.
    stage.clock.moveTo(31_000 + 1500)
    await backend.has(3)
    const places = ['status 503', 'status 429'].map(
      (words) => `telemetry: ${backend.address}/v1/metrics: ${words}`,
    )
    expect([stage.notes, stage.remarks]).toEqual([places, places.slice(0, 1)])
    await stage.telemetry.end()
  })

  test('stays overloaded is tried five times', async () => {
    backend = await openBackend((response) => response.writeHead(502).end())
    const stage = telemetryStage(endpoint({ OTEL_METRIC_EXPORT_INTERVAL: '100000' }))
    stage.clock.moveTo(100_000)
    for (let attempt = 1; attempt <= 5; attempt++) {
      await stage.hasNoted(attempt)
      stage.clock.moveTo(100_000 + attempt * 10_000)
    }
    expect(backend.received).toHaveLength(5)
    expect(stage.remarks).toHaveLength(1)
    await stage.telemetry.end()
  })
})

test('a backend that repeats a header is shown without its secret', async () => {
  backend = await openBackend((response) => response.writeHead(401).end('no such token: s3cret-token'))
  const stage = telemetryStage(
    endpoint({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20s3cret-token' }),
  )
  stage.clock.moveTo(1000)
  await stage.hasNoted(1)
  expect(stage.remarks).toEqual([`telemetry: ${backend.address}/v1/metrics: status 401: no such token: ***`])
  await stage.telemetry.end()
})

test('a header that no request can have is said, and nothing is sent', async () => {
  backend = await openBackend(fine)
  const stage = telemetryStage(endpoint({ OTEL_EXPORTER_OTLP_HEADERS: 'a=%0Ab' }))
  stage.clock.moveTo(1000)
  await stage.hasNoted(1)
  expect(stage.notes[0]).toMatch(/Invalid character in header content/)
  expect(backend.received).toEqual([])
  await stage.telemetry.end()
})

test('an export that fails in this program is a line in the log, and the end is none the worse', async () => {
  backend = await openBackend(fine)
  const { telemetry, clock, notes } = telemetryStage(endpoint({}))
  const state = (): never => {
    throw new Error('no state')
  }
  telemetry.watch({ state, clock, folder: null, observed: null })
  await expect(telemetry.end()).resolves.toBeUndefined()
  expect(notes).toEqual(['telemetry: Error: no state'])
})
