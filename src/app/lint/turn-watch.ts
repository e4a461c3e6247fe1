import { isObject, stringAt, objectIn } from '../../protocol/wire/message.ts'
import { toldVersion } from './exchange-facts.ts'
import type { MessagePosition } from './finding.ts'
import {
  updateIn,
  type PassedMessage,
  type SentUpdate,
  type TurnMoment,
  type WatchedTurn,
} from './lint-rule.ts'

const maxSessions = 1000
const maxMessages = 1000

const loading = new Set(['session/load', 'session/resume'])

/** Follows turns by the messages alone, of both versions. `moment` is given before the turn changes. */
export class TurnWatch {
  readonly turns = new Map<string, WatchedTurn>()

  pass(passed: PassedMessage, moment: (moment: TurnMoment) => void): void {
    if (passed.dir === 'to-agent') return this.#toAgent(passed)
    const sent = updateIn(passed)
    if (sent === null) this.#answered(passed, moment)
    else this.#updated(sent, moment)
  }

  #toAgent({ message, place }: PassedMessage): void {
    if (message.kind !== 'request' && message.kind !== 'notification') return
    const params = objectIn(message.params)
    const sessionId = stringAt(params, 'sessionId')
    if (sessionId === undefined) return
    if (message.method === 'session/prompt') this.#begin(sessionId, 'accepted', place)
    else if (loading.has(message.method)) {
      const asksPast = message.method === 'session/load' || isObject(params['replayFrom'])
      this.#begin(sessionId, 'loading', place).asksPast = asksPast
    } else if (message.method === 'session/cancel' || message.method === 'session/close') {
      const turn = this.turns.get(sessionId)
      if (turn?.phase === 'accepted' || turn?.phase === 'working') turn.isCancelled = true
    }
  }

  #begin(sessionId: string, phase: WatchedTurn['phase'], place: MessagePosition): WatchedTurn {
    const turn: WatchedTurn = {
      sessionId,
      phase,
      asksPast: false,
      place,
      isCancelled: false,
      promptMessage: null,
      messages: new Set(),
      hasWaited: false,
    }
    if (this.turns.size < maxSessions || this.turns.has(sessionId)) this.turns.set(sessionId, turn)
    return turn
  }

  #answered({ message, answers, facts }: PassedMessage, moment: (moment: TurnMoment) => void): void {
    const turn = this.turns.get(answers?.sessionId ?? '')
    if (turn === undefined || answers === null) return
    const { method } = answers
    moment({ type: 'answered', turn, method, isError: message.kind === 'error' })
    if (loading.has(method) && turn.phase === 'loading') turn.phase = 'loaded'
    else if (method === 'session/prompt') {
      if (message.kind === 'error' || toldVersion(facts) === 1) turn.phase = 'ended'
      else if (message.kind === 'result' && isObject(message.result))
        turn.promptMessage = stringAt(message.result, 'messageId') ?? null
    }
  }

  #updated({ sessionId = '', kind, update }: SentUpdate, moment: (moment: TurnMoment) => void): void {
    const turn = this.turns.get(sessionId)
    if (turn === undefined || kind === undefined) return
    const state = kind === 'state_update' ? update['state'] : undefined
    moment({ type: 'updated', turn, kind, update, state })
    const messageId = stringAt(update, 'messageId')
    if (messageId !== undefined && turn.messages.size < maxMessages) turn.messages.add(messageId)
    if (turn.phase === 'loading') return
    if (state === 'running') turn.phase = 'working'
    else if (state === 'idle') turn.phase = 'ended'
    else if (state === 'requires_action') turn.hasWaited = true
  }
}
