import { currentSession, type AppState } from '../../app/state/app-state.ts'
import { switchRefusal } from '../../app/plan-advice/plan-advice.ts'
import { openQuestion } from '../../app/state/question.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { readAnswer } from './read-answer.ts'
import type { TypedCommand } from './typed-command.ts'
import type { AgentIntent } from '../../ui/state/intent.ts'
import {
  choicesOf,
  configSentences,
  loginSentences,
  modeSentences,
  optionSentences,
  sessionSentences,
  numberedSessions,
} from './list-sentences.ts'
import type { FormInput } from './question-sentences.ts'
import { planFileNames } from '../../app/words/plan.ts'
import { noSession } from '../../app/words/session.ts'

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
  return own ?? ask({ type: 'prompt', text: text.startsWith('//') ? text.slice(1) : text })
}

function say(...sentences: readonly SafeText[]): TypedCommand {
  return { type: 'say', sentences }
}

function ask(intent: AgentIntent): TypedCommand {
  return { type: 'ask', intent }
}

/** Commands without arguments that mean the same in every state. */
const plainCommands: ReadonlyMap<string, TypedCommand> = new Map([
  ['/plans', { type: 'plans' }],
  ['/timeline', { type: 'timeline' }],
  ['/copy', { type: 'take-plan', path: null }],
  ['/edit', { type: 'edit-plan' }],
  ['/sessions', { type: 'sessions' }],
  ['/quit', { type: 'quit' }],
  ['/new', ask({ type: 'new-session' })],
  ['/mark', { type: 'mark', text: '' }],
  ['/cancel', ask({ type: 'cancel-turn' })],
  ['/restart', ask({ type: 'restart' })],
  ['/help', say(...help)],
])

/** null: the line is a prompt. */
function ownCommand(word: string, context: LineContext): TypedCommand | null {
  const { state, command } = context
  switch (word) {
    case '/open':
      return say(...sessionSentences(state, context.wallMs))
    case '/close':
      return state.currentSessionId === null
        ? say(noSession)
        : ask({ type: 'close-session', sessionId: state.currentSessionId })
    case '/mode':
      return say(...modeSentences(state))
    case '/config':
      return say(...configSentences(state))
    case '/login':
      return state.link.state === 'wants-login'
        ? say(...loginSentences(state.link.methods, command))
        : say(safe`The agent wants no login.`)
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
      return refusal === null ? ask({ type: 'switch-plans-on' }) : say(safe`${safeLine(refusal)}`)
    }
    default:
      return plainCommands.get(word) ?? null
  }
}

function decide(decision: 'implement' | 'refine' | 'save', state: AppState): TypedCommand {
  return openQuestion(state)?.kind === 'proposal'
    ? ask({ type: 'decide-proposal', decision })
    : say(safe`No plan waits for you.`)
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
        ? say(safe`There is no such session.`, ...sessionSentences(state, wallMs))
        : ask({ type: 'open-session', sessionId: session.id })
    }
    case '/mode': {
      const modes = currentSession(state)?.modes?.available ?? []
      const mode = chosen(modes, named, ({ id }) => id) ?? byName(modes, named)
      return mode === undefined
        ? say(safe`There is no such mode.`, ...modeSentences(state))
        : ask({ type: 'set-mode', modeId: mode.id })
    }
    case '/mark':
      return { type: 'mark', text: named }
    case '/save':
      return /\.(?:md|json)$/i.test(named) ? { type: 'take-plan', path: named } : say(planFileNames)
    case '/config':
      return setOption(first, more.join(' '), state)
    case '/login': {
      const methods = state.link.state === 'wants-login' ? state.link.methods : []
      const method = chosen(methods, first, ({ id }) => id)
      return method === undefined
        ? say(safe`There is no such way to log in.`)
        : ask({ type: 'log-in', methodId: method.id })
    }
    default:
      return null
  }
}

function setOption(which: string, value: string, state: AppState): TypedCommand {
  const options = currentSession(state)?.configOptions ?? []
  const option = chosen(options, which, ({ id }) => id)
  if (option === undefined) return say(safe`There is no such option.`, ...configSentences(state))
  const number = options.indexOf(option) + 1
  const choices = choicesOf(option)
  const choice = chosen(choices, value, (each) => each.value) ?? byName(choices, value)
  if (value === '' || choice === undefined) return say(...optionSentences(option, number))
  const wanted = option.type === 'boolean' ? choice.value === 'true' : choice.value
  return ask({ type: 'set-config-option', optionId: option.id, value: wanted })
}

/** An item by its id, or by its number in the list. */
function chosen<T>(items: readonly T[], typed: string, idOf: (item: T) => string): T | undefined {
  const byId = items.find((item) => idOf(item) === typed)
  return byId ?? (/^\d{1,9}$/.test(typed) ? items[Number(typed) - 1] : undefined)
}

function byName<T extends { readonly name: string }>(items: readonly T[], typed: string): T | undefined {
  return items.find(({ name }) => name.toLowerCase() === typed.toLowerCase())
}
