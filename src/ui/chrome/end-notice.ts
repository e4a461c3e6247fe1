import type { AppState } from '../../app/app-state.ts'
import type { LinkEnd } from '../../app/link.ts'
import { spokenTime } from '../../lib/text/duration.ts'
import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { paint, row } from '../paint/painted.ts'
import type { Theme } from '../paint/theme.ts'
import { bar, type Bar } from './bar.ts'

const lastLines = 3

/** What happened to the agent, its last words, and what to do. Empty while it runs. */
export function endBars(state: AppState, theme: Theme, columns: number, rows: number): readonly Bar[] {
  if (state.link.state !== 'ended') return []
  const { end } = state.link
  const words = wrapText(endSentence(end, state), columns - 2, 4).map((line) =>
    bar(row(own` `, paint(theme, 'bad', line))),
  )
  const stderr = state.stderr.items.filter((line) => line.trim() !== '').slice(-lastLines)
  const room = Math.max(0, rows - words.length - 1)
  const last = (room === 0 ? [] : stderr.slice(-room)).map((line) =>
    bar(row(own`   `, paint(theme, 'dim', cutToWidth(safeLine(line.slice(0, 1000)), columns - 4)))),
  )
  return [...words, ...last, bar(row(own` `, paint(theme, 'strong', cutToWidth(nextStep(end), columns - 2))))]
}

function endSentence(end: LinkEnd, state: AppState): SafeText {
  const lastWords =
    state.stderr.items.length === 0 ? own` It wrote nothing on stderr.` : own` Its last words on stderr:`
  switch (end.kind) {
    case 'not-started':
      return own`The agent could not be started: ${safeLine(end.cause)}.`
    case 'exited':
      return own`The agent ended ${end.signal === null ? own`with status ${end.code ?? 0}` : own`by ${safeLine(end.signal)}`}${ranFor(state)}.${lastWords}`
    case 'closed-output':
      return own`The agent closed its stdout${ranFor(state)}, so nothing more can come from it.${lastWords}`
    case 'silent':
      return own`The agent said nothing for ${spokenTime(end.forMs)} (waiting for ${safeLine(end.waitingFor)}).${lastWords}`
    case 'wants-authentication':
      return own`The agent wants you to log in first. It offers: ${authNames(end)}.`
    case 'refused':
      return own`The agent refused ${safeLine(end.method)}: ${safeLine(end.message.slice(0, 500))} (${end.code}).`
    case 'broke-protocol':
      return own`The agent broke the protocol: ${safeLine(end.text.slice(0, 500))}.`
    case 'closed':
      return own`The agent was closed.`
  }
}

function ranFor(state: AppState): SafeText {
  const began = Math.min(
    ...[...state.sessions.values()].flatMap(({ turn }) =>
      turn.state === 'rested' ? [turn.endedAtMs - turn.tookMs] : [],
    ),
  )
  if (state.link.state !== 'ended' || !Number.isFinite(began)) return own``
  return own` after ${spokenTime(state.link.sinceMs - began)}`
}

function authNames(end: Extract<LinkEnd, { kind: 'wants-authentication' }>): SafeText {
  if (end.methods.length === 0) return own`no method that it names`
  return end.methods.map((method) => safeLine(method.name.slice(0, 100))).join(', ') as SafeText
}

function nextStep(end: LinkEnd): SafeText {
  switch (end.kind) {
    case 'wants-authentication':
      return own`Log in with the agent's own command, then R starts it again   e stderr   q quit`
    case 'not-started':
      return own`Check the command after --, then R tries again   q quit`
    default:
      return own`R start it again   e all of stderr   q quit`
  }
}
