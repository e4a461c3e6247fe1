import type { AppEvent } from '../../app/state/app-event.ts'
import { authMethodName } from '../../app/words/login.ts'
import { noPlanWords } from '../../app/words/plan.ts'
import { linkEndWords } from '../../app/words/link.ts'
import { dangerOfCurrentMode, dangerOfValue } from '../../app/risk/danger.ts'
import { dangerousSettingWords, type Danger } from '../../app/risk/dangerous-words.ts'
import type { Link } from '../../app/state/link.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { Session } from '../../app/state/session.ts'
import { noPlanReasons } from '../../app/plan-advice/no-plan-reasons.ts'
import { isFromBefore, unknownPlan } from '../../app/plan-advice/unknown-plan.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import type { Plan } from '../../plans/plan.ts'
import type { ConfigOption, SessionModes } from '../../protocol/session/session-settings.ts'

/** A line for a change of the connection. Raw. */
export function linkWords(link: Link, before: Link): readonly string[] {
  switch (link.state) {
    case 'ended':
      return link.end.kind === 'closed' ? [] : [linkEndWords(link.end).what]
    case 'wants-login':
      return loginWords(link, before)
    case 'reconnecting':
      return link.nextAtMs === null ? [] : [lostWords(link, link.nextAtMs)]
    case 'open':
      return before.state === 'reconnecting' ? ['the agent is back'] : []
    case 'starting':
    case 'shaking-hands':
      return []
  }
}

function loginWords(link: Extract<Link, { state: 'wants-login' }>, before: Link): readonly string[] {
  const { failure, methods, trying } = link
  const nameOf = (id: string): string => {
    const method = methods.find((each) => each.id === id)
    return method === undefined ? id : authMethodName(method)
  }
  if (trying !== null) return [`logging in: ${nameOf(trying)}`]
  if (failure !== null) return [`the login failed: ${failure}`]
  if (before.state === 'wants-login') return []
  return [
    `the agent wants you to log in first: ${methods.map(authMethodName).join(' | ') || 'it offers no login method'}`,
  ]
}

function lostWords(link: Extract<Link, { state: 'reconnecting' }>, nextAtMs: number): string {
  const inSeconds = Math.max(0, Math.round((nextAtMs - link.sinceMs) / 1000))
  return `the connection was lost (${link.cause}); next attempt (${link.attempt}) in ${inSeconds}s`
}

type OpeningEvent = Extract<AppEvent, { type: 'session-opening' | 'session-opened' | 'session-not-opened' }>

/** A line for the opening of a session. Raw. */
export function openingWords(event: OpeningEvent): string {
  switch (event.type) {
    case 'session-opening':
      return `session: ${event.sessionId} is being ${event.how}`
    case 'session-opened':
      return `session: ${event.sessionId}${event.how === 'new' ? '' : ` (${event.how})`}`
    case 'session-not-opened':
      return event.sessionId === null
        ? `no new session: ${event.message}`
        : `session ${event.sessionId} was not opened: ${event.message}`
  }
}

/** What is unknown of a continued session, and the words that follow it; null: nothing. */
export function unknownPlanWords(
  state: AppState,
  session: Session,
): { readonly what: 'Plan' | 'Checklist'; readonly words: string } | null {
  const what = unknownPlan(state, session)
  if (what === null) return null
  const words = `unknown, the agent has not sent it since the session was ${session.origin}`
  return { what: what === 'plan' ? 'Plan' : 'Checklist', words }
}

/** That no plan came, and why. */
export function whyNoPlan(state: AppState, nowMs: number): SafeText {
  const reasons = noPlanReasons(state, nowMs).map((reason) => safeLine(noPlanWords(reason)))
  return ['No plan came.', ...reasons].join(' ') as SafeText
}

/** Follows the count of a plan that the agent has not sent again since; '' for all others. */
export function fromBeforeWords(session: Session, plan: Plan): SafeText {
  const isSent = plan.name.dialect !== 'proposed' && plan.name.dialect !== 'inferred'
  return isSent && isFromBefore(session, plan)
    ? safe`as it was before the session was ${session.origin === 'resumed' ? safe`resumed` : safe`loaded`}`
    : safe``
}

/** A line for each change of mode and options. Raw. */
export function settingWords(after: Session | undefined, before: Session | undefined): readonly string[] {
  if (after === undefined || before === undefined) return []
  // Agents with modes also send them as an option, for clients that support only options.
  const options = after.configOptions.filter(({ category }) => after.modes === null || category !== 'mode')
  return [
    ...modeWords(after.modes, before.modes),
    ...(after.configOptions === before.configOptions ? [] : optionWords(options, before.configOptions)),
  ]
}

function modeWords(after: SessionModes | null, before: SessionModes | null): readonly string[] {
  if (after === null || before === null || after.current === before.current) return []
  const mode = after.available.find(({ id }) => id === after.current)
  return [`mode: ${mode?.name ?? after.current}${dangerWords(dangerOfCurrentMode(after))}`]
}

function dangerNow(option: ConfigOption): Danger | null {
  return option.type === 'other' ? null : dangerOfValue(option, option.value)
}

/** Follows the name of a mode or a value. */
export function dangerWords(danger: Danger | null): string {
  return danger === null ? '' : ` (${dangerousSettingWords[danger]})`
}

const optionsSaid = 20

function optionWords(after: readonly ConfigOption[], before: readonly ConfigOption[]): readonly string[] {
  const was = new Map(before.map((option) => [option.id, option]))
  return after
    .filter((option) => {
      const old = was.get(option.id)
      return old !== undefined && option.type !== 'other' && option.value !== old.value
    })
    .slice(0, optionsSaid)
    .map((option) => `${option.name || option.id}: ${optionValue(option)}${dangerWords(dangerNow(option))}`)
}

/** An option's value for display. Raw. */
export function optionValue(option: ConfigOption): string {
  switch (option.type) {
    case 'select':
      return option.choices.find(({ value }) => value === option.value)?.name ?? option.value
    case 'boolean':
      return option.value ? 'on' : 'off'
    case 'other':
      return `of the type ${option.valueType}`
  }
}
