import { isObject, type MessageId } from '../../../protocol/wire/message.ts'
import { nameOf } from '../../../protocol/wire/wire-problem.ts'
import type { LintRule } from '../lint-rule.ts'
import { shortened } from '../plan-change.ts'
import { greetingIn } from './capabilities.ts'
import { pages } from '../spec-pages.ts'

const maxIds = 10_000

/** A response without a request that waits for it. */
export const strayResponse: LintRule = {
  id: 'stray-response',
  severity: 'error',
  title: 'a response that nobody asked for',
  says: 'Messages are JSON-RPC 2.0: each request gets one response, which MUST have its id; notifications get none.',
  page: pages.jsonrpc,
  mend: 'Answer each request once, with its id as it came, and no notification.',
  check: () => {
    const answered = { 'from-agent': new Set<MessageId>(), 'to-agent': new Set<MessageId>() }
    let asked = { 'from-agent': 0, 'to-agent': 0 }
    return {
      message({ message, dir, answers, facts }, report) {
        if (message.kind === 'notification') return
        if (message.kind === 'request') {
          asked = { ...asked, [dir]: asked[dir] + 1 }
          answered[dir].delete(message.id)
          return
        }
        const asker = dir === 'from-agent' ? 'to-agent' : 'from-agent'
        if (answers !== null) {
          if (answered[asker].size < maxIds) answered[asker].add(message.id)
          return
        }
        // What was asked before the trace began is not known, nor what is beyond those that are remembered.
        if (facts.client === null || asked[asker] === 0 || asked[asker] > maxIds) return
        const { id } = message
        const isProblem = dir === 'from-agent'
        if (id === null && message.kind === 'error')
          report({
            path: 'id',
            seen: 'an error about a message that could not be read',
            severity: 'info',
            isProblem,
          })
        else report({ path: 'id', seen: strayWords(id, answered[asker].has(id)), isProblem })
      },
    }
  },
}

function strayWords(id: MessageId, isAnswered: boolean): string {
  const named = typeof id === 'string' ? `“${shortened(id)}”` : String(id)
  return isAnswered ? `the request ${named} was answered before` : `no request has the id ${named}`
}

/** Errors are shown to users. */
export const errorMessage: LintRule = {
  id: 'error-message',
  severity: 'info',
  title: 'an error without one sentence for people',
  says: 'The message of an error is a short sentence; what belongs to it is in data.',
  page: pages.errors,
  mend: 'Write one line that says what failed, and put the details into data.',
  check: () => ({
    message({ message }, report) {
      if (message.kind !== 'error' || message.error.message === 'no message') return
      const { message: words } = message.error
      if (words.trim() === '') report({ path: 'error.message', seen: 'it is empty' })
      else if (/[\r\n]/.test(words.trim()))
        report({ path: 'error.message', seen: `it has several lines: “${shortened(words)}”` })
    },
  }),
}

/** The last version that the client asked for is not known to the agent, which echoes it. */
export const versionUnknown: LintRule = {
  id: 'version-unknown',
  severity: 'warning',
  title: 'a version of the protocol that nobody knows',
  says: 'The agent answers with the version that was asked for if it supports it, and otherwise with the latest one that it supports.',
  page: pages.versions,
  mend: 'Answer with 1 or 2, the versions that there are.',
  check: () => ({
    message(passed, report) {
      const { version } = passed.facts
      if (greetingIn(passed) === null) return
      if (version === null || version === 1 || version === 2) return
      report({ path: 'result.protocolVersion', seen: `the version ${version}` })
    },
  }),
}

/** In version 2 the schema requires it. */
export const agentUnnamed: LintRule = {
  id: 'agent-unnamed',
  severity: 'info',
  title: 'an agent without a name',
  only: 1,
  says: 'initialize is answered with the name and the version of the agent, for logs and for people.',
  page: pages.versions,
  mend: 'Send agentInfo with name and version.',
  check: () => ({
    message(passed, report) {
      const greeting = greetingIn(passed)
      if (greeting === null || isObject(greeting['agentInfo'])) return
      report({ path: 'result.agentInfo', seen: nameOf(greeting['agentInfo']) })
    },
  }),
}

/** The user has logged in, or cannot. */
export const loginUseless: LintRule = {
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
          if (method === 'initialize') hasMethods = hasLogins(message.result)
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
}

const needsLogin = -32_000

function hasLogins(result: unknown): boolean {
  const methods = isObject(result) ? result['authMethods'] : undefined
  return Array.isArray(methods) && methods.length > 0
}
