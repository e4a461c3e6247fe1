import { stringAt, objectIn, type ProtocolVersion } from '../../../protocol/wire/message.ts'
import { toldVersion } from '../exchange-facts.ts'
import { quoted, cited, type LintRule, type Report, type TurnMoment, pages } from '../lint-rule.ts'
import { missingAnswer } from './messages.ts'

/** When turns begin and end, and what belongs to them. */
export const turnRules: readonly LintRule[] = [
  /** The agent goes on after it has said that it is done. */
  {
    id: 'update-after-turn',
    severity: 'warning',
    title: 'an update after the end of its turn',
    says: {
      1: 'The answer to session/prompt ends the turn. After session/cancel, all updates MUST be sent before it.',
      2: 'idle ends the foreground work. After session/cancel, all of its updates MUST be sent before that.',
    },
    page: pages.cancellation,
    mend: 'Send what is left before the end of the turn is told.',
    check: () => {
      const told = new WeakSet<object>()
      return {
        turn(moment, { facts }, report) {
          if (moment.type !== 'updated' || moment.turn.phase !== 'ended' || told.has(moment.turn)) return
          const { turn, kind, state } = moment
          // Version 2 has work in the background, which nothing ends.
          const isLate =
            toldVersion(facts) === 2 ? turn.isCancelled && state === 'idle' : workUpdates.has(kind)
          if (!isLate) return
          told.add(turn)
          const why = turn.isCancelled ? 'the turn was cancelled, and has ended' : 'the turn has ended'
          const severity = turn.isCancelled ? 'error' : 'warning'
          report({ path: 'params.update.sessionUpdate', seen: `${cited(kind)}: ${why}`, severity })
        },
      }
    },
  },
  /** The past of a session is told before the answer to what loads it, and only if it was asked for. */
  {
    id: 'replay-order',
    severity: 'error',
    title: 'the past of a session at the wrong time',
    says: {
      1: 'session/load MUST be answered after the whole conversation was replayed; session/resume MUST NOT replay it.',
      2: 'session/resume MUST replay the conversation before its answer, and only if replayFrom asks for it; a message comes before its chunks.',
    },
    page: pages.loading,
    mend: {
      1: 'Replay before the answer to session/load, and nothing in session/resume.',
      2: 'Replay before the answer, if replayFrom is there: first a message with content [], then its chunks.',
    },
    check: () => {
      const told = new WeakSet<object>()
      return {
        turn(moment, { facts }, report) {
          if (moment.type !== 'updated' || told.has(moment.turn)) return
          const { turn } = moment
          const seen = pastWords(moment, toldVersion(facts))
          if (seen === null) return
          told.add(turn)
          report({ path: 'params.update.sessionUpdate', seen })
        },
      }
    },
  },
  /** A cancelled turn ends as cancelled. */
  {
    id: 'cancel-ignored',
    severity: 'error',
    title: 'a cancelled turn that does not end as cancelled',
    says: {
      1: 'After session/cancel the agent MUST answer session/prompt with the stop reason cancelled, and with no error.',
      2: 'After session/cancel the agent MUST report idle with the stop reason cancelled.',
    },
    page: pages.cancellation,
    mend: 'Catch what aborted calls throw, and end the turn with stopReason cancelled.',
    turn(moment, { message, facts }, report) {
      if (!moment.turn.isCancelled || moment.turn.phase === 'ended') return
      if (moment.type === 'answered') {
        if (moment.method !== 'session/prompt') return
        if (moment.isError)
          return report({ path: 'error', seen: 'session/prompt was answered with an error' })
        const result = message.kind === 'result' ? objectIn(message.result) : {}
        if (toldVersion(facts) === 1) reasonTold(result['stopReason'], 'result.stopReason', report)
      } else if (moment.state === 'idle')
        reasonTold(moment.update['stopReason'], 'params.update.stopReason', report)
    },
  },
  /** The states of version 2. */
  {
    id: 'state-order',
    severity: 'error',
    title: 'states that do not tell when work begins and ends',
    only: 2,
    says: 'When work begins, the agent MUST report running; when it ends, idle with a stopReason.',
    page: pages.turnEnd,
    mend: 'Report running before the first update of a turn, and idle with its stop reason after the last one.',
    turn(moment, _, report) {
      if (moment.type !== 'updated' || moment.state !== 'idle') return
      const { turn, update } = moment
      const reason = update['stopReason'] ?? null
      if (turn.phase === 'working' && reason === null)
        report({ path: 'params.update.stopReason', seen: 'work has ended without a stop reason' })
      if (turn.phase === 'accepted' && reason !== null)
        report({
          path: 'params.update.state',
          seen: 'idle with a stop reason, and running was never reported',
        })
    },
  },
  /** While the user is asked, version 2 has a state of its own. */
  {
    id: 'wait-not-told',
    severity: 'note',
    title: 'a question without the state requires_action',
    only: 2,
    says: 'While work waits for the user, the agent should report requires_action, and running when it goes on.',
    page: pages.turnEnd,
    mend: 'Report requires_action after each request for a permission.',
    message({ dir, answers, turns }, report) {
      if (dir !== 'to-agent' || answers?.method !== 'session/request_permission') return
      const turn = turns.get(answers.sessionId ?? '')
      if (turn === undefined || turn.hasWaited) return
      turn.hasWaited = true
      report({ path: 'method', seen: 'the state was not reported before the answer', place: answers.place })
    },
  },
  /** The prompt of the user stands among the messages of the session. */
  {
    id: 'prompt-not-reported',
    severity: 'error',
    title: 'a prompt that is not among the messages',
    only: 2,
    says: 'The agent MUST report where the prompt stands in the session: a user_message, or chunks of one, with the messageId of its answer.',
    page: pages.turnEnd,
    mend: 'Send user_message with the messageId that session/prompt was answered with, before idle.',
    check: () => {
      const ids = new Set<string>()
      return {
        turn(moment, { message }, report) {
          const { turn } = moment
          if (moment.type === 'answered' && moment.method === 'session/prompt' && message.kind === 'result') {
            const id = stringAt(message.result, 'messageId')
            if (id === undefined) return
            const key = `${turn.sessionId}\n${id}`
            if (ids.has(key)) report({ path: 'result.messageId', seen: `${quoted(id)} is another prompt` })
            else if (ids.size < maxIds) ids.add(key)
          } else if (moment.type === 'updated' && moment.state === 'idle') {
            if (turn.phase === 'ended' || turn.promptMessage === null) return
            if (turn.messages.has(turn.promptMessage)) return
            const seen = `idle, and no user message has the id ${quoted(turn.promptMessage)}`
            report({ path: null, seen })
          }
        },
      }
    },
  },
  /** In version 2 nothing but idle ends a turn. */
  {
    id: 'turn-without-end',
    severity: 'warning',
    title: 'a turn that never ends',
    only: 2,
    says: 'When the agent is ready for the next prompt, it MUST report idle.',
    page: pages.turnEnd,
    mend: 'Report idle with a stop reason at the end of each turn, also of one that failed or was cancelled.',
    end(state, report, { turns }) {
      for (const { phase, place, isCancelled, promptMessage } of turns.values()) {
        if (phase !== 'working' && (phase !== 'accepted' || promptMessage === null)) continue
        const { severity } = missingAnswer(state)
        const seen = isCancelled ? 'it was cancelled, and idle never came' : 'idle never came'
        report({ path: null, seen, place, severity })
      }
    },
  },
]

/** Updates that belong to a turn: others may come at any time. */
const workUpdates = new Set([
  'user_message_chunk',
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
  'plan_update',
])
const messageUpdates = new Set([
  'user_message_chunk',
  'user_message',
  'agent_message_chunk',
  'agent_message',
  'agent_thought_chunk',
  'agent_thought',
])

function pastWords(
  { kind, update, turn }: Extract<TurnMoment, { type: 'updated' }>,
  version: ProtocolVersion,
): string | null {
  const { phase, asksPast, messages } = turn
  if (phase === 'loading' && messageUpdates.has(kind)) {
    if (!asksPast) return `${kind}: nobody has asked for the past of the session`
    const messageId = stringAt(update, 'messageId')
    if (version === 1 || !kind.endsWith('_chunk') || messageId === undefined || messages.has(messageId))
      return null
    return `${kind}: its message was not reported before`
  }
  // Other kinds may be of work in the background.
  const isPast = version === 1 ? messageUpdates.has(kind) : kind.startsWith('user_message')
  return phase === 'loaded' && asksPast && isPast ? `${kind}: the request was answered before` : null
}

/** The turn may have ended by itself before the cancellation came. */
function reasonTold(reason: unknown, path: string, report: Report): void {
  if (typeof reason !== 'string' || reason === 'cancelled') return
  const severity = reason === 'end_turn' ? 'warning' : 'error'
  report({ path, seen: `the stop reason ${quoted(reason)} after session/cancel`, severity })
}

const maxIds = 10_000
