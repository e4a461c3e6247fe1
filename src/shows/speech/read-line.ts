import { currentSession, type AppState } from '../../app/state/app-state.ts'
import { switchRefusal } from '../../app/plan-advice/plan-advice.ts'
import { openQuestion, type Question } from '../../app/state/question.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import type { AgentOrder } from '../../app/ports/agent-control.ts'
import {
  choicesOf,
  configSentences,
  loginSentences,
  modeSentences,
  optionSentences,
  sessionSentences,
  numberedSessions,
  type FormInput,
  presetOf,
  questionSentences,
} from './question-sentences.ts'
import { planFileNames } from '../../app/words/plan.ts'
import { noSession } from '../../app/words/session.ts'
import { formContent, typedValue } from '../../app/forms/check-field.ts'
import type { ElicitationRequest } from '../../app/state/elicitation.ts'
import { pageAddress } from '../../app/forms/page-address.ts'
import { safestFirst, type PermissionRequest } from '../../app/state/permission.ts'

export type TypedCommand =
  | { readonly type: 'order'; readonly order: AgentOrder }
  | { readonly type: 'say'; readonly sentences: readonly SafeText[] }
  /** One more field of the form is filled in. */
  | { readonly type: 'form'; readonly form: FormInput; readonly request: ElicitationRequest }
  | { readonly type: 'open-page'; readonly url: string; readonly order: AgentOrder }
  | { readonly type: 'plans' }
  /** Tells when the steps of all plans were worked on. */
  | { readonly type: 'timeline' }
  /** Copies the plan, or saves it to a new file. */
  | { readonly type: 'take-plan'; readonly path: string | null }
  | { readonly type: 'edit-plan' }
  /** Sends what was changed in the editor. */
  | { readonly type: 'send-edited' }
  /** Lists the agent's sessions, once it has sent them. */
  | { readonly type: 'sessions' }
  | { readonly type: 'mark'; readonly text: string }
  | { readonly type: 'quit' }

export interface LineContext {
  readonly state: AppState
  readonly form: FormInput | null
  /** The agent's command; empty for a remote agent. */
  readonly command: readonly string[]
  readonly wallMs: number
  /** A plan was changed in the editor, and is not sent yet. */
  readonly hasEdited: boolean
}

const help: readonly SafeText[] = [
  safe`Type a prompt and press Enter. Type a number to answer the agent's question.`,
  safe`Commands: /plans lists all plans, /timeline tells when their steps were worked on, /cancel cancels the turn, /restart restarts the agent, /quit ends, /help lists the commands.`,
  safe`/sessions lists the sessions, /open and a number opens one, /new opens a new one, /close closes this one.`,
  safe`/mode and /config list what can be set, and set it with a number. /login lists the login methods.`,
  safe`/plan-tools restarts the agent with its plan tools switched on.`,
  safe`/implement, /save and /refine decide about a plan that the agent has proposed.`,
  safe`/copy copies the plan that changed last, and /save with a name that ends with .md or .json saves it to a new file.`,
  safe`/edit opens a copy of the plan that changed last in your editor. Afterwards /send sends your changes to the agent.`,
  safe`/mark marks this moment in the recording; text after it is the caption.`,
  safe`Everything else is sent to the agent, including its own slash commands; // stands for /.`,
]

/** Reads a typed line: an answer to the open question, a command of ours, or a prompt. null: the line is empty. */
export function readTypedLine(line: string, context: LineContext): TypedCommand | null {
  const question = openQuestion(context.state)
  const answer = question === null ? null : readAnswer(line, question, context.form)
  if (answer !== null) return answer
  const text = line.trim()
  if (text === '') return null
  const [word = '', ...rest] = text.split(/\s+/)
  const own = rest.length === 0 ? ownCommand(word, context) : withArguments(word, rest, context)
  return own ?? ordered({ type: 'prompt', text: text.startsWith('//') ? text.slice(1) : text })
}

function say(sentences: readonly SafeText[]): TypedCommand {
  return { type: 'say', sentences }
}

function ordered(order: AgentOrder): TypedCommand {
  return { type: 'order', order }
}

/** Commands without arguments that mean the same in every state. */
const plainCommands: ReadonlyMap<string, TypedCommand> = new Map([
  ['/plans', { type: 'plans' }],
  ['/timeline', { type: 'timeline' }],
  ['/copy', { type: 'take-plan', path: null }],
  ['/edit', { type: 'edit-plan' }],
  ['/sessions', { type: 'sessions' }],
  ['/quit', { type: 'quit' }],
  ['/new', ordered({ type: 'new-session' })],
  ['/mark', { type: 'mark', text: '' }],
  ['/cancel', ordered({ type: 'cancel-turn' })],
  ['/restart', ordered({ type: 'restart' })],
  ['/help', say(help)],
])

/** null: the line is a prompt. */
function ownCommand(word: string, context: LineContext): TypedCommand | null {
  const { state, command } = context
  switch (word) {
    case '/open':
      return say(sessionSentences(state, context.wallMs))
    case '/close':
      return state.currentSessionId === null
        ? say([noSession])
        : ordered({ type: 'close-session', sessionId: state.currentSessionId })
    case '/mode':
      return say(modeSentences(state))
    case '/config':
      return say(configSentences(state))
    case '/login':
      return state.link.state === 'wants-login'
        ? say(loginSentences(state.link.methods, command))
        : say([safe`The agent wants no login.`])
    case '/send':
      return context.hasEdited ? { type: 'send-edited' } : null
    case '/implement':
      return decide('implement', state)
    case '/refine':
      return decide('refine', state)
    case '/save':
      return decide('save', state)
    case '/plan-tools': {
      const refusal = switchRefusal(state)
      return refusal === null ? ordered({ type: 'switch-plans-on' }) : say([safe`${safeLine(refusal)}`])
    }
    default:
      return plainCommands.get(word) ?? null
  }
}

function decide(decision: 'implement' | 'refine' | 'save', state: AppState): TypedCommand {
  return openQuestion(state)?.kind === 'proposal'
    ? ordered({ type: 'decide-proposal', decision })
    : say([safe`No plan waits for you.`])
}

/** Commands with arguments; null: the line is a prompt. */
function withArguments(
  word: string,
  rest: readonly string[],
  { state, wallMs }: LineContext,
): TypedCommand | null {
  const [first = '', ...more] = rest
  const named = rest.join(' ')
  switch (word) {
    case '/open': {
      const sessions = numberedSessions(state, wallMs)
      const session = chosen(sessions, first, ({ id }) => id)
      return session === undefined
        ? say([safe`There is no such session.`, ...sessionSentences(state, wallMs)])
        : ordered({ type: 'open-session', sessionId: session.id })
    }
    case '/mode': {
      const modes = currentSession(state)?.modes?.available ?? []
      const mode = chosen(modes, named, ({ id }) => id) ?? byName(modes, named)
      return mode === undefined
        ? say([safe`There is no such mode.`, ...modeSentences(state)])
        : ordered({ type: 'set-mode', modeId: mode.id })
    }
    case '/mark':
      return { type: 'mark', text: named }
    case '/save':
      return /\.(?:md|json)$/i.test(named) ? { type: 'take-plan', path: named } : say([planFileNames])
    case '/config':
      return setOption(first, more.join(' '), state)
    case '/login': {
      const methods = state.link.state === 'wants-login' ? state.link.methods : []
      const method = chosen(methods, first, ({ id }) => id)
      return method === undefined
        ? say([safe`There is no such way to log in.`])
        : ordered({ type: 'log-in', methodId: method.id })
    }
    default:
      return null
  }
}

function setOption(which: string, value: string, state: AppState): TypedCommand {
  const options = currentSession(state)?.configOptions ?? []
  const option = chosen(options, which, ({ id }) => id)
  if (option === undefined) return say([safe`There is no such option.`, ...configSentences(state)])
  const number = options.indexOf(option) + 1
  const choices = choicesOf(option)
  const choice = chosen(choices, value, (each) => each.value) ?? byName(choices, value)
  if (value === '' || choice === undefined) return say(optionSentences(option, number))
  const wanted = option.type === 'boolean' ? choice.value === 'true' : choice.value
  return ordered({ type: 'set-config-option', optionId: option.id, value: wanted })
}

/** An item by its id, or by its number in the list. */
function chosen<T>(items: readonly T[], typed: string, idOf: (item: T) => string): T | undefined {
  const byId = items.find((item) => idOf(item) === typed)
  return byId ?? (/^\d{1,9}$/.test(typed) ? items[Number(typed) - 1] : undefined)
}

function byName<T extends { readonly name: string }>(items: readonly T[], typed: string): T | undefined {
  return items.find(({ name }) => name.toLowerCase() === typed.toLowerCase())
}

/** Reads a typed line, which may be empty, as the answer to the open question; null: it is not an answer. */
function readAnswer(line: string, question: Question, form: FormInput | null): TypedCommand | null {
  switch (question.kind) {
    case 'permission':
      return permissionAnswer(line.trim(), question.request)
    case 'elicitation':
      return elicitationAnswer(line, question.request, form)
    case 'proposal':
      return null
  }
}

/** `2` selects the second option; words after the number of a rejection are sent with it. */
function permissionAnswer(text: string, request: PermissionRequest): TypedCommand | null {
  const [, number, feedback] = /^(\d{1,9})(?:\s+(\S.*))?$/s.exec(text) ?? []
  if (number === undefined) return null
  const option = safestFirst(request.options)[Number(number) - 1]
  const { key } = request
  if (option !== undefined) {
    if (feedback === undefined) return ordered({ type: 'answer', key, optionId: option.id })
    if (!option.kind.startsWith('reject')) return null
    return ordered({ type: 'answer', key, optionId: option.id, feedback })
  }
  if (feedback !== undefined) return null
  const wrong = safe`There is no answer ${Number(number)}.`
  return say([wrong, ...questionSentences({ kind: 'permission', request }, null)])
}

function elicitationAnswer(
  line: string,
  request: ElicitationRequest,
  form: FormInput | null,
): TypedCommand | null {
  const { mode, key } = request
  const text = line.trim().toLowerCase()
  if (text === '/decline') return declined(key)
  if (line.trim().startsWith('/')) return null
  const given = form?.key === key ? form.given : []
  if (mode.type === 'url' || mode.fields.length === 0) {
    if (text === 'no' || text === 'n') return declined(key)
    if (text !== 'yes' && text !== 'y') return null
    const content = formContent([])
    const accepted = { type: 'answer-elicitation', key, answer: { type: 'accepted', content } } as const
    if (mode.type !== 'url') return ordered(accepted)
    return pageAddress(mode.url).ok
      ? { type: 'open-page', url: mode.url, order: accepted }
      : say(questionSentences({ kind: 'elicitation', request }, null))
  }
  const field = mode.fields[given.length]
  if (field === undefined) return null
  const typed = line.trim() === '' ? null : line
  const value = typed === null ? { ok: true as const, value: presetOf(field) } : typedValue(field, typed)
  const isMissing = value.ok && value.value === null && field.isRequired
  if (!value.ok || isMissing) {
    const problem = value.ok ? 'an answer is needed' : value.problem
    const sentences = questionSentences({ kind: 'elicitation', request }, form)
    return say([safe`Not valid: ${safeLine(problem)}.`, ...sentences])
  }
  const filled = [...given, [field, value.value] as const]
  if (filled.length < mode.fields.length) return { type: 'form', form: { key, given: filled }, request }
  return ordered({
    type: 'answer-elicitation',
    key,
    answer: { type: 'accepted', content: formContent(filled) },
  })
}

function declined(key: number): TypedCommand {
  return ordered({ type: 'answer-elicitation', key, answer: { type: 'declined', by: 'user' } })
}
