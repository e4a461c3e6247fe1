import { isObject, type JsonObject } from '../../../protocol/wire/message.ts'
import { quoted, type LintRule, updateIn, pages } from '../lint-rule.ts'
import { planReplaced } from '../plan-change.ts'

/** What plans are. */
export const planRules: readonly LintRule[] = [
  /** One update names its plan by both fields. */
  {
    id: 'plan-two-ids',
    severity: 'warning',
    title: 'an update has both id and planId',
    says: 'A plan is named by planId; id was its name when plan operations were first proposed.',
    page: pages.planOperations,
    mend: 'Send planId only, or both with the same value for older clients.',
    effect: 'Clients may take it for two plans; here it is one.',
    message(passed, report) {
      const sent = updateIn(passed)
      const named = sent === null ? null : namedIn(sent.update)
      if (named === null) return
      const { id, planId } = named.holder
      if (typeof id !== 'string' || typeof planId !== 'string') return
      const seen =
        id === planId
          ? 'id and planId have the same value'
          : 'id and planId differ: clients take it for two plans'
      report({ path: `${named.path}.id`, seen, severity: id === planId ? 'note' : 'warning' })
    },
  },
  /** A session names one plan by `id`, another one by `planId`. */
  {
    id: 'plan-ids-mixed',
    severity: 'warning',
    title: 'some updates name plans by id, others by planId',
    says: 'Every plan carries a planId; id was its name when plan operations were first proposed.',
    page: pages.planOperations,
    mend: 'Use planId in every plan_update and plan_removed.',
    effect: 'Clients may show a plan twice; here it is one.',
    check: () => {
      const first = new Map<string, 'id' | 'planId' | 'told'>()
      return {
        event({ event }, report) {
          if (event.type !== 'session-updated') return
          const { update, sessionId } = event
          if (
            update.type !== 'plan-replaced' &&
            update.type !== 'plan-removed' &&
            update.type !== 'plan-grown'
          )
            return
          const { dialect } = update.plan
          if (dialect !== 'id' && dialect !== 'planId') return
          const before = first.get(sessionId)
          if (before === undefined && first.size < maxSessions) first.set(sessionId, dialect)
          if (before === undefined || before === 'told' || before === dialect) return
          first.set(sessionId, 'told')
          const at = update.type === 'plan-removed' ? 'params.update' : 'params.update.plan'
          report({ path: `${at}.${dialect}`, seen: `this update uses ${dialect}, earlier ones ${before}` })
        },
      }
    },
  },
  /** In version 1, plans with ids are only for clients that offer to show them. */
  {
    id: 'plan-not-offered',
    severity: 'error',
    title: 'plan_update to a client that does not offer it',
    only: 1,
    says: 'A capability that initialize leaves out MUST be treated as unsupported: plan_update and plan_removed need the capability plan.',
    page: pages.clientCapabilities,
    mend: 'Send the update plan (entries only) to clients without clientCapabilities.plan.',
    effect: 'Clients that know no plans with ids do not show it.',
    message(passed, report) {
      const kind = updateIn(passed)?.kind
      if (passed.facts.offersPlans !== false || (kind !== 'plan_update' && kind !== 'plan_removed')) return
      const seen = `${kind}, and the client's initialize has neither plan nor planCapabilities`
      report({ path: 'params.update.sessionUpdate', seen })
    },
  },
  /** The document of a file plan cannot be found by a relative URI. */
  {
    id: 'file-uri-relative',
    severity: 'error',
    title: 'a file plan with a relative URI',
    says: 'Plan file URIs MUST be absolute.',
    page: pages.planFile,
    mend: 'Send file:///absolute/path/of/plan.md.',
    effect: 'The file is not read: nobody knows in which folder it is.',
    event(moment, report) {
      const change = planReplaced(moment)
      if (change?.update.content.type !== 'file') return
      const { uri } = change.update.content
      if (!isAbsolute(uri)) report({ path: 'params.update.plan.uri', seen: `the URI ${quoted(uri)}` })
    },
  },
]

/** The object of an update that names a plan, and its path; null: it names none. */
function namedIn(update: JsonObject): { readonly holder: JsonObject; readonly path: string } | null {
  const { sessionUpdate, plan } = update
  if (sessionUpdate === 'plan_removed') return { holder: update, path: 'params.update' }
  return sessionUpdate === 'plan_update' && isObject(plan)
    ? { holder: plan, path: 'params.update.plan' }
    : null
}

const maxSessions = 1000

/** A single letter before the colon is the drive of a Windows path, and no scheme. */
function isAbsolute(uri: string): boolean {
  return /^file:/i.test(uri) ? /^file:\//i.test(uri) : /^[a-z][a-z\d+.-]+:/i.test(uri)
}
