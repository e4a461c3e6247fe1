import { describe, expect, test } from 'vitest'
import { readOtlpSettings } from '../../../src/cli/commands/open-telemetry.ts'

const both = ['metrics', 'traces'] as const

describe('where signals are sent', () => {
  test('without a variable, to this machine', () => {
    expect(readOtlpSettings({}, ['metrics'])).toEqual({
      ok: true,
      value: {
        endpoints: [
          {
            signal: 'metrics',
            url: new URL('http://localhost:4318/v1/metrics'),
            isJson: false,
            isGzipped: false,
            headers: {},
            timeoutMs: 10_000,
            certificate: null,
            clientKey: null,
            clientCertificate: null,
          },
        ],
        resource: {},
        metricsEveryMs: 60_000,
        isDelta: false,
        warnings: [],
      },
    })
  })

  test.each([
    ['a base', { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example' }, 'https://otlp.example/v1/metrics'],
    ['a base with a path', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:1/in/' }, 'http://a:1/in/v1/metrics'],
    [
      'one for metrics, as it is',
      { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://a:1/x/y' },
      'http://a:1/x/y',
    ],
    ['one for metrics without a path', { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://a:1' }, 'http://a:1/'],
    ['an empty variable', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, 'http://localhost:4318/v1/metrics'],
  ])('%s', (_, env, url) => {
    const read = readOtlpSettings(env, ['metrics'])
    expect(read.ok && read.value.endpoints.map((each) => each.url.href)).toEqual([url])
  })

  test('the variables of a signal win', () => {
    const read = readOtlpSettings(
      {
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf',
        OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
        OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: 'none',
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, x = y=z',
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'api-key=traces',
        OTEL_EXPORTER_OTLP_TIMEOUT: '500',
      },
      both,
    )
    const told = read.ok
      ? read.value.endpoints.map(({ isJson, isGzipped, headers, timeoutMs }) => ({
          isJson,
          isGzipped,
          headers,
          timeoutMs,
        }))
      : []
    expect(told).toEqual([
      { isJson: true, isGzipped: true, headers: { 'api-key': 'a b', x: 'y=z' }, timeoutMs: 500 },
      { isJson: false, isGzipped: false, headers: { 'api-key': 'traces' }, timeoutMs: 500 },
    ])
  })

  test.each([
    [{ OTEL_SDK_DISABLED: 'TRUE' }, []],
    [{ OTEL_METRICS_EXPORTER: 'none' }, ['traces']],
    [{ OTEL_TRACES_EXPORTER: 'none' }, ['metrics']],
  ])('%o switches off', (env, left) => {
    const read = readOtlpSettings(env, both)
    expect(read.ok && read.value.endpoints.map(({ signal }) => signal)).toEqual(left)
  })
})

test('the resource has the attributes of the variable, and its name for the service', () => {
  const env = { OTEL_RESOURCE_ATTRIBUTES: 'service.name=one,team=a%2Cb', OTEL_SERVICE_NAME: 'two' }
  const read = readOtlpSettings(env, [])
  expect(read.ok && read.value.resource).toEqual({ 'service.name': 'two', team: 'a,b' })
})

test.each([
  [{ OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'Delta' }, { isDelta: true }],
  [{ OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'lowmemory' }, { isDelta: true }],
  [{ OTEL_METRIC_EXPORT_INTERVAL: '1500' }, { metricsEveryMs: 1500 }],
])('%o', (env, expected) => {
  const read = readOtlpSettings(env, [])
  expect(read.ok && read.value).toMatchObject(expected)
})

test('values that mean nothing are ignored, and said without what they are', () => {
  const read = readOtlpSettings(
    {
      OTEL_EXPORTER_OTLP_PROTOCOL: 'carrier-pigeon',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'zstd',
      OTEL_EXPORTER_OTLP_TIMEOUT: '-1',
      OTEL_EXPORTER_OTLP_HEADERS: 'secret',
      OTEL_METRIC_EXPORT_INTERVAL: '0',
      OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'sometimes',
      OTEL_RESOURCE_ATTRIBUTES: 'a=%',
    },
    ['metrics'],
  )
  expect(read.ok && read.value.warnings).toEqual([
    'OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/protobuf, http/json, grpc; what it says is ignored',
    'OTEL_EXPORTER_OTLP_COMPRESSION must be one of gzip, none; what it says is ignored',
    'OTEL_EXPORTER_OTLP_HEADERS must be a list of key=value; what it says is ignored',
    'OTEL_EXPORTER_OTLP_TIMEOUT must be a number of milliseconds above 0; what it says is ignored',
    'OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE must be one of cumulative, delta, lowmemory; what it says is ignored',
    'OTEL_RESOURCE_ATTRIBUTES must be a list of key=value; what it says is ignored',
    'OTEL_METRIC_EXPORT_INTERVAL must be a number of milliseconds above 0; what it says is ignored',
  ])
})

test.each([
  [
    { OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_METRICS_PROTOCOL is grpc, which is not supported',
    /port for HTTP, in most collectors 4318 \(4317/,
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT is no address of HTTP',
    /http:\/\/localhost:4318/,
  ],
])('%o is refused', (env, message, hint) => {
  expect(readOtlpSettings(env, ['metrics'])).toEqual({
    ok: false,
    problem: { message, hint: expect.stringMatching(hint) as unknown },
  })
})
