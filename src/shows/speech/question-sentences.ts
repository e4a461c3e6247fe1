import { shortened } from '../../lib/text/wording.ts'
import { describeField, untoldModeWords } from '../../app/words/question.ts'
import type { ElicitationField, ElicitationRequest, FieldValue } from '../../app/state/elicitation.ts'
import { pageAddress } from '../../app/forms/page-address.ts'
import { dangerOfOption, dangerOfMode, dangerOfValue } from '../../app/risk/danger.ts'
import { safestFirst, type PermissionRequest } from '../../app/state/permission.ts'
import type { Question } from '../../app/state/question.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { type AppState, currentSession } from '../../app/state/app-state.ts'
import { authMethodName, describeAuthMethod, adviceSentences } from '../../app/words/agent.ts'
import { sessionName, noSession, dangerWords, optionValue } from '../../app/words/session.ts'
import { isUntold } from '../../app/state/planning.ts'
import type { AuthMethod } from '../../app/state/link.ts'
import { noPlanWords } from '../../app/words/plan.ts'
import { cameNoPlan, hasAnyPlan, noPlanReasons } from '../../app/plan-advice/no-plan-reasons.ts'
import { canSwitchPlansOn, planAdvice } from '../../app/plan-advice/plan-advice.ts'
import { past } from '../../lib/text/duration.ts'
import type { ConfigOption } from '../../protocol/session/session-settings.ts'

/** The fields of a form that are filled in so far. */
export interface FormInput {
  /** The elicitation's. */
  readonly key: number
  readonly given: readonly (readonly [ElicitationField, FieldValue | null])[]
}

const longest = 200

/** How to answer a question: a sentence for each option, the safest first. `savePath`: where a plan would be saved. Raw. */
export function questionSentences(
  question: Question,
  form: FormInput | null,
  savePath: string | null = null,
): readonly SafeText[] {
  switch (question.kind) {
    case 'permission':
      return permissionSentences(question.request)
    case 'elicitation':
      return elicitationSentences(question.request, form)
    case 'proposal':
      if ('mode' in question.about)
        return [
          safe`The agent is in the mode ${shownLine(question.about.mode)}, and cannot ask whether to leave it.`,
          safe`Type /refine to continue planning, or /implement to leave the mode and go on.`,
        ]
      return [
        safe`The agent has proposed a plan; /plans says it.`,
        safe`Type /refine to continue planning, /save to save it${savePath === null ? safe`` : safe` to ${safeLine(savePath)}`}, or /implement to implement it.`,
      ]
  }
}

const warnings = {
  'changes-mode': safe` Careful: this also changes the mode.`,
  'more-than-once': safe` Careful: this allows more than this one action.`,
  everything: safe` Careful: this allows everything that the agent will do.`,
} as const

function permissionSentences({ options }: PermissionRequest): readonly SafeText[] {
  const safest = safestFirst(options)
  const said = safest.map((option, index) => {
    const danger = dangerOfOption(option)
    const warning = danger === null ? safe`` : warnings[danger]
    return safe`Type ${index + 1} for: ${safeLine(`${(option.name || option.id).slice(0, longest)}.`)}${warning}`
  })
  if (said.length === 0) return [safe`It offers no answers: /cancel stops the turn.`]
  const rejects = safest.some(({ kind }) => kind.startsWith('reject'))
  return rejects
    ? [...said, safe`Words after the number of a rejection are sent to the agent with it.`]
    : said
}

function elicitationSentences(
  { mode, key }: ElicitationRequest,
  form: FormInput | null,
): readonly SafeText[] {
  if (mode.type === 'url') return pageSentences(mode.url)
  const at = form?.key === key ? form.given.length : 0
  const field = mode.fields[at]
  if (field === undefined) return [safe`Type yes to agree, or no to decline.`]
  const place = safe`Field ${at + 1} of ${mode.fields.length}`
  return [...fieldSentences(field, place), safe`Type the answer, or /decline for no answer at all.`]
}

function pageSentences(url: string): readonly SafeText[] {
  const address = pageAddress(url)
  if (!address.ok)
    return [
      safe`The page is ${line(url)}`,
      safe`It is not opened: ${line(address.problem)}. Type no to decline.`,
    ]
  return [
    safe`The page is ${line(address.value.href)}`,
    safe`Its host is ${line(address.value.host)}. Type yes to open it in your browser, or no to decline.`,
  ]
}

function fieldSentences(field: ElicitationField, place: SafeText): readonly SafeText[] {
  const needed = field.isRequired ? '' : ' It may be left empty.'
  const takes = describeField(field)
  const name = takes === null ? field.title || field.name : `${field.title || field.name}, ${takes}`
  const words = field.description === null ? [name] : [name, field.description]
  const choices =
    field.type === 'choice' || field.type === 'choices'
      ? field.choices.map(
          ({ title, description }, index) =>
            safe`Type ${index + 1} for: ${line(description === null ? title : `${title}: ${description}`)}.`,
        )
      : field.type === 'boolean'
        ? [safe`Type yes or no.`]
        : []
  const several = field.type === 'choices' ? [safe`Separate several with commas.`] : []
  const preset = presetOf(field)
  const empty = preset === null ? [] : [safe`An empty line chooses: ${line(shownValue(field, preset))}.`]
  return [safe`${place}: ${line(`${sentences(words)}${needed}`)}`, ...choices, ...several, ...empty]
}

function sentences(words: readonly string[]): string {
  return words.map((each) => (/[.!?…]$/.test(each) ? each : `${each}.`)).join(' ')
}

/** The default of a field; null: none. */
export function presetOf(field: ElicitationField): FieldValue | null {
  return Array.isArray(field.value) && field.value.length === 0 ? null : field.value
}

function shownValue(field: ElicitationField, value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field.type !== 'choice' && field.type !== 'choices') return String(value)
  const picked = typeof value === 'object' ? value : [value]
  return field.choices.flatMap((choice) => (picked.includes(choice.value) ? [choice.title] : [])).join(', ')
}

function line(raw: string): SafeText {
  return safeLine(shortened(raw, longest * 2))
}

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
      words: shortLine(
        `${sessionName(session)}, ${session.id === state.currentSessionId ? 'current' : 'open'}`,
      ),
    })),
    ...fromAgent
      .filter(({ id }) => !ids.has(id))
      .map(({ id, title, updatedAtMs }) => {
        const when = updatedAtMs === null ? '' : `, ${past(updatedAtMs, wallMs)}`
        return { id, words: shortLine(`${title ?? id}${when}`) }
      }),
  ]
}

export function sessionSentences(state: AppState, wallMs: number): readonly SafeText[] {
  const failure =
    state.listing.state === 'failed'
      ? [safe`The agent did not list its sessions: ${shortLine(state.listing.message)}.`]
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
      : safe`The mode is ${shortLine(current?.name ?? modes.current)}.`,
    ...modes.available.map(
      (mode, index) =>
        safe`Type /mode ${index + 1} for: ${shortLine(`${mode.name || mode.id}${dangerWords(dangerOfMode(mode))}`)}.`,
    ),
  ]
}

export function configSentences(state: AppState): readonly SafeText[] {
  const options = currentSession(state)?.configOptions ?? []
  if (options.length === 0) return [safe`The agent has no options to set.`]
  return [
    ...options.map(
      (option, index) =>
        safe`${index + 1}: ${shortLine(`${option.name || option.id}, ${optionValue(option)}`)}.`,
    ),
    safe`Type /config and a number for its values, and another number to set one.`,
  ]
}

export function optionSentences(option: ConfigOption, number: number): readonly SafeText[] {
  const choices = choicesOf(option)
  if (choices.length === 0) return [safe`${shortLine(option.name || option.id)} cannot be set from here.`]
  return [
    safe`${shortLine(option.name || option.id)} is ${shortLine(optionValue(option))}.`,
    ...choices.map(
      ({ name, value }, index) =>
        safe`Type /config ${number} ${index + 1} for: ${shortLine(`${name}${dangerWords(dangerOfValue(option, value))}`)}.`,
    ),
  ]
}

/** The values that an option may have, as they are typed; none for an option of an unknown type. */
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

export function loginSentences(
  methods: readonly AuthMethod[],
  command: readonly string[],
): readonly SafeText[] {
  if (methods.length === 0) return [safe`The agent offers no way to log in from here.`]
  return methods.map((method, index) => {
    const how =
      method.how.type === 'agent' ? `type /login ${index + 1}.` : describeAuthMethod(method, command)
    return safe`${shortLine(`${authMethodName(method)}: ${how}`)}`
  })
}

/** Why there is no plan; empty if there is one. */
export function noPlanSentences(state: AppState, nowMs: number): readonly SafeText[] {
  if (!cameNoPlan(state)) return []
  const others = noPlanReasons(state, nowMs).filter(({ type }) => type !== 'advice')
  const said = others.map((reason) => safeLine(noPlanWords(reason)))
  const advice = planAdviceSentences(state)
  return others[0]?.type === 'turn-failed' ? [...said, ...advice] : [...advice, ...said]
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

function shortLine(raw: string): SafeText {
  return safeLine(shortened(raw, longest))
}
