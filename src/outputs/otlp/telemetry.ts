import { setImmediate } from 'node:timers/promises'
import { within, type Clock } from '../../lib/clock.ts'
import { epochOf, type SessionWatch, type WatchedSession, type Watcher } from '../watcher.ts'
import { Delivery, type DeliveryParts, type Endpoint, type SendParts } from './delivery.ts'
import { otlpBody, otlpPiece, type Metric, type Sender, type Span } from './otlp-messages.ts'
import { PlanMetrics } from './plan-metrics.ts'
import { TurnSpans } from './turn-spans.ts'

export interface OtlpSettings {
  /** Those that are sent; none: they are switched off by the environment. */
  readonly endpoints: readonly Endpoint[]
  readonly resource: Readonly<Record<string, string>>
  readonly metricsEveryMs: number
  readonly isDelta: boolean
  /** Variables that mean nothing, as sentences for the log. */
  readonly warnings: readonly string[]
}

export interface TelemetryParts extends Omit<DeliveryParts, 'tls'>, Sender {
  readonly settings: OtlpSettings
  readonly isPerSession: boolean
  /** Makes a text of an agent ready to be sent in traces; null: none is sent. */
  readonly shown: ((text: string) => string) | null
  readonly tlsOf: (endpoint: Endpoint) => SendParts['tls']
}

/** How long the last export may take. */
const lastExportMs = 2000
/** Spans are sent in groups so often; of more than so many that wait, the oldest are dropped. */
const [spansEveryMs, spansPerExport, maxSpans] = [5000, 512, 8192]
/** How long anything else waits while an export is prepared. */
const sliceMs = 4

/** Sends what happens in sessions to a backend, until `end`. */
export class Telemetry implements Watcher {
  readonly #parts: TelemetryParts
  readonly #metrics: PlanMetrics
  readonly #turns: TurnSpans
  readonly #watched = new Set<WatchedSession>()
  /** They are in one more export, since what is not sent would stay in backends as it was. */
  readonly #stopped = new Set<WatchedSession>()
  /** That of the first session: all of a program have the same time of day. */
  #wall: Pick<Clock, 'wallMs'> | null = null
  /** Those that have not been sent. */
  #spans: Span[] = []
  readonly #deliveries: Delivery[] = []
  readonly #stops: (() => void)[] = []
  /** Send what is left of a signal when what is under way has arrived. */
  readonly #lasts: (() => Promise<void>)[] = []
  #sliceBeganMs = 0

  constructor(parts: TelemetryParts) {
    this.#parts = parts
    this.#metrics = new PlanMetrics(parts)
    this.#turns = new TurnSpans(parts.shown)
  }

  watch(session: WatchedSession): SessionWatch {
    if (this.#wall === null) this.#begin(session.clock)
    this.#watched.add(session)
    const { observed } = session
    const { settings } = this.#parts
    const [hasMetrics, hasTraces] = ['metrics', 'traces'].map((signal) =>
      settings.endpoints.some((each) => each.signal === signal),
    )
    return {
      onEvent: (event, after, before) => {
        // What is read of the past has been told by whoever watched then, if anybody did.
        if (observed?.isLive() === false) return
        if (hasMetrics === true) this.#metrics.onEvent(event, after, before)
        if (hasTraces !== true) return
        this.#addSpans(this.#turns.onEvent(event, [after, before], epochOf(session)))
      },
      stop: () => void this.#stopped.add(session),
    }
  }

  closing(): void {
    // How sessions end is told, too.
  }

  killNow(): void {
    for (const delivery of this.#deliveries) delivery.stop()
  }

  async end(): Promise<void> {
    for (const stop of this.#stops) stop()
    for (const delivery of this.#deliveries) delivery.hurry()
    const sent = Promise.all(this.#lasts.map(async (last) => await last()))
    await within(this.#parts.clock, lastExportMs, sent)
    this.killNow()
  }

  #begin(wall: Pick<Clock, 'wallMs'>): void {
    this.#wall = wall
    const { settings, tlsOf } = this.#parts
    for (const endpoint of settings.endpoints) {
      const delivery = new Delivery(endpoint, { ...this.#parts, tls: tlsOf(endpoint) })
      this.#deliveries.push(delivery)
      if (endpoint.signal === 'metrics')
        this.#every(settings.metricsEveryMs, this.#metricsExport(wall, endpoint, delivery))
      else this.#every(spansEveryMs, async () => await this.#exportSpans(endpoint, delivery))
    }
  }

  #metricsExport(wall: Pick<Clock, 'wallMs'>, endpoint: Endpoint, delivery: Delivery): () => Promise<void> {
    const beganMs = wall.wallMs()
    let sinceMs = beganMs
    return async () => {
      this.#sliceBeganMs = this.#parts.clock.nowMs()
      const times = { beganMs, sinceMs, nowMs: wall.wallMs() }
      const now = [...this.#watched]
        .filter(({ observed }) => observed?.isFollowing() !== false)
        .map(({ state, clock }) => ({ state: state(), nowMs: clock.nowMs() }))
      for (const session of this.#stopped) this.#watched.delete(session)
      this.#stopped.clear()
      const { isDelta } = this.#parts.settings
      const metrics = await this.#metrics.read(now, { times, isDelta, pause: this.#pause })
      if (metrics.length === 0) return
      if (!(await delivery.deliver(await this.#bodyOf(endpoint, metrics)))) return
      this.#metrics.sent()
      sinceMs = times.nowMs
    }
  }

  #addSpans(spans: readonly Span[]): void {
    this.#spans.push(...spans)
    const tooMany = this.#spans.length - maxSpans
    if (tooMany <= 0) return
    this.#spans.splice(0, tooMany)
    this.#parts.note(`telemetry: ${tooMany} spans were dropped, since too many wait`)
  }

  async #exportSpans(endpoint: Endpoint, delivery: Delivery): Promise<void> {
    while (this.#spans.length > 0) {
      const spans = this.#spans.slice(0, spansPerExport)
      this.#sliceBeganMs = this.#parts.clock.nowMs()
      // What a backend refuses it would refuse again.
      await delivery.deliver(await this.#bodyOf(endpoint, spans))
      const sent = new Set(spans)
      this.#spans = this.#spans.filter((span) => !sent.has(span))
    }
  }

  async #bodyOf(endpoint: Endpoint, items: readonly (Metric | Span)[]): Promise<Uint8Array> {
    const pieces: (Uint8Array | string)[] = []
    for (const item of items) {
      pieces.push(otlpPiece(endpoint, item))
      await this.#pause()
    }
    return otlpBody(endpoint, pieces, this.#parts)
  }

  /** Lets others work when a slice is over. */
  readonly #pause = (): Promise<void> | null => {
    const { clock } = this.#parts
    if (clock.nowMs() - this.#sliceBeganMs < sliceMs) return null
    return setImmediate().then(() => {
      this.#sliceBeganMs = clock.nowMs()
    })
  }

  /** Runs it each time when it is not under way: the next one has all that this one would have. */
  #every(ms: number, run: () => Promise<void>): void {
    const { clock, note } = this.#parts
    let running: Promise<void> | null = null
    let cancel = clock.after(ms, again)
    const runOnce = async (): Promise<void> =>
      await run().catch((cause: unknown) => note(`telemetry: ${String(cause)}`))
    function again(): void {
      cancel = clock.after(ms, again)
      running ??= runOnce().finally(() => (running = null))
    }
    this.#stops.push(() => cancel())
    this.#lasts.push(async () => {
      await running
      await runOnce()
    })
  }
}
