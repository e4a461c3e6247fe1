import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import protobuf from 'protobufjs'
import { createApp, type App } from '../../../src/app/app.ts'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { readOtlpSettings } from '../../../src/cli/commands/open-telemetry.ts'
import { attributesOf } from '../../../src/outputs/otlp/otlp-messages.ts'
import { sendTelemetry } from '../../../src/outputs/otlp/telemetry.ts'
import { stageClock, type StageClock } from '../stage.ts'

/** The messages of opentelemetry-proto 1.5 that are sent, with the numbers of their fields: read by protobufjs, which knows nothing of ours. */
const { root } = protobuf.parse(`
syntax = "proto3";
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
message KeyValue { string key = 1; AnyValue value = 2; }
message Resource { repeated KeyValue attributes = 1; }
message Scope { string name = 1; string version = 2; }
message NumberDataPoint {
  repeated KeyValue attributes = 7; fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3;
  oneof value { double as_double = 4; sfixed64 as_int = 6; }
}
message HistogramDataPoint {
  repeated KeyValue attributes = 9; fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; fixed64 count = 4;
  optional double sum = 5; repeated fixed64 bucket_counts = 6; repeated double explicit_bounds = 7;
}
message Gauge { repeated NumberDataPoint data_points = 1; }
message Sum { repeated NumberDataPoint data_points = 1; int32 aggregation_temporality = 2; bool is_monotonic = 3; }
message Histogram { repeated HistogramDataPoint data_points = 1; int32 aggregation_temporality = 2; }
message Metric { string name = 1; string description = 2; string unit = 3; oneof data { Gauge gauge = 5; Sum sum = 7; Histogram histogram = 9; } }
message ScopeMetrics { Scope scope = 1; repeated Metric metrics = 2; }
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
message Link { bytes trace_id = 1; bytes span_id = 2; }
message Status { string message = 2; int32 code = 3; }
message Span {
  bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
  fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9; repeated Link links = 13; Status status = 15;
}
message ScopeSpans { Scope scope = 1; repeated Span spans = 2; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
message MetricsRequest { repeated ResourceMetrics resource_metrics = 1; }
message TracesRequest { repeated ResourceSpans resource_spans = 1; }
`)

/** A body as protobufjs reads it, in the form of the JSON of OTLP; ids in hexadecimal digits. */
export function decoded(type: 'MetricsRequest' | 'TracesRequest', body: Uint8Array): unknown {
  const form = root.lookupType(type)
  const object = form.toObject(form.decode(body), { longs: String, bytes: String })
  return JSON.parse(JSON.stringify(object), (key: string, value: unknown) =>
    /(?:trace|span|parentSpan)Id$/i.test(key) ? Buffer.from(String(value), 'base64').toString('hex') : value,
  )
}

/** What a backend was sent. */
export interface Received {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** Decompressed. */
  readonly body: Buffer
}

export interface Backend {
  readonly address: string
  readonly received: readonly Received[]
  /** Settles when so many requests have come. */
  has(count: number): Promise<void>
  close(): void
}

/** A backend on this machine that answers as `answer` does. */
export async function openBackend(
  answer: (response: ServerResponse, count: number) => void,
): Promise<Backend> {
  const received: Received[] = []
  let told = (): void => undefined
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const whole = Buffer.concat(chunks)
      const { url: path = '', headers } = request
      received.push({
        path,
        headers,
        body: headers['content-encoding'] === 'gzip' ? gunzipSync(whole) : whole,
      })
      answer(response, received.length)
      told()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    received,
    async has(count) {
      while (received.length < count) await new Promise<void>((resolve) => (told = resolve))
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export interface TelemetryStage {
  readonly app: App
  readonly clock: StageClock
  readonly telemetry: ReturnType<typeof sendTelemetry>
  readonly notes: readonly string[]
  readonly remarks: readonly string[]
  play(events: readonly AppEvent[]): void
  /** Settles when so many lines have been noted. */
  hasNoted(count: number): Promise<void>
}

/** An app whose telemetry is sent as these variables say. */
export function telemetryStage(
  env: Readonly<Record<string, string>>,
  { isPerSession = false }: { readonly isPerSession?: boolean } = {},
): TelemetryStage {
  const read = readOtlpSettings(env, ['metrics'])
  if (!read.ok) throw new Error(read.problem.message)
  const [app, clock] = [createApp(), stageClock()]
  const [notes, remarks]: [string[], string[]] = [[], []]
  let told = (): void => undefined
  const telemetry = sendTelemetry({
    settings: read.value,
    isPerSession,
    shown: null,
    resource: attributesOf({ 'service.name': 'acp-plan-tui' }),
    version: '1.2.3',
    userAgent: 'test/1.2.3',
    clock,
    random: () => 0.5,
    remark: (text) => void remarks.push(text),
    tlsOf: () => ({ ca: undefined, key: undefined, cert: undefined }),
    note(line) {
      notes.push(line)
      told()
    },
  })
  const { onEvent } = telemetry.watch({ state: app.state, clock, folder: null, observed: null })
  app.onEvent(onEvent)
  return {
    app,
    clock,
    telemetry,
    notes,
    remarks,
    play(events) {
      for (const event of events) app.dispatch(event)
    },
    async hasNoted(count) {
      while (notes.length < count) await new Promise<void>((resolve) => (told = resolve))
    },
  }
}
