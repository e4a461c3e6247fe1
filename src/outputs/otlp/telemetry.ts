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
export function sendTelemetry(parts: TelemetryParts): Watcher {
  const { clock, note, settings, tlsOf } = parts
  const watched = new Set<WatchedSession>()
  /** They are in one more export, since what is not sent would stay in backends as it was. */
  const stopped = new Set<WatchedSession>()
  /** That of the first session: all of a program have the same time of day. */
  let timeOfDay: Pick<Clock, 'wallMs'> | null = null
  /** Those that have not been sent. */
  let waiting: Span[] = []
  const deliveries: Delivery[] = []
  const stops: (() => void)[] = []
  /** Send what is left of a signal when what is under way has arrived. */
  const lasts: (() => Promise<void>)[] = []
  let sliceBeganMs = 0
  /** Lets others work when a slice is over. */
  const pause = (): Promise<void> | null => {
    if (clock.nowMs() - sliceBeganMs < sliceMs) return null
    return setImmediate().then(() => {
      sliceBeganMs = clock.nowMs()
    })
  }
  const planMetrics = new PlanMetrics(parts)
  const turns = new TurnSpans(parts.shown)

  function watch(session: WatchedSession): SessionWatch {
    if (timeOfDay === null) begin(session.clock)
    watched.add(session)
    const { observed } = session
    const [hasMetrics, hasTraces] = ['metrics', 'traces'].map((signal) =>
      settings.endpoints.some((each) => each.signal === signal),
    )
    return {
      onEvent: (event, after, before) => {
        // What is read of the past has been told by whoever watched then, if anybody did.
        if (observed?.isLive() === false) return
        if (hasMetrics === true) planMetrics.onEvent(event, after, before)
        if (hasTraces !== true) return
        addSpans(turns.onEvent(event, [after, before], epochOf(session)))
      },
      stop: () => void stopped.add(session),
    }
  }

  function closing(): void {
    // How sessions end is told, too.
  }

  function killNow(): void {
    for (const delivery of deliveries) delivery.stop()
  }

  async function end(): Promise<void> {
    for (const stop of stops) stop()
    for (const delivery of deliveries) delivery.hurry()
    const sent = Promise.all(lasts.map(async (last) => await last()))
    await within(clock, lastExportMs, sent)
    killNow()
  }

  function begin(wall: Pick<Clock, 'wallMs'>): void {
    timeOfDay = wall
    for (const endpoint of settings.endpoints) {
      const delivery = new Delivery(endpoint, { ...parts, tls: tlsOf(endpoint) })
      deliveries.push(delivery)
      if (endpoint.signal === 'metrics')
        every(settings.metricsEveryMs, metricsExport(wall, endpoint, delivery))
      else every(spansEveryMs, async () => await exportSpans(endpoint, delivery))
    }
  }

  function metricsExport(
    wall: Pick<Clock, 'wallMs'>,
    endpoint: Endpoint,
    delivery: Delivery,
  ): () => Promise<void> {
    const beganMs = wall.wallMs()
    let sinceMs = beganMs
    return async () => {
      sliceBeganMs = clock.nowMs()
      const times = { beganMs, sinceMs, nowMs: wall.wallMs() }
      const now = [...watched]
        .filter(({ observed }) => observed?.isFollowing() !== false)
        .map(({ state, clock }) => ({ state: state(), nowMs: clock.nowMs() }))
      for (const session of stopped) watched.delete(session)
      stopped.clear()
      const metrics = await planMetrics.read(now, { times, isDelta: settings.isDelta, pause })
      if (metrics.length === 0) return
      if (!(await delivery.deliver(await bodyOf(endpoint, metrics)))) return
      planMetrics.sent()
      sinceMs = times.nowMs
    }
  }

  function addSpans(spans: readonly Span[]): void {
    waiting.push(...spans)
    const tooMany = waiting.length - maxSpans
    if (tooMany <= 0) return
    waiting.splice(0, tooMany)
    note(`telemetry: ${tooMany} spans were dropped, since too many wait`)
  }

  async function exportSpans(endpoint: Endpoint, delivery: Delivery): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, spansPerExport)
      sliceBeganMs = clock.nowMs()
      // What a backend refuses it would refuse again.
      await delivery.deliver(await bodyOf(endpoint, spans))
      const sent = new Set(spans)
      waiting = waiting.filter((span) => !sent.has(span))
    }
  }

  async function bodyOf(endpoint: Endpoint, items: readonly (Metric | Span)[]): Promise<Uint8Array> {
    const pieces: (Uint8Array | string)[] = []
    for (const item of items) {
      pieces.push(otlpPiece(endpoint, item))
      await pause()
    }
    return otlpBody(endpoint, pieces, parts)
  }

  /** Runs it each time when it is not under way: the next one has all that this one would have. */
  function every(ms: number, run: () => Promise<void>): void {
    let running: Promise<void> | null = null
    let cancel = clock.after(ms, again)
    const runOnce = async (): Promise<void> =>
      await run().catch((cause: unknown) => note(`telemetry: ${String(cause)}`))
    function again(): void {
      cancel = clock.after(ms, again)
      running ??= runOnce().finally(() => (running = null))
    }
    stops.push(() => cancel())
    lasts.push(async () => {
      await running
      await runOnce()
    })
  }

  return { watch, closing, killNow, end }
}
