import { isObject, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import { hasCapability, toldVersion, type ExchangeFacts } from '../exchange-facts.ts'
import type { LintRule, PassedMessage, Report } from '../lint-rule.ts'
import { pages } from '../spec-pages.ts'

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

/** A method, an option or a login that the other side has not offered. */
export const capabilityNotOffered: LintRule = {
  id: 'capability-not-offered',
  severity: 'error',
  title: 'something that the other side has not offered',
  says: 'Capabilities that initialize leaves out MUST be treated as unsupported: what needs them MUST NOT be sent.',
  page: pages.clientCapabilities,
  mend: 'Read the capabilities in initialize, and do without what is not there.',
  check: () => ({
    message(passed, report) {
      calledWithout(passed, report)
      answeredWithout(passed, report)
    },
  }),
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

function answeredWithout({ message, dir, answers, facts }: PassedMessage, report: Report): void {
  if (message.kind !== 'result' || dir !== 'from-agent' || answers === null) return
  if (!isObject(message.result) || facts.client === null) return
  if (answers.method === 'initialize') terminalLogins(message.result, facts, report)
  else if (toldVersion(facts) === 1) booleanOptions(message.result, facts, report)
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

/** Two ways to log in, or two variables of one, have the same name. */
export const loginAgain: LintRule = {
  id: 'login-again',
  severity: 'error',
  title: 'two logins, or two of their variables, with one name',
  says: 'The ids of authMethods are unique; the names of env MUST be.',
  page: pages.authentication,
  mend: 'Give each its own name.',
  check: () => ({
    message(passed, report) {
      const greeting = greetingIn(passed)
      if (greeting === null) return
      const methods = listAt(greeting, 'authMethods')
      const ids = methods.map((method) => stringAt(method, 'methodId') ?? stringAt(method, 'id'))
      for (const at of repeated(ids))
        report({ path: `result.authMethods[${at}]`, seen: 'the id of another login', severity: 'info' })
      for (const [index, method] of methods.entries()) {
        const names = listAt(method, 'env').map((each) => stringAt(each, 'name'))
        for (const at of repeated(names))
          report({
            path: `result.authMethods[${index}].env[${at}].name`,
            seen: 'the name of another variable',
          })
      }
    },
  }),
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

/** The agent's answer to `initialize`; null: the message is another one. */
export function greetingIn({ message, dir, answers }: PassedMessage): JsonObject | null {
  const isGreeting = message.kind === 'result' && dir === 'from-agent' && answers?.method === 'initialize'
  return isGreeting && isObject(message.result) ? message.result : null
}

/** The objects of a list; each in its place, others as empty objects. */
export function listAt(object: JsonObject, name: string): readonly JsonObject[] {
  const { [name]: list } = object
  return Array.isArray(list) ? (list as readonly unknown[]).map((each) => (isObject(each) ? each : {})) : []
}
