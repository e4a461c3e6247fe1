import type { AppState } from '../../app/state/app-state.ts'
import { authMethodName, loginCommand, startCommand } from '../../app/words/agent.ts'
import type { AuthMethod, Link } from '../../app/state/link.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { keyWords } from '../keys/key-map.ts'
import { shellLines } from '../../lib/text/shell-lines.ts'
import {
  blankItem,
  onEnter,
  type DetailLine,
  type ItemAt,
  type KeyedNote,
  type PickerItem,
  type PickerModel,
} from './picker-item.ts'
import { described } from './settings-picker.ts'

type WantsLogin = Extract<Link, { state: 'wants-login' }>

/** The authentication methods that the agent offers, while it requires a login. */
export function loginPicker({ link }: AppState): PickerModel {
  const items = link.state === 'wants-login' ? link.methods.map((method) => methodItem(method, link)) : []
  const notes = [...(items.length > 0 ? [] : noMethod), ...(link.state === 'wants-login' ? failed(link) : [])]
  return { title: safe`The agent wants you to log in`, items, notes }
}

const noMethod: readonly KeyedNote[] = [
  (keys) => ({
    text: safe`It names no login method: use its own program, then press ${keyWords(keys, 'restart')} here.`,
    role: 'normal',
  }),
]

function methodItem(method: AuthMethod, link: WantsLogin): PickerItem {
  const { id, how } = method
  const isFromHere = how.type === 'agent'
  const isTrying = link.trying === id
  return {
    id: `method ${id}`,
    search: '',
    actions:
      isFromHere && link.trying === null
        ? [onEnter('log in', 'stay', { intents: [{ type: 'log-in', methodId: id }] })]
        : [],
    view: (at) => ({
      ...blankItem,
      text: safeLine(authMethodName(method).slice(0, 300)),
      textRole: isFromHere ? 'normal' : 'dim',
      facts: isTrying ? safe`logging in…` : loginTopic(how),
      factsRole: isTrying ? 'accent' : 'dim',
      detail: [...described(method.description), ...instructions(how, at)],
    }),
  }
}

function loginTopic(how: AuthMethod['how']): SafeText {
  switch (how.type) {
    case 'agent':
      return safe`from here`
    case 'terminal':
      return safe`in a terminal`
    case 'env_var':
      return safe`by a variable`
    case 'other':
      return safe`not from here`
  }
}

function instructions(how: AuthMethod['how'], at: ItemAt): readonly DetailLine[] {
  const { command, keys } = at
  const restart = keyWords(keys, 'restart')
  switch (how.type) {
    case 'agent':
      return []
    case 'terminal': {
      const words =
        command === null
          ? safe`Run the agent's own program on its machine with this added, then press ${restart}:`
          : safe`Run this in a terminal, log in there, then press ${restart} here:`
      return withCommand(words, loginCommand(how, command ?? []), at)
    }
    case 'env_var':
      return variableInstructions(how, at)
    case 'other':
      return [
        { text: safe`Unknown type “${shownLine(how.name, 'word')}”.`, role: 'normal' },
        { text: safe`Log in with the agent's own program, then press ${restart} here.`, role: 'normal' },
      ]
  }
}

function variableInstructions(
  { names, link }: Extract<AuthMethod['how'], { type: 'env_var' }>,
  at: ItemAt,
): readonly DetailLine[] {
  const helpLink: readonly DetailLine[] =
    link === null ? [] : [{ text: safe`See ${shownLine(link, 'long')}`, role: 'dim' }]
  const instruction =
    at.command === null
      ? withCommand(safe`Set this where the agent runs, and start it again there:`, names, at)
      : withCommand(safe`Quit, and start with this set:`, startCommand(names, at.command), at)
  return [...instruction, ...helpLink]
}

function withCommand(
  words: SafeText,
  command: readonly string[],
  { columns }: ItemAt,
): readonly DetailLine[] {
  const lines = shellLines(command, columns - marginColumns)
  return [{ text: words, role: 'normal' }, ...lines.map((text) => ({ text, role: 'code' as const }))]
}

/** Columns of both margins of a detail line. */
const marginColumns = 6

function failed({ failure, trying }: WantsLogin): readonly DetailLine[] {
  if (failure === null || trying !== null) return []
  return [{ text: safe`It failed: ${shownLine(failure, 'long')}`, role: 'bad' }]
}
