import { planAdvice } from '../../app/plan-advice/plan-advice.ts'
import { currentSession, knownAgentOf, type AppState } from '../../app/state/app-state.ts'
import type { AuthMethod } from '../../app/state/link.ts'
import type { Session } from '../../app/state/session.ts'
import { adviceSentences, authMethodName, switchCommand, switchWords } from '../../app/words/agent.ts'
import { linkEndLabel } from '../../app/words/link.ts'
import { optionValue } from '../../app/words/session.ts'
import { counted, shortened } from '../../lib/text/wording.ts'
import { runEndWords, type RunEnd } from '../../outputs/run-end-words.ts'
import { isModeOption, type ConfigOption, type SessionMode } from '../../protocol/session/session-settings.ts'
import { good, hint, wrong, type Diagnosis } from './doctor-check.ts'

/** An agent that was started to see what it says of itself, before it is closed. Its strings are raw. */
export interface MetAgent {
  readonly state: AppState
  /** Why there was no more to see; `done`: a session was opened. */
  readonly end: RunEnd
  /** Those that it has listed. */
  readonly logins: readonly AuthMethod[]
  /** The method of `--auth`. */
  readonly auth: string | null
  /** Its command, without credentials. */
  readonly command: readonly string[]
}

/** What is good and what is not about an agent, a row for each thing that was seen. Its texts are cut. */
export function agentFindings(met: MetAgent): readonly Diagnosis[] {
  const { state } = met
  const session = openedSession(state)
  return [
    ...described(state),
    ...start(met),
    ...login(met, session !== null),
    ...(state.agent === null && session === null ? [] : [plans(met)]),
    ...(session === null ? [] : [modes(session), options(session), pastSessions(state), questions(state)]),
  ]
}

/** It stays when what was asked for afterwards failed, such as its mode. */
function openedSession(state: AppState): Session | null {
  const session = currentSession(state)
  return session?.phase === 'open' ? session : null
}

function described({ agent }: AppState): readonly Diagnosis[] {
  if (agent === null) return []
  const { name, title, version, protocolVersion } = agent
  const called = cut(title === null || title === name ? name : `${title} (${name})`)
  const named =
    version === null
      ? hint('name', `${called}, without a version`)
      : good('name', `${called} ${cut(version)}`)
  return [named, good('protocol', `version ${protocolVersion}`)]
}

/** What went wrong in a word or two: stderr has the sentence and the mend. */
function start({ state, end }: MetAgent): readonly Diagnosis[] {
  if (end.kind === 'done') return [good('session', 'opened, and no prompt was sent')]
  if (isWanted(end)) return []
  const subject = state.agent === null ? 'start' : 'session'
  const found = end.kind === 'agent-ended' ? linkEndLabel(end.end) : runEndWords(end).message
  return [wrong(subject, cut(found))]
}

function login({ end, logins, auth, state }: MetAgent, isOpen: boolean): readonly Diagnosis[] {
  const offered =
    logins.length === 0 ? '' : `; it offers ${listed(logins.map((method) => cut(authMethodName(method))))}`
  if (isWanted(end)) return [wrong('login', `needed${offered}`)]
  if (isOpen) {
    const found = auth === null ? 'not needed for a session' : `done with --auth ${cut(auth)}`
    return [good('login', `${found}${offered}`)]
  }
  return state.agent === null ? [] : [hint('login', `not known whether it is needed${offered}`)]
}

function isWanted(end: RunEnd): boolean {
  return end.kind === 'agent-ended' && end.end.kind === 'wants-authentication'
}

function plans({ state, command }: MetAgent): Diagnosis {
  const advice = planAdvice(state)
  if (advice !== null) {
    const words = switchCommand(advice, command)
    const more = words === null ? null : `Start it like this: ${words.join(' ')}`
    return (advice.type === 'on' ? good : hint)('plans', adviceSentences(advice).join(' '), more)
  }
  return planHabit(state) === 'sent'
    ? good('plans', 'sent, whatever is set')
    : hint('plans', 'not known whether it sends them', 'A run with a prompt shows it.')
}

/** What is known of its plans, in a word. */
function planHabit(state: AppState): 'sent' | 'unknown' | NonNullable<ReturnType<typeof planAdvice>>['type'] {
  const known = knownAgentOf(state)
  return planAdvice(state)?.type ?? (state.hasSentPlans || known?.plans.type === 'sent' ? 'sent' : 'unknown')
}

interface Modes {
  readonly current: string
  readonly available: readonly Pick<SessionMode, 'id' | 'name'>[]
}

/** Some agents have their modes as an option. */
function modesOf({ modes: own, configOptions }: Session): Modes | null {
  if (own !== null) return own
  const option = configOptions.find((each) => each.type === 'select' && isModeOption(each))
  return option?.type === 'select'
    ? { current: option.value, available: option.choices.map(({ value, name }) => ({ id: value, name })) }
    : null
}

function modes(session: Session): Diagnosis {
  const found = modesOf(session)
  if (found === null) return good('modes', 'none')
  const words = found.available.map(({ id, name }) => {
    const about = [
      ...(name.toLowerCase() === id.toLowerCase() ? [] : [cut(name)]),
      ...(id === found.current ? ['now'] : []),
    ]
    return about.length === 0 ? cut(id) : `${cut(id)} (${about.join(', ')})`
  })
  return good('modes', listed(words))
}

function options({ modes: own, configOptions }: Session): Diagnosis {
  // In version 1 agents list the modes a second time, as an option; others have modes besides.
  const others = configOptions.filter(({ category }) => own === null || category !== 'mode')
  const words = others.map((option) => `${cut(option.id)}=${cut(valueOf(option))}`)
  return good('options', words.length === 0 ? 'none' : listed(words))
}

/** As it is written after --config. */
function valueOf(option: ConfigOption): string {
  return option.type === 'other' ? optionValue(option) : String(option.value)
}

function pastSessions({ agent, listing }: AppState): Diagnosis {
  const subject = 'sessions'
  if (agent === null || (!agent.offers.load && !agent.offers.resume))
    return hint(subject, 'old ones cannot be opened again', '--session and --continue do not work with it.')
  const found = agent.offers.load ? 'old ones can be loaded' : 'old ones can be resumed, without their past'
  const byId = '--session ID opens one.'
  if (!agent.offers.list) return good(subject, `${found}; it does not list them`, byId)
  switch (listing.state) {
    case 'listed': {
      const { length } = listing.sessions
      const words = `--continue opens the newest of the folder. ${byId}`
      return length === 0
        ? good(subject, `${found}; it lists none yet`)
        : good(subject, `${found}; it lists ${counted(length, 'session')}`, words)
    }
    case 'failed':
      return hint(subject, `${found}; they cannot be listed: ${cut(listing.message)}`, byId)
    case 'not-asked':
      return good(subject, found, byId)
    case 'asking':
      return hint(subject, `${found}; their list did not come in time`, byId)
  }
}

const approvals = {
  asks: 'It asks about its plans with permission requests.',
  form: 'It asks about its plans with a form.',
  never: 'It cannot ask about its plans over ACP: you leave its planning mode yourself.',
} as const

function questions(state: AppState): Diagnosis {
  const known = knownAgentOf(state)?.approvals
  return good(
    'questions',
    'forms and pages are offered to it (elicitation); no agent says whether it uses them',
    known === undefined ? null : approvals[known],
  )
}

/** More are counted. */
const mostListed = 12

function listed(words: readonly string[]): string {
  const more = words.length - mostListed
  return [...words.slice(0, mostListed), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

const longest = 80

function cut(raw: string): string {
  return shortened(raw, longest)
}

/** The same for programs, with the ids that the options take. Raw; what is far too long is cut. */
export function agentJson(met: MetAgent): object {
  const { state, end, logins, command } = met
  const { agent, listing } = state
  const session = openedSession(state)
  const found = session === null ? null : modesOf(session)
  const { status, reason, message, hint: mend } = runEndWords(end, command)
  const known = knownAgentOf(state)
  const offers = agent?.offers ?? null
  return {
    id: known?.id ?? null,
    name: whole(agent?.name),
    title: whole(agent?.title),
    version: whole(agent?.version),
    protocol: agent?.protocolVersion ?? null,
    login: {
      needed: isWanted(end) ? true : session === null ? null : false,
      methods: most(logins, (method) => ({
        id: whole(method.id),
        name: whole(method.name),
        type: method.how.type === 'other' ? whole(method.how.name) : method.how.type,
      })),
    },
    modes:
      found === null
        ? null
        : {
            current: whole(found.current),
            available: most(found.available, ({ id, name }) => ({ id: whole(id), name: whole(name) })),
          },
    options: most(session?.configOptions ?? [], (option) => ({
      id: whole(option.id),
      value: whole(valueOf(option)),
    })),
    plans: {
      state: agent === null ? null : planHabit(state),
      switch: known?.plans.type === 'switched' ? switchWords(known.plans.by) : null,
    },
    elicitation: { offered: ['form', 'url'], approvals: known?.approvals ?? null },
    sessions:
      offers === null
        ? null
        : {
            load: offers.load,
            resume: offers.resume,
            list: offers.list,
            listed: listing.state === 'listed' ? listing.sessions.length : null,
          },
    end: { status, reason, message: whole(message), hint: whole(mend) },
  }
}

function most<Item>(items: readonly Item[], made: (item: Item) => object): readonly object[] {
  return items.slice(0, 200).map(made)
}

function whole(raw: string | null | undefined): string | null {
  return raw === null || raw === undefined ? null : shortened(raw, 2000)
}
