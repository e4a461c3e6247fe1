import type { JsonObject } from '../../../protocol/wire/message.ts'
import { isObject } from '../../../protocol/wire/message.ts'
import type { LintRule } from '../lint-rule.ts'
import { pages } from '../spec-pages.ts'

/** One update names its plan by both fields. */
export const planTwoIds: LintRule = {
  id: 'plan-two-ids',
  severity: 'warning',
  title: 'an update has both id and planId',
  says: 'A plan is named by planId; id was its name when plan operations were first proposed.',
  page: pages.planOperations,
  mend: 'Send planId only, or both with the same value for older clients.',
  check: () => ({
    message({ message, dir }, report) {
      if (dir !== 'from-agent' || message.kind !== 'notification') return
      if (message.method !== 'session/update' || !isObject(message.params)) return
      const named = namedIn(message.params['update'])
      if (named === null) return
      const { id, planId } = named.holder
      if (typeof id !== 'string' || typeof planId !== 'string') return
      const seen =
        id === planId
          ? 'id and planId have the same value'
          : 'id and planId differ: clients take it for two plans'
      report({ path: `${named.path}.id`, seen, severity: id === planId ? 'info' : 'warning' })
    },
  }),
}

/** The object of an update that names a plan, and its path; null: it names none. */
function namedIn(update: unknown): { readonly holder: JsonObject; readonly path: string } | null {
  if (!isObject(update)) return null
  if (update['sessionUpdate'] === 'plan_removed') return { holder: update, path: 'params.update' }
  const plan = update['plan']
  return update['sessionUpdate'] === 'plan_update' && isObject(plan)
    ? { holder: plan, path: 'params.update.plan' }
    : null
}

const maxSessions = 1000

/** A session names one plan by `id`, another one by `planId`. */
export const planIdsMixed: LintRule = {
  id: 'plan-ids-mixed',
  severity: 'warning',
  title: 'some updates name plans by id, others by planId',
  says: 'Every plan carries a planId; id was its name when plan operations were first proposed.',
  page: pages.planOperations,
  mend: 'Use planId in every plan_update and plan_removed.',
  check: () => {
    const first = new Map<string, 'id' | 'planId' | 'told'>()
    return {
      event({ event }, report) {
        if (event.type !== 'session-updated') return
        const { update, sessionId } = event
        if (update.type !== 'plan-replaced' && update.type !== 'plan-removed' && update.type !== 'plan-grown')
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
}
