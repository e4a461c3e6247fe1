import { isObject, stringAt, type JsonObject, objectIn } from '../../../protocol/wire/message.ts'
import { nameOf } from '../../../protocol/wire/wire-problem.ts'
import { hasCapability, toldVersion, type ExchangeFacts } from '../exchange-facts.ts'
import { type LintRule, type PassedMessage, type Report, listAt, resultIn, pages } from '../lint-rule.ts'

/** The greeting, with what each side offers, and logins. */
export const greetingRules: readonly LintRule[] = [
  /** The last version that the client asked for is not known to the agent, which echoes it. */
  {
    id: 'version-unknown',
    severity: 'warning',
    title: 'a version of the protocol that nobody knows',
    says: 'The agent answers with the version that was asked for if it supports it, and otherwise with the latest one that it supports.',
    page: pages.versions,
    mend: 'Answer with 1 or 2, the versions that there are.',
    greeting(_, { facts: { version } }, report) {
      if (version === null || version === 1 || version === 2) return
      report({ path: 'result.protocolVersion', seen: `the version ${version}` })
    },
  },
  /** All that follows is held against what the agent speaks: its one mistake is not told of each message. */
  {
    id: 'version-not-spoken',
    severity: 'error',
    title: 'a version that the agent does not speak',
    says: 'The agent MUST answer with a version that it supports: both sides speak it from then on.',
    page: pages.versions,
    mend: 'Answer with the version whose fields the agent sends: each has names of its own for its capabilities.',
    greeting(greeting, { facts }, report) {
      if (greeting['protocolVersion'] === 2 && facts.version === 1)
        report({ path: 'result.protocolVersion', seen: '2, and the capabilities of version 1' })
    },
  },
  /** In version 2 the schema requires it. */
  {
    id: 'agent-unnamed',
    severity: 'note',
    title: 'an agent without a name',
    only: 1,
    says: 'initialize is answered with the name and the version of the agent, for logs and for people.',
    page: pages.versions,
    mend: 'Send agentInfo with name and version.',
    greeting({ agentInfo }, _, report) {
      if (isObject(agentInfo)) return
      report({ path: 'result.agentInfo', seen: nameOf(agentInfo) })
    },
  },
  /** A method, an option or a login that the other side has not offered. */
  {
    id: 'capability-not-offered',
    severity: 'error',
    title: 'something that the other side has not offered',
    says: 'Capabilities that initialize leaves out MUST be treated as unsupported: what needs them MUST NOT be sent.',
    page: pages.clientCapabilities,
    mend: 'Read the capabilities in initialize, and do without what is not there.',
    message(passed, report) {
      calledWithout(passed, report)
      answeredWithout(passed, report)
    },
  },
  /** Two ways to log in, or two variables of one, have the same name. */
  {
    id: 'login-again',
    severity: 'error',
    title: 'two logins, or two of their variables, with one name',
    says: 'The ids of authMethods are unique; the names of env MUST be.',
    page: pages.authentication,
    mend: 'Give each its own name.',
    greeting(greeting, _, report) {
      const methods = listAt(greeting, 'authMethods')
      const ids = methods.map((method) => stringAt(method, 'methodId') ?? stringAt(method, 'id'))
      for (const at of repeated(ids))
        report({ path: `result.authMethods[${at}]`, seen: 'the id of another login', severity: 'note' })
      for (const [index, method] of methods.entries()) {
        const names = listAt(method, 'env').map((each) => stringAt(each, 'name'))
        for (const at of repeated(names))
          report({
            path: `result.authMethods[${index}].env[${at}].name`,
            seen: 'the name of another variable',
          })
      }
    },
  },
  /** The user has logged in, or cannot. */
  {
    id: 'login-useless',
    severity: 'warning',
    title: 'a session that wants a login that is not there, or is done',
    says: 'session/new may be answered with -32000 to ask for one of the authMethods; after a login it works.',
    page: pages.authentication,
    mend: 'List the ways to log in, and keep what a login has given.',
    check: () => {
      let [hasMethods, isLoggedIn] = [true, false]
      return {
        message({ message, dir, answers }, report) {
          if (dir !== 'from-agent' || answers === null) return
          const { method } = answers
          if (message.kind === 'result') {
            if (method === 'authenticate' || method === 'auth/login') isLoggedIn = true
            if (method === 'initialize')
              hasMethods = listAt(objectIn(message.result), 'authMethods').length > 0
          } else if (
            message.kind === 'error' &&
            method === 'session/new' &&
            message.error.code === needsLogin
          ) {
            if (isLoggedIn) report({ path: 'error.code', seen: 'the login before it had no effect' })
            else if (!hasMethods) report({ path: 'error.code', seen: 'the agent has named no way to log in' })
          }
        },
      }
    },
  },
]

/** Methods that need a capability of the side that handles them, where version 1 has it, and version 2. */
const needed: Readonly<Record<string, { readonly 1?: readonly string[]; readonly 2?: readonly string[] }>> = {
  'fs/read_text_file': { 1: ['fs', 'readTextFile'] },
  'fs/write_text_file': { 1: ['fs', 'writeTextFile'] },
  'terminal/create': { 1: ['terminal'] },
  'terminal/output': { 1: ['terminal'] },
  'terminal/wait_for_exit': { 1: ['terminal'] },
  'terminal/kill': { 1: ['terminal'] },
  'terminal/release': { 1: ['terminal'] },
  'elicitation/create': { 1: ['elicitation'], 2: ['elicitation'] },
  'session/load': { 1: ['loadSession'] },
  'session/list': { 1: ['sessionCapabilities', 'list'], 2: ['session'] },
  'session/resume': { 1: ['sessionCapabilities', 'resume'], 2: ['session'] },
  'session/close': { 1: ['sessionCapabilities', 'close'], 2: ['session'] },
  'session/delete': { 1: ['sessionCapabilities', 'delete'], 2: ['session', 'delete'] },
  'session/fork': { 1: ['sessionCapabilities', 'fork'], 2: ['session', 'fork'] },
  logout: { 1: ['auth', 'logout'] },
}

function calledWithout({ message, dir, facts }: PassedMessage, report: Report): void {
  if (message.kind !== 'request') return
  const path = needed[message.method]?.[toldVersion(facts)]
  const offered = dir === 'from-agent' ? facts.client : facts.agent
  if (path === undefined || offered === null || !Object.hasOwn(needed, message.method)) return
  if (hasCapability(offered, path)) return
  const side = dir === 'from-agent' ? 'the client' : 'the agent'
  report({ path: 'method', seen: `${message.method}, and ${side} has not offered ${path.join('.')}` })
}

function answeredWithout(passed: PassedMessage, report: Report): void {
  const answer = resultIn(passed)
  if (answer === null) return
  const { result, asked } = answer
  if (asked.method === 'initialize') terminalLogins(result, passed.facts, report)
  else if (toldVersion(passed.facts) === 1) booleanOptions(result, passed.facts, report)
}

function terminalLogins(result: JsonObject, { client }: ExchangeFacts, report: Report): void {
  if (client === null || hasCapability(client, ['auth', 'terminal'])) return
  for (const [index, method] of listAt(result, 'authMethods').entries())
    if (stringAt(method, 'type') === 'terminal') {
      const seen = 'a login in a terminal, and the client has not offered auth.terminal'
      report({ path: `result.authMethods[${index}].type`, seen })
    }
}

function booleanOptions(result: JsonObject, { client }: ExchangeFacts, report: Report): void {
  if (client === null || hasCapability(client, ['session', 'configOptions', 'boolean'])) return
  for (const [index, option] of listAt(result, 'configOptions').entries())
    if (stringAt(option, 'type') === 'boolean') {
      const seen =
        'an option of the type boolean, and the client has not offered session.configOptions.boolean'
      report({ path: `result.configOptions[${index}].type`, seen, page: pages.configOptions[1] })
    }
}

/** The indices of texts that came before. */
function repeated(texts: readonly (string | undefined)[]): readonly number[] {
  const seen = new Set<string>()
  return texts.flatMap((text, index) => {
    if (text === undefined) return []
    if (seen.has(text)) return [index]
    seen.add(text)
    return []
  })
}

const needsLogin = -32_000
