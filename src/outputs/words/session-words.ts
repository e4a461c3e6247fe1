import type { AppEvent } from '../../app/app-event.ts'
import { authMethodName } from '../../app/wording/describe-login.ts'
import type { Link } from '../../app/state/link.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { Session } from '../../app/state/session.ts'
import { isFromBefore, unknownPlan } from '../../app/plan-advice/unknown-plan.ts'
import { own, type SafeText } from '../../lib/text/safe-text.ts'
import type { Plan } from '../../plans/plan.ts'
import type { ConfigOption, SessionModes } from '../../protocol/session/session-settings.ts'
import { linkEndWords } from '../../app/wording/link-end-words.ts'

/** What a change of the connection says, at most a line. Raw. */
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
    `the agent wants you to log in first: ${methods.map(authMethodName).join(' | ') || 'it offers no way'}`,
  ]
}

function lostWords(link: Extract<Link, { state: 'reconnecting' }>, nextAtMs: number): string {
  const inSeconds = Math.max(0, Math.round((nextAtMs - link.sinceMs) / 1000))
  return `the agent was lost (${link.cause}); it is called again in ${inSeconds}s (attempt ${link.attempt})`
}

type OpeningEvent = Extract<AppEvent, { type: 'session-opening' | 'session-opened' | 'session-not-opened' }>

/** What the way of a session to being open says. Raw. */
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

/** What nobody knows of a session that goes on from before, and the words that follow it; null where all was told. */
export function unknownPlanWords(
  state: AppState,
  session: Session,
): { readonly what: 'Plan' | 'Checklist'; readonly words: string } | null {
  const what = unknownPlan(state, session)
  if (what === null) return null
  const words = `unknown, the agent has told nothing of it since the session was ${session.origin}`
  return { what: what === 'plan' ? 'Plan' : 'Checklist', words }
}

/** What follows a plan's count where the agent has not told the plan again; '' for all others. */
export function fromBeforeWords(session: Session, plan: Plan): SafeText {
  const isSent = plan.name.dialect !== 'proposed' && plan.name.dialect !== 'inferred'
  return isSent && isFromBefore(session, plan)
    ? own`as it was before the session was ${session.origin === 'resumed' ? own`resumed` : own`loaded`}`
    : own``
}

/** What changed in a session's mode and options, a line each. Raw. */
export function settingWords(after: Session | undefined, before: Session | undefined): readonly string[] {
  if (after === undefined || before === undefined) return []
  // Agents that have modes tell them as an option too, for clients that know only those.
  const options = after.configOptions.filter(({ category }) => after.modes === null || category !== 'mode')
  return [
    ...modeWords(after.modes, before.modes),
    ...(after.configOptions === before.configOptions ? [] : optionWords(options, before.configOptions)),
  ]
}

function modeWords(after: SessionModes | null, before: SessionModes | null): readonly string[] {
  if (after === null || before === null || after.current === before.current) return []
  const mode = after.available.find(({ id }) => id === after.current)
  return [`mode: ${mode?.name ?? after.current}`]
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
    .map((option) => `${option.name || option.id}: ${optionValue(option)}`)
}

/** An option's value as people read it. Raw. */
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

/** What to call a session where there are several. Raw. */
export function sessionName({ id, title, subagent }: Session): string {
  return title ?? subagent?.description ?? id
}
