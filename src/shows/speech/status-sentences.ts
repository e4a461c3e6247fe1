import { shortened } from '../../lib/text/listed-words.ts'
import { type AppState, currentSession } from '../../app/state/app-state.ts'
import { authMethodName, describeAuthMethod, adviceSentences } from '../../app/words/agent.ts'
import { untoldModeWords } from '../../app/words/question.ts'
import { sessionName, noSession, dangerWords, optionValue } from '../../app/words/session.ts'
import { isUntold } from '../../app/state/planning.ts'
import { dangerOfMode, dangerOfValue } from '../../app/risk/danger.ts'
import type { AuthMethod } from '../../app/state/link.ts'
import { noPlanWords } from '../../app/words/plan.ts'
import { cameNoPlan, hasAnyPlan, noPlanReasons } from '../../app/plan-advice/no-plan-reasons.ts'
import { canSwitchPlansOn, planAdvice } from '../../app/plan-advice/plan-advice.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { past } from '../../lib/text/duration.ts'
import type { ConfigOption } from '../../protocol/session/session-settings.ts'

const longest = 200
const listed = 100

/** A session that can be opened by its number. */
export interface NumberedSession {
  readonly id: string
  readonly words: SafeText
}

/** All known sessions: the open ones first, then those that the agent has listed. */
export function numberedSessions(state: AppState, wallMs: number): readonly NumberedSession[] {
  const open = [...state.sessions.values()].filter(({ phase }) => phase === 'open')
  const fromAgent = state.listing.state === 'not-asked' ? [] : state.listing.sessions
  const ids = new Set(open.map(({ id }) => id))
  return [
    ...open.map((session) => ({
      id: session.id,
      words: line(`${sessionName(session)}, ${session.id === state.currentSessionId ? 'current' : 'open'}`),
    })),
    ...fromAgent
      .filter(({ id }) => !ids.has(id))
      .map(({ id, title, updatedAtMs }) => {
        const when = updatedAtMs === null ? '' : `, ${past(updatedAtMs, wallMs)}`
        return { id, words: line(`${title ?? id}${when}`) }
      }),
  ]
}

export function sessionSentences(state: AppState, wallMs: number): readonly SafeText[] {
  const failure =
    state.listing.state === 'failed'
      ? [safe`The agent did not list its sessions: ${line(state.listing.message)}.`]
      : []
  const sessions = numberedSessions(state, wallMs)
  if (sessions.length === 0) return [...failure, noSession]
  const said = sessions.slice(0, listed).map(({ words }, index) => safe`${index + 1}: ${words}.`)
  const rest = sessions.length - said.length
  const more = rest > 0 ? [safe`And ${rest} more; open them by their ids.`] : []
  return [...failure, ...said, ...more, safe`Type /open and a number to go to one.`]
}

/** A choice of a mode or an option's value, by its number. */
export interface Choice {
  readonly value: string
  readonly name: string
}

export function modeSentences(state: AppState): readonly SafeText[] {
  const session = currentSession(state)
  const modes = session?.modes ?? null
  if (session === null || modes === null || modes.available.length === 0)
    return [safe`The agent has no modes; /config may have one.`]
  const current = modes.available.find(({ id }) => id === modes.current)
  return [
    isUntold(session, { value: modes.current, name: current?.name ?? '' })
      ? safe`The mode is ${untoldModeWords}.`
      : safe`The mode is ${line(current?.name ?? modes.current)}.`,
    ...modes.available.map(
      (mode, index) =>
        safe`Type /mode ${index + 1} for: ${line(`${mode.name || mode.id}${dangerWords(dangerOfMode(mode))}`)}.`,
    ),
  ]
}

export function configSentences(state: AppState): readonly SafeText[] {
  const options = currentSession(state)?.configOptions ?? []
  if (options.length === 0) return [safe`The agent has no options to set.`]
  return [
    ...options.map(
      (option, index) => safe`${index + 1}: ${line(`${option.name || option.id}, ${optionValue(option)}`)}.`,
    ),
    safe`Type /config and a number for its values, and another number to set one.`,
  ]
}

export function optionSentences(option: ConfigOption, number: number): readonly SafeText[] {
  const choices = choicesOf(option)
  if (choices.length === 0) return [safe`${line(option.name || option.id)} cannot be set from here.`]
  return [
    safe`${line(option.name || option.id)} is ${line(optionValue(option))}.`,
    ...choices.map(
      ({ name, value }, index) =>
        safe`Type /config ${number} ${index + 1} for: ${line(`${name}${dangerWords(dangerOfValue(option, value))}`)}.`,
    ),
  ]
}

export function choicesOf(option: ConfigOption): readonly Choice[] {
  switch (option.type) {
    case 'select':
      return option.choices.map(({ value, name }) => ({ value, name: name || value }))
    case 'boolean':
      return [
        { value: 'true', name: 'on' },
        { value: 'false', name: 'off' },
      ]
    case 'other':
      return []
  }
}

/** A sentence for each login method. */
export function loginSentences(
  methods: readonly AuthMethod[],
  command: readonly string[],
): readonly SafeText[] {
  if (methods.length === 0) return [safe`The agent offers no way to log in from here.`]
  return methods.map((method, index) => {
    const how =
      method.how.type === 'agent' ? `type /login ${index + 1}.` : describeAuthMethod(method, command)
    return safe`${line(`${authMethodName(method)}: ${how}`)}`
  })
}

function line(raw: string): SafeText {
  return safeLine(shortened(raw, longest))
}

/** Why there is no plan; empty if there is one. */
export function noPlanSentences(state: AppState, nowMs: number): readonly SafeText[] {
  if (!cameNoPlan(state)) return []
  const others = noPlanReasons(state, nowMs).filter(({ type }) => type !== 'advice')
  return [...planAdviceSentences(state), ...others.map((reason) => safeLine(noPlanWords(reason)))]
}

/** What keeps the agent's plans away, as far as known; empty if there is a plan. */
export function planAdviceSentences(state: AppState): readonly SafeText[] {
  const advice = hasAnyPlan(state) ? null : planAdvice(state)
  if (advice === null) return []
  const sentences = adviceSentences(advice).map((sentence) => safeLine(sentence))
  return canSwitchPlansOn(state)
    ? [...sentences, safe`Type /plan-tools to start it again with that set.`]
    : sentences
}
