import { jsonIn } from '../../lib/json/read-json.ts'
import {
  askedId,
  isObject,
  type JsonObject,
  type MessageId,
  rpcCodes,
  stringAt,
  toMessage,
  objectIn,
  objectAt,
} from '../../protocol/wire/message.ts'
import { LineCutter } from '../../protocol/wire/line-cutter.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import { openDemoFolder, pause, type Client, type Pace } from '../host/demo-process.ts'
import { chooseExchange, ExchangePlayback, answerUnrecorded, refused } from './exchange-playback.ts'
import { type Exchange, type Moment, openingMethods, type Recording, isId } from './recording.ts'
import { ClientWire, DocumentFiles, SessionIds, type WireHost } from './mapped-messages.ts'
import { Buffer } from 'node:buffer'

export interface RecordedHost extends WireHost {
  writeStderr(line: string): void
  /** Ends the process as the recorded agent ended by itself. */
  exit(code: number | null, signal: string | null): void
  /** Waits for a time of the recording, at the pace of the run, or until the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/**
 * The agent's side of a recording, for any client: what followed from a recorded request follows from the client's matching request,
 * in the recorded time. Other requests get an answer that lets the client continue, if there is one.
 */
export class RecordedAgent {
  readonly #recording: Recording
  readonly #host: RecordedHost
  readonly #sessions = new SessionIds()
  readonly #wire: ClientWire
  readonly #left: Set<Exchange>
  readonly #playback = new Set<ExchangePlayback>()
  /** The agent's requests that the client has not answered, by the ids that were sent. */
  readonly #requests = new Map<MessageId, { readonly by: ExchangePlayback; readonly recordedId: MessageId }>()
  /** Requests of the client that are being answered. */
  readonly #asked = new Set<Promise<void>>()
  /** The methods of those that had to be refused, because the recording has no answer. */
  readonly #missed: string[] = []
  /** The client sends nothing more: nothing waits for it, or for a time. */
  #isEnding = false

  constructor(recording: Recording, host: RecordedHost) {
    this.#recording = recording
    this.#host = host
    this.#wire = new ClientWire(host, this.#sessions, recording.version)
    this.#left = new Set(recording.exchanges)
  }

  /** Plays what precedes the first request. */
  async start(): Promise<void> {
    const { prologue } = this.#recording
    const exchange = { method: '', params: {}, sessionId: null, answer: null, moments: prologue, turnEnd: -1 }
    await this.#play(new ExchangePlayback(exchange, 'none'))
  }

  /** Ends all playback, when the client is gone. */
  stop(): void {
    for (const playback of this.#playback) playback.stop()
  }

  /** The client sends nothing more: what it is owed comes at once. Gives the methods that the recording has no answer for. */
  async finish(): Promise<readonly string[]> {
    this.#isEnding = true
    for (const playback of this.#playback) letGo(playback)
    while (this.#asked.size > 0) await Promise.all(this.#asked)
    this.stop()
    return this.#missed
  }

  receive(line: string): void {
    const message = toMessage(jsonIn(line))
    if (message?.kind === 'result' || message?.kind === 'error')
      return this.#onAnswer(message.id, message.kind === 'result' ? message.result : null)
    const params = objectAt(message, 'params')
    if (message?.kind === 'notification') this.#onNotification(message.method, params)
    if (message?.kind !== 'request') return
    const { id, method } = message
    if (method === 'initialize') this.#compareVersion(params['protocolVersion'])
    // Serialising a value fails that is nested too deeply.
    const answered = this.#answer(id, method, params)
      .catch((cause: unknown) => this.#wire.respond(id, refused(rpcCodes.internalError, String(cause))))
      .finally(() => this.#asked.delete(answered))
    this.#asked.add(answered)
  }

  /** An agent may answer an older version than the client asks for, and no newer one. */
  #compareVersion(wanted: unknown): void {
    const { version } = this.#recording
    if (typeof wanted !== 'number' || wanted >= version) return
    this.#host.writeStderr(
      `acp-plan-tui demo: the client asks for protocol version ${wanted}, and the recording is of version ${version}`,
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
    if (exchange === null) return this.#answerUnrecorded(id, method, params)
    this.#left.delete(exchange)
    const isOpening = openingMethods.includes(method)
    if (exchange.sessionId !== null && exchange.answer?.isError !== true) {
      const bound = isOpening ? (clientId ?? exchange.sessionId) : clientId
      if (bound !== undefined) this.#sessions.bind(exchange.sessionId, bound)
    }
    await this.#catchUp(exchange)
    await this.#play(new ExchangePlayback(exchange, id))
  }

  /** Settles when no turn of the session is running, and what was recorded after it has been played without waits. */
  async #turnOf(clientId: string): Promise<void> {
    for (const playback of this.#playback) {
      if (this.#clientIdOf(playback.exchange) !== clientId) continue
      while (playback.isTurn) await playback.woken()
      playback.hurry()
      while (this.#playback.has(playback)) await playback.woken()
    }
  }

  /** Plays earlier requests about the session that this client has skipped: the prompt may depend on what they changed. */
  async #catchUp(exchange: Exchange): Promise<void> {
    if (exchange.method !== 'session/prompt') return
    for (const earlier of this.#recording.exchanges) {
      if (earlier === exchange) return
      const isSkipped = this.#left.has(earlier) && earlier.method !== 'session/prompt'
      if (!isSkipped || earlier.sessionId !== exchange.sessionId) continue
      this.#left.delete(earlier)
      await this.#play(new ExchangePlayback(earlier, null))
    }
  }

  #answerUnrecorded(id: MessageId, method: string, params: JsonObject): void {
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
    const outcome = answerUnrecorded(method, params, this.#recording)
    if (!outcome.ok && this.#missed.length < maxMissed) this.#missed.push(method)
    this.#wire.respond(id, outcome)
  }

  async #play(playback: ExchangePlayback): Promise<void> {
    this.#playback.add(playback)
    if (this.#isEnding) letGo(playback)
    const { moments } = playback.exchange
    for (
      let moment = moments[playback.at];
      moment !== undefined && !playback.isOver;
      moment = moments[playback.at]
    ) {
      const { at } = playback
      if (!playback.isHurried) await this.#await(moment, playback)
      // A cancellation has ended the turn, or moved it to another moment.
      if (playback.isOver || playback.at !== at) continue
      playback.at++
      this.#perform(moment, playback)
      if (at === playback.exchange.turnEnd) playback.wake()
    }
    if (!playback.isOver) this.#finish(playback)
    playback.isOver = true
    this.#playback.delete(playback)
    playback.wake()
  }

  async #await(moment: Moment, playback: ExchangePlayback): Promise<void> {
    const isClients = moment.type === 'answered' || moment.type === 'cancelled'
    const { at } = playback
    if (isClients && (moment.type === 'cancelled' || playback.open.has(moment.id))) {
      const isOpen = (): boolean =>
        moment.type === 'answered' ? playback.open.has(moment.id) : playback.open.size > 0
      if (isOpen()) {
        while (isOpen() && !playback.isOver && playback.at === at) await playback.woken()
        return
      }
    }
    if (moment.type !== 'answered') await this.#host.wait(moment.gapMs, playback.signal)
  }

  #perform(moment: Moment, playback: ExchangePlayback): void {
    switch (moment.type) {
      case 'answer':
        if (playback.requestId === null) return
        playback.isAnswered = true
        return this.#wire.send({ ...this.#asOpened(moment.value, playback), id: playback.requestId }, null)
      case 'notification':
        return this.#notify(moment.value, moment.line, playback)
      case 'request':
        if (playback.requestId === null) return
        return this.#ask(moment, playback)
      case 'bytes':
        return this.#host.send(moment.bytes)
      case 'stderr':
        return this.#host.writeStderr(moment.line)
      case 'document':
        return this.#host.documents.update(moment.uri, moment.text)
      case 'exit':
        this.stop()
        return this.#host.exit(moment.code, moment.signal)
      case 'answered':
      case 'cancelled':
        return
    }
  }

  /** Adds the session's id to an answer that opens one, since the client may have asked for another session. */
  #asOpened(value: JsonObject, { exchange }: ExchangePlayback): JsonObject {
    const { result } = value
    const { method, sessionId } = exchange
    if (!openingMethods.includes(method) || !isObject(result) || sessionId === null) return value
    return { ...value, result: { ...result, sessionId } }
  }

  #notify(value: JsonObject, line: string, playback: ExchangePlayback): void {
    if (value['method'] !== '$/cancel_request' || !isObject(value['params']))
      return this.#wire.send(value, line)
    const { requestId } = value['params']
    const sent = isId(requestId) ? playback.open.get(requestId) : undefined
    if (sent !== undefined)
      this.#wire.send({ ...value, params: { ...value['params'], requestId: sent } }, null)
  }

  #ask({ id, value, line }: Extract<Moment, { type: 'request' }>, playback: ExchangePlayback): void {
    const sent = this.#requests.has(id) ? this.#wire.newId() : id
    playback.open.set(id, sent)
    this.#requests.set(sent, { by: playback, recordedId: id })
    this.#wire.send(sent === id ? value : { ...value, id: sent }, sent === id ? line : null)
  }

  #onAnswer(answered: MessageId, result: unknown): void {
    const id = askedId(answered, this.#requests)
    const request = this.#requests.get(id)
    if (request === undefined) return
    this.#requests.delete(id)
    const { by, recordedId } = request
    by.open.delete(recordedId)
    const other = differingChoice(by.exchange, recordedId, result)
    if (other !== null && !by.isOver)
      this.#host.writeStderr(
        `acp-plan-tui demo: the recording continues as recorded, with the answer ${other}`,
      )
    by.wake()
  }

  #onNotification(method: string, params: JsonObject): void {
    const { requestId } = params
    for (const playback of this.#playback) {
      const isCancelled =
        method === 'session/cancel'
          ? playback.isTurn && this.#clientIdOf(playback.exchange) === params['sessionId']
          : method === '$/cancel_request' && !playback.isAnswered && playback.requestId === requestId
      if (isCancelled) this.#cancel(playback, method)
    }
  }

  #cancel(playback: ExchangePlayback, method: string): void {
    const { moments } = playback.exchange
    const cancelled = moments.findIndex(({ type }, at) => type === 'cancelled' && at >= playback.at)
    if (cancelled >= 0) return playback.skipTo(cancelled + 1)
    playback.stop()
    if (method !== 'session/cancel') {
      const error = refused(rpcCodes.requestCancelled, 'cancelled')
      return this.#wire.respond(playback.requestId, error)
    }
    if (this.#wire.version === 2)
      for (const requestId of playback.open.values())
        this.#wire.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId } }, null)
    this.#endTurn(playback, 'cancelled')
  }

  /** Sends the answer and the end of the turn that the recording lacks. */
  #finish(playback: ExchangePlayback): void {
    const { requestId, isAnswered, exchange } = playback
    if (requestId === null || exchange.method === '') return
    if (exchange.method === 'session/prompt' && exchange.turnEnd < 0 && exchange.answer?.isError !== true) {
      this.#wire.say(this.#clientIdOf(exchange), 'The recording ends here, in the middle of the turn.')
      this.#endTurn(playback, 'end_turn')
    } else if (!isAnswered)
      this.#wire.respond(requestId, refused(rpcCodes.internalError, 'the recording has no answer to this'))
  }

  #endTurn({ requestId, isAnswered, exchange }: ExchangePlayback, stopReason: string): void {
    const wire = this.#wire
    if (wire.version === 1) return wire.respond(requestId, { ok: true, value: { stopReason } })
    if (!isAnswered) wire.respond(requestId, { ok: true, value: { messageId: wire.newId() } })
    wire.update(this.#clientIdOf(exchange), { sessionUpdate: 'state_update', state: 'idle', stopReason })
  }

  /** Answers a prompt that is not in the recording. */
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

/** Refused requests that are remembered. */
const maxMissed = 1000

/** Plays the rest without waits for a time or for the client. */
function letGo(playback: ExchangePlayback): void {
  playback.open.clear()
  playback.hurry()
}

/** The recorded client's choice for a request of the agent's, where this client chose otherwise; else null. */
function differingChoice({ moments }: Exchange, id: MessageId, result: unknown): string | null {
  const recorded = moments.find((moment) => moment.type === 'answered' && moment.id === id)
  const chosen = recorded?.type === 'answered' ? choiceIn(recorded.result) : null
  return chosen === choiceIn(result) ? null : chosen
}

/** The selected option of a permission request, or the action for an elicitation; null: unknown. */
function choiceIn(result: unknown): string | null {
  const { outcome } = objectIn(result)
  if (isObject(outcome)) return stringAt(outcome, 'optionId') ?? stringAt(outcome, 'outcome') ?? null
  return stringAt(result, 'action') ?? null
}

/** Longer lines of the client are ignored: no recording has such a message. */
const longestLine = 64 * 1024 * 1024

/** Plays a recording for one client, until it sends nothing more. False: it was refused something, which was told. Never rejects. */
export async function serveRecording(recording: Recording, pace: Pace, client: Client): Promise<boolean> {
  const folder = openDemoFolder()
  let written = Promise.resolve()
  const agent = new RecordedAgent(recording, {
    send(line) {
      written = client.write(
        typeof line === 'string' ? `${line}\n` : Buffer.concat([line, Buffer.from('\n')]),
      )
    },
    documents: new DocumentFiles(folder, recording.documents),
    writeStderr: (line) => client.writeStderr(`${line}\n`),
    exit: (code, signal) => void written.then(() => client.exit(code, signal)),
    wait: async (ms, signal) => await pause(ms, pace, signal),
  })
  const lines = new LineCutter(longestLine)
  void agent.start()
  for await (const chunk of client.input) {
    for (const line of lines.push(chunk)) if (line.type === 'line') agent.receive(line.bytes.toString('utf8'))
    // A client that does not read is not listened to either.
    await written
  }
  const missed = await agent.finish()
  await written
  folder.remove()
  if (missed.length > 0)
    client.writeStderr(`acp-plan-tui demo: not in the recording: ${missedWords(missed)}\n`)
  return missed.length === 0
}

/** `nope/nope (2 times), session/fork`. */
function missedWords(missed: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const method of missed) counts.set(method, (counts.get(method) ?? 0) + 1)
  return [...counts]
    .map(([method, count]) => safeLine(count === 1 ? method : `${method} (${count} times)`))
    .join(', ')
}
