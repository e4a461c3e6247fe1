import { jsonIn } from '../../lib/json/read-json.ts'
import {
  isObject,
  stringAt,
  toMessage,
  type JsonObject,
  type MessageId,
} from '../../protocol/wire/message.ts'
import { rpcCodes } from '../../protocol/wire/rpc-line.ts'
import { chooseExchange } from './choose-exchange.ts'
import { otherChoice } from './client-choice.ts'
import { ClientWire, type WireHost } from './client-wire.ts'
import { Playing } from './playing.ts'
import { openingMethods, type Exchange, type Moment, type Recording } from './recording.ts'
import { SessionIds } from './session-ids.ts'
import { answerUnrecorded, refused } from './unrecorded.ts'

/** What the player of a recording has of its process. */
export interface RecordedHost extends WireHost {
  complain(line: string): void
  /** The recorded agent ended here by itself. */
  exit(code: number | null, signal: string | null): void
  /** Settles after the time of the recording, at whatever pace that passes here, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/**
 * The agent's side of a recording, for any client: what followed from a request follows from the client's request for the
 * same, in the recorded time. What the client does otherwise is answered as well as a recording can.
 */
export class RecordedAgent {
  readonly #recording: Recording
  readonly #host: RecordedHost
  readonly #sessions = new SessionIds()
  readonly #wire: ClientWire
  readonly #left: Set<Exchange>
  readonly #playing = new Set<Playing>()
  /** The agent's requests that the client has not answered, by the ids that were sent. */
  readonly #asked = new Map<MessageId, { readonly by: Playing; readonly recordedId: MessageId }>()

  constructor(recording: Recording, host: RecordedHost) {
    this.#recording = recording
    this.#host = host
    this.#wire = new ClientWire(host, this.#sessions, recording.version)
    this.#left = new Set(recording.exchanges)
  }

  /** Plays what came before any request. */
  async start(): Promise<void> {
    const { prologue } = this.#recording
    const exchange = { method: '', params: {}, sessionId: null, answer: null, moments: prologue, turnEnd: -1 }
    await this.#play(new Playing(exchange, 'none'))
  }

  /** The client is gone. */
  stop(): void {
    for (const playing of this.#playing) playing.stop()
  }

  /** A line of the client's. */
  receive(line: string): void {
    const message = toMessage(jsonIn(line))
    if (message?.kind === 'result' || message?.kind === 'error')
      return this.#take(message.id, message.kind === 'result' ? message.result : null)
    const params = isObject(message?.params) ? message.params : {}
    if (message?.kind === 'notification') this.#hear(message.method, params)
    if (message?.kind !== 'request') return
    const { id, method } = message
    // What is nested too deeply cannot be written again.
    this.#answer(id, method, params).catch((cause: unknown) =>
      this.#wire.respond(id, refused(rpcCodes.internalError, String(cause))),
    )
  }

  async #answer(id: MessageId, method: string, params: JsonObject): Promise<void> {
    const clientId = stringAt(params, 'sessionId')
    if (method === 'session/prompt') {
      if (clientId === undefined || !this.#sessions.isOpen(clientId))
        return this.#wire.respond(id, refused(rpcCodes.resourceNotFound, 'there is no such session'))
      await this.#turnOf(clientId)
    }
    const exchange = chooseExchange(method, params, {
      exchanges: [...this.#left],
      sessions: this.#sessions,
    })
    if (exchange === null) return this.#answerAlone(id, method, params)
    this.#left.delete(exchange)
    const isOpening = openingMethods.includes(method)
    if (exchange.sessionId !== null && exchange.answer?.isError !== true) {
      const bound = isOpening ? (clientId ?? exchange.sessionId) : clientId
      if (bound !== undefined) this.#sessions.bind(exchange.sessionId, bound)
    }
    await this.#catchUp(exchange)
    await this.#play(new Playing(exchange, id))
  }

  /** Settles when no turn of the session runs; what follows such a turn comes at once then. */
  async #turnOf(clientId: string): Promise<void> {
    for (const playing of this.#playing) {
      if (this.#clientIdOf(playing.exchange) !== clientId) continue
      while (playing.isTurn) await playing.woken()
      playing.hurry()
      while (this.#playing.has(playing)) await playing.woken()
    }
  }

  /** What the recorded client did before, and this one has not, has left its traces in the session. */
  async #catchUp(exchange: Exchange): Promise<void> {
    if (exchange.method !== 'session/prompt') return
    for (const earlier of this.#recording.exchanges) {
      if (earlier === exchange) return
      const isSkipped = this.#left.has(earlier) && earlier.method !== 'session/prompt'
      if (!isSkipped || earlier.sessionId !== exchange.sessionId) continue
      this.#left.delete(earlier)
      await this.#play(new Playing(earlier, null))
    }
  }

  #answerAlone(id: MessageId, method: string, params: JsonObject): void {
    const sessionId = stringAt(params, 'sessionId') ?? ''
    if (method === 'session/prompt') return this.#endRecording(id, sessionId)
    if (method === 'session/new') {
      const unopened = this.#recording.exchanges.find(
        (exchange) => exchange.sessionId !== null && !this.#sessions.isBound(exchange.sessionId),
      )
      const own = unopened?.sessionId ?? this.#wire.newId()
      this.#sessions.bind(own, own)
      return this.#wire.respond(id, { ok: true, value: { sessionId: own } })
    }
    this.#wire.respond(id, answerUnrecorded(method, params, this.#recording))
  }

  async #play(playing: Playing): Promise<void> {
    this.#playing.add(playing)
    const { moments } = playing.exchange
    for (
      let moment = moments[playing.at];
      moment !== undefined && !playing.isOver;
      moment = moments[playing.at]
    ) {
      const { at } = playing
      if (!playing.isHurried) await this.#await(moment, playing)
      // A cancelled turn goes on elsewhere, or not at all.
      if (playing.isOver || playing.at !== at) continue
      playing.at++
      this.#perform(moment, playing)
      if (at === playing.exchange.turnEnd) playing.wake()
    }
    if (!playing.isOver) this.#finish(playing)
    playing.isOver = true
    this.#playing.delete(playing)
    playing.wake()
  }

  async #await(moment: Moment, playing: Playing): Promise<void> {
    const isClients = moment.type === 'answered' || moment.type === 'cancelled'
    const { at } = playing
    if (isClients && (moment.type === 'cancelled' || playing.open.has(moment.id))) {
      const isOpen = (): boolean =>
        moment.type === 'answered' ? playing.open.has(moment.id) : playing.open.size > 0
      if (isOpen()) {
        while (isOpen() && !playing.isOver && playing.at === at) await playing.woken()
        return
      }
    }
    if (moment.type !== 'answered') await this.#host.wait(moment.gapMs, playing.signal)
  }

  #perform(moment: Moment, playing: Playing): void {
    switch (moment.type) {
      case 'answer':
        if (playing.requestId === null) return
        playing.isAnswered = true
        return this.#wire.send({ ...this.#asOpened(moment.value, playing), id: playing.requestId }, null)
      case 'notification':
        return this.#notify(moment.value, moment.line, playing)
      case 'request':
        if (playing.requestId === null) return
        return this.#ask(moment, playing)
      case 'bytes':
        return this.#host.send(moment.bytes)
      case 'stderr':
        return this.#host.complain(moment.line)
      case 'document':
        return this.#host.documents.become(moment.uri, moment.text)
      case 'exit':
        this.stop()
        return this.#host.exit(moment.code, moment.signal)
      case 'answered':
      case 'cancelled':
        return
    }
  }

  /** An answer that opens a session names it, where the client could not know it. */
  #asOpened(value: JsonObject, { exchange }: Playing): JsonObject {
    const { result } = value
    const { method, sessionId } = exchange
    if (!openingMethods.includes(method) || !isObject(result) || sessionId === null) return value
    return { ...value, result: { ...result, sessionId } }
  }

  #notify(value: JsonObject, line: string, playing: Playing): void {
    if (value['method'] !== '$/cancel_request' || !isObject(value['params']))
      return this.#wire.send(value, line)
    const { requestId } = value['params']
    const sent = isId(requestId) ? playing.open.get(requestId) : undefined
    if (sent !== undefined)
      this.#wire.send({ ...value, params: { ...value['params'], requestId: sent } }, null)
  }

  #ask({ id, value, line }: Extract<Moment, { type: 'request' }>, playing: Playing): void {
    const sent = this.#asked.has(id) ? this.#wire.newId() : id
    playing.open.set(id, sent)
    this.#asked.set(sent, { by: playing, recordedId: id })
    this.#wire.send(sent === id ? value : { ...value, id: sent }, sent === id ? line : null)
  }

  /** An answer of the client's. */
  #take(id: MessageId, result: unknown): void {
    const asked = this.#asked.get(id)
    if (asked === undefined) return
    this.#asked.delete(id)
    const { by, recordedId } = asked
    by.open.delete(recordedId)
    const other = otherChoice(by.exchange, recordedId, result)
    if (other !== null && !by.isOver)
      this.#host.complain(`acp-plan-tui demo: the recording goes on as it was, where the answer was ${other}`)
    by.wake()
  }

  #hear(method: string, params: JsonObject): void {
    const { requestId } = params
    for (const playing of this.#playing) {
      const isCancelled =
        method === 'session/cancel'
          ? playing.isTurn && this.#clientIdOf(playing.exchange) === params['sessionId']
          : method === '$/cancel_request' && !playing.isAnswered && playing.requestId === requestId
      if (isCancelled) this.#cancel(playing, method)
    }
  }

  #cancel(playing: Playing, method: string): void {
    const { moments } = playing.exchange
    const cancelled = moments.findIndex(({ type }, at) => type === 'cancelled' && at >= playing.at)
    if (cancelled >= 0) return playing.skipTo(cancelled + 1)
    playing.stop()
    if (method !== 'session/cancel') {
      const error = refused(rpcCodes.requestCancelled, 'cancelled')
      return this.#wire.respond(playing.requestId, error)
    }
    if (this.#wire.version === 2)
      for (const requestId of playing.open.values())
        this.#wire.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId } }, null)
    this.#endTurn(playing, 'cancelled')
  }

  /** The moments are over: what is still owed to the client. */
  #finish(playing: Playing): void {
    const { requestId, isAnswered, exchange } = playing
    if (requestId === null || exchange.method === '') return
    if (exchange.method === 'session/prompt' && exchange.turnEnd < 0 && exchange.answer?.isError !== true) {
      this.#wire.say(this.#clientIdOf(exchange), 'The recording ends here, in the middle of the turn.')
      this.#endTurn(playing, 'end_turn')
    } else if (!isAnswered)
      this.#wire.respond(requestId, refused(rpcCodes.internalError, 'the recording has no answer to this'))
  }

  #endTurn({ requestId, isAnswered, exchange }: Playing, stopReason: string): void {
    const wire = this.#wire
    if (wire.version === 1) return wire.respond(requestId, { ok: true, value: { stopReason } })
    if (!isAnswered) wire.respond(requestId, { ok: true, value: { messageId: wire.newId() } })
    wire.update(this.#clientIdOf(exchange), { sessionUpdate: 'state_update', state: 'idle', stopReason })
  }

  /** A turn that is not in the recording. */
  #endRecording(id: MessageId, sessionId: string): void {
    const wire = this.#wire
    const isV2 = wire.version === 2
    if (isV2) {
      wire.respond(id, { ok: true, value: { messageId: wire.newId() } })
      wire.update(sessionId, { sessionUpdate: 'state_update', state: 'running' })
    }
    wire.say(sessionId, 'The recording is over.')
    if (isV2) wire.update(sessionId, { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' })
    else wire.respond(id, { ok: true, value: { stopReason: 'end_turn' } })
  }

  #clientIdOf({ sessionId }: Exchange): string {
    return sessionId === null ? '' : this.#sessions.forClient(sessionId)
  }
}

function isId(value: unknown): value is MessageId {
  return typeof value === 'string' || typeof value === 'number'
}
