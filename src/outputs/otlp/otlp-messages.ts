import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { writeJson } from '../../lib/json/write-json.ts'
import { writeMessage, type MessageForm } from '../../lib/protobuf/write-message.ts'

// The messages of OTLP with the field numbers of opentelemetry-proto 1.x. Values have the form of its JSON: ids in hexadecimal digits, numbers
// of 64 bits as decimal digits. https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding

export type Signal = 'metrics' | 'traces'

export interface Attribute {
  readonly key: string
  readonly value:
    | { readonly stringValue: string }
    | { readonly intValue: string }
    | { readonly boolValue: true }
}

export type Attributes = Readonly<Record<string, string | number | true | undefined>>

/** The attributes that have a value. Numbers are whole. */
export function attributesOf(values: Attributes): readonly Attribute[] {
  const attributes: Attribute[] = []
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) continue
    if (value === true) attributes.push({ key, value: { boolValue: true } })
    else
      attributes.push({
        key,
        value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
      })
  }
  return attributes
}

/** One of `gauge`, `sum` and `histogram` is there. */
export interface Metric {
  readonly name: string
  readonly description: string
  readonly unit: string
  readonly gauge?: MetricData
  readonly sum?: MetricData
  readonly histogram?: MetricData
}

interface MetricData {
  readonly dataPoints: readonly DataPoint[]
  /** 1: delta; 2: cumulative. */
  readonly aggregationTemporality?: 1 | 2
  readonly isMonotonic?: true
}

/** A number (`asInt` or `asDouble`), or a histogram. */
export interface DataPoint {
  readonly attributes: readonly Attribute[]
  readonly startTimeUnixNano?: string
  readonly timeUnixNano: string
  readonly asInt?: string
  readonly asDouble?: number
  readonly count?: string
  readonly sum?: number
  readonly bucketCounts?: readonly string[]
  readonly explicitBounds?: readonly number[]
}

export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** 1: `SPAN_KIND_INTERNAL`. */
  readonly kind: 1
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  /** 2: `STATUS_CODE_ERROR`. */
  readonly status?: { readonly code: 2 }
}

const value: MessageForm = [
  ['stringValue', 1, 'string'],
  ['boolValue', 2, 'varint'],
  ['intValue', 3, 'varint'],
]
const attribute: MessageForm = [
  ['key', 1, 'string'],
  ['value', 2, value],
]
const numberPoint: MessageForm = [
  ['startTimeUnixNano', 2, 'fixed64'],
  ['timeUnixNano', 3, 'fixed64'],
  ['asDouble', 4, 'double'],
  ['asInt', 6, 'fixed64'],
  ['attributes', 7, { kept: attribute }],
]
const histogramPoint: MessageForm = [
  ['startTimeUnixNano', 2, 'fixed64'],
  ['timeUnixNano', 3, 'fixed64'],
  ['count', 4, 'fixed64'],
  ['sum', 5, 'double'],
  ['bucketCounts', 6, 'fixed64'],
  ['explicitBounds', 7, 'double'],
  ['attributes', 9, { kept: attribute }],
]
const dataOf = (point: MessageForm): MessageForm => [
  ['dataPoints', 1, point],
  ['aggregationTemporality', 2, 'varint'],
  ['isMonotonic', 3, 'varint'],
]
const metric: MessageForm = [
  ['name', 1, 'string'],
  ['description', 2, 'string'],
  ['unit', 3, 'string'],
  ['gauge', 5, dataOf(numberPoint)],
  ['sum', 7, dataOf(numberPoint)],
  ['histogram', 9, dataOf(histogramPoint)],
]
const span: MessageForm = [
  ['traceId', 1, 'hex'],
  ['spanId', 2, 'hex'],
  ['parentSpanId', 4, 'hex'],
  ['name', 5, 'string'],
  ['kind', 6, 'varint'],
  ['startTimeUnixNano', 7, 'fixed64'],
  ['endTimeUnixNano', 8, 'fixed64'],
  ['attributes', 9, attribute],
  [
    'links',
    13,
    [
      ['traceId', 1, 'hex'],
      ['spanId', 2, 'hex'],
    ],
  ],
  ['status', 15, [['code', 3, 'varint']]],
]
const resource: MessageForm = [['attributes', 1, attribute]]
const scope: MessageForm = [
  ['name', 1, 'string'],
  ['version', 2, 'string'],
]

/** How the messages of a signal are nested: the names of the fields in which they stand, and what they consist of. */
const nested = {
  metrics: { outer: 'resourceMetrics', inner: 'scopeMetrics', items: 'metrics', item: metric },
  traces: { outer: 'resourceSpans', inner: 'scopeSpans', items: 'spans', item: span },
} as const

export interface Sender {
  readonly resource: readonly Attribute[]
  readonly version: string
}

export interface OtlpFormat {
  readonly signal: Signal
  readonly isJson: boolean
}

/** A metric or a span as a piece of a body. */
export function otlpPiece({ signal, isJson }: OtlpFormat, item: Metric | Span): Uint8Array | string {
  return isJson ? writeJson(item) : writeMessage(nested[signal].item, item)
}

/** The body of a request, or the content of a file, from its pieces. */
export function otlpBody(
  { signal, isJson }: OtlpFormat,
  pieces: readonly (Uint8Array | string)[],
  sender: Sender,
): Uint8Array {
  const { outer, inner, items, item } = nested[signal]
  const [from, by] = [{ attributes: sender.resource }, { name: 'acp-plan-tui', version: sender.version }]
  if (isJson)
    return Buffer.from(
      `{"${outer}":[{"resource":${writeJson(from)},"${inner}":[{"scope":${writeJson(by)},"${items}":[${pieces.join()}]}]}]}`,
    )
  const inScope: MessageForm = [
    ['scope', 1, scope],
    [items, 2, item],
  ]
  const inResource: MessageForm = [
    ['resource', 1, resource],
    [inner, 2, inScope],
  ]
  const whole = { [outer]: [{ resource: from, [inner]: [{ scope: by, [items]: pieces }] }] }
  return writeMessage([[outer, 1, inResource]], whole)
}

/** Characters of a name that an agent has given. */
export const maxName = 100

/** An id of an agent as it may be sent: what may be a text, a path or an address is hashed. */
export function safeId(id: string): string {
  return /^[\w.:@-]{1,100}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 32)
}

/** A time in milliseconds as OTLP has it, in nanoseconds; exact to a microsecond. */
export function nanos(ms: number): string {
  return `${Math.round(ms * 1000)}000`
}
