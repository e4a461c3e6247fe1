import type { AppEvent, TurnOutcome } from '../app/app-event.ts'
import type { AppState, FoundProblem } from '../app/app-state.ts'
import type { PermissionRequest } from '../app/permission.ts'
import type { Session } from '../app/session.ts'
import { safeLine, type SafeText } from '../lib/text/safe-text.ts'
import { cutToWidth } from '../lib/text/width.ts'
import { duration } from './durations.ts'
import { linkEndWords } from './link-end-words.ts'

const longest = 300

/** What an event says besides plans, a line each; nothing for events that are about plans or not worth a line. */
export function eventWords(event: AppEvent, after: AppState, before: AppState): readonly SafeText[] {
  return [...ownWords(event, before), ...turnWords(event, after, before)]
}

function ownWords(event: AppEvent, before: AppState): readonly SafeText[] {
  switch (event.type) {
    case 'link-changed':
      return event.link.state === 'ended' && event.link.end.kind !== 'closed'
        ? [line(linkEndWords(event.link.end).what)]
        : []
    case 'agent-described': {
      const { title, name, version, protocolVersion } = event.agent
      return [
        line(`agent: ${title ?? name}${version === null ? '' : ` ${version}`} · ACP v${protocolVersion}`),
      ]
    }
    case 'session-opened':
      return [line(`session: ${event.sessionId}`)]
    case 'prompt-sent':
      return [line(`prompt: ${event.text}`)]
    case 'turn-cancelled':
      return [line('the turn is being cancelled')]
    case 'permission-asked':
      return [line(`permission asked: ${event.request.title} (${optionNames(event.request)})`)]
    case 'permission-answered': {
      const request = before.permissions.find((open) => open.key === event.key)
      return request === undefined ? [] : [line(`permission answered: ${answerWords(event, request)}`)]
    }
    case 'remarked':
      return [line(event.text)]
    case 'session-updated':
      return event.update.type === 'notice' && event.update.text !== ''
        ? [line(`${event.update.severity}: ${event.update.text}`)]
        : []
    case 'prompt-queued':
    case 'turn-ended':
    case 'problem-found':
    case 'stderr-written':
      return []
  }
}

function line(raw: string): SafeText {
  return cutToWidth(safeLine(raw.slice(0, longest * 8)), longest)
}

function optionNames(request: PermissionRequest): string {
  return request.options.map((option) => option.name).join(' | ') || 'no options'
}

function answerWords(
  event: Extract<AppEvent, { type: 'permission-answered' }>,
  request: PermissionRequest,
): string {
  const { answer } = event
  if (answer.type === 'cancelled') return 'cancelled'
  const option = request.options.find((each) => each.id === answer.optionId)
  return `${option?.name ?? answer.optionId}${answer.by === 'policy' ? ' (by the policy, nobody was asked)' : ''}`
}

/** Sessions whose turn ended with this event: by the agent's answer, by a state (v2), or with the agent itself. */
export function endedTurns(event: AppEvent, after: AppState, before: AppState): readonly Session[] {
  switch (event.type) {
    case 'turn-ended':
    case 'session-updated':
      return [event.sessionId].flatMap((id) => endedTurn(after.sessions.get(id), before.sessions.get(id)))
    case 'link-changed':
      return [...after.sessions.values()].flatMap((session) =>
        endedTurn(session, before.sessions.get(session.id)),
      )
    default:
      return []
  }
}

function endedTurn(after: Session | undefined, before: Session | undefined): readonly Session[] {
  if (after === undefined || after.turn === before?.turn) return []
  return after.turn.state === 'rested' && before?.turn.state !== 'rested' ? [after] : []
}

function turnWords(event: AppEvent, after: AppState, before: AppState): readonly SafeText[] {
  // That the agent is gone has its own line.
  return endedTurns(event, after, before).flatMap((session) =>
    session.turn.state === 'rested' && session.turn.outcome.kind !== 'lost'
      ? [line(`turn ended: ${outcomeWords(session.turn.outcome)} after ${duration(session.turn.tookMs)}`)]
      : [],
  )
}

function outcomeWords(outcome: TurnOutcome): string {
  switch (outcome.kind) {
    case 'stopped':
      return outcome.stopReason
    case 'failed':
      return `error ${outcome.code}: ${outcome.message}`
    case 'lost':
      return 'the agent is gone'
  }
}

export function problemWords({ problem }: Pick<FoundProblem, 'problem'>): SafeText {
  const place = problem.path === undefined ? '' : `${problem.path}: `
  const weight = problem.weight === 'rejected' ? 'not shown' : 'shown all the same'
  const excerpt = problem.excerpt === undefined ? '' : ` · ${problem.excerpt}`
  return cutToWidth(safeLine(`problem: ${place}${problem.text} (${weight})${excerpt}`), longest)
}
