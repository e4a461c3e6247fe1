import {
  attributesOf,
  nanos,
  type Attribute,
  type Attributes,
  type Metric,
  type DataPoint,
} from './otlp-messages.ts'

/** A metric of ours. `state`: what there is now, as a sum that may fall (UpDownCounter); `gauge`: a value that cannot be added up. */
export interface MetricForm {
  readonly name: string
  readonly type: 'counter' | 'histogram' | 'state' | 'gauge'
  readonly unit: string
  readonly description: string
}

/** Points of a metric beyond are one. https://opentelemetry.io/docs/specs/otel/metrics/sdk/#cardinality-limits */
export const maxPoints = 2000
/** The upper ends of the buckets of a histogram, in seconds. */
export const bounds: readonly number[] = [1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200]

/** What a point has of its metric. In a histogram `value` is the sum, and `buckets` count the values. */
interface Amount {
  readonly value: number
  readonly buckets: readonly number[]
}

interface Point {
  readonly attributes: readonly Attribute[]
  amount: Amount
  /** What was exported last, and what is being exported. */
  sent: Amount
  taken: Amount
}

const none: Amount = { value: 0, buckets: [] }

/** The points of a metric. Each belongs to the attributes of an agent or a session, always the same object, and those of its own. */
export class MetricPoints {
  readonly #form: MetricForm
  readonly #points = new Map<Attributes, Map<string, Point>>()
  #count = 0

  constructor(form: MetricForm) {
    this.#form = form
  }

  /** What there is is added up anew. A point that was 0 is dropped, others fall to 0 first: backends keep the last value of what is not sent. */
  begin(): void {
    for (const points of this.#points.values())
      for (const [key, point] of points) {
        if (point.amount.value === 0) this.#count -= points.delete(key) ? 1 : 0
        else point.amount = none
      }
  }

  /** Adds to a number; 0 makes a point that is there. */
  add(common: Attributes, own: Attributes, amount: number): void {
    const point = this.#pointOf(common, own)
    point.amount = { value: point.amount.value + amount, buckets: none.buckets }
  }

  /** Of a gauge: the largest value holds. */
  raise(common: Attributes, own: Attributes, value: number): void {
    const point = this.#pointOf(common, own)
    point.amount = { value: Math.max(point.amount.value, value), buckets: none.buckets }
  }

  /** Adds a value to a histogram. */
  record(common: Attributes, own: Attributes, value: number): void {
    const point = this.#pointOf(common, own)
    const at = bounds.findIndex((bound) => value <= bound)
    const bucket = at < 0 ? bounds.length : at
    const buckets = Array.from(
      { length: bounds.length + 1 },
      (_, index) => (point.amount.buckets[index] ?? 0) + (index === bucket ? 1 : 0),
    )
    point.amount = { value: point.amount.value + value, buckets }
  }

  /**
   * The metric with its points as they are now; null: there are none. With `isDelta`, counters and histograms have what came since what
   * `sent` was called for; points without anything new are left out.
   */
  metric(times: PointTimes, isDelta: boolean): Metric | null {
    const { name, unit, description, type } = this.#form
    const hasDelta = isDelta && (type === 'counter' || type === 'histogram')
    const timeUnixNano = nanos(times.nowMs)
    const startTimeUnixNano = nanos(hasDelta ? times.sinceMs : times.beganMs)
    const dataPoints: DataPoint[] = []
    for (const point of this.#all()) {
      point.taken = point.amount
      const { value, buckets } = hasDelta ? amountBetween(point.sent, point.amount) : point.amount
      const count = buckets.reduce((sum, each) => sum + each, 0)
      if (hasDelta && value === 0 && count === 0) continue
      const at = { attributes: point.attributes, startTimeUnixNano, timeUnixNano }
      if (type !== 'histogram')
        dataPoints.push(type === 'gauge' ? { ...at, asDouble: value } : { ...at, asInt: String(value) })
      else {
        const bucketCounts = buckets.map(String)
        dataPoints.push({ ...at, count: String(count), sum: value, bucketCounts, explicitBounds: bounds })
      }
    }
    if (dataPoints.length === 0) return null
    const told = { name, description, unit }
    if (type === 'gauge') return { ...told, gauge: { dataPoints } }
    const data = { dataPoints, aggregationTemporality: hasDelta ? 1 : 2 } as const
    if (type === 'histogram') return { ...told, histogram: data }
    return { ...told, sum: type === 'counter' ? { ...data, isMonotonic: true } : data }
  }

  /** The last `metric` is with the backend. */
  sent(): void {
    for (const point of this.#all()) point.sent = point.taken
  }

  *#all(): Iterable<Point> {
    for (const points of this.#points.values()) yield* points.values()
  }

  #pointOf(common: Attributes, own: Attributes): Point {
    const key = Object.values(own).join('\u0000')
    const points = this.#points.get(common)
    const known = points?.get(key)
    if (known !== undefined) return known
    const isFull = this.#count >= maxPoints - 1
    if (common === overflow ? own !== noAttributes : isFull) return this.#pointOf(overflow, noAttributes)
    const attributes = attributesOf({ ...common, ...own })
    const point = { attributes, amount: none, sent: none, taken: none }
    if (points === undefined) this.#points.set(common, new Map([[key, point]]))
    else points.set(key, point)
    this.#count++
    return point
  }
}

export const noAttributes: Attributes = {}
/** Those of what is beyond a limit. */
export const overflow: Attributes = { 'otel.metric.overflow': true }

/** By the wall clock: when all began, when something was last exported, and now. */
export interface PointTimes {
  readonly beganMs: number
  readonly sinceMs: number
  readonly nowMs: number
}

function amountBetween(from: Amount, to: Amount): Amount {
  return {
    value: to.value - from.value,
    buckets: to.buckets.map((count, index) => count - (from.buckets[index] ?? 0)),
  }
}
